/** The selected answers of a store, for one export file. */
import { isWithin, type Days } from '../days.ts'
import { inTurns } from '../derive/work.ts'
import { asStored } from '../dictionary/keeping.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import { logicIn } from '../store/notes.ts'
import type { Store, StoredAnswer } from '../store/store.ts'

export interface ExportSelection {
  is_complete?: boolean | undefined
  ids?: readonly number[] | undefined
  excludedIds?: readonly number[] | undefined
  is_screenout?: boolean | undefined
  days?: Days | undefined
}

/** As the service's own exports select: completed answers unless asked otherwise, screened-out ones only when asked for. */
function fits({ is_complete = true, ids, excludedIds, is_screenout, days }: ExportSelection): (answer: StoredAnswer) => boolean {
  const wanted = ids && ids.length > 0 ? new Set(ids) : undefined
  const unwanted = new Set(excludedIds)
  return ({ id, state, start }) =>
    (days === undefined || isWithin(days, start)) &&
    (state === 2 ? is_screenout === true : state === Number(is_complete)) &&
    (wanted?.has(id) ?? true) &&
    !unwanted.has(id)
}

export class ExportSource {
  readonly dictionary: Dictionary
  readonly #store: Store
  readonly #fits: (answer: StoredAnswer) => boolean
  readonly #signal: AbortSignal

  constructor(store: Store, quiz: number, selection: ExportSelection, signal: AbortSignal) {
    this.#store = store
    this.dictionary = asStored(store.dictionary(quiz))
    this.#fits = fits(selection)
    this.#signal = signal
  }

  get title(): string {
    return this.dictionary.name || `Survey ${this.dictionary.quiz}`
  }

  /** Navigation logic of the draft. */
  get logic(): { ids: string[]; conditions: unknown } | undefined {
    return logicIn(this.#store)
  }

  /** From the start at each call. Two calls give the same rows, as nothing writes to the store meanwhile. */
  async *answers(): AsyncGenerator<StoredAnswer> {
    for await (const answer of inTurns(this.#store.liveAnswers(), this.#signal)) if (this.#fits(answer)) yield answer
  }
}
