/** Sample answers to a question that its tests can distinguish. */
import type { Rule } from './logic.ts'
import { countsOf, datetimeKindOf, fileLimitsOf, isRequired, listsOf, problemOf, spanOf } from './question/index.ts'
import type { FileValue, Question, QuestionOf, Settings } from './survey.ts'

export type Test = Extract<Rule['if'], { all: unknown }>['all'][number]

export interface Values {
  values: unknown[]
  /** Whether any other answer passes and fails the same tests as one of these. */
  complete: boolean
}

const mostSubsets = 5

export const wantedBy = (tests: readonly Test[]): string[] => [
  ...new Set(tests.flatMap(({ value }) => (value === undefined ? [] : [value].flat().map(String)))),
]

/** Sample answers, including a blank where the question isn't required. */
export function valuesOf(question: Question | undefined, tests: readonly Test[], mode: Settings['question_required_mode']): Values {
  if (!question || question.isBlocked) return { values: [undefined], complete: true }
  const { values, complete } = distinguishingValues(question, tests)
  return { values: isRequired(question, mode ?? 'individual') ? values : [undefined, ...values], complete }
}

/** Without a blank. */
function distinguishingValues(question: Question, tests: readonly Test[]): Values {
  const { options = [], rows = [], columns = [] } = listsOf(question)
  const named = (list: readonly { id: string }[], ids: readonly string[]): string[] => {
    const all = list.map(({ id }) => id)
    const other = all.find((id) => !ids.includes(id))
    return [...all.filter((id) => ids.includes(id)), ...(other === undefined ? [] : [other])]
  }
  switch (question.type) {
    case 'yesno':
    case 'dropdown':
      return { values: named(options, wantedBy(tests)), complete: true }
    case 'choice': {
      const taken = named(options, wantedBy(tests))
      const { min, max } = countsOf(question)
      if (max === 1) return { values: taken.map((id) => [id]), complete: true }
      const all = subsets(taken.slice(0, mostSubsets)).filter(
        ({ length }) => length >= Math.min(min, taken.length) && length <= max && length > 0,
      )
      return { values: all, complete: taken.length <= mostSubsets && min <= 1 }
    }
    case 'ranking':
      return {
        values: options.length > 0 ? [options.map(({ id }) => id)] : [],
        complete: tests.every(({ operator }) => operator.endsWith('answered')),
      }
    case 'slider':
    case 'rating':
    case 'scale':
      return { values: numbersOf(question, wantedBy(tests)), complete: true }
    case 'matrix': {
      const tested = rows.filter(({ id }) => tests.some(({ row }) => row === id)).slice(0, mostSubsets)
      const first = columns[0]?.id
      const base = Object.fromEntries(rows.map(({ id }) => [id, first === undefined ? [] : [first]]))
      const values = tested.reduce<Record<string, string[]>[]>(
        (some, { id }) => some.flatMap((each) => named(columns, wantedBy(tests)).map((column) => ({ ...each, [id]: [column] }))),
        [base],
      )
      return { values, complete: tests.every(({ row }) => row !== undefined) && !question.matrixMultiple }
    }
    case 'input':
    case 'email':
    case 'phone':
    case 'datetime':
      return textsOf(question, tests)
    case 'file':
      return { values: [[fileOf(question)]], complete: true }
    case 'welcome':
    case 'message':
    case 'html':
    case 'submit':
      return { values: [undefined], complete: true }
  }
}

function fileOf(question: QuestionOf<'file'>): FileValue {
  const [ext = ''] = fileLimitsOf(question).extensions
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

type Textual = QuestionOf<'input' | 'email' | 'phone' | 'datetime'>

const comparing: readonly string[] = ['greater', 'less', 'at_least', 'at_most'] satisfies Test['operator'][]

/** Valid texts: those that tests compare with, texts that contain them, and texts that sort before and after them. */
function textsOf(question: Textual, tests: readonly Test[]): Values {
  const words = [...new Set([...wantedBy(tests), ...tests.flatMap(({ value }) => (value === undefined ? [] : [String(value)]))])]
  const values = [...new Set([...othersOf(question), ...words.flatMap((word) => [word, ...near(question, word)])])].filter(
    (value) => value.trim() !== '' && problemOf(question, value, false) === undefined,
  )
  const kinds = new Set(
    tests.map(({ operator }) => (operator.endsWith('contains') ? 'contains' : comparing.includes(operator) ? 'compare' : 'equals')),
  )
  const mixes = kinds.size > 1 && (kinds.has('contains') || kinds.has('compare'))
  const found = words.every((word) => values.some((value) => value.includes(word)))
  return { values, complete: !mixes && (!kinds.has('contains') || (words.length <= 1 && found)) }
}

function othersOf(question: Textual): string[] {
  switch (question.type) {
    case 'input':
      return ['zzz other text']
    case 'email':
      return ['zzz@other.example']
    case 'phone':
      return ['+99999999999']
    case 'datetime': {
      const { datetimeMin: min, datetimeMax: max } = question
      return [{ date: '2000-01-01', time: '00:00', datetime: '2000-01-01T00:00' }[datetimeKindOf(question)], min, max].filter(
        (text) => typeof text === 'string',
      )
    }
  }
}

function near(question: Textual, word: string): string[] {
  switch (question.type) {
    case 'input':
      return [
        `zz ${word}`,
        `${word} zz`,
        `!`,
        `~`,
        ...(Number.isFinite(Number(word)) ? [-1, -0.001, 0.001, 1].map((by) => String(Number(word) + by)) : []),
      ]
    case 'email':
      return [`zz${word}`, `zz@${word}`, `zz@zz${word}`, `${word}@other.example`, `${word}.example`, `!${word}`, `${word}z`, '!@z.example']
    case 'phone':
      return [`${word}0000000`, `+${word}0000000`, `0000000${word}`, '(0000000)']
    case 'datetime':
      return ([-1, 1] as const).flatMap((by) => moved(word, datetimeKindOf(question), by) ?? [])
  }
}

const minute = 60_000

/** A day earlier or later, or a minute. */
function moved(word: string, kind: 'date' | 'time' | 'datetime', by: -1 | 1): string | undefined {
  const time = Date.parse(kind === 'date' ? word : `${kind === 'time' ? '2000-01-01T' : ''}${word}Z`)
  if (Number.isNaN(time)) return undefined
  const text = new Date(time + by * (kind === 'date' ? 1440 : 1) * minute).toISOString()
  return kind === 'date' ? text.slice(0, 10) : kind === 'time' ? text.slice(11, 16) : text.slice(0, 16)
}

function subsets(ids: readonly string[]): string[][] {
  const all: string[][] = [[]]
  for (const id of ids) all.push(...all.map((some) => [...some, id]))
  return all
}
