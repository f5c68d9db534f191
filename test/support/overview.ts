/** What a run on CI says beside its failures: which tests were skipped (their names say why) or needed a second try, and which files took longest. */
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const mostFiles = 15

const nameOf = ({ project, relativeModuleId }: TestModule): string => `${project.name}  ${relativeModuleId}`

const skippedIn = (module: TestModule): string[] =>
  [...module.children.allTests('skipped')].map((test: TestCase) => `skipped: ${nameOf(module)} > ${test.fullName}`)

/** It hangs on time or chance: to be mended, though it is no failure of what was changed. */
const unsteadyIn = (module: TestModule): string[] =>
  [...module.children.allTests('passed')]
    .filter((test: TestCase) => (test.diagnostic()?.retryCount ?? 0) > 0)
    .map((test) => `second try: ${nameOf(module)} > ${test.fullName}`)

const secondsOf = (module: TestModule): string => `${(module.diagnostic().duration / 1000).toFixed(1).padStart(6)} s  ${nameOf(module)}`

export default class Overview implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules.toSorted((one, other) => other.diagnostic().duration - one.diagnostic().duration).slice(0, mostFiles)
    process.stdout.write(
      `${[...modules.flatMap(skippedIn), ...modules.flatMap(unsteadyIn), '', 'The slowest files', ...slowest.map(secondsOf)].join('\n')}\n`,
    )
  }
}
