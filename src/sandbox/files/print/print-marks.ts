/** What each question type offers for filling in by hand; the formats only draw it. */
import type { QuestionType } from '../../../contract/core/records.ts'
import { choicesOf, listsOf, ratingSpan, scaleSpan, sliderSpan, type Choice, type Span } from '../../../model/question/index.ts'
import type { Language, Question, QuestionOf } from '../../../model/survey.ts'
import { evenly } from '../numbers.ts'
import { labelsOf } from '../labels.ts'

export type Mark =
  /** Boxes to tick (several) or circles to fill (one), each with its text. */
  | { kind: 'options'; several: boolean; items: readonly string[] }
  /** A blank for a number (1, 2, 3...) before each text. */
  | { kind: 'order'; items: readonly string[] }
  /** Values to circle, with labels of both ends. */
  | { kind: 'scale'; shape: 'circle' | 'star'; values: readonly number[]; from: string; to: string }
  /** Empty lines to write on, with a label on the first. */
  | { kind: 'lines'; count: number; label: string }
  /** Single characters to fill in, e.g. `__.__.____`. */
  | { kind: 'blanks'; pattern: string }
  | { kind: 'grid'; several: boolean; columns: readonly string[]; rows: readonly string[] }

const largestScale = 11

/** Every whole value, or eleven evenly spaced ones. */
function steps({ min, max }: Span): number[] {
  const span = max - min
  if (Number.isInteger(span) && span < largestScale) return Array.from({ length: span + 1 }, (_, index) => min + index)
  return Array.from({ length: largestScale }, (_, index) => Number((min + (span * index) / (largestScale - 1)).toFixed(2)))
}

const titles = (list: readonly Choice[]): string[] => list.map(({ title }) => title)

const scaleOf = (shape: 'circle' | 'star', span: Span, from?: string | null, to?: string | null): Mark => ({
  kind: 'scale',
  shape,
  values: steps(span),
  from: from ?? '',
  to: to ?? '',
})

/** The marks of a question type; screens without a question have none. */
interface Marks<Q = Question> {
  of(question: Q, lang: Language): Mark[]
}

const none: Marks = { of: () => [] }
const pick: Marks = { of: (question, lang) => [{ kind: 'options', several: false, items: titles(choicesOf(question, lang)) }] }
const line = (label: string): Marks => ({ of: () => [{ kind: 'lines', count: 1, label }] })

const marks: { readonly [T in QuestionType]: Marks<QuestionOf<T>> } = {
  welcome: none,
  yesno: pick,
  choice: {
    of: (question) => [{ kind: 'options', several: question.choiceMultiple === true, items: titles(choicesOf(question)) }],
  },
  dropdown: pick,
  ranking: { of: (question) => [{ kind: 'order', items: titles(choicesOf(question)) }] },
  slider: { of: (question) => [scaleOf('circle', sliderSpan(question), question.sliderFromLabel, question.sliderToLabel)] },
  rating: { of: (question) => [scaleOf('star', ratingSpan(question))] },
  scale: { of: (question) => [scaleOf('circle', scaleSpan(question), question.scaleFromLabel, question.scaleToLabel)] },
  input: { of: ({ inputMultiline }) => [{ kind: 'lines', count: inputMultiline ? 4 : 1, label: '' }] },
  email: line('@'),
  phone: line('☎'),
  datetime: { of: () => [{ kind: 'blanks', pattern: '____-__-__   __:__' }] },
  matrix: {
    of: (question) => {
      const { rows = [], columns = [] } = listsOf(question)
      return [{ kind: 'grid', several: question.matrixMultiple === true, columns: titles(columns), rows: titles(rows) }]
    },
  },
  message: none,
  file: { of: (_, lang) => [{ kind: 'options', several: true, items: [labelsOf(lang).file] }] },
  html: none,
  submit: none,
}

export function marksOf(question: Question, lang: Language): Mark[] {
  const { of }: Marks = marks[question.type]
  return of(question, lang)
}

export const box = (several: boolean): string => (several ? '☐' : '○')

export const figure = (shape: 'circle' | 'star'): string => (shape === 'star' ? '☆' : '○')

/** Number of columns that fit the page; wider grids continue in further ones of about the same width. */
const gridColumns = 6

export interface GridPart {
  columns: readonly string[]
  rows: readonly string[]
  mark: string
  /** Index of the first of its columns in the whole. */
  from: number
}

export function gridParts({ columns, rows, several }: Extract<Mark, { kind: 'grid' }>): GridPart[] {
  const width = evenly(columns.length, gridColumns)
  const parts: GridPart[] = []
  for (let from = 0; from < columns.length; from += width)
    parts.push({ columns: columns.slice(from, from + width), rows, mark: box(several), from })
  return parts
}
