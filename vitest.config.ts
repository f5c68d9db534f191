import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const second = 1000

/** One project a kind of test. How long a test may take is for what hangs: many times what one takes on a machine that does much else. */
const project = (name: string, timeout: number, more: object = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: timeout, hookTimeout: timeout, ...more },
})

export default defineConfig({
  test: {
    environment: 'node',
    // The files of a worker share what they import: to load and to warm it up for each file anew takes a second of processor.
    isolate: false,
    // One cache of compiled code for all that the tests start.
    env: { TZ: 'UTC', LC_ALL: 'C.UTF-8', NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') },
    // A test mostly waits for the programs that it starts, or for time to pass: as many workers as cores leave these idle.
    maxWorkers: availableParallelism() + 2,
    globalSetup: 'test/support/run.ts',
    // A machine that does much else may stop a program for seconds. What passes only then is named at the end.
    retry: process.env.CI ? 1 : 0,
    // What is polled comes sooner or later; only what never comes fails.
    expect: { poll: { timeout: 60 * second } },
    // Nobody follows a run on CI: what failed, what was skipped, how long it took.
    reporters: [
      ...(process.env.CI ? ['minimal', './test/support/overview.ts'] : ['default']),
      ['json', { outputFile: 'artefacts/tests.json' }],
    ],
    projects: [
      project('unit', 120 * second),
      project('operations', 300 * second),
      project('acceptance', 300 * second),
      project('package', 300 * second),
      project('faults', 600 * second, { globalSetup: 'test/faults/told.ts', setupFiles: 'test/faults/each-file.ts', maxConcurrency: 8 }),
    ],
  },
})
