/** Every way through a survey that its logic can tell apart, against answers by chance. */
import { describe, expect, it } from 'vitest'
import { walk } from '../../src/model/walk.ts'
import { problemOf } from '../../src/model/question/index.ts'
import { waysThrough } from '../support/ways.ts'
import { randomLogic } from '../support/random-logic.ts'

const seeds = Array.from({ length: 500 }, (_, index) => index + Number(process.env.TEST_SEED ?? 1))

describe('ways through surveys with logic', () => {
  const decided = seeds.flatMap((seed) => {
    const survey = randomLogic(seed)
    const { ids, rules, entities: questions, settings } = survey
    const found = waysThrough({ ids, rules, questions, requiredMode: settings.question_required_mode }, 3000)
    return found.complete ? [{ seed, survey, ways: found.ways }] : []
  })

  it('can be told apart in most of them', () => expect(decided.length).toBeGreaterThan(seeds.length * 0.6))

  it('hold the one that any answers lead to', () => {
    for (const { seed, survey, ways } of decided) {
      const known = new Set(ways.map((way) => JSON.stringify(way.walk)))
      const way = walk(survey.ids, survey.rules, survey.answers)
      expect([seed, known.has(JSON.stringify(way))], JSON.stringify(way)).toEqual([seed, true])
    }
  })

  it('are of answers that the page takes', () => {
    for (const { seed, survey, ways } of decided) {
      for (const { values } of ways)
        for (const [id, value] of Object.entries(values)) {
          const question = survey.entities[id]
          if (question) expect([seed, value, problemOf(question, value, false)]).toEqual([seed, value, undefined])
        }
    }
  })
})
