/** What a run on CI says beside its failures: which tests were skipped (their names say why), and which files took longest. */
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const mostFiles = 15

const nameOf = ({ project, relativeModuleId }: TestModule): string => `${project.name}  ${relativeModuleId}`

const skippedIn = (module: TestModule): string[] =>
  [...module.children.allTests('skipped')].map((test: TestCase) => `skipped: ${nameOf(module)} > ${test.fullName}`)

const secondsOf = (module: TestModule): string => `${(module.diagnostic().duration / 1000).toFixed(1).padStart(6)} s  ${nameOf(module)}`

export default class Overview implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules.toSorted((one, other) => other.diagnostic().duration - one.diagnostic().duration).slice(0, mostFiles)
    process.stdout.write(`${[...modules.flatMap(skippedIn), '', 'The slowest files', ...slowest.map(secondsOf)].join('\n')}\n`)
  }
}
