/** What each type of question asks a person with a pen to do; the formats only draw it. */
import type { PrintScreen } from './data.ts'
import { evenly } from './numbers.ts'
import type { Words } from './words.ts'

export type Mark =
  /** Boxes to tick (several) or circles to fill (one), each with its text. */
  | { kind: 'options'; several: boolean; items: readonly string[] }
  /** Places for numbers 1, 2, 3... before each text. */
  | { kind: 'order'; items: readonly string[] }
  /** Values to circle, with what the ends mean. */
  | { kind: 'scale'; shape: 'circle' | 'star'; values: readonly number[]; from: string; to: string }
  /** Empty lines to write on, with what goes on the first. */
  | { kind: 'lines'; count: number; label: string }
  /** Single characters to fill in, e.g. `__.__.____`. */
  | { kind: 'blanks'; pattern: string }
  | { kind: 'grid'; several: boolean; columns: readonly string[]; rows: readonly string[] }

const largestScale = 11

/** Every whole value, or eleven evenly spaced ones. */
function steps(from: number, to: number): number[] {
  const span = Math.max(0, to - from)
  if (Number.isInteger(span) && span < largestScale) return Array.from({ length: span + 1 }, (_, index) => from + index)
  return Array.from({ length: largestScale }, (_, index) => Number((from + (span * index) / (largestScale - 1)).toFixed(2)))
}

function scale(screen: PrintScreen, shape: 'circle' | 'star', from: number, to: number): Mark {
  return {
    kind: 'scale',
    shape,
    values: steps(screen.from ?? from, screen.to ?? to),
    from: screen.fromLabel ?? '',
    to: screen.toLabel ?? '',
  }
}

export function marksOf(screen: PrintScreen, words: Words): Mark[] {
  const { type, options = [], multiple = false, rows = [], columns = [] } = screen
  switch (type) {
    case 'yesno':
      return [{ kind: 'options', several: false, items: options.length > 0 ? options : [words.yes, words.no] }]
    case 'choice':
      return [{ kind: 'options', several: multiple, items: options }]
    case 'dropdown':
      return [{ kind: 'options', several: false, items: options }]
    case 'ranking':
      return [{ kind: 'order', items: options }]
    case 'slider':
      return [scale(screen, 'circle', 0, 100)]
    case 'scale':
      return [scale(screen, 'circle', 0, 10)]
    case 'rating':
      return [scale(screen, 'star', 1, 5)]
    case 'input':
      return [{ kind: 'lines', count: screen.lines ?? 3, label: '' }]
    case 'email':
    case 'phone':
      return [{ kind: 'lines', count: 1, label: type === 'email' ? '@' : '☎' }]
    case 'datetime':
      return [{ kind: 'blanks', pattern: '____-__-__   __:__' }]
    case 'matrix':
      return [{ kind: 'grid', several: multiple, columns, rows }]
    case 'file':
      return [{ kind: 'options', several: true, items: [words.file] }]
    case 'welcome':
    case 'submit':
    case 'message':
    case 'html':
      return []
  }
}

export const box = (several: boolean): string => (several ? '☐' : '○')

export const figure = (shape: 'circle' | 'star'): string => (shape === 'star' ? '☆' : '○')

/** Columns of a grid that fit a page; wider ones go on in further grids of about the same width. */
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
