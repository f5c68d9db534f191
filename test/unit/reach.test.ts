/** What can happen in a survey with logic, against every way through it. */
import { describe, expect, it } from 'vitest'
import type { Rule } from '../../src/model/logic.ts'
import { leadsOn, reachOf, type SurveyLogic } from '../../src/model/reach.ts'
import { randomLogic } from '../support/random-logic.ts'
import { waysThrough, type Way } from '../support/ways.ts'

const seeds = Array.from({ length: 500 }, (_, index) => index + Number(process.env.TEST_SEED ?? 1))
const numbers = (rules: readonly Rule[]): number[] => rules.flatMap((rule, index) => (leadsOn(rule) ? [index] : []))
const sorted = <T>(values: Iterable<T>): T[] => [...new Set(values)].toSorted()

/** In its place, or first, a rule becomes an end that nothing else gives. */
function meets(logic: SurveyLogic, number: number, first: boolean): boolean {
  const marked: Rule = { if: logic.rules[number]!.if, then: { action: 'screenout', message: 'met' } }
  const others = logic.rules.filter((_, index) => index !== number)
  const rules = first ? [marked, ...others] : logic.rules.with(number, marked)
  return waysThrough({ ...logic, rules }).ways.some(({ walk }) => walk.message === 'met')
}

const byWays = (logic: SurveyLogic, ways: readonly Way[]) => {
  const completed = ways.filter(({ walk }) => walk.end === 'submit')
  return {
    shown: sorted(ways.flatMap(({ walk }) => walk.path)),
    ends: sorted(ways.map(({ walk }) => walk.end)),
    holding: numbers(logic.rules).filter((number) => meets(logic, number, true)),
    deciding: numbers(logic.rules).filter((number) => meets(logic, number, false)),
    seen: sorted(completed.flatMap(({ walk }) => walk.path)),
    missed: sorted(completed.flatMap(({ walk }) => logic.ids.filter((id) => !walk.path.includes(id)))),
  }
}

const logicOf = (seed: number): SurveyLogic => {
  const { ids, rules, entities: questions, settings } = randomLogic(seed)
  return { ids, rules, questions, requiredMode: settings.question_required_mode }
}

describe('what can happen in a survey with logic', () => {
  it('is what happens on one of all ways through it', () => {
    let tried = 0
    for (const seed of seeds) {
      const logic = logicOf(seed)
      const { ways, complete } = waysThrough(logic, 3000)
      if (!complete) continue
      const { complete: isAll, ...found } = reachOf(logic)
      // Answers that it passed over decide nothing, as it happens.
      if (!isAll) continue
      tried++
      const told = Object.fromEntries(Object.entries(found).map(([name, values]) => [name, sorted<unknown>(values)]))
      expect({ seed, ...told }).toEqual({ seed, ...byWays(logic, ways) })
    }
    expect(tried).toBeGreaterThan(seeds.length * 0.6)
  })

  it('is known of 60 questions and 100 rules, each with tests of two', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `q${index}`)
    const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id }))
    const questions = Object.fromEntries(ids.map((id) => [id, { type: 'dropdown' as const, dropdownEntities: options }]))
    const rules = Array.from({ length: 100 }, (_, index): Rule => {
      const at = index % 50
      const tests = [0, 1].map((by) => ({ question: `q${at + by}`, operator: 'equals' as const, value: options[(index + by) % 4]!.id }))
      return {
        if: { all: tests },
        then: index % 3 === 0 ? { action: 'hide', questions: [`q${at + 5}`] } : { action: 'jump', to: `q${at + 4}` },
      }
    })
    const { complete, shown, holding } = reachOf({ ids, rules, questions })
    expect([complete, shown.size, holding.size]).toEqual([true, 60, 66])
  })

  it('is given up where there are too many states', () => expect(reachOf(logicOf(1), 1).complete).toBe(false))
})
