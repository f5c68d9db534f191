/** What of an answer is kept: nothing else comes into a store. Where that changed, what was kept before is taken out. */
import type { AnswerRow } from '../../contract/answers/answer.ts'
import {
  noteDecisions,
  isDecided,
  isNetwork,
  keepingOf,
  keepingOfNetwork,
  keepsNetwork,
  unusualKeeping,
  networkNames,
  changedKeeping,
  type WantedKeeping,
} from '../dictionary/keeping.ts'
import { parseBody, parseNetwork, questionNumber, type Dictionary, type GivenAnswers } from '../dictionary/shape.ts'
import type { Store, StoredAnswer } from '../store/store.ts'
import { isHash } from './hashes.ts'

/** Stands for a text, and is the same for equal ones. */
export type Digest = (text: string) => string

export class KeptParts {
  readonly #dictionary: Dictionary
  readonly #digest: Digest
  readonly #isAll: boolean

  constructor(dictionary: Dictionary, digest: Digest) {
    this.#dictionary = dictionary
    this.#digest = digest
    this.#isAll = Object.keys(unusualKeeping(dictionary)).length === 0
  }

  given(given: GivenAnswers): GivenAnswers {
    if (this.#isAll) return given
    return given.flatMap(([n, said]): GivenAnswers => {
      const how = keepingOf(this.#dictionary, questionNumber(this.#dictionary, n).id)
      if (how === 'plain') return [[n, said]]
      return how === 'excluded' ? [] : [[n, this.#digest(typeof said === 'string' ? said : JSON.stringify(said))]]
    })
  }

  network(row: AnswerRow): string | null {
    if (!keepsNetwork(this.#dictionary)) return null
    const facts = networkNames.map((name) => {
      const [how, said] = [keepingOfNetwork(this.#dictionary, name), row[name]]
      if (how === 'excluded' || typeof said !== 'string' || said === '') return null
      return how === 'plain' ? said : this.#digest(said)
    })
    return JSON.stringify(facts)
  }
}

/** Notes what a person decided, and takes out what is no longer kept. True: what is kept now has to be read again. */
export function settleKeeping(store: Store, dictionary: Dictionary, keep: WantedKeeping | undefined, drafted: readonly string[]): boolean {
  if (keep && isDecided(keep)) noteDecisions(dictionary, keep, drafted)
  const now = unusualKeeping(dictionary)
  const names = changedKeeping(JSON.parse(store.meta('kept') ?? '{}') as Record<string, string>, now)
  if (names.length === 0) return store.meta('refill') === 'yes'
  const isRead = (name: string): boolean => now[name] === 'hashed' || now[name] === 'plain' || (now[name] === undefined && !isNetwork(name))
  store.transaction(() => {
    takeOut(store, dictionary, new Set(names))
    dictionary.revision++
    store.saveDictionary(dictionary)
    store.setMeta('kept', JSON.stringify(now))
    if (store.count > 0 && names.some(isRead)) store.setMeta('refill', 'yes')
  })
  return store.meta('refill') === 'yes'
}

function takeOut(store: Store, dictionary: Dictionary, names: ReadonlySet<string>): void {
  const asked = dictionary.questions.filter(({ id }) => names.has(id))
  for (const question of asked) question.options = question.options.filter(({ unlisted }) => !unlisted)
  const numbers = new Set(asked.map(({ n }) => n))
  const update = store.prepare('update answer set body = ?, net = ? where id = ?')
  for (const { id, body, net } of eachAnswer(store)) {
    if (isHash(body)) return
    const given = parseBody(body)
    const rest = given.filter(([n]) => !numbers.has(n))
    const facts = parseNetwork(net)
    const others = facts.map((fact, at) => (names.has(networkNames[at]!) ? null : fact))
    if (rest.length === given.length && others.every((fact, at) => fact === facts[at])) continue
    update.run(JSON.stringify(rest), others.every((fact) => fact === null) ? null : JSON.stringify(others), id)
  }
}

/** Some at a time, as rows are changed meanwhile. */
function* eachAnswer(store: Store): Generator<Pick<StoredAnswer, 'id' | 'body' | 'net'>> {
  const select = 'select id, body, net from answer where id > ? order by id limit 5000'
  for (let last: number | undefined = -Infinity; last !== undefined;) {
    const rows: Pick<StoredAnswer, 'id' | 'body' | 'net'>[] = store.all(select, last)
    yield* rows
    last = rows.at(-1)?.id
  }
}
