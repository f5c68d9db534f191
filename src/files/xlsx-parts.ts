/** The parts of a spreadsheet around its rows: styles, names, relations. */
import { escapeXml } from './text.ts'
import { cutUnits } from '../text/cut.ts'

export interface XlsxColumn {
  /** In characters. */
  width?: number
  /** How numbers and dates are shown, e.g. `yyyy-mm-dd hh:mm`. */
  format?: string
}

export interface Sheet {
  name: string
  /** The head and all rows, for the filter. */
  range: { from: string; to: string }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes of the cell styles that every file has; those of its columns follow. */
export const xlsxStyles = { plain: 0, head: 1, boolean: 2, date: 3 } as const

/** Without it some programs show booleans as 1 and 0. */
const booleanFormat = '"TRUE";"TRUE";"FALSE"'
/** For a date in a column without a format of its own. */
const dateFormat = 'yyyy-mm-dd hh:mm:ss'
const firstFormat = 164

const formatsOf = (columns: readonly XlsxColumn[]): string[] => [
  ...new Set([booleanFormat, dateFormat, ...columns.flatMap(({ format }) => format ?? [])]),
]

/** The style of a column's numbers and dates, where it has a format. */
export function styleOf(columns: readonly XlsxColumn[], index: number): number | undefined {
  const format = columns[index]?.format
  return format === undefined ? undefined : xlsxStyles.boolean + formatsOf(columns).indexOf(format)
}

function styles(columns: readonly XlsxColumn[]): string {
  const formats = formatsOf(columns)
  const named = formats.map((format, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${escapeXml(format)}"/>`).join('')
  const shown = formats
    .map((_, index) => `<xf numFmtId="${firstFormat + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('')
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  const head =
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>'
  return `${declaration}<styleSheet xmlns="${spreadsheet}"><numFmts count="${formats.length}">${named}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${head}${shown}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

/** A sheet's XML up to its first row. */
export function opening(columns: readonly XlsxColumn[]): string {
  const widths = columns.map(({ width }, index) =>
    width === undefined ? '' : `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const cols = widths.some(Boolean) ? `<cols>${widths.join('')}</cols>` : ''
  return `${declaration}<worksheet xmlns="${spreadsheet}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols}<sheetData>`
}

export const closing = ({ from, to }: Sheet['range']): string => `</sheetData><autoFilter ref="${from}:${to}"/></worksheet>`

/** 31 characters with the number of a further sheet. */
export function nameOf(name: string, index: number): string {
  const number = index === 0 ? '' : ` ${index + 1}`
  return cutUnits(name, 31 - number.length).trimEnd() + number
}

const fixed = (cell: string): string => cell.replace(/([A-Z]+)(\d+)/, '$$$1$$$2')

function workbook(sheets: readonly Sheet[]): string {
  const named = sheets.map(({ name, range }) => ({ text: name, range }))
  const listed = named.map(({ text }, index) => `<sheet name="${escapeXml(text)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
  const filters = named.map(
    ({ text, range: { from, to } }, index) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escapeXml(text.replaceAll("'", "''"))}'!${fixed(from)}:${fixed(to)}</definedName>`,
  )
  return `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`
}

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`
const related = (list: readonly string[]): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${list.join('')}</Relationships>`
const override = (part: string, type: string): string => `<Override PartName="/xl/${part}.xml" ContentType="${contentType}.${type}+xml"/>`

/** Every part of the archive but the sheets, by its path. */
export function partsOf(sheets: readonly Sheet[], columns: readonly XlsxColumn[]): Record<string, string> {
  const files = sheets.map((_, index) => `worksheets/sheet${index + 1}`)
  return {
    'xl/styles.xml': styles(columns),
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': related([
      ...files.map((file, index) => relation(index + 1, 'worksheet', `${file}.xml`)),
      relation(files.length + 1, 'styles', 'styles.xml'),
    ]),
    '_rels/.rels': related([relation(1, 'officeDocument', 'xl/workbook.xml')]),
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${files.map((file) => override(file, 'worksheet')).join('')}${override('styles', 'styles')}</Types>`,
  }
}
