/** What becomes of findings, and of what check.yaml says of them. What each rule finds: test/acceptance/check-rules.test.ts. */
import { describe, expect, it } from 'vitest'
import { noConfig, readConfig } from '../../src/check/config.ts'
import type { Snapshot } from '../../src/check/snapshot.ts'
import { checkSurvey } from '../../src/check/run.ts'
import type { Rule as LogicRule } from '../../src/model/logic.ts'
import { walk } from '../../src/model/walk.ts'
import { waysThrough } from '../support/ways.ts'

type Question = Record<string, unknown>

const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`
const option = (name: string, more: object = {}) => ({ id: name, title: name, ...more })

/** Three questions that nothing is wrong with, published, somebody notified. */
function sound(): Snapshot {
  return {
    survey: '1',
    name: 'Sound',
    screens: {
      ids: ['welcome', id(1), id(2), id(3), 'submit'],
      entities: {
        welcome: { type: 'welcome', title: 'Hello' },
        [id(1)]: { type: 'yesno', title: 'Bought?' },
        [id(2)]: { type: 'choice', title: 'What?', choiceEntities: [option('a'), option('b')] },
        [id(3)]: { type: 'scale', title: 'Again?', scaleFrom: 0, scaleTo: 10 },
        submit: { type: 'submit', title: 'Bye' },
      },
    },
    settings: { lang: 'en' },
    conditions: {},
    detail: {
      is_published: true,
      published_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:01Z',
      answer_count: 3,
      url_shared: 'https://s.example/x',
    },
    parts: {
      emails: { settings: { owner_enabled: true } },
      qr: { url: 'https://s.example/qr.png' },
    },
    now: new Date('2026-06-01T00:00:00Z'),
    options: {},
  }
}

const no = { all: [{ question: id(1), operator: 'equals', value: 'no' }] } as const satisfies LogicRule['if'] | object as LogicRule['if']

describe('findings', () => {
  const config = (suppress: object[], more: object = {}) => readConfig({ suppress, ...more }).config
  const accepted = { rule: 'closed', survey: 1, reason: 'summer break' }
  const closed = { ...sound(), settings: { ...sound().settings!, close_quiz_enabled: true } }

  it('of a part that could not be read are none, and said to be missing', () => {
    const { findings, skipped } = checkSurvey(closed, { passwords: 'no right' }, noConfig)
    expect([findings.map(({ rule }) => rule), skipped.map(({ rule, why }) => [rule, why])]).toEqual([
      ['closed'],
      [
        ['password-missing', 'no right'],
        ['password-unused', 'no right'],
      ],
    ])
  })
  it('are suppressed with their reason', () =>
    expect(checkSurvey(closed, {}, config([accepted])).findings).toMatchObject([{ rule: 'closed', suppressed: 'summer break' }]))
  it('come back when the suppression has ended, which is told as well', () =>
    expect(
      checkSurvey(closed, {}, config([{ ...accepted, until: '2026-05-31' }])).findings.map(({ rule, suppressed }) => [rule, suppressed]),
    ).toEqual([
      ['closed', null],
      ['unused-suppression', null],
    ]))
  it('tell of a suppression that nothing needs', () =>
    expect(checkSurvey(sound(), {}, config([accepted])).findings.map(({ rule }) => rule)).toEqual(['unused-suppression']))
  it('have the severity of check.yaml', () =>
    expect(checkSurvey(closed, {}, config([], { rules: { closed: 'info' } })).findings[0]!.severity).toBe('info'))
  it('are none of a rule that is off', () => expect(checkSurvey(closed, {}, config([], { rules: { closed: 'off' } })).findings).toEqual([]))
  it('keep their fingerprint when screens move', () => {
    const moved = structuredClone(sound())
    moved.screens.ids = ['welcome', id(3), id(1), id(2), 'submit']
    const print = (survey: Snapshot) => {
      ;(survey.screens.entities[id(1)] as Question).title = ''
      return checkSurvey(survey, {}, noConfig).findings[0]!.fingerprint
    }
    expect(print(moved)).toBe(print(structuredClone(sound())))
  })
})

it.each([
  [{ rules: { nope: 'off' } }, 'rules.nope: there is no such rule'],
  [{ rules: { closed: 'loud' } }, 'rules.closed: must be one of error, warning, info, off'],
  [{ suppress: [{ rule: 'closed', survey: 1 }] }, 'suppress[0].reason: is required'],
  [{ supress: [] }, 'unknown section "supress"; there are rules, consent, domains, suppress'],
  [[], 'it must hold an object'],
])('check.yaml %j is refused', (value, problem) => expect(readConfig(value).problems).toEqual([problem]))

describe('ways through a survey', () => {
  const questions = sound().screens.entities as never
  it('are those that the walk itself takes, each once', () => {
    const list: LogicRule[] = [
      { if: no, then: { action: 'jump', to: id(3) } },
      { if: { all: [{ question: id(3), operator: 'at_most', value: 6 }] }, then: { action: 'screenout' } },
    ]
    const { ways, complete } = waysThrough({ ids: sound().screens.ids, rules: list, questions })
    expect(complete).toBe(true)
    for (const way of ways) expect(walk(sound().screens.ids, list, way.values)).toEqual(way.walk)
    const shapes = new Set(ways.map((way) => `${way.walk.path.length} ${way.walk.end}`))
    expect(shapes).toEqual(new Set(['5 submit', '4 submit', '4 screenout', '3 screenout']))
  })
  it('are given up when there are too many', () => {
    const list: LogicRule[] = [{ if: no, then: { action: 'finish' } }]
    expect(waysThrough({ ids: sound().screens.ids, rules: list, questions }, 1).complete).toBe(false)
  })
})
