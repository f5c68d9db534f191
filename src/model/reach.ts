/**
 * Computes what can happen in a survey with logic, for all possible answers. Screens are visited in order, each with all states
 * of the rules in which a respondent can reach it. Respondents for whom the same tests of the remaining rules passed share a
 * state, so that a survey of a hundred rules has hundreds of states instead of countless paths. `walk` evaluates each test.
 *
 * An example: screens a (yes or no), b, c, submit, and one rule, "if a = no, jump to submit". It has one test, so a state is a
 * screen and one bit: whether "a = no" passed.
 *
 *     a, bit 0        answers that tell the test apart: yes, no (and blank, where a may be skipped)
 *       yes -> b, bit -   the rule is over with a: behind it no test is live, and both answers share states again
 *       no  -> submit     the rule holds (`holding`) and is the first that does (`deciding`); b and c are skipped
 *     b -> c -> submit
 *
 * So all screens are `shown`, the only end is submit, and `missed` are b and c: a respondent can complete without them.
 */
import type { Rule, Test } from './logic.ts'
import { walk, type Walk } from './walk.ts'
import { valuesOf } from './telling-values.ts'
import type { Question, Settings } from './survey.ts'

export interface SurveyLogic {
  ids: readonly string[]
  rules: readonly Rule[]
  questions: Readonly<Record<string, Question>>
  requiredMode?: Settings['question_required_mode']
}

export interface Reach {
  /** False where there are more states than `most`, or not all kinds of answers were tried: then more may happen. */
  complete: boolean
  /** Screens that can be shown. */
  shown: Set<string>
  ends: Set<Walk['end']>
  /** Indexes of the rules that lead to another screen and whose tests can hold. */
  holding: Set<number>
  /** Of these, the ones that can decide, as no earlier rule does. */
  deciding: Set<number>
  /** Screens that a respondent who completes the survey can see. */
  seen: Set<string>
  /** Screens that a respondent who completes the survey can miss. */
  missed: Set<string>
}

export const testsOf = ({ if: on }: Rule): readonly Test[] => ('all' in on ? on.all : on.any)

/** A screen, with a state of the rules in which it is reached. */
interface State {
  index: number
  isShown: boolean
  next: (State | Walk['end'])[]
  completes: boolean
}

export function reachOf(logic: SurveyLogic, most = 10_000): Reach {
  const { ids } = logic
  const screens = screensOf(logic)
  const reach: Reach = {
    complete: true,
    shown: new Set(),
    ends: new Set(),
    holding: new Set(),
    deciding: new Set(),
    seen: new Set(),
    missed: new Set(),
  }
  let states = 0
  const arrive = (index: number, settled: bigint): State | 'submit' => {
    const screen = screens[index]
    if (!screen) return 'submit'
    const key = settled & screen.live
    const known = screen.states.get(key)
    if (known) return known
    states++
    const made: State = { index, isShown: !screen.isHidden(key), next: [], completes: false }
    screen.states.set(key, made)
    return made
  }
  arrive(0, 0n)
  for (const screen of screens) {
    if (states > most) return { ...reach, complete: false }
    for (const [settled, state] of screen.states) {
      if (state.isShown) {
        reach.shown.add(screen.id)
        reach.complete &&= (screen.undecided & ~settled) === 0n
      }
      for (const outcome of state.isShown ? screen.outcomes : [screen.blank]) {
        const given = settled | outcome
        const to = targetOf(screen, given, reach)
        // What is skipped is blank.
        const skipped = screens.slice(screen.index + 1, to).reduce((all, { blank }) => all | blank, given)
        const next = to === screenedOut ? 'screenout' : arrive(to, skipped)
        if (typeof next === 'string') reach.ends.add(next)
        state.next.push(next)
      }
    }
  }
  noteCompleted(ids, screens, reach)
  return reach
}

/** As a target: the answer ends as screened out. */
const screenedOut = Number.POSITIVE_INFINITY
/** As the index of a tested screen: it doesn't exist. */
const never = Number.POSITIVE_INFINITY

/** The screen that comes next. */
function targetOf({ index, leading }: Screen, settled: bigint, { holding, deciding }: Reach): number {
  let target: number | undefined
  for (const facts of leading) {
    if (!applies(facts, settled, index + 1)) continue
    holding.add(facts.number)
    if (target !== undefined) continue
    deciding.add(facts.number)
    if (facts.target > index) target = facts.target
  }
  return target ?? index + 1
}

/** From the end backwards: which states lead to completion, and which screens are seen or missed on the way. */
function noteCompleted(ids: readonly string[], screens: readonly Screen[], { seen, missed }: Reach): void {
  for (const { id, index, states } of screens.toReversed()) {
    for (const state of states.values()) {
      for (const one of state.next) {
        if (one === 'screenout' || (one !== 'submit' && !one.completes)) continue
        state.completes = true
        ;(state.isShown ? seen : missed).add(id)
        for (const skipped of ids.slice(index + 1, one === 'submit' ? ids.length : one.index)) missed.add(skipped)
      }
    }
  }
}

/** A rule, with its place in the survey. */
interface RuleFacts {
  number: number
  rule: Rule
  /** Set in a state when one test of an `all` has failed, or one of an `any` holds. */
  bit: bigint
  isAll: boolean
  /** Index of the last screen that it tests; infinite where one is no screen. */
  last: number
  /** Index of the last screen at which it is asked; -1 where it never holds. */
  lastAsked: number
  /** Of rules that lead on: index of a screen; those that lead back are passed over. */
  target: number
}

const applies = ({ isAll, bit, last }: RuleFacts, settled: bigint, before: number): boolean =>
  isAll ? (settled & bit) === 0n && last < before : (settled & bit) !== 0n

interface Screen {
  id: string
  index: number
  /** The states in which it is reached. */
  states: Map<bigint, State>
  /** Rules that are asked here or later. */
  live: bigint
  leading: readonly RuleFacts[]
  isHidden: (settled: bigint) => boolean
  /** The bits that each kind of answer sets, and those that a blank sets. */
  outcomes: readonly bigint[]
  blank: bigint
  /** Bits that answers which weren't tried might set. */
  undecided: bigint
}

function screensOf({ ids, rules, questions, requiredMode }: SurveyLogic): Screen[] {
  const at = new Map(ids.map((id, index) => [id, index]))
  const all = rules.map((rule, number) => factsOf(rule, number, at))
  return ids.map((id, index) => {
    const revealing = all.filter(({ rule: { then } }) => 'questions' in then && then.questions.includes(id))
    const shows = revealing.filter(({ rule: { then } }) => then.action === 'show')
    const hides = revealing.filter(({ rule: { then } }) => then.action === 'hide')
    const tests = all.flatMap((facts) =>
      facts.lastAsked < index
        ? []
        : testsOf(facts.rule)
            .filter(({ question }) => question === id)
            .map((test) => ({ test, facts })),
    )
    const settles = (value: unknown): bigint =>
      tests.reduce((sum, { test, facts: { bit, isAll } }) => (passes(id, value, test) === isAll ? sum : sum | bit), 0n)
    const { values, complete } =
      tests.length === 0
        ? nothingAsked
        : valuesOf(
            questions[id],
            tests.map(({ test }) => test),
            requiredMode,
          )
    return {
      id,
      index,
      states: new Map(),
      live: all.reduce((sum, { lastAsked, bit }) => (lastAsked >= index ? sum | bit : sum), 0n),
      leading: all.filter(({ rule }) => leadsOn(rule) && testsOf(rule).some(({ question }) => question === id)),
      isHidden: (settled) =>
        hides.some((facts) => applies(facts, settled, index)) ||
        (shows.length > 0 && !shows.some((facts) => applies(facts, settled, index))),
      outcomes: [...new Set(values.map(settles))],
      blank: settles(undefined),
      undecided: complete ? 0n : tests.reduce((sum, { facts: { bit } }) => sum | bit, 0n),
    }
  })
}

const nothingAsked = { values: [undefined], complete: true }

export const leadsOn = ({ then }: Rule): boolean => !('questions' in then)

/** As the page itself judges. */
const passes = (id: string, value: unknown, test: Test): boolean =>
  walk([id], [{ if: { all: [test] }, then: { action: 'screenout' } }], { [id]: value }).end === 'screenout'

function factsOf(rule: Rule, number: number, at: ReadonlyMap<string, number>): RuleFacts {
  const { if: on, then } = rule
  const tested = testsOf(rule).map(({ question }) => at.get(question))
  const asked = 'questions' in then ? then.questions.map((id) => at.get(id)) : tested
  const submit = at.get('submit') ?? at.size
  const isAll = 'all' in on
  const last = tested.length === 0 ? never : Math.max(...tested.map((index) => index ?? never))
  const lastAsked = Math.max(-1, ...asked.map((index) => index ?? -1))
  const isAsked = !isAll || (leadsOn(rule) ? last <= lastAsked : last < lastAsked)
  return {
    number,
    rule,
    bit: 1n << BigInt(number),
    isAll,
    last,
    lastAsked: isAsked ? lastAsked : -1,
    target: then.action === 'jump' ? (at.get(then.to) ?? -1) : then.action === 'finish' ? submit : screenedOut,
  }
}
