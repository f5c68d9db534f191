/** The rows of README's table "Failure guarantees", and the test files that each of them names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line for each thing that was counted, by all processes of the run. */
export const ledgerPath = join(import.meta.dirname, '..', '..', 'artefacts', 'faults.jsonl')

export interface Guarantee {
  cells: string[]
  /** Names of test files, without `.test.ts`. */
  files: string[]
}

export function guarantees(): Guarantee[] {
  const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
  const section = /\n## Failure guarantees\n([\s\S]*?)\n## /.exec(readme)![1]!
  return section
    .split('\n')
    .filter((line) => /^\| [A-Z`]/.test(line))
    .slice(1)
    .map((line) => {
      const cells = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim())
      return { cells, files: Array.from(cells.at(-1)!.matchAll(/`([\w-]+)`/g), ([, name]) => name!) }
    })
}
