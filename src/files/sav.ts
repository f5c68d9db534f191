/** An SPSS system file. Widths of texts stand before the data. */
import { setImmediate } from 'node:timers/promises'
import type { FileRows } from './rows.ts'
import { ByteCode } from './sav-bytecode.ts'
import { dictionary } from './sav-dictionary.ts'
import type { MultipleSet } from './sav-facts.ts'
import { blocks, caseBlocks, cellBytes, layout, segmentBytes, type SavVariable, type Variable } from './sav-layout.ts'

/** One value a variable: `null` is no answer. */
type Case = readonly (number | string | null)[]

interface SavTable {
  title: string
  variables: readonly SavVariable[]
  sets: readonly MultipleSet[]
  cases: number
  rows: FileRows<Case>
}

const batchBytes = 256 * 1024

export async function* savBytes({ title, variables, sets, cases, rows }: SavTable): AsyncGenerator<Buffer> {
  const placed = layout(variables)
  yield dictionary({ title, variables: placed, cases, now: new Date(), sets })
  const code = new ByteCode()
  for await (const row of rows) {
    writeCase(code, placed, row)
    if (code.size >= batchBytes) yield code.take()
  }
  code.end()
  yield code.take()
}

function writeCase(code: ByteCode, variables: readonly Variable[], row: Case): void {
  // By index, as each cell of each answer passes here.
  for (let index = 0; index < variables.length; index++) {
    const { width, segments } = variables[index]!
    const value = row[index] ?? null
    if (width === 0) code.number(typeof value === 'number' ? value : null)
    else writeText(code, segments, value === null ? '' : String(value), width)
  }
}

/** Never wider than its variable, whatever has happened to the rows since it was measured. */
function writeText(code: ByteCode, segments: Variable['segments'], text: string, width: number): void {
  const bytes = cellBytes(text)
  const cut = bytes.length > width ? bytes.subarray(0, width) : bytes
  segments.forEach((segment, part) => code.text(segmentBytes(cut, part), blocks(segment.width)))
}

interface TextTable {
  title: string
  /** One text a variable, at least one variable. */
  labels: readonly string[]
  /** From the start at each call; two calls give the same rows: they are read twice, and never all held in memory. */
  rows: () => FileRows<readonly string[]>
}

/** A file of texts, whose widths have to be measured, and how large it is at most. */
export async function savOfTexts({ title, labels, rows }: TextTable): Promise<{ most: number; bytes: AsyncGenerator<Buffer> }> {
  const { cases, widths } = await measure(labels, rows())
  const variables = labels.map((label, index) => ({ name: `VAR_${index + 1}`, label, width: widths[index]! }))
  const most = cases * caseBlocks(layout(variables)) * 9
  return { most, bytes: savBytes({ title, variables, sets: [], cases, rows: rows() }) }
}

async function measure(labels: readonly string[], rows: FileRows<readonly string[]>): Promise<{ cases: number; widths: number[] }> {
  const widths = labels.map(() => 1)
  let cases = 0
  for await (const cells of rows) {
    cases += 1
    // Lets other requests run, also where the rows are never waited for.
    if (cases % 1000 === 0) await setImmediate()
    for (let index = 0; index < widths.length; index += 1) {
      const cell = cells[index]
      // A column has a width.
      if (cell && cell.length * 3 > widths[index]!) widths[index] = Math.max(widths[index]!, cellBytes(cell).length)
    }
  }
  return { cases, widths }
}
