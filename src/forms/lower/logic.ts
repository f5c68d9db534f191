/**
 * Expressions as rules. What nothing here can decide is taken so that more is shown, never less: a condition for showing counts as
 * true there, one for skipping as false.
 */
import type { Rule } from '../../model/logic.ts'
import { isAnswerable } from '../../model/question/index.ts'
import { all, holdsOpaque, mapTests, opaque, type Expression, type Test } from '../expression/expression.ts'
import { casesOf, mostCases, type Conjunct, type Literal } from '../expression/normal.ts'
import type { Condition, Flow, Form, Item } from '../form.ts'
import type { Losses } from '../loss.ts'
import { ofBlank, typedTest } from './typed.ts'

const mostRules = 5000

export interface LoweredLogic {
  /** With keys in place of ids. */
  rules: Rule[]
  /** Screens that no answers lead to. */
  gone: ReadonlySet<string>
}

export function lowerLogic(
  { items, flow, ignoresCase = false }: Pick<Form, 'items' | 'flow' | 'ignoresCase'>,
  losses: Losses,
): LoweredLogic {
  const logic = new Logic(items, ignoresCase, losses)
  items.forEach((item, index) => logic.addVisibility(item, index))
  for (const each of logic.withEarlyStarts(flow)) logic.addFlow(each)
  return { rules: logic.rules, gone: logic.gone }
}

class Logic {
  readonly rules: Rule[] = []
  readonly gone = new Set<string>()
  readonly #items: readonly Item[]
  readonly #ignoresCase: boolean
  readonly #losses: Losses
  readonly #place: ReadonlyMap<string, number>
  /** By action and tests, so that a rule is there once: the questions that it shows or hides. */
  readonly #questionsOf = new Map<string, string[]>()

  constructor(items: readonly Item[], ignoresCase: boolean, losses: Losses) {
    this.#items = items
    this.#ignoresCase = ignoresCase
    this.#losses = losses
    this.#place = new Map(items.map(({ key }, index) => [key, index]))
  }

  addVisibility(item: Item, index: number): void {
    const parts = item.visible.flatMap((condition) => flat(this.#typed(condition, index, item.key)))
    const shows: Expression[] = []
    const hides: Conjunct[] = []
    for (const part of parts) {
      const whole = casesOf(part, { opaqueFits: true })
      const rest = casesOf(part, { opaqueFits: true, truth: false })
      if (rest && (!whole || cost(rest) < cost(whole))) hides.push(...rest)
      else shows.push(part)
    }
    const cases = casesOf(all(shows), { opaqueFits: true })
    if (cases?.length === 0 || hides.some((tests) => tests.length === 0)) return this.#leaveOut(item)
    if (!cases || this.rules.length > mostRules) {
      const text = item.visible.map((condition) => condition.text).join(' and ')
      this.#losses.add('logic.too-large', item, `${text}: more than ${cases ? `${mostRules} rules` : `${mostCases} cases`}`)
      return
    }
    if (cases.every((tests) => tests.length > 0)) this.#add(cases, 'show', item.key)
    this.#add(hides, 'hide', item.key)
  }

  #leaveOut(item: Item): void {
    this.gone.add(item.key)
    this.#losses.add('hidden.undeclared', item, `"${item.key}" is never shown`)
  }

  #add(cases: readonly Conjunct[], action: 'show' | 'hide', key: string): void {
    const single = cases.length > 1 && cases.every((tests) => tests.length === 1)
    const ifs: Rule['if'][] = single ? [{ any: cases.flat().map(testOf) }] : cases.map((tests) => ({ all: tests.map(testOf) }))
    for (const on of ifs) {
      const rule = JSON.stringify([action, on])
      const others = this.#questionsOf.get(rule)
      if (others) others.push(key)
      else {
        const questions = [key]
        this.#questionsOf.set(rule, questions)
        this.rules.push({ if: on, then: { action, questions } })
      }
    }
  }

  addFlow({ after, on, then }: Flow): void {
    const at = this.#place.get(after)
    const anchor = at === undefined ? undefined : this.#items.slice(0, at + 1).findLast(({ key }) => !this.gone.has(key))
    if (at === undefined || !anchor)
      return this.#losses.add('logic.widened', { at: on.at, key: after }, `${on.text}: nothing comes before it`)
    const to = then.action === 'jump' ? this.#target(then.to) : undefined
    if (then.action === 'jump' && (to === undefined || this.#index(to) <= at))
      return this.#losses.add('logic.forward', { at: on.at, key: after }, `leads back to "${then.to}"`, 'left out: no way leads back')
    const cases = casesOf(this.#typed(on, at + 1, after, false), { opaqueFits: false })
    if (!cases) return this.#losses.add('logic.too-large', { at: on.at, key: after }, on.text, 'left out: nothing is skipped')
    for (const tests of cases)
      for (const anchored of this.#anchored(tests, anchor))
        this.rules.push({ if: { all: anchored.map(testOf) }, then: then.action === 'jump' ? { action: 'jump', to: to! } : then })
  }

  #index = (key: string): number => (key === 'submit' ? this.#items.length : (this.#place.get(key) ?? -1))

  /** The screen, or the next one that is there. */
  #target(to: string): string | undefined {
    const at = this.#index(to)
    return at < 0 ? undefined : (this.#items.slice(at).find(({ key }) => !this.gone.has(key))?.key ?? 'submit')
  }

  /** A rule is judged on each screen that it tests: with one of both, it is on this one, whatever is answered there. */
  #anchored(tests: Conjunct, { key, question }: Item): Conjunct[] {
    if (tests.some((test) => test.key === key)) return [tests]
    const blank = [...tests, { key, operator: 'not_answered' as const }]
    return isAnswerable(question) ? [[...tests, { key, operator: 'answered' }], blank] : [blank]
  }

  /**
   * Who jumps past the place where another jump begins is still led by that one, unless it is `onlyThere`. Rules are judged on screens
   * that are shown: so it begins where the first one does as well, as if all that is skipped were blank.
   */
  withEarlyStarts(flow: readonly Flow[]): Flow[] {
    const made: Flow[] = []
    for (const one of flow.toReversed()) {
      const [from, to] = [this.#index(one.after), one.then.action === 'jump' ? this.#index(one.then.to) : -1]
      const skipped = new Set(this.#items.slice(from + 1, Math.max(to, 0)).map(({ key }) => key))
      const inside = made.filter(({ after, onlyThere }) => !onlyThere && skipped.has(after))
      const early = inside.map((other): Flow => {
        const blank = mapTests(other.on.when, (test) => (skipped.has(test.key) ? ofBlank(test) : test))
        return { after: one.after, on: { ...other.on, when: all([one.on.when, blank]) }, then: other.then }
      })
      made.unshift(...early, one)
    }
    return made
  }

  /** Of this language; `before`: the place of the screen that it is for. */
  #typed(condition: Condition, before: number, key: string, shows = true): Expression {
    const { when, text, at } = condition
    const later = new Set<string>()
    const typed = mapTests(when, (test) => {
      if (this.gone.has(test.key)) return ofBlank(test)
      const place = this.#place.get(test.key)
      if (place === undefined) return opaque
      if (place < before) {
        const item = this.#items[place]!
        if (this.#ignoresCase && asksForLetters(test, item))
          this.#losses.add('setting.changed', { at, key }, text, 'upper and lower case count as different')
        return typedTest(test, item)
      }
      later.add(test.key)
      return opaque
    })
    if (later.size > 0) this.#losses.add('logic.forward', { at, key }, `${text}: "${[...later].join('", "')}" comes later`)
    else if (holdsOpaque(typed))
      this.#losses.add('logic.widened', { at, key }, text, shows ? undefined : 'nothing is skipped where it is not understood')
    return typed
  }
}

/** Of a text that somebody typed; options are found however they are written. */
const asksForLetters = ({ operator, value }: Test, { question }: Item): boolean =>
  (operator === 'equals' || operator === 'contains') && ['input', 'email'].includes(question.type) && /\p{L}/u.test(String(value))

const flat = (expression: Expression): Expression[] => (expression.kind === 'and' ? expression.parts.flatMap(flat) : [expression])
const cost = (cases: readonly Conjunct[]): number => cases.reduce((sum, tests) => sum + tests.length, 0)
const testOf = ({ key, ...test }: Literal) => ({ question: key, ...test })
