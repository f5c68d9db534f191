/** A workbook's first sheet as LibreOffice holds it: values with their types, not as they are shown. */
import { readFileSync } from 'node:fs'
import { convert } from '../readers.ts'

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (xml: string): string =>
  xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replace(/<text:tab\/>/g, '\t')
    .replace(/<text:line-break\/>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&(\w+);/g, (_, name: string) => entities[name]!)

/** `PT09H30M00S` */
const hours = (text: string): string => text.replace(/^PT(\d\d)H(\d\d)M(\d\d)S$/, '$1:$2:$3')

function valueOf(attributes: string, content: string): unknown {
  const attribute = (name: string): string | undefined => new RegExp(`office:${name}="([^"]*)"`).exec(attributes)?.[1]
  switch (attribute('value-type')) {
    case undefined:
      return null
    case 'string':
      return [...content.matchAll(/<text:p(?:\/>|>([\s\S]*?)<\/text:p>)/g)].map(([, text = '']) => plain(text)).join('\n')
    case 'float':
      return Number(attribute('value'))
    case 'boolean':
      return attribute('boolean-value') === 'true'
    case 'date':
      return attribute('date-value')
    case 'time':
      return hours(attribute('time-value')!)
    default:
      throw new Error(`A cell is a ${attribute('value-type')}`)
  }
}

export function sheetRows(path: string): Record<string, unknown>[] {
  const xml = readFileSync(convert(path, 'fods', 'fods'), 'utf8')
  const table = /<table:table [\s\S]*?<\/table:table>/.exec(xml)![0]
  const rows = [...table.matchAll(/<table:table-row[^>]*>([\s\S]*?)<\/table:table-row>/g)].map(([, row]) =>
    [...row!.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(([, attributes, content = '']) => {
      const times = Number(/number-columns-repeated="(\d+)"/.exec(attributes!)?.[1] ?? 1)
      return Array<unknown>(Math.min(times, 2000)).fill(valueOf(attributes!, content))
    }),
  )
  const [head, ...cells] = rows as [string[], ...unknown[][]]
  // Below the last row stand blank ones.
  const filled = cells.filter((row) => row.some((cell) => cell !== null))
  return filled.map((row) => Object.fromEntries(head.flatMap((name, index) => (name === null ? [] : [[name, row[index]]]))))
}
