/** Finds the question of the dictionary that an answer belongs to; adds it where there is none. */
import { Exact } from '../../text/exact.ts'
import type { AnswerRow } from '../../contract/answers/answer.ts'
import { isBlankAnswer } from '../decode/plain.ts'
import { addFormerLabels } from './former.ts'
import { kindOf } from './kind.ts'
import { addPublished, findOrAddQuestion, type Drafted } from './update.ts'
import type { Dictionary, GivenAnswers, KnownQuestion } from './shape.ts'

export class QuestionIndex {
  readonly #dictionary: Dictionary
  readonly #sync: number
  readonly #draft: Drafted | undefined
  /** By id, then by type. */
  readonly #questions = new Map<string, Map<string | undefined, KnownQuestion>>()

  /** `draft`: it is the best guess at a question that the report doesn't show, as when it can't be read. */
  constructor(dictionary: Dictionary, sync: number, draft?: Drafted) {
    this.#dictionary = dictionary
    this.#sync = sync
    this.#draft = draft
  }

  /** What a row answers, by the numbers of its questions; blanks are left out. */
  givenIn(row: AnswerRow): GivenAnswers {
    const given: [n: number, answer: unknown][] = []
    for (const { question_id: id, answer: said, answer_type: type, question_text: title } of row.answers ?? []) {
      const answer = asText(said)
      if (id !== undefined && !isBlankAnswer(answer)) given.push([this.question(id, type, title ?? '').n, answer])
    }
    return given
  }

  /** The latest question with this id and type; one that neither draft nor report had is made from the answer. */
  question(id: string, type: string | undefined, title = ''): KnownQuestion {
    const types = this.#questions.get(id) ?? new Map<string | undefined, KnownQuestion>()
    const known = types.get(type)
    if (known) return known
    const found = this.#find(id, type, title)
    this.#questions.set(id, types.set(type, found))
    return found
  }

  #find(id: string, type: string | undefined, title: string): KnownQuestion {
    const versions = this.#dictionary.questions.filter((question) => question.id === id)
    const latest = versions.findLast((question) => type === undefined || question.type === type) ?? (type === undefined && versions.at(-1))
    if (latest) return latest
    const place = this.#dictionary.questions.length + 1
    const draft = this.#draft
    if (draft && type !== undefined && draft.entities[id]?.type === type) {
      const guessed = addPublished(this.#dictionary, draft, { id, title, index: place - 1, sync: this.#sync })
      addFormerLabels(this.#dictionary, draft.former ?? {})
      if (guessed) return guessed
    }
    const kind = kindOf({ type: type ?? 'input' }) ?? 'text'
    return findOrAddQuestion(this.#dictionary, { id, type: type ?? 'input', kind, title, place, sync: this.#sync })
  }
}

const deepest = 20

/** Numbers that JavaScript can't represent are kept as texts. No answer is nested deeply: what is inside one is left out. */
function asText(answer: unknown, depth = 0): unknown {
  if (typeof answer !== 'object' || answer === null) return answer
  if (answer instanceof Exact) return String(answer)
  if (depth === deepest) return '…'
  return Array.isArray(answer)
    ? answer.map((item) => asText(item, depth + 1))
    : Object.fromEntries(Object.entries(answer).map(([name, inner]) => [name, asText(inner, depth + 1)]))
}
