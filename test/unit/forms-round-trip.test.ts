/** A survey of ours, written for another system and read again, is the same; and that system's engine shows what ours shows. */
import { Model } from 'survey-core'
import { describe, expect, it } from 'vitest'
import { lower } from '../../src/forms/lower/lower.ts'
import { Losses } from '../../src/forms/loss.ts'
import { readSurveyJs } from '../../src/forms/read/surveyjs/read.ts'
import { writeSurveyJs } from '../../src/forms/write/surveyjs.ts'
import { examples } from '../../src/model/question/registry.ts'
import { walk } from '../../src/model/walk.ts'
import type { Rule } from '../../src/model/logic.ts'
import { anySurvey } from '../support/any-questions.ts'
import { fc } from '../support/property.ts'
import { randomLogic, type LogicSurvey } from '../support/random-logic.ts'

const seeds = Array.from({ length: 150 }, (_, index) => index + Number(process.env.TEST_SEED ?? 1))

const named = (ids: readonly string[]): Map<string, string> => new Map(ids.map((id, index) => [id, `q${index}`]))

function written({ ids, entities, rules, settings }: Pick<LogicSurvey, 'ids' | 'entities' | 'rules' | 'settings'>): any {
  const screens = { ids, entities: entities as Record<string, { type: string }> }
  return writeSurveyJs({ name: 'Ours', screens, conditions: { rules }, settings }, named(ids), new Losses())
}
const readAgain = (survey: object): any => {
  const losses = new Losses()
  return {
    ...lower(readSurveyJs(JSON.parse(JSON.stringify(survey)), { groups: 'message', losses }), { losses }).content,
    losses: losses.sorted().filter(({ code }) => code !== 'text.markup'),
  }
}
const present = (entity: object): object =>
  Object.fromEntries(Object.entries(entity).filter(([, value]) => value !== undefined && value !== null && value !== ''))

/** Jumps behind the last screen, and rules on what isn't there, are nothing that another system could say. */
const plainRules = ({ rules }: LogicSurvey): Rule[] =>
  rules.filter(({ then }) => then.action !== 'screenout' && !JSON.stringify(then).includes('gone'))

describe('SurveyJS', () => {
  it('has every type of question, and gives each back as it was', () => {
    const ids = Object.keys(examples).map((type, index) =>
      type === 'welcome' || type === 'submit' ? type : `00000000-0000-4000-8000-0000000000${10 + index}`,
    )
    const entities = Object.fromEntries(
      Object.values(examples).map((question, index) => [
        ids[index]!,
        { ...question, title: `${question.title} <b>now</b>`, filling_time_seconds: 9 },
      ]),
    )
    const order = ['welcome', ...ids.filter((id) => id.length > 9), 'submit']
    const survey = {
      ids: order,
      entities: entities as never,
      rules: [],
      settings: { lang: 'ru' as const, numeration: true, scripts_in_head: '<script>' },
    }
    const made = written(survey)
    expect(new Model(made).jsonErrors?.filter(({ message }: { message: string }) => !message.includes('surveyctl')) ?? []).toEqual([])
    const again = readAgain(made)
    expect([again.screens.ids, again.settings, again.losses]).toEqual([order, survey.settings, []])
    for (const id of order) expect(present(again.screens.entities[id])).toEqual(present(entities[id]!))
  })

  it('keeps any title and any option, as its own engine loads it', () => {
    fc.assert(
      fc.property(anySurvey, (survey) => {
        const made = written(survey)
        expect(new Model(made).getAllQuestions()).toHaveLength(survey.ids.length - 1)
        const again = readAgain(made)
        expect(again.screens.ids).toEqual(survey.ids)
        for (const one of survey.ids) expect(present(again.screens.entities[one])).toEqual(present(survey.entities[one]))
      }),
      { numRuns: process.env.SURVEYCTL_FULL ? 300 : 100 },
    )
  })

  it('gives logic back rule by rule, and what was changed in an editor wins', () => {
    for (const seed of seeds.slice(0, 40)) {
      const survey = randomLogic(seed)
      const made = written(survey)
      const again = readAgain(made)
      expect([seed, again.screens.ids, again.conditions]).toEqual([seed, survey.ids.filter((id) => id !== 'gone'), { rules: survey.rules }])
    }
    const made = written({ ...randomLogic(1) })
    const page = made.pages.at(-1)
    page.elements[0].title = 'Other words'
    page.elements[0].visibleIf = '{q1} notempty'
    const again = readAgain(made)
    expect(again.screens.entities[page.elements[0].surveyctl.id].title).toBe('Other words')
    expect(JSON.stringify(again.conditions)).not.toBe(JSON.stringify({ rules: randomLogic(1).rules }))
  })

  it('shows in its own engine what is shown here, and so does what is read without our property', () => {
    let compared = 0
    for (const seed of seeds) {
      const survey = randomLogic(seed)
      const rules = plainRules(survey)
      const made = written({ ...survey, rules })
      const names = named(survey.ids)
      const model = new Model(made)
      const shown: string[] = []
      for (const id of survey.ids.filter((each) => each !== 'welcome' && each !== 'submit')) {
        const question = model.getQuestionByName(names.get(id)!)
        if (!question.isVisible) continue
        shown.push(id)
        const value = survey.answers[id] as any
        const entity = survey.entities[id]!
        if (value === undefined || (typeof value === 'string' && value.trim() === '')) continue
        const single = entity.type === 'choice' && !entity.choiceMultiple
        const matrix = entity.type === 'matrix'
        question.value =
          entity.type === 'yesno'
            ? value === 'yes'
            : single
              ? value[0]
              : matrix
                ? Object.fromEntries(
                    Object.entries<string[]>(value).map(([row, columns]) => [row, entity.matrixMultiple ? columns : columns[0]]),
                  )
                : value
      }
      // Their texts are compared without case, their lists of a ranking or a file are something else.
      const odd = rules.some(({ if: on }) =>
        ('all' in on ? on.all : on.any).some(
          ({ question, operator }) =>
            ['ranking', 'file', 'input', 'email', 'phone', 'matrix', 'datetime'].includes(survey.entities[question]?.type ?? '') &&
            !/answered/.test(operator),
        ),
      )
      if (odd) continue
      compared++
      const ours = walk(survey.ids, rules, survey.answers).path.filter((id) => id !== 'welcome' && id !== 'submit')
      expect([seed, shown]).toEqual([seed, ours])
      delete made.surveyctl
      const again = readAgain(made)
      const back = walk(again.screens.ids, again.conditions.rules ?? [], survey.answers).path.filter(
        (id: string) => id !== 'welcome' && id !== 'submit',
      )
      if (again.losses.every(({ code }: { code: string }) => code !== 'logic.too-large' && code !== 'logic.widened'))
        expect([seed, back]).toEqual([seed, ours])
    }
    expect(compared).toBeGreaterThan(30)
  })
})
