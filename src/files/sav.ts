/**
 * Answers for statistics: a ZIP with one SPSS system file. Each question is a string variable, its
 * text the label. The widths stand before the data, so the rows are read twice; nothing is kept.
 */
import { setImmediate } from 'node:timers/promises'
import type { AnswerTable, OutFile } from '../sandbox/files/data.ts'
import { ByteCode } from './sav-bytecode.ts'
import { dictionary } from './sav-dictionary.ts'
import { blocks, caseBlocks, cellBytes, layout, segmentBytes, type Variable } from './sav-layout.ts'
import { fileName } from './text.ts'
import { zipped } from './zip.ts'

/** A file needs a variable: a survey without questions has an empty one. */
const titlesOf = ({ columns }: AnswerTable): string[] => (columns.length > 0 ? columns.map(({ title }) => title) : [''])

interface Measure {
  cases: number
  widths: number[]
}

async function measure(table: AnswerTable): Promise<Measure> {
  const widths = titlesOf(table).map(() => 1)
  let cases = 0
  for await (const { cells } of table.rows()) {
    cases += 1
    // Other requests get their turn, also when the rows never wait.
    if (cases % 1000 === 0) await setImmediate()
    for (let index = 0; index < widths.length; index += 1) {
      const cell = cells[index]
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

async function* savFile(table: AnswerTable, { cases, widths }: Measure): AsyncGenerator<Buffer> {
  const variables = layout(titlesOf(table), widths)
  yield dictionary(table.title, variables, cases, new Date())
  const code = new ByteCode()
  for await (const { cells } of table.rows()) {
    writeCase(code, variables, cells)
    if (code.size >= batchBytes) yield code.take()
  }
  code.end()
  yield code.take()
}

async function* archive(table: AnswerTable): AsyncGenerator<Uint8Array> {
  const measured = await measure(table)
  const most = measured.cases * caseBlocks(layout(titlesOf(table), measured.widths)) * 9
  yield* zipped([{ path: fileName(table.title, 'answers', 'sav'), data: savFile(table, measured), huge: most > 0xffff_0000 }])
}

export const answersSav = (table: AnswerTable): OutFile => ({
  filename: fileName(table.title, 'answers', 'zip'),
  type: 'application/zip',
  body: archive(table),
})
