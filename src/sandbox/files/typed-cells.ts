/** Answers as typed spreadsheet cells. A cell that doesn't fit its column's type stays text. */
import type { XlsxCell, XlsxColumn } from '../../files/xlsx.ts'
import type { AnswerRow, AnswerTable, CellKind } from './data.ts'
import { labelsOf } from './labels.ts'

const formats: Partial<Record<CellKind, string>> = { date: 'yyyy-mm-dd', time: 'hh:mm', datetime: 'yyyy-mm-dd hh:mm' }

const ownColumns: readonly XlsxColumn[] = [
  { width: 9 },
  { width: 20, format: 'yyyy-mm-dd hh:mm:ss' },
  { width: 20, format: 'yyyy-mm-dd hh:mm:ss' },
  { width: 13 },
  { width: 13 },
  { width: 13 },
  { width: 16 },
]

/** Text columns are wide; others as wide as their title, which may wrap to two lines. */
const widthOf = (title: string, kind: CellKind | undefined): number => (kind ? Math.min(Math.max(title.length / 2 + 4, 12), 32) : 32)

export const sheetColumns = ({ columns }: AnswerTable): XlsxColumn[] => [
  ...ownColumns,
  ...columns.map(({ title, kind }) => {
    const format = kind && formats[kind]
    return { width: widthOf(title, kind), ...(format !== undefined && { format }) }
  }),
]

const yesNo = new Map(
  (['en', 'ru'] as const).flatMap((lang) => [
    [labelsOf(lang).yes, true],
    [labelsOf(lang).no, false],
  ]),
)

/** Day 0 of spreadsheets: a time without a date is a fraction of it. */
const dayZero = '1899-12-30T'

const dateOf = (text: string): Date | undefined => {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function typed(text: string, kind: CellKind | undefined): XlsxCell {
  if (text === '') return null
  switch (kind) {
    case 'number':
      return String(Number(text)) === text ? Number(text) : text
    case 'boolean':
      return yesNo.get(text) ?? text
    case 'date':
      return (/^\d{4}-\d\d-\d\d$/.test(text) && dateOf(`${text}T00:00Z`)) || text
    case 'time':
      return (/^\d\d:\d\d$/.test(text) && dateOf(`${dayZero}${text}Z`)) || text
    case 'datetime':
      return (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && dateOf(`${text}Z`)) || text
    case undefined:
      return text
  }
}

const moment = (text: string | null): XlsxCell => (text === null ? null : (dateOf(text) ?? text))

export const typedCells = ({ columns }: AnswerTable, row: AnswerRow): XlsxCell[] => [
  row.id,
  moment(row.date_start),
  moment(row.date_end),
  row.is_complete,
  row.is_screenout,
  row.is_deleted,
  row.ip_address,
  ...columns.map(({ kind }, index) => typed(row.cells[index] ?? '', kind)),
]
