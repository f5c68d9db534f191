/** The rows of the table in the guide `failures`, and the test files that each of them names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line for each thing that was counted, by all processes of the run. */
export const ledgerPath = join(import.meta.dirname, '..', '..', 'artefacts', 'faults.jsonl')

export const guidePath = join(import.meta.dirname, '..', '..', 'src', 'reference', 'guides', 'failures.md')

export interface Guarantee {
  cells: string[]
  /** Names of test files, without `.test.ts`. */
  files: string[]
}

export function guarantees(): Guarantee[] {
  return readFileSync(guidePath, 'utf8')
    .split('\n')
    .filter((line) => /^\| [A-Z`]/.test(line))
    .slice(1)
    .map((line) => {
      const cells = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim())
      return { cells, files: Array.from(cells.at(-2)!.matchAll(/`([\w-]+)`/g), ([, name]) => name!) }
    })
}
