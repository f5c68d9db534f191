import type { Definition, Lists, AnswerProblem, Tally } from './definition.ts'
import { bars, choices, invalidAnswer, named, scoreOfAll, titleOf } from './parts/options.ts'
import { isBlank, isDistinct } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'matrix'>
type Cells = Readonly<Record<string, unknown>>

export const matrix: Definition<Question> = {
  example: {
    type: 'matrix',
    title: 'How satisfied are you?',
    matrixRows: named('Guides', 'Signs', 'Rooms'),
    matrixColumns: named('Not at all', 'Somewhat', 'Very'),
  },
  seconds: 40,
  answers: 'cells',
  blank: {},
  lists: ({ matrixRows, matrixColumns }) => ({ rows: choices(matrixRows), columns: choices(matrixColumns) }),
  problem,
  text: text,
  score: ({ matrixColumns }, value) =>
    Object.values(cellsOf(value)).reduce((total: number, cells) => total + scoreOfAll(choices(matrixColumns), [cells].flat()), 0),
  count: (_question, given, lists) => ({ kind: 'matrix', rows: counted(given, lists) }),
  holds: ({ matrixMultiple }) => (matrixMultiple ? 'flag' : 'code'),
}

const isCells = (value: unknown): value is Cells => typeof value === 'object' && value !== null && !Array.isArray(value)
const cellsOf = (value: unknown): Cells => (isCells(value) ? value : {})

function problem({ matrixRows, matrixColumns, matrixMultiple }: Question, value: unknown, required: boolean): AnswerProblem | undefined {
  if (!isCells(value)) return invalidAnswer
  const rows = choices(matrixRows).map(({ id }) => id)
  const columns = choices(matrixColumns).map(({ id }) => id)
  for (const [row, cells] of Object.entries(value)) {
    if (!rows.includes(row) || !Array.isArray(cells) || !isDistinct(cells) || !cells.every((id) => columns.includes(id)))
      return invalidAnswer
    if (cells.length > 1 && !matrixMultiple) return invalidAnswer
  }
  return required && rows.some((row) => isBlank(value[row])) ? { code: 'answer_each_row' } : undefined
}

function text(value: unknown, { rows = [], columns = [] }: Lists): string {
  const cells = cellsOf(value)
  const inRow = (row: string): string =>
    [cells[row]]
      .flat()
      .map((column) => titleOf(columns, column))
      .join(', ')
  return rows
    .filter(({ id }) => !isBlank(cells[id]))
    .map(({ id, title }) => `${title}: ${inRow(id)}`)
    .join('; ')
}

/** All rows have the same columns: a removed one is kept if any row was answered with it. */
function counted(given: readonly unknown[], { rows = [], columns = [] }: Lists): Tally['rows'] {
  const cellsIn = (row: string): unknown[] => given.map((value) => cellsOf(value)[row]).filter((cell) => !isBlank(cell))
  const asked = rows.map((row) => ({ row, cells: cellsIn(row.id) })).filter(({ row, cells }) => !row.removed || cells.length > 0)
  const used = new Set(asked.flatMap(({ cells }) => cells.flat()))
  const kept = columns.filter(({ id, removed }) => !removed || used.has(id))
  return asked.map(({ row: { id, title, removed }, cells }) => ({ id, label: title, bars: bars(kept, cells), ...(removed && { removed }) }))
}
