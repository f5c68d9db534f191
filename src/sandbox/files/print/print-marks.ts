/** What each question type offers for filling in by hand; the formats only draw it. */
import { answerKindOf, heldBy, listsOf, scaleOf, spanOf, writtenOf, type Choice, type Span } from '../../../model/question/index.ts'
import type { Language, Question } from '../../../model/survey.ts'
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

/** The marks of a question; of a screen without one there are none. */
export function marksOf(question: Question, lang: Language): Mark[] {
  const { options = [], rows = [], columns = [] } = listsOf(question, lang)
  const several = heldBy(question) === 'flag'
  switch (answerKindOf(question)) {
    case 'options':
      return [{ kind: 'options', several, items: titles(options) }]
    case 'order':
      return [{ kind: 'order', items: titles(options) }]
    case 'cells':
      return [{ kind: 'grid', several, columns: titles(columns), rows: titles(rows) }]
    case 'files':
      return [{ kind: 'options', several: true, items: [labelsOf(lang).file] }]
    case 'number':
      return scaleMarks(question)
    case 'text':
      return lineMarks(question)
    case 'nothing':
      return []
  }
}

function scaleMarks(question: Question): Mark[] {
  const [span, paper] = [spanOf(question), scaleOf(question)]
  return span && paper ? [{ kind: 'scale', shape: paper.shape, values: steps(span), from: paper.from ?? '', to: paper.to ?? '' }] : []
}

function lineMarks(question: Question): Mark[] {
  const paper = writtenOf(question)?.paper(question)
  if (!paper) return []
  return ['pattern' in paper ? { kind: 'blanks', ...paper } : { kind: 'lines', count: paper.lines, label: paper.label }]
}

export const box = (several: boolean): string => (several ? '☐' : '○')

export const figure = (shape: 'circle' | 'star'): string => (shape === 'star' ? '☆' : '○')

/** Number of columns that fit the page; wider grids continue in further ones of about the same width. */
const gridColumns = 6

export interface GridPart {
  columns: readonly string[]
  rows: readonly string[]
  /** What stands in each of its cells. */
  tick: string
  /** Index of its first column in the whole grid. */
  from: number
}

export function gridParts({ columns, rows, several }: Extract<Mark, { kind: 'grid' }>): GridPart[] {
  const width = evenly(columns.length, gridColumns)
  const parts: GridPart[] = []
  for (let from = 0; from < columns.length; from += width)
    parts.push({ columns: columns.slice(from, from + width), rows, tick: box(several), from })
  return parts
}
