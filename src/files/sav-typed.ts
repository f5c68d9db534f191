/** An SPSS system file of typed variables, whose widths are known before. */
import type { FileRows } from './rows.ts'
import { ByteCode } from './sav-bytecode.ts'
import { dictionary } from './sav-dictionary.ts'
import type { MultipleSet } from './sav-facts.ts'
import { blocks, cellBytes, segmentBytes, typedLayout, type SavVariable, type Variable } from './sav-layout.ts'

export interface TypedTable {
  title: string
  variables: readonly SavVariable[]
  sets: readonly MultipleSet[]
  cases: number
  /** One value a variable: `null` is no answer. */
  rows: FileRows<readonly (number | string | null)[]>
}

const batchBytes = 256 * 1024

export async function* savBytes({ title, variables, sets, cases, rows }: TypedTable): AsyncGenerator<Buffer> {
  const placed = typedLayout(variables)
  yield dictionary({ title, variables: placed, cases, now: new Date(), sets })
  const code = new ByteCode()
  for await (const row of rows) {
    writeCase(code, placed, row)
    if (code.size >= batchBytes) yield code.take()
  }
  code.end()
  yield code.take()
}

function writeCase(code: ByteCode, variables: readonly Variable[], row: readonly (number | string | null)[]): void {
  // By index, as each cell of each answer passes here.
  for (let index = 0; index < variables.length; index++) {
    const { width, segments } = variables[index]!
    const value = row[index] ?? null
    if (width === 0) code.number(typeof value === 'number' ? value : null)
    else writeText(code, segments, value === null ? '' : String(value), width)
  }
}

function writeText(code: ByteCode, segments: Variable['segments'], text: string, width: number): void {
  const bytes = cellBytes(text)
  const cut = bytes.length > width ? bytes.subarray(0, width) : bytes
  segments.forEach((segment, part) => code.text(segmentBytes(cut, part), blocks(segment.width)))
}
