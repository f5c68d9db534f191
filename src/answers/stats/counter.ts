/** Counts answers as they go by; nothing of them is kept. */
import { Decoder } from '../decode/decoder.ts'
import { inOrder } from '../dictionary/columns.ts'
import type { Dictionary, Given, KnownQuestion } from '../dictionary/shape.ts'
import { Funnel } from './funnel.ts'
import { periodOf, type Unit } from './period.ts'
import { Pile, Reader, Waiting } from './pile.ts'
import { tallyOf } from './tally.ts'
import { Test, type Condition } from './where.ts'
import { TextRoom } from './texts.ts'

export interface Answer {
  /** Milliseconds since 1970; 0 where the service says none. */
  start: number
  /** 0 incomplete, 1 complete, 2 screened out. */
  state: number
  given: Given
}

export interface Plan {
  /** `undefined`: all of them. */
  questions?: readonly KnownQuestion[] | undefined
  by?: KnownQuestion | undefined
  trend?: Unit | undefined
  funnel?: boolean
  where: readonly Condition[]
  /** Moments of the begin: from the first on, before the second one. */
  from: number
  until: number
  states: ReadonlySet<number>
}

type GroupName = number | string

interface Slot {
  reader: Reader
  all: Pile
  groups: Map<GroupName, Pile>
}

export class Counter {
  answers = 0
  readonly periods = new Map<string, number>()
  readonly funnel: Funnel | undefined
  readonly #plan: Plan
  readonly #dictionary: Dictionary
  readonly #tests: readonly Test[]
  readonly #waiting = new Waiting()
  readonly #room = new TextRoom()
  readonly #slots: (Slot | null | undefined)[] = []
  readonly #wanted: ReadonlySet<number> | undefined
  readonly #by: Decoder | undefined

  constructor(dictionary: Dictionary, plan: Plan) {
    this.#dictionary = dictionary
    this.#plan = plan
    this.#tests = plan.where.map((condition) => new Test(condition))
    this.#wanted = plan.questions && new Set(plan.questions.map(({ n }) => n))
    this.#by = plan.by && new Decoder(plan.by)
    this.funnel = plan.funnel ? new Funnel(inOrder(dictionary)) : undefined
  }

  get doubts(): Decoder['doubts'] {
    const sum = { unlisted: 0, ambiguous: 0, unreadable: 0 }
    for (const slot of this.#slots) {
      sum.unlisted += slot?.reader.decoder.doubts.unlisted ?? 0
      sum.ambiguous += slot?.reader.decoder.doubts.ambiguous ?? 0
      sum.unreadable += slot?.reader.decoder.doubts.unreadable ?? 0
    }
    return sum
  }

  #fits({ start, state }: Pick<Answer, 'start' | 'state'>): boolean {
    const { states, from, until } = this.#plan
    return states.has(state) && start >= from && start < until
  }

  take(answer: Answer): void {
    const { given, start, state } = answer
    if (!this.#fits(answer) || !this.#tests.every((test) => given.some(([n, said]) => n === test.n && test.holds(said)))) return
    this.answers++
    if (this.funnel) return this.funnel.take(given, state)
    const groups = this.#groups(given, start)
    for (const [n, said] of given) {
      const slot = this.#slots[n] === undefined ? this.#slot(n) : this.#slots[n]
      if (!slot) continue
      slot.all.add(said)
      for (const group of groups) this.#pile(slot, group).add(said)
    }
  }

  #groups(given: Given, start: number): readonly GroupName[] {
    const { by, trend } = this.#plan
    if (trend) {
      if (start === 0) return []
      const period = periodOf(start, trend)
      this.periods.set(period, (this.periods.get(period) ?? 0) + 1)
      return [period]
    }
    const said = by && given.find(([n]) => n === by.n)
    const value = said && this.#by!.decode(said[1])
    return value?.is === 'codes' ? value.codes : value?.is === 'number' ? [value.number] : []
  }

  #slot(n: number): Slot | null {
    const question = this.#dictionary.questions.find((one) => one.n === n)
    const isWanted = question && (this.#wanted?.has(n) ?? !(this.#plan.trend && !this.#wanted))
    const slot = isWanted ? this.#newSlot(question) : null
    this.#slots[n] = slot
    return slot
  }

  #newSlot(question: KnownQuestion): Slot {
    const reader = new Reader(question)
    return { reader, all: new Pile(tallyOf(question, this.#room), reader, this.#waiting), groups: new Map() }
  }

  #pile(slot: Slot, group: GroupName): Pile {
    const known = slot.groups.get(group)
    if (known) return known
    const pile = new Pile(tallyOf(slot.reader.question, this.#room), slot.reader, this.#waiting)
    slot.groups.set(group, pile)
    return pile
  }

  /** To be called between pages: few texts wait then. */
  get isFull(): boolean {
    return this.#waiting.isFull
  }

  /** Whether something waits that the dictionary does not know so far. */
  isDoubtful(): boolean {
    return this.#waiting.isDoubtful()
  }

  /** The dictionary has learnt more. */
  renew(): void {
    for (const slot of this.#slots) slot?.reader.renew()
  }

  settle(): void {
    this.#waiting.settle()
  }

  /** What was found, by question; those that nobody answered are among them. */
  *found(): Generator<Found> {
    this.#waiting.settle()
    for (const question of inOrder(this.#dictionary)) {
      const slot = this.#slots[question.n] === undefined ? this.#slot(question.n) : this.#slots[question.n]
      if (!slot) continue
      yield {
        question,
        all: slot.all.tally,
        groups: new Map([...slot.groups].map(([group, pile]) => [group, pile.tally])),
        empty: () => tallyOf(question, this.#room),
      }
    }
  }
}

export interface Found {
  question: KnownQuestion
  all: Pile['tally']
  groups: ReadonlyMap<GroupName, Pile['tally']>
  /** Of a group that nobody is in. */
  empty: () => Pile['tally']
}
