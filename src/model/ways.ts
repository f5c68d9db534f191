/**
 * Every way through a survey that its logic can tell apart. `walk` itself decides; a question gets a value only when a rule
 * asks for it, and of each question only the values that its tests can tell from each other.
 */
import { walk, type Rule, type Walk } from './logic.ts'
import { countsOf, isRequired, listsOf, ratingSpan, scaleSpan, sliderSpan } from './question/index.ts'
import type { Question, QuestionOf, Settings } from './survey.ts'

type Test = Extract<Rule['if'], { all: unknown }>['all'][number]

export interface Way {
  values: Readonly<Record<string, unknown>>
  walk: Walk
}

export interface Ways {
  ways: Way[]
  /** Whether these are all: not when there are more than `most`, or values that were passed over. */
  complete: boolean
}

export const testsOf = ({ if: on }: Rule): readonly Test[] => ('all' in on ? on.all : on.any)

/** What a rule asked for that has no value yet. */
class Wanted extends Error {
  readonly question: string

  constructor(question: string) {
    super(question)
    this.question = question
  }
}

export interface Asked {
  ids: readonly string[]
  rules: readonly Rule[]
  questions: Readonly<Record<string, Question>>
  requiredMode?: Settings['question_required_mode']
}

export function waysThrough({ ids, rules, questions, requiredMode }: Asked, most = 10_000): Ways {
  const ways: Way[] = []
  const known = new Map<string, { values: unknown[]; complete: boolean }>()
  const valuesFor = (id: string) => {
    const found =
      known.get(id) ??
      valuesOf(
        questions[id],
        rules.flatMap(testsOf).filter(({ question }) => question === id),
        requiredMode,
      )
    known.set(id, found)
    return found
  }
  let complete = true
  const open: Record<string, unknown>[] = [{}]
  for (let values = open.pop(); values; values = open.pop()) {
    if (ways.length >= most) return { ways, complete: false }
    try {
      ways.push({ values, walk: walk(ids, rules, watched(values)) })
    } catch (error) {
      if (!(error instanceof Wanted)) throw error
      const { question } = error
      const choices = valuesFor(question)
      complete &&= choices.complete
      const given = values
      open.push(...choices.values.map((value) => ({ ...given, [question]: value })))
    }
  }
  return { ways, complete }
}

const watched = (values: Record<string, unknown>): Record<string, unknown> =>
  new Proxy(values, {
    get: (target, name) => {
      if (typeof name === 'string' && !Object.hasOwn(target, name)) throw new Wanted(name)
      return Reflect.get(target, name) as unknown
    },
  })

const mostSubsets = 5

function valuesOf(
  question: Question | undefined,
  tests: readonly Test[],
  mode: Settings['question_required_mode'],
): { values: unknown[]; complete: boolean } {
  if (!question || question.isBlocked) return { values: [undefined], complete: true }
  const { values, complete = true } = answersTo(question, tests)
  return { values: isRequired(question, mode ?? 'individual') ? values : [undefined, ...values], complete }
}

const wanted = (tests: readonly Test[]): string[] => [
  ...new Set(tests.flatMap(({ value }) => (value === undefined ? [] : [value].flat().map(String)))),
]

function answersTo(question: Question, tests: readonly Test[]): { values: unknown[]; complete?: boolean } {
  const { options = [], rows = [], columns = [] } = listsOf(question)
  const named = (list: readonly { id: string }[], ids: readonly string[]): string[] => {
    const all = list.map(({ id }) => id)
    const other = all.find((id) => !ids.includes(id))
    return [...all.filter((id) => ids.includes(id)), ...(other === undefined ? [] : [other])]
  }
  switch (question.type) {
    case 'yesno':
    case 'dropdown':
      return { values: named(options, wanted(tests)) }
    case 'choice': {
      const taken = named(options, wanted(tests))
      const { min, max } = countsOf(question)
      if (max === 1) return { values: taken.map((id) => [id]) }
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
      return { values: numbersOf(question, wanted(tests)) }
    case 'matrix': {
      const tested = rows.filter(({ id }) => tests.some(({ row }) => row === id)).slice(0, mostSubsets)
      const first = columns[0]?.id
      const base = Object.fromEntries(rows.map(({ id }) => [id, first === undefined ? [] : [first]]))
      const values = tested.reduce<Record<string, string[]>[]>(
        (some, { id }) => some.flatMap((each) => named(columns, wanted(tests)).map((column) => ({ ...each, [id]: [column] }))),
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
      return { values: [[{ id: 'file', url: '', name: 'file', ext: '', size: 1 }]] }
    case 'welcome':
    case 'message':
    case 'html':
    case 'submit':
      return { values: [undefined] }
  }
}

type Numeric = QuestionOf<'slider' | 'rating' | 'scale'>

const spanOf = (question: Numeric) =>
  question.type === 'slider' ? sliderSpan(question) : question.type === 'rating' ? ratingSpan(question) : scaleSpan(question)

/** Each bound of a test, and the nearest value on both sides of it. */
function numbersOf(question: Numeric, bounds: readonly string[]): number[] {
  const { min, max, step } = spanOf(question)
  const around = bounds.map(Number).filter(Number.isFinite)
  const near = around.flatMap((bound) => {
    const at = Math.floor((bound - min) / step + 1e-9)
    return [at - 1, at, at + 1, at + 2].map((index) => Number((min + index * step).toFixed(6)))
  })
  return [...new Set([min, max, ...near])].filter((value) => value >= min && value <= max)
}

function textsOf(question: Question, tests: readonly Test[]): { values: unknown[]; complete: boolean } {
  const words = wanted(tests)
  const other = question.type === 'datetime' ? '2000-01-01' : 'zzz other text'
  const isEasy = tests.every(({ operator }) => ['equals', 'not_equals', 'answered', 'not_answered'].includes(operator))
  return { values: [...words, other], complete: isEasy || question.type === 'datetime' ? isEasy : words.length <= 1 }
}

function subsets(ids: readonly string[]): string[][] {
  const all: string[][] = [[]]
  for (const id of ids) all.push(...all.map((some) => [...some, id]))
  return all
}
