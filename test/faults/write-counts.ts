/** `node test/faults/write-counts.ts`, after a whole run by day: how often each row of the guide `failures` was tried, into its last column. */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { guidePath, ledgerPath } from './guarantees.ts'

const { rows } = JSON.parse(readFileSync(join(dirname(ledgerPath), 'guarantees.json'), 'utf8')) as {
  rows: { what: string; tried: number }[]
}
const tried = new Map(rows.map((row) => [row.what, row.tried]))
const withCount = (line: string): string => {
  const count = tried.get(line.slice(2, line.indexOf(' | ')))
  return count === undefined ? line : line.replace(/ \| \d* ?\|$/, ` | ${count} |`)
}
writeFileSync(guidePath, readFileSync(guidePath, 'utf8').split('\n').map(withCount).join('\n'))
