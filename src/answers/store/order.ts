/**
 * The place of each live answer in the service's order, and when the answer at a place began. Only one answer in thousands is
 * held as a mark; the others are counted from there, so that ten million take little memory.
 */
import { earliest, type Store } from './store.ts'

const usuallyBetween = 4096

interface Mark {
  start: number
  id: number
}

const inOrder = 'from answer where gone is null and (start, id) >= (?, ?) order by start, id'

export class Order {
  readonly #store: Store
  /** The first answer, and every `between`th after it. */
  readonly #marks: Mark[]
  readonly #between: number

  /** Valid until the store changes. */
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

  /** How many answers began before this moment, which is the place of the first one that didn't. */
  before(moment: number): number {
    const nth = this.#marks.findLastIndex(({ start }) => start < moment)
    const mark = this.#marks[nth]
    if (!mark) return 0
    const { start, id } = mark
    const further = 'select count(*) from answer where gone is null and (start, id) >= (?, ?) and start < ?'
    return nth * this.#between + this.#store.number(further, start, id, moment)
  }
}

function* marksOf(store: Store, between: number): Generator<Mark> {
  let mark = store.get<Mark>(`select start, id ${inOrder} limit 1`, earliest, -Infinity)
  while (mark) {
    yield mark
    mark = store.get<Mark>(`select start, id ${inOrder} limit 1 offset ${between}`, mark.start, mark.id)
  }
}
