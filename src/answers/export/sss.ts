/**
 * Typed answers as Triple-S 2.0: a description in XML, and the data as CSV by that format's own rules, which are not those of
 * spreadsheets: texts of zeros and ones are quoted, no field goes over a line, a line of names is skipped.
 */
import { escapeXml } from '../../files/text.ts'
import { plainTitle } from '../dictionary/columns.ts'
import { Table } from '../dictionary/table.ts'
import type { ExportSource } from './source.ts'
import { plainNumber, variablesOf, type Extent, type SssVariable } from './sss-variables.ts'

export interface SssParts {
  description: string
  data: AsyncGenerator<Uint8Array>
}

/** All answers are read twice: ranges and sizes stand before the data. */
export async function sssOf(source: ExportSource): Promise<SssParts> {
  const table = new Table(source.dictionary, 'codes')
  const variables = variablesOf(table.columns, await measure(source, table))
  return { description: describe(plainTitle(source.title), variables), data: linesOf(source, table, variables) }
}

async function measure(source: ExportSource, table: Table): Promise<Extent[]> {
  const extents = table.columns.map((): Extent => ({ min: Infinity, max: -Infinity, decimals: 0, longest: 0 }))
  for await (const answer of source.answers()) {
    table.row(answer).forEach((cell, index) => {
      const extent = extents[index]!
      if (typeof cell === 'string') extent.longest = Math.max(extent.longest, [...cell].length)
      if (typeof cell !== 'number') return
      extent.min = Math.min(extent.min, cell)
      extent.max = Math.max(extent.max, cell)
      extent.decimals = Math.max(extent.decimals, plainNumber(cell).split('.')[1]?.length ?? 0)
    })
  }
  return extents
}

function describe(title: string, variables: readonly SssVariable[]): string {
  const listed = variables.map(
    ({ name, type, label, use, details }, index) =>
      `    <variable ident="${index + 1}" type="${type}"${use ? ` use="${use}"` : ''}><name>${escapeXml(name)}</name><label>${escapeXml(label)}</label><position start="${index + 1}"/>${details}</variable>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<sss version="2.0">
<origin>surveyctl</origin>
<survey>
  <title>${escapeXml(title)}</title>
  <record ident="A" format="csv" skip="1">
${listed.join('')}  </record>
</survey>
</sss>
`
}

const batchLength = 64 * 1024

async function* linesOf(source: ExportSource, table: Table, variables: readonly SssVariable[]): AsyncGenerator<Uint8Array> {
  let batch = `${variables.map(({ name }) => name).join(',')}\r\n`
  for await (const answer of source.answers()) {
    const cells = table.row(answer)
    batch += `${variables.map(({ field }) => field(cells)).join(',')}\r\n`
    if (batch.length < batchLength) continue
    yield Buffer.from(batch)
    batch = ''
  }
  if (batch) yield Buffer.from(batch)
}
