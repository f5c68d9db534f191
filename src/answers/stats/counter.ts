/** Counts answers one by one, without keeping them. */
import { Decoder } from '../decode/decoder.ts'
import { addWarnings, noWarnings, type DecodeWarnings } from '../decode/warnings.ts'
import { orderedQuestions } from '../dictionary/columns.ts'
import type { Dictionary, GivenAnswers, KnownQuestion } from '../dictionary/shape.ts'
import { Funnel } from './funnel.ts'
import { periodOf, refuseTooLong, type Unit } from './period.ts'
import { CurrentDecoder, PendingAnswers, PendingTexts } from './pending.ts'
import { tallyOf } from './tally.ts'
import { ConditionTest, type Condition } from './where.ts'
import { TextBudget } from './texts.ts'

interface Answer {
  /** Milliseconds since 1970; 0 where the service says none. */
  start: number
  /** 0 incomplete, 1 complete, 2 screened out. */
  state: number
  given: GivenAnswers
}

export interface Plan {
  /** `undefined`: all of them. */
  questions?: readonly KnownQuestion[] | undefined
  by?: KnownQuestion | undefined
  trend?: Unit | undefined
  funnel?: boolean
  where: readonly Condition[]
  /** Answers begun from `from` on, and before `until`. */
  from: number
  until: number
  states: ReadonlySet<number>
}

/** The code or number that was given to the question of `by`; a period. */
type StatsGroup = number

/** What is counted of one question. */
interface Slot {
  current: CurrentDecoder
  all: PendingAnswers
  groups: Map<StatsGroup, PendingAnswers>
}

export class Counter {
  answers = 0
  /** How many answers were begun in each. */
  readonly periods = new Map<number, number>()
  #first = Infinity
  #last = -Infinity
  readonly funnel: Funnel | undefined
  readonly #plan: Plan
  readonly #dictionary: Dictionary
  readonly #tests: readonly ConditionTest[]
  readonly #pending = new PendingTexts()
  readonly #textBudget = new TextBudget()
  /** By the number of the question; null for one that isn't counted. */
  readonly #slots: (Slot | null | undefined)[] = []
  readonly #wanted: ReadonlySet<number> | undefined
  readonly #by: Decoder | undefined

  constructor(dictionary: Dictionary, plan: Plan) {
    this.#dictionary = dictionary
    this.#plan = plan
    this.#tests = plan.where.map((condition) => new ConditionTest(condition))
    this.#wanted = plan.questions && new Set(plan.questions.map(({ n }) => n))
    this.#by = plan.by && new Decoder(plan.by)
    this.funnel = plan.funnel ? new Funnel(orderedQuestions(dictionary)) : undefined
  }

  get warnings(): DecodeWarnings {
    const sum = noWarnings()
    for (const slot of this.#slots) if (slot) addWarnings(sum, slot.current.decoder.warnings)
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
      for (const group of groups) this.#pendingOf(slot, group).add(said)
    }
  }

  #groups(given: GivenAnswers, start: number): readonly StatsGroup[] {
    const { by, trend } = this.#plan
    if (trend) {
      if (start === 0) return []
      const period = periodOf(start, trend)
      this.periods.set(period, (this.periods.get(period) ?? 0) + 1)
      if (period < this.#first || period > this.#last) this.#widen(period, trend)
      return [period]
    }
    const said = by && given.find(([n]) => n === by.n)
    const value = said && this.#by?.decode(said[1])
    return value?.is === 'codes' ? value.codes : value?.is === 'number' ? [value.number] : []
  }

  #widen(period: number, trend: Unit): void {
    this.#first = Math.min(this.#first, period)
    this.#last = Math.max(this.#last, period)
    refuseTooLong(this.#first, this.#last, trend)
  }

  #slot(n: number): Slot | null {
    const question = this.#dictionary.questions.find((one) => one.n === n)
    const isWanted = question && (this.#wanted?.has(n) ?? !(this.#plan.trend && !this.#wanted))
    const slot = isWanted ? this.#newSlot(question) : null
    this.#slots[n] = slot
    return slot
  }

  #newSlot(question: KnownQuestion): Slot {
    const reader = new CurrentDecoder(question)
    return { current: reader, all: new PendingAnswers(tallyOf(question, this.#textBudget), reader, this.#pending), groups: new Map() }
  }

  #pendingOf(slot: Slot, group: StatsGroup): PendingAnswers {
    const known = slot.groups.get(group)
    if (known) return known
    const pile = new PendingAnswers(tallyOf(slot.current.question, this.#textBudget), slot.current, this.#pending)
    slot.groups.set(group, pile)
    return pile
  }

  /** Time to call `settle`. */
  get isFull(): boolean {
    return this.#pending.isFull
  }

  /** Whether a waiting text matches no option that the dictionary has so far. */
  hasUnlisted(): boolean {
    return this.#pending.hasUnlisted()
  }

  /** To be called when the dictionary has changed. */
  renew(): void {
    for (const slot of this.#slots) slot?.current.renew()
  }

  /** Counts the texts that wait. */
  settle(): void {
    this.#pending.settle()
  }

  /** The tallies of all questions that are counted, also of those that nobody answered. */
  *found(): Generator<FoundTally> {
    this.#pending.settle()
    for (const question of orderedQuestions(this.#dictionary)) {
      const slot = this.#slots[question.n] === undefined ? this.#slot(question.n) : this.#slots[question.n]
      if (!slot) continue
      yield {
        question,
        all: slot.all.tally,
        groups: new Map([...slot.groups].map(([group, pile]) => [group, pile.tally])),
        empty: () => tallyOf(question, this.#textBudget),
      }
    }
  }
}

export interface FoundTally {
  question: KnownQuestion
  all: PendingAnswers['tally']
  groups: ReadonlyMap<StatsGroup, PendingAnswers['tally']>
  /** A tally for a group that nobody is in. */
  empty: () => PendingAnswers['tally']
}
