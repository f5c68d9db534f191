/** Answers on their way into one file: from a store, selected. */
import { setImmediate } from 'node:timers/promises'
import type { Dictionary } from '../dictionary/shape.ts'
import type { Store, StoredAnswer } from '../store/store.ts'

export interface Selection {
  is_complete?: boolean | undefined
  ids?: readonly number[] | undefined
  excludedIds?: readonly number[] | undefined
  is_screenout?: boolean | undefined
}

/** As the service's own exports select: completed answers unless asked otherwise, screened-out ones only when asked for. */
function fits({ is_complete = true, ids, excludedIds, is_screenout }: Selection): (answer: StoredAnswer) => boolean {
  const wanted = ids && ids.length > 0 ? new Set(ids) : undefined
  const unwanted = new Set(excludedIds)
  return ({ id, state }) =>
    (state === 2 ? is_screenout === true : state === Number(is_complete)) && (wanted?.has(id) ?? true) && !unwanted.has(id)
}

/** Rows between which others get their turn. */
const breath = 5000

export class Source {
  readonly dictionary: Dictionary
  readonly #store: Store
  readonly #fits: (answer: StoredAnswer) => boolean
  readonly #signal: AbortSignal

  constructor(store: Store, quiz: number, selection: Selection, signal: AbortSignal) {
    this.#store = store
    this.dictionary = store.dictionary(quiz)
    this.#fits = fits(selection)
    this.#signal = signal
  }

  get title(): string {
    return this.dictionary.name || `Survey ${this.dictionary.quiz}`
  }

  /** What decides which screens are shown: as the draft has it. */
  get logic(): { ids: string[]; conditions: unknown } | undefined {
    const text = this.#store.meta('logic')
    return text === undefined ? undefined : JSON.parse(text)
  }

  /** From the start at each call; two calls give the same rows, since nothing else writes to what was opened. */
  async *answers(): AsyncGenerator<StoredAnswer> {
    let rows = 0
    for (const answer of this.#store.all()) {
      if (++rows % breath === 0) {
        await setImmediate()
        this.#signal.throwIfAborted()
      }
      if (this.#fits(answer)) yield answer
    }
  }
}
