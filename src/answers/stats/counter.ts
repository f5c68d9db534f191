/** Counts answers one by one, without keeping them. */
import { Decoder, usuallyCached } from '../decode/decoder.ts'
import { addWarnings, noWarnings, type DecodeWarnings } from '../decode/warnings.ts'
import { orderedQuestions } from '../dictionary/columns.ts'
import type { Dictionary, GivenAnswers, KnownQuestion } from '../dictionary/shape.ts'
import { Funnel } from './funnel.ts'
import { periodOf, refuseTooLong, type Unit } from './period.ts'
import { CurrentDecoder, PendingAnswers, PendingTexts } from './pending.ts'
import { tallyOf } from './tally.ts'
import { ConditionTest, type Condition } from './where.ts'
import { TextBudget } from './texts.ts'
import { Unlisted, type UnlistedText } from '../sync/unlisted.ts'

interface Answer {
  /** Absent where the service can't be asked about it. */
  id?: number
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
type GroupKey = number

/** What is counted of one question. */
interface Slot {
  current: CurrentDecoder
  all: PendingAnswers
  groups: Map<GroupKey, PendingAnswers>
}

const mostUnclear = 1000

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
  readonly #by: CurrentDecoder | undefined
  /** They decide whether an answer counts, and in which group: `where` and `by`. */
  readonly #deciding: readonly CurrentDecoder[]
  /** Answers that wait, as a text that decides where they count isn't understood yet. */
  readonly #unclear: Answer[] = []
  readonly #unlisted = new Unlisted()

  constructor(dictionary: Dictionary, plan: Plan) {
    this.#dictionary = dictionary
    this.#plan = plan
    this.#tests = plan.where.map((condition) => new ConditionTest(condition))
    this.#wanted = plan.questions && new Set(plan.questions.map(({ n }) => n))
    this.#by = plan.by && new CurrentDecoder(plan.by, usuallyCached)
    this.#deciding = [...this.#tests, ...(this.#by ? [this.#by] : [])]
    this.funnel = plan.funnel ? new Funnel(orderedQuestions(dictionary)) : undefined
  }

  get warnings(): DecodeWarnings {
    const sum = noWarnings()
    for (const slot of this.#slots) if (slot) addWarnings(sum, slot.current.decoder.warnings)
    return sum
  }

  /** Of the questions that are counted. */
  get unlisted(): UnlistedText[] {
    return this.#unlisted.texts
  }

  #fits({ start, state }: Pick<Answer, 'start' | 'state'>): boolean {
    const { states, from, until } = this.#plan
    return states.has(state) && start >= from && start < until
  }

  take(answer: Answer): void {
    if (!this.#fits(answer)) return
    if (answer.id !== undefined && this.#isUnclear(answer)) this.#unclear.push(answer)
    else this.#count(answer)
  }

  #isUnclear({ given }: Answer): boolean {
    return this.#deciding.some((one) => given.some(([n, said]) => n === one.n && one.isUnclear(said)))
  }

  #count({ given, start, state, id }: Answer): void {
    const who = id === undefined ? undefined : { id, state }
    if (!this.#tests.every((test) => given.some(([n, said]) => n === test.n && test.holds(said)))) return
    this.answers++
    if (this.funnel) return this.funnel.take(given, state)
    const groups = this.#groups(given, start)
    for (const [n, said] of given) {
      const slot = this.#slot(n)
      if (!slot) continue
      slot.all.add(said, who)
      for (const group of groups) this.#pendingOf(slot, group).add(said)
    }
  }

  #groups(given: GivenAnswers, start: number): readonly GroupKey[] {
    const { by, trend } = this.#plan
    if (trend) {
      if (start === 0) return []
      const period = periodOf(start, trend)
      this.periods.set(period, (this.periods.get(period) ?? 0) + 1)
      if (period < this.#first || period > this.#last) {
        this.#first = Math.min(this.#first, period)
        this.#last = Math.max(this.#last, period)
        refuseTooLong(this.#first, this.#last, trend)
      }
      return [period]
    }
    const said = by && given.find(([n]) => n === by.n)
    const value = said && this.#by?.decoder.decode(said[1])
    return value?.is === 'codes' ? value.codes : value?.is === 'number' ? [value.number] : []
  }

  #slot(n: number): Slot | null {
    const known = this.#slots[n]
    if (known !== undefined) return known
    const question = this.#dictionary.questions.find((one) => one.n === n)
    // A trend is of all answers together, and of the questions that were named.
    const isWanted = this.#wanted?.has(n) ?? !this.#plan.trend
    return (this.#slots[n] = question && isWanted ? this.#newSlot(question) : null)
  }

  #newSlot(question: KnownQuestion): Slot {
    const current = new CurrentDecoder(question)
    const all = new PendingAnswers(tallyOf(question, this.#textBudget), current, this.#pending, this.#unlisted)
    return { current, all, groups: new Map() }
  }

  #pendingOf(slot: Slot, group: GroupKey): PendingAnswers {
    const known = slot.groups.get(group)
    if (known) return known
    const pending = new PendingAnswers(tallyOf(slot.current.question, this.#textBudget), slot.current, this.#pending)
    slot.groups.set(group, pending)
    return pending
  }

  /** Time to call `settle`. */
  get isFull(): boolean {
    return this.#pending.isFull || this.#unclear.length >= mostUnclear
  }

  /** Waiting texts that fit no option that the dictionary has so far. */
  waiting(): Unlisted {
    const found = this.#pending.unlisted()
    for (const { n, question } of this.#deciding) {
      const trial = new Decoder(structuredClone(question))
      for (const { id = 0, state, given } of this.#unclear) {
        const { value, unfit } = trial.read(given.find((one) => one[0] === n)?.[1])
        if (unfit) found.take(question, unfit, value, { id, state })
      }
    }
    return found
  }

  /** To be called when the dictionary has changed. */
  renew(): void {
    for (const slot of this.#slots) slot?.current.renew()
    for (const one of this.#deciding) one.renew()
  }

  /** Counts the answers that wait; true when there were some. */
  takeUnclear(): boolean {
    const answers = this.#unclear.splice(0)
    for (const answer of answers) this.#count(answer)
    return answers.length > 0
  }

  /** Counts the texts that wait. */
  settle(): void {
    this.takeUnclear()
    this.#pending.settle()
  }

  /** The tallies of all questions that are counted, also of those that nobody answered. */
  *found(): Generator<FoundTally> {
    this.#pending.settle()
    for (const question of orderedQuestions(this.#dictionary)) {
      const slot = this.#slot(question.n)
      if (!slot) continue
      yield {
        question,
        all: slot.all.tally,
        groups: new Map([...slot.groups].map(([group, pending]) => [group, pending.tally])),
        empty: () => tallyOf(question, this.#textBudget),
      }
    }
  }
}

export interface FoundTally {
  question: KnownQuestion
  all: PendingAnswers['tally']
  groups: ReadonlyMap<GroupKey, PendingAnswers['tally']>
  /** A tally for a group that nobody is in. */
  empty: () => PendingAnswers['tally']
}
