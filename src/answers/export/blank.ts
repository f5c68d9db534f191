/** Why a question has no answer: not reached, not shown, or shown and left blank. */
import { isAnsweredByList } from '../../model/question/index.ts'
import { rulesOf, type Rule } from '../../model/logic.ts'
import { walk } from '../../model/walk.ts'
import type { AnswerValues } from '../../model/survey.ts'
import type { Value } from '../decode/decoder.ts'
import type { KnownQuestion } from '../dictionary/shape.ts'

export const blankKinds = ['seen', 'not-shown', 'not-reached'] as const
export type Blank = (typeof blankKinds)[number]

/** A value as the service stores it: ids in place of codes. */
export function storedValue(question: KnownQuestion, value: Value): AnswerValues[string] | undefined {
  const idOf = (code: number): string => question.options.find((option) => option.code === code)?.id ?? String(code)
  switch (value.is) {
    case 'codes': {
      const ids = value.codes.map(idOf)
      return isAnsweredByList(question.type) ? ids : ids[0]
    }
    case 'cells':
      return Object.fromEntries(
        value.cells.map(([row, codes]) => [question.rows.find(({ code }) => code === row)?.id ?? String(row), codes.map(idOf)]),
      )
    case 'number':
      return value.number
    case 'text':
      return value.text
    case 'files':
      return value.files.map(({ name, url }) => ({ id: '', name, url, ext: '', size: 0 }))
    default:
      return value satisfies never
  }
}

/** Whether the logic can be followed; one of an unknown shape can't. */
function isKnown(conditions: unknown): boolean {
  if (conditions === null || conditions === undefined) return true
  if (typeof conditions !== 'object') return false
  const { rules }: { rules?: unknown } = conditions
  if (Array.isArray(rules) && rules.length > 0) return rulesOf(conditions).length === rules.length
  return Object.keys(conditions).every((key) => key === 'rules')
}

export class Blanks {
  readonly #ids: readonly string[]
  readonly #rules: readonly Rule[] | undefined

  constructor(ids: readonly string[], conditions: unknown) {
    this.#ids = ids
    this.#rules = isKnown(conditions) ? rulesOf(conditions) : undefined
  }

  /** Why a question of this answer is blank; `undefined` where the answer holds questions that the draft no longer has. */
  of(values: AnswerValues, isComplete: boolean): ((id: string) => Blank | undefined) | undefined {
    const given = Object.keys(values)
    if (!this.#rules || given.some((id) => !this.#ids.includes(id))) return undefined
    const { path } = walk(this.#ids, this.#rules, values)
    const last = isComplete ? Infinity : Math.max(-1, ...given.map((id) => this.#ids.indexOf(id)))
    return (id) => {
      const place = this.#ids.indexOf(id)
      if (place < 0) return undefined
      if (place > last) return 'not-reached'
      return path.includes(id) ? 'seen' : 'not-shown'
    }
  }
}
