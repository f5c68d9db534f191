/**
 * Every way through a survey that its logic can tell apart, one after the other. `walk` itself decides; a question gets a value only when a rule
 * asks for it, and of each question only the values that its tests can tell from each other.
 */
import { walk, type Walk } from '../../src/model/walk.ts'
import { testsOf, type SurveyLogic } from '../../src/model/reach.ts'
import { valuesOf, type TellingValues } from '../../src/model/telling-values.ts'

export interface Way {
  values: Readonly<Record<string, unknown>>
  walk: Walk
}

export interface Ways {
  ways: Way[]
  /** Whether these are all: not when there are more than `most`, or values that were passed over. */
  complete: boolean
}

/** What a rule asked for that has no value yet. */
class Wanted extends Error {
  readonly question: string

  constructor(question: string) {
    super(question)
    this.question = question
  }
}

export function waysThrough({ ids, rules, questions, requiredMode }: SurveyLogic, most = 10_000): Ways {
  const ways: Way[] = []
  const known = new Map<string, TellingValues>()
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
