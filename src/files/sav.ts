/**
 * An SPSS system file of string variables. The widths stand before the data, so the rows are read twice, and never all held in
 * memory.
 */
import { setImmediate } from 'node:timers/promises'
import type { FileRows } from './rows.ts'
import { ByteCode } from './sav-bytecode.ts'
import { dictionary } from './sav-dictionary.ts'
import { blocks, caseBlocks, cellBytes, layout, segmentBytes, type Variable } from './sav-layout.ts'

export interface TextTable {
  title: string
  /** One text a variable, at least one variable. */
  labels: readonly string[]
  /** From the start at each call; two calls give the same rows. */
  rows: () => FileRows<readonly string[]>
}

interface Measure {
  cases: number
  widths: number[]
}

async function measure({ labels, rows }: TextTable): Promise<Measure> {
  const widths = labels.map(() => 1)
  let cases = 0
  for await (const cells of rows()) {
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

function writeCase(code: ByteCode, variables: readonly Variable[], cells: readonly string[]): void {
  variables.forEach(({ width, segments }, index) => {
    const bytes = cellBytes(cells[index] ?? '')
    // Never wider than measured, whatever has happened to the rows since.
    const text = bytes.length > width ? bytes.subarray(0, width) : bytes
    segments.forEach((segment, part) => code.text(segmentBytes(text, part), blocks(segment.width)))
  })
}

const batchBytes = 64 * 1024

async function* bytes(table: TextTable, { cases, widths }: Measure): AsyncGenerator<Buffer> {
  const variables = layout(table.labels, widths)
  yield dictionary({ title: table.title, variables, cases, now: new Date() })
  const code = new ByteCode()
  for await (const cells of table.rows()) {
    writeCase(code, variables, cells)
    if (code.size >= batchBytes) yield code.take()
  }
  code.end()
  yield code.take()
}

/** The file, and how large it is at most. */
export async function savOfTexts(table: TextTable): Promise<{ most: number; bytes: AsyncGenerator<Buffer> }> {
  const measured = await measure(table)
  return { most: measured.cases * caseBlocks(layout(table.labels, measured.widths)) * 9, bytes: bytes(table, measured) }
}
