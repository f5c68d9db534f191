/** Workbooks as rows of texts, with names of sheets and columns as people write them. */
import { unpackedSize } from '../../../files/archive.ts'
import { notReadAs, unreadable } from '../json.ts'

const mostUnpacked = 64 * 2 ** 20
const mostRows = 20_000

export type Cells = readonly (readonly unknown[])[]
export type Sheets = ReadonlyMap<string, Cells>

/** Of Excel before 2007. */
export const isOldWorkbook = (bytes: Uint8Array): boolean => [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte)

/** By their names in lower case. */
export async function readWorkbook(bytes: Uint8Array, name: string): Promise<Sheets> {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (!isOldWorkbook(bytes) && (await unpackedSize(buffer)) > mostUnpacked)
      throw unreadable(`${name} unpacks to more than ${mostUnpacked / 2 ** 20} MB`)
    const { readXls, readXlsx } = await import('hucre')
    const { sheets } = await (isOldWorkbook(bytes) ? readXls(bytes) : readXlsx(bytes))
    // Rows and cells that are empty are missing.
    const cells = (rows: readonly (readonly unknown[])[]): Cells => Array.from(rows, (row) => Array.from(row ?? []))
    const long = sheets.find(({ rows }) => rows.length > mostRows)
    if (long) throw unreadable(`${name}: the sheet "${long.name}" has more than ${mostRows} rows`)
    return new Map(sheets.map((sheet) => [sheet.name.trim().toLowerCase(), cells(sheet.rows)]))
  } catch (error) {
    throw notReadAs('a workbook', error, name)
  }
}

const curly = new Map(Object.entries<string>({ '‘': "'", '’': "'", '“': '"', '”': '"' }))

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(/[‘’“”]/g, (sign) => curly.get(sign) ?? sign).trim()
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString().replace(/T00:00:00\.000Z$/, '')
  return ''
}

const sameColumns = new Map(Object.entries<string>({
  relevance: 'relevant', caption: 'label', command: 'type', tag: 'name', value: 'name', 'list name': 'list_name', listname: 'list_name',
  constraintmsg: 'constraint_message', 'constraint message': 'constraint_message', requiredmsg: 'required_message', readonly: 'read_only',
  'read only': 'read_only', image: 'media::image', audio: 'media::audio', video: 'media::video', count: 'repeat_count', 'jr:count': 'repeat_count',
  'repeat count': 'repeat_count', 'guidance hint': 'guidance_hint', 'choice filter': 'choice_filter', calculate: 'calculation',
})) // prettier-ignore

interface Column {
  field: string
  language?: string
}

/** `label::English (en)`, `bind:relevant`, `media:image:english`. */
function columnOf(header: unknown): Column {
  const parts = textOf(header)
    .split(/\s*::?\s*/)
    .filter((part) => part !== '')
  let [first = '', ...rest] = parts
  first = first.toLowerCase().replaceAll(/\s+/g, ' ')
  if (first === 'bind' || (first === 'body' && rest.length > 0) || (first === 'control' && rest.length > 0)) {
    first = (rest.shift() ?? '').toLowerCase()
    if (first === 'jr' && rest.length > 0) first = `jr:${rest.shift()!.toLowerCase()}`
  } else if (first === 'media' && rest.length > 0) first = `media::${rest.shift()!.toLowerCase()}`
  else if (first === 'jr' && rest.length > 0) first = `jr:${rest.shift()!.toLowerCase()}`
  const field = sameColumns.get(first) ?? first.replaceAll(' ', '_')
  return { field, ...(rest.length > 0 && { language: rest.join(':') }) }
}

const letters = (index: number): string => (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** A row, with its cells by the names of their columns. */
export interface SheetRow {
  get: (field: string) => string
  /** Texts by language; `default` where the column names none. */
  texts: (field: string) => Record<string, string>
  /** `survey!B12` */
  at: (field?: string) => string
}

export interface Sheet {
  rows: SheetRow[]
  fields: ReadonlySet<string>
  languages: string[]
}

export function sheetOf(sheets: Sheets, name: string): Sheet | undefined {
  const cells = sheets.get(name)
  if (!cells) return undefined
  const [header = [], ...rest] = cells
  const columns = header.map(columnOf)
  const row = (values: readonly unknown[], number: number): SheetRow => {
    const texts = (field: string): Record<string, string> =>
      Object.fromEntries(
        columns.flatMap((column, index) => {
          const text = column.field === field ? textOf(values[index]) : ''
          return text === '' ? [] : [[column.language ?? 'default', text]]
        }),
      )
    const at = (field = 'type'): string => {
      const index = columns.findIndex((column) => column.field === field)
      return `${name}!${letters(Math.max(index, 0))}${number}`
    }
    return { texts, at, get: (field) => texts(field).default ?? Object.values(texts(field))[0] ?? '' }
  }
  return {
    rows: rest.map((values, index) => row(values, index + 2)),
    fields: new Set(columns.map(({ field }) => field)),
    languages: [
      ...new Set(
        columns
          .filter(({ field, language }) => ['label', 'hint'].includes(field) && language !== undefined)
          .map(({ language }) => language!),
      ),
    ],
  }
}
