/** Sample answers to a question that its tests can distinguish. */
import type { Test } from './logic.ts'
import {
  answerKindOf,
  countsOf,
  fileLimitsOf,
  heldBy,
  isAnsweredByList,
  isRequired,
  listsOf,
  problemOf,
  spanOf,
  writtenOf,
} from './question/index.ts'
import type { FileValue, Question, Settings } from './survey.ts'

export interface TellingValues {
  values: unknown[]
  /** Whether any other answer passes and fails the same tests as one of these. */
  complete: boolean
}

const mostSubsets = 5

const wantedBy = (tests: readonly Test[]): string[] => [
  ...new Set(tests.flatMap(({ value }) => (value === undefined ? [] : [value].flat().map(String)))),
]

/** Sample answers, including a blank where the question isn't required. */
export function valuesOf(question: Question | undefined, tests: readonly Test[], mode: Settings['question_required_mode']): TellingValues {
  if (!question || question.isBlocked) return { values: [undefined], complete: true }
  const { values, complete } = distinguishingValues(question, tests)
  return { values: isRequired(question, mode ?? 'individual') ? values : [undefined, ...values], complete }
}

/** Without a blank. */
function distinguishingValues(question: Question, tests: readonly Test[]): TellingValues {
  const { options = [], rows = [], columns = [] } = listsOf(question)
  const named = (list: readonly { id: string }[], ids: readonly string[]): string[] => {
    const all = list.map(({ id }) => id)
    const other = all.find((id) => !ids.includes(id))
    return [...all.filter((id) => ids.includes(id)), ...(other === undefined ? [] : [other])]
  }
  switch (answerKindOf(question)) {
    case 'options': {
      const taken = named(options, wantedBy(tests))
      if (!isAnsweredByList(question.type)) return { values: taken, complete: true }
      const { min, max } = countsOf(question)
      if (max === 1) return { values: taken.map((id) => [id]), complete: true }
      const all = subsets(taken.slice(0, mostSubsets)).filter(
        ({ length }) => length >= Math.min(min, taken.length) && length <= max && length > 0,
      )
      return { values: all, complete: taken.length <= mostSubsets && min <= 1 }
    }
    case 'order':
      return {
        values: options.length > 0 ? [options.map(({ id }) => id)] : [],
        complete: tests.every(({ operator }) => operator.endsWith('answered')),
      }
    case 'number':
      return { values: numbersOf(question, wantedBy(tests)), complete: true }
    case 'cells': {
      const tested = rows.filter(({ id }) => tests.some(({ row }) => row === id)).slice(0, mostSubsets)
      const first = columns[0]?.id
      const base = Object.fromEntries(rows.map(({ id }) => [id, first === undefined ? [] : [first]]))
      const values = tested.reduce<Record<string, string[]>[]>(
        (some, { id }) => some.flatMap((each) => named(columns, wantedBy(tests)).map((column) => ({ ...each, [id]: [column] }))),
        [base],
      )
      return { values, complete: tests.every(({ row }) => row !== undefined) && heldBy(question) === 'code' }
    }
    case 'text':
      return textsOf(question, tests)
    case 'files':
      return { values: [[fileOf(question)]], complete: true }
    case 'nothing':
      return { values: [undefined], complete: true }
  }
}

function fileOf(question: Question): FileValue {
  const [ext = ''] = fileLimitsOf(question)?.extensions ?? []
  return { id: 'file', url: '', name: `file.${ext}`, ext, size: 1 }
}

/** Each value that a test compares with, and its neighbours. */
function numbersOf(question: Question, bounds: readonly string[]): number[] {
  const span = spanOf(question)
  if (!span) return []
  const { min, max, step } = span
  const around = bounds.map(Number).filter(Number.isFinite)
  const near = around.flatMap((bound) => {
    const at = Math.floor((bound - min) / step + 1e-9)
    return [at - 1, at, at + 1, at + 2].map((index) => Number((min + index * step).toFixed(6)))
  })
  return [...new Set([min, max, ...near])].filter((value) => value >= min && value <= max)
}

const comparing: readonly string[] = ['greater', 'less', 'at_least', 'at_most'] satisfies Test['operator'][]

/** Valid texts: those that tests compare with, texts that contain them, and texts that sort before and after them. */
function textsOf(question: Question, tests: readonly Test[]): TellingValues {
  const written = writtenOf(question)
  const words = [...new Set([...wantedBy(tests), ...tests.flatMap(({ value }) => (value === undefined ? [] : [String(value)]))])]
  const tried = [...(written?.others(question) ?? []), ...words.flatMap((word) => [word, ...(written?.near(question, word) ?? [])])]
  const values = [...new Set(tried)]
    .filter((value) => typeof value === 'string')
    .filter((value) => value.trim() !== '' && problemOf(question, value, false) === undefined)
  const kinds = new Set(
    tests.map(({ operator }) => (operator.endsWith('contains') ? 'contains' : comparing.includes(operator) ? 'compare' : 'equals')),
  )
  const mixes = kinds.size > 1 && (kinds.has('contains') || kinds.has('compare'))
  const found = words.every((word) => values.some((value) => value.includes(word)))
  return { values, complete: !mixes && (!kinds.has('contains') || (words.length <= 1 && found)) }
}

function subsets(ids: readonly string[]): string[][] {
  const all: string[][] = [[]]
  for (const id of ids) all.push(...all.map((some) => [...some, id]))
  return all
}
