/** The whole preamble of a test file: a project of surveys for each test, over a sandbox as it was seeded. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { SeedName } from '../../src/sandbox/seed/seed.ts'
import type { Outcome } from './program.ts'
import { startProject, type ProjectFolder } from './project.ts'
import { startSandbox, type RunningSandbox } from './sandbox.ts'

export interface InProject extends ProjectFolder {
  sandbox: RunningSandbox
  /** `project LINE` for somebody else's key. */
  as: (apiKey: string) => (line: string, code?: number) => Promise<Outcome>
  /** The commands that look find nothing to do. */
  inStep: () => Promise<void>
  /** What the service shows of a survey: `/42/emails`. */
  shown: (path: string) => Promise<any>
  /** More lines at the end of a survey's file. */
  add: (key: string, yaml: string) => void
}

interface Use {
  seed?: SeedName
  /** Not yet: `project init` is the test's own work. */
  isBegun?: boolean
}

export function inProject({ seed = 'demo', isBegun = true }: Use = {}): InProject {
  let sandbox: RunningSandbox
  let here: ProjectFolder
  beforeAll(async () => {
    sandbox = await startSandbox({ seed, allowLocalWebhooks: true })
  })
  beforeEach(async () => {
    await sandbox.restore()
    here = startProject(sandbox)
    if (isBegun) await here.begun()
  })
  afterAll(() => sandbox.close())
  return {
    get sandbox() {
      return sandbox
    },
    get cwd() {
      return here.cwd
    },
    as: (apiKey) => startProject({ ...sandbox, apiKey }, here.cwd).project,
    run: (...given) => here.run(...given),
    project: (...given) => here.project(...given),
    begun: () => here.begun(),
    pulled: (...keys) => here.pulled(...keys),
    pathOf: (...given) => here.pathOf(...given),
    text: (key) => here.text(key),
    edit: (...given) => here.edit(...given),
    asked: (work) => here.asked(work),
    writes: (work) => here.writes(work),
    written: () => here.written(),
    inStep: async () => {
      for (const verb of ['plan', 'drift', 'status']) await here.project(verb)
    },
    shown: async (path) => (await sandbox.request('GET', `/quiz${path}`)).body,
    add: (key, yaml) => here.edit(key, /$/, `${yaml}\n`),
  }
}
