/**
 * Begins of the living answers by their places in the service's order. Only marks between them are held, one in thousands:
 * to find the place of one among ten million takes a moment from there.
 */
import type { Store } from './store.ts'

const usuallyBetween = 4096

interface Mark {
  start: number
  id: number
}

const inOrder = 'from answer where gone is null and (start, id) >= (?, ?) order by start, id'

export class Order {
  readonly #store: Store
  /** The first answer, and each so many behind it. */
  readonly #marks: Mark[]
  readonly #between: number

  /** As the store is now. */
  constructor(store: Store, between = usuallyBetween) {
    this.#store = store
    this.#between = between
    this.#marks = [...marksOf(store, between)]
  }

  /** When the answer at this place began. */
  at(place: number): number | undefined {
    const mark = this.#marks[Math.floor(place / this.#between)]
    return mark && this.#store.get<Mark>(`select start ${inOrder} limit 1 offset ?`, mark.start, mark.id, place % this.#between)?.start
  }

  /** How many began before this moment: the place of the first one that didn't. */
  before(moment: number): number {
    const nth = this.#marks.findLastIndex(({ start }) => start < moment)
    if (nth < 0) return 0
    const { start, id } = this.#marks[nth]!
    const further = 'select count(*) from answer where gone is null and (start, id) >= (?, ?) and start < ?'
    return nth * this.#between + this.#store.number(further, start, id, moment)
  }
}

function* marksOf(store: Store, between: number): Generator<Mark> {
  let mark = store.get<Mark>(`select start, id ${inOrder} limit 1`, -8.64e15, -Infinity)
  while (mark) {
    yield mark
    mark = store.get<Mark>(`select start, id ${inOrder} limit 1 offset ${between}`, mark.start, mark.id)
  }
}
