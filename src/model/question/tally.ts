/** What a report shows of one question: its answers counted. */
import type { FileValue, Language, Question } from '../survey.ts'
import { answerText } from './answer-text.ts'
import { choices, choicesOf, isAnswerable, spanOf, type Choice } from './shape.ts'
import { isBlank } from './validate.ts'
import { mean, share } from '../share.ts'

export interface Bar {
  id: string
  label: string
  count: number
  /** Of those who answered the question; 0 to 100. */
  percent: number
  /** Ranking: the mean place, 1 being the first. */
  average?: number
}

export interface Tally {
  /** `none`: a screen that isn't answered. */
  kind: 'bars' | 'matrix' | 'texts' | 'files' | 'none'
  /** Values that weren't blank. */
  answered: number
  skipped: number
  bars: Bar[]
  /** Matrix: its rows, each with its own bars. */
  rows: { id: string; label: string; bars: Bar[] }[]
  /** Mean of numbers; otherwise `null`. */
  average: number | null
  texts: string[]
  files: FileValue[]
}

/** `values` holds one entry for each answer that counts, `undefined` where the question was skipped. */
export function tally(question: Question, values: Iterable<unknown>, lang: Language = 'en'): Tally {
  const all = [...values]
  const given = isAnswerable(question) ? all.filter((value) => !isBlank(value)) : []
  const result: Tally = {
    kind: 'bars',
    answered: given.length,
    skipped: all.length - given.length,
    bars: [],
    rows: [],
    average: null,
    texts: [],
    files: [],
  }
  switch (question.type) {
    case 'yesno':
    case 'choice':
    case 'dropdown':
      return { ...result, bars: bars(choicesOf(question, lang), given, given.length) }
    case 'ranking':
      return { ...result, bars: ranks(choicesOf(question), given) }
    case 'slider':
    case 'rating':
    case 'scale':
      return { ...result, ...numbers(question, given) }
    case 'matrix':
      return { ...result, kind: 'matrix', rows: matrixRows(choices(question.matrixRows), choices(question.matrixColumns), given) }
    case 'input':
    case 'email':
    case 'phone':
    case 'datetime':
      return { ...result, kind: 'texts', texts: given.map((value) => answerText(question, value, lang)) }
    case 'file':
      return { ...result, kind: 'files', files: given.flat() as FileValue[] }
    default:
      return { ...result, kind: 'none', skipped: 0 }
  }
}

function bars(list: readonly Choice[], values: readonly unknown[], of: number): Bar[] {
  const counts = new Map<unknown, number>()
  for (const id of values.flat()) counts.set(id, (counts.get(id) ?? 0) + 1)
  return list.map(({ id, title }) => ({ id, label: title, count: counts.get(id) ?? 0, percent: share(counts.get(id) ?? 0, of) }))
}

/** Counted is who put it first. */
function ranks(list: readonly Choice[], values: readonly unknown[]): Bar[] {
  const orders = values.filter(Array.isArray)
  return list.map(({ id, title }) => {
    const places = orders.map((order) => order.indexOf(id) + 1).filter((place) => place > 0)
    const count = places.filter((place) => place === 1).length
    return { id, label: title, count, percent: share(count, orders.length), average: mean(places) ?? 0 }
  })
}

/** More values than this are drawn as ten ranges. */
const mostBars = 21

function numbers(question: Question, values: readonly unknown[]): Pick<Tally, 'bars' | 'average'> {
  const { min, max, step } = spanOf(question)
  const given = values.map(Number).filter(Number.isFinite)
  const steps = Math.floor((max - min) / step + 1e-9)
  const width = steps < mostBars ? 1 : Math.ceil((steps + 1) / 10)
  const counts = Array.from({ length: Math.floor(steps / width) + 1 }, () => 0)
  for (const value of given) {
    const at = Math.floor(Math.round((value - min) / step) / width)
    if (counts[at] !== undefined) counts[at]++
  }
  const at = (index: number): number => Number((min + Math.min(index, steps) * step).toFixed(6))
  const label = (index: number): string => {
    const [first, last] = [at(index * width), at((index + 1) * width - 1)]
    return first === last ? `${first}` : `${first}–${last}`
  }
  return {
    bars: counts.map((count, index) => ({ id: label(index), label: label(index), count, percent: share(count, given.length) })),
    average: mean(given),
  }
}

function matrixRows(rows: readonly Choice[], columns: readonly Choice[], values: readonly unknown[]): Tally['rows'] {
  return rows.map(({ id, title }) => {
    const cells = values.map((value) => (value as Record<string, unknown>)[id]).filter((cell) => !isBlank(cell))
    return { id, label: title, bars: bars(columns, cells, cells.length) }
  })
}
