/** Each rule: a survey where it speaks, and the nearest one where it doesn't. */
import { describe, expect, it } from 'vitest'
import { noConfig, readConfig } from '../../src/check/config.ts'
import type { Snapshot } from '../../src/check/snapshot.ts'
import { rules } from '../../src/check/rules/index.ts'
import { checkSurvey } from '../../src/check/run.ts'
import type { Rule as LogicRule } from '../../src/model/logic.ts'
import { walk } from '../../src/model/walk.ts'
import { waysThrough } from '../support/ways.ts'

type Question = Record<string, unknown>
type Change = (survey: any) => void

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
      texts: { ru: [], en: [{ code: 'too_few', standard_text: 'At least {n}', user_text: 'Take {n}' }] },
      emails: { settings: { owner_enabled: true }, recipients: [{ id: 1, email: 'a@example.org', enabled: true, confirmed: true }] },
      webhooks: [{ hook: { id: 7, is_active: true, url: 'https://hooks.example/x' }, deliveries: 3, failures: 1 }],
      integrations: { sheets: { connected: true, enabled: true, blocked: null, requires_reconnect: false, hidden_widget_ids: [id(1)] } },
      crm: { crm_b: { connection_ok: true, current_mapping: { lead: { enabled: true, fields: { NAME: { widget_id: id(1) } } } } } },
      promo: { data: [], list: { id: 4 }, stats: { unused: 50 } },
      tariff: {
        limits: { disk: { file_size_limit_bytes: 1000, free_bytes: 5000 }, answers: { left: 5, resets_on_day: 1 } },
        tariff: { days_left: 100 },
      },
      passwords: 0,
      versions: { newest: '2026-01-01T00:00:00Z' },
      payment: {},
      qr: { url: 'https://s.example/qr.png', color: '#000000', background: '#FFFFFF' },
      media: { 'https://s.example/gone.png': 'answers 404' },
    },
    now: new Date('2026-06-01T00:00:00Z'),
    options: {},
  }
}

const question =
  (number: number, more: Question): Change =>
  ({ screens }) =>
    Object.assign(screens.entities[id(number)], more)
const replaced =
  (number: number, whole: Question): Change =>
  ({ screens }) => {
    screens.entities[id(number)] = whole
  }
const set =
  (more: object): Change =>
  ({ settings }) =>
    Object.assign(settings, more)
const part =
  (name: string, more: object): Change =>
  ({ parts }) => {
    parts[name] = { ...parts[name], ...more }
  }
const detail =
  (more: object): Change =>
  (survey) =>
    Object.assign(survey.detail, more)
const logic =
  (...list: LogicRule[]): Change =>
  (survey) => {
    survey.conditions = { rules: list }
  }
const ids =
  (...list: string[]): Change =>
  ({ screens }) => {
    screens.ids = list
  }
const all =
  (...changes: Change[]): Change =>
  (survey) =>
    changes.forEach((change) => change(survey))

const no = { all: [{ question: id(1), operator: 'equals', value: 'no' }] } as const satisfies LogicRule['if'] | object as LogicRule['if']
const yes = { all: [{ question: id(1), operator: 'equals', value: 'yes' }] } as LogicRule['if']
const ever = {
  any: [
    { question: id(1), operator: 'answered' },
    { question: id(1), operator: 'not_answered' },
  ],
} as LogicRule['if']
const required = question(1, { isRequired: true })
const many = (count: number) => Array.from({ length: count }, (_, index) => option(String(index)))
const manyQuestions =
  (count: number): Change =>
  ({ screens }) => {
    const names = Array.from({ length: count }, (_, index) => `q${index}`)
    for (const name of names) screens.entities[name] = { type: 'yesno', title: name }
    screens.ids = [...names, 'submit']
  }
const texts =
  (lang: 'ru' | 'en', ...list: object[]): Change =>
  ({ parts }) => {
    parts.texts = { ru: [], en: [], [lang]: list }
  }

const cases: Record<string, [speaks: Change, quiet: Change]> = {
  'no-final-screen': [ids('welcome', id(1)), ids(id(1), 'submit')],
  'final-not-last': [ids('submit', id(1)), ids(id(1), 'submit')],
  'welcome-not-first': [ids(id(1), 'welcome', 'submit'), ids('welcome', id(1), 'submit')],
  'no-questions': [ids('welcome', 'submit'), ids(id(1), 'submit')],
  'unknown-type': [question(1, { type: 'stars' }), question(1, { type: 'rating' })],
  untitled: [question(1, { title: ' ' }), question(1, { title: 'T' })],
  'duplicate-title': [question(1, { title: 'again?' }), question(1, { title: 'Again' })],
  'choice-empty': [question(2, { choiceEntities: [] }), question(2, { choiceEntities: [option('a')] })],
  'choice-single': [question(2, { choiceEntities: [option('a')] }), question(2, { choiceEntities: many(2) })],
  'option-duplicate': [
    question(2, { choiceEntities: [option('a'), option('b', { title: 'A' })] }),
    question(2, { choiceEntities: many(2) }),
  ],
  'option-untitled': [question(2, { choiceEntities: [option('a', { title: '' }), option('b')] }), question(2, { choiceEntities: many(2) })],
  'option-id-missing': [question(2, { choiceEntities: [{ title: 'A' }, option('b')] }), question(2, { choiceEntities: many(2) })],
  'option-id-duplicate': [
    question(2, { choiceEntities: [option('a'), option('a', { title: 'B' })] }),
    question(2, { choiceEntities: many(2) }),
  ],
  'choice-bounds': [question(2, { choiceMultiple: true, choiceMin: 3 }), question(2, { choiceMultiple: true, choiceMin: 2 })],
  'range-empty': [question(3, { scaleFrom: 5, scaleTo: 5 }), question(3, { scaleFrom: 4, scaleTo: 5 })],
  'scale-large': [question(3, { scaleTo: 101 }), question(3, { scaleTo: 100 })],
  'date-window': [
    replaced(1, { type: 'datetime', title: 'When?', datetimeMin: '2027-01-02', datetimeMax: '2027-01-01' }),
    replaced(1, { type: 'datetime', title: 'When?', datetimeMin: '2027-01-01', datetimeMax: '2027-01-02' }),
  ],
  'matrix-empty': [
    replaced(1, { type: 'matrix', title: 'M', matrixRows: many(2), matrixColumns: [] }),
    replaced(1, { type: 'matrix', title: 'M', matrixRows: many(2), matrixColumns: many(1) }),
  ],
  'matrix-large': [
    replaced(1, { type: 'matrix', title: 'M', matrixRows: many(61), matrixColumns: many(1) }),
    replaced(1, { type: 'matrix', title: 'M', matrixRows: many(30), matrixColumns: many(2) }),
  ],
  'required-blocked': [question(1, { isRequired: true, isBlocked: true }), question(1, { isRequired: true })],
  'required-overridden': [all(required, set({ question_required_mode: 'all_optional' })), set({ question_required_mode: 'all_optional' })],
  'timer-zero': [question(1, { filling_time_enabled: true }), question(1, { filling_time_enabled: true, filling_time_seconds: 60 })],
  'timer-short': [
    question(1, { filling_time_enabled: true, filling_time_seconds: 2 }),
    question(1, { filling_time_enabled: true, filling_time_seconds: 20 }),
  ],
  'file-too-large': [
    replaced(1, { type: 'file', title: 'F', fileMaxBytes: 1001 }),
    replaced(1, { type: 'file', title: 'F', fileMaxBytes: 1000 }),
  ],
  'logic-opaque': [(survey) => void (survey.conditions = { flow: [] }), logic({ if: no, then: { action: 'finish' } })],
  'logic-dangling': [logic({ if: no, then: { action: 'jump', to: id(9) } }), logic({ if: no, then: { action: 'jump', to: id(3) } })],
  'logic-value': [
    logic({ if: { all: [{ question: id(1), operator: 'equals', value: 'maybe' }] }, then: { action: 'finish' } }),
    logic({ if: no, then: { action: 'finish' } }),
  ],
  'logic-backward': [
    logic({ if: { all: [{ question: id(2), operator: 'answered' }] }, then: { action: 'jump', to: id(1) } }),
    logic({ if: no, then: { action: 'jump', to: id(3) } }),
  ],
  'unreachable-screen': [
    all(required, logic({ if: ever, then: { action: 'jump', to: id(3) } })),
    logic({ if: no, then: { action: 'jump', to: id(3) } }),
  ],
  'dead-end': [logic({ if: ever, then: { action: 'screenout' } }), logic({ if: no, then: { action: 'screenout' } })],
  'rule-never': [
    logic({ if: { all: [...('all' in no ? no.all : []), ...('all' in yes ? yes.all : [])] }, then: { action: 'finish' } }),
    logic({ if: no, then: { action: 'finish' } }),
  ],
  'rule-shadowed': [
    logic({ if: no, then: { action: 'finish' } }, { if: no, then: { action: 'jump', to: id(3) } }),
    logic({ if: no, then: { action: 'finish' } }, { if: yes, then: { action: 'jump', to: id(3) } }),
  ],
  'random-with-jumps': [
    all(set({ question_random_order: true }), logic({ if: no, then: { action: 'jump', to: id(3) } })),
    all(set({ question_random_order: true }), logic({ if: no, then: { action: 'hide', questions: [id(3)] } })),
  ],
  'required-in-branch': [
    all(question(2, { isRequired: true }), logic({ if: no, then: { action: 'jump', to: id(3) } })),
    logic({ if: no, then: { action: 'jump', to: id(3) } }),
  ],
  'text-language': [texts('ru', { code: 'btn_next', user_text: 'Go' }), texts('en', { code: 'btn_next', user_text: 'Go' })],
  'text-placeholder': [
    texts('en', { code: 'too_few', standard_text: 'At least {n}', user_text: 'Take some' }),
    texts('en', { code: 'too_few', standard_text: 'At least {n}', user_text: 'Take {n}' }),
  ],
  closed: [set({ close_quiz_enabled: true }), set({ close_quiz_enabled: false })],
  'closes-in-past': [
    set({ limit_time_enabled: true, limit_time_value: '2026-05-01T00:00:00Z' }),
    set({ limit_time_enabled: true, limit_time_value: '2026-07-01T00:00:00Z' }),
  ],
  'limit-reached': [
    set({ limit_answer_count_enabled: true, limit_answer_count_value: 3 }),
    set({ limit_answer_count_enabled: true, limit_answer_count_value: 4 }),
  ],
  'scripts-insecure': [
    set({ scripts_in_head: '<script src="http://x.example/a.js">' }),
    set({ scripts_in_head: '<script src="https://x.example/a.js">' }),
  ],
  'scores-unused': [
    question(2, { choiceEntities: [option('a', { score: 1 }), option('b')] }),
    all(question(2, { choiceEntities: [option('a', { score: 1 }), option('b')] }), set({ scoring_switcher: true })),
  ],
  'password-missing': [set({ use_password: true }), all(set({ use_password: true }), (survey) => void (survey.parts.passwords = 1))],
  'password-unused': [
    (survey) => void (survey.parts.passwords = 2),
    all(set({ use_password: true }), (survey) => void (survey.parts.passwords = 2)),
  ],
  'devices-none': [set({ available_devices: [] }), set({ available_devices: ['mobile'] })],
  'ip-lists': [set({ ip_list_enabled: true }), set({ ip_list_enabled: true, ip_whitelist: '192.0.2.1' })],
  'nobody-notified': [
    all(
      part('emails', { settings: { owner_enabled: false }, recipients: [] }),
      (survey) => void (survey.parts.webhooks = []),
      (survey) => void (survey.parts.integrations = {}),
    ),
    all(
      part('emails', { settings: { owner_enabled: true }, recipients: [] }),
      (survey) => void (survey.parts.webhooks = []),
      (survey) => void (survey.parts.integrations = {}),
    ),
  ],
  'recipient-unconfirmed': [
    part('emails', { recipients: [{ id: 1, email: 'a@example.org', confirmed: false }] }),
    part('emails', { recipients: [{ id: 1, email: 'a@example.org', confirmed: true }] }),
  ],
  'client-letter-nowhere': [
    part('emails', { settings: { client_enabled: true } }),
    part('emails', { settings: { client_enabled: true, client_source: 'mail' } }),
  ],
  'letter-without-promo': [
    all(part('emails', { settings: { owner_enabled: true, owner_send_promo_code: true } }), (survey) => void (survey.parts.promo = {})),
    part('emails', { settings: { owner_enabled: true, owner_send_promo_code: true } }),
  ],
  'webhook-failing': [
    (survey) => void (survey.parts.webhooks[0].failures = 3),
    (survey) => void Object.assign(survey.parts.webhooks[0], { failures: 0, deliveries: 0 }),
  ],
  'webhook-insecure': [(survey) => void (survey.parts.webhooks[0].hook.url = 'http://x.example'), () => {}],
  'integration-blocked': [
    (survey) => void (survey.parts.integrations.sheets.blocked = 'blocked_by_tariff'),
    (survey) => void (survey.parts.integrations.sheets.blocked = 'disabled'),
  ],
  'sheets-reconnect': [(survey) => void (survey.parts.integrations.sheets.requires_reconnect = true), () => {}],
  'messenger-no-chat': [
    (survey) => void (survey.parts.integrations.messenger_a = { enabled: true, recipients: [] }),
    (survey) => void (survey.parts.integrations.messenger_a = { enabled: true, recipients: [{ id: '1' }] }),
  ],
  'crm-lost': [
    (survey) => void (survey.parts.crm.crm_b = { connection_ok: false }),
    (survey) => void (survey.parts.crm.crm_b = { connection_ok: true }),
  ],
  'crm-unmapped': [
    (survey) => void (survey.parts.crm.crm_b.current_mapping.lead.enabled = false),
    (survey) => void (survey.parts.crm.crm_b.current_mapping = { deal: { active: [101] } }),
  ],
  'reference-dangling': [(survey) => void (survey.parts.integrations.sheets.hidden_widget_ids = [id(9)]), () => {}],
  'promo-empty': [part('promo', { stats: { unused: 0 } }), part('promo', { stats: { unused: 1 } })],
  'promo-low': [
    set({ limit_answer_count_enabled: true, limit_answer_count_value: 54 }),
    set({ limit_answer_count_enabled: true, limit_answer_count_value: 53 }),
  ],
  'promo-farming': [set({ multiple_ip: true, allow_multiple_answer: true }), set({ multiple_ip: true })],
  'payment-not-ready': [
    part('payment', { payment_type: 'fixed', payment_ready: false }),
    part('payment', { payment_type: 'fixed', payment_ready: true, payment_account_id: 1 }),
  ],
  'never-published': [detail({ is_published: false }), () => {}],
  'unpublished-changes': [detail({ updated_at: '2026-01-01T00:01:00Z' }), detail({ updated_at: '2026-01-01T00:00:05Z' })],
  locked: [detail({ editing_lock: { locked: true, campaign: { title: 'Panel' } } }), detail({ editing_lock: null })],
  'ai-build-pending': [detail({ ai_quiz_job: { status: 'pending' } }), detail({ ai_quiz_job: { status: 'done' } })],
  'qr-missing': [part('qr', { url: null }), () => {}],
  'qr-contrast': [part('qr', { color: '#AAAAAA' }), part('qr', { color: '#444444' })],
  'plan-answers': [part('tariff', { limits: { answers: { left: 0 } } }), part('tariff', { limits: { answers: { left: 1 } } })],
  'plan-ending': [part('tariff', { tariff: { days_left: 14 } }), part('tariff', { tariff: { days_left: 15 } })],
  'personal-data-no-consent': [
    replaced(2, { type: 'email', title: 'Address?' }),
    all(
      replaced(1, { type: 'yesno', title: 'Do you agree that we keep it?', isRequired: true }),
      replaced(2, { type: 'email', title: 'Address?' }),
    ),
  ],
  'image-without-text': [
    question(1, { title: '', multimedia: { imgUrl: 'https://s.example/a.png' } }),
    question(1, { multimedia: { imgUrl: 'https://s.example/a.png' } }),
  ],
  autoplay: [question(1, { multimedia: { videoSettings: ['autoplay'] } }), question(1, { multimedia: { videoSettings: ['controls'] } })],
  'low-contrast': [
    detail({ theme: { colors: { text: '#888888' }, background: '#FFFFFF' } }),
    detail({ theme: { colors: { text: '#666666' }, background: '#FFFFFF' } }),
  ],
  'too-long': [manyQuestions(31), manyQuestions(30)],
  'media-broken': [
    question(2, { choiceImageEntities: [option('a', { link: 'https://s.example/gone.png' }), option('b')] }),
    question(2, { choiceImageEntities: [option('a', { link: 'https://s.example/there.png' }), option('b')] }),
  ],
  'media-foreign': [
    question(1, { multimedia: { imgUrl: 'https://other.example/a.png' } }),
    question(1, { multimedia: { imgUrl: 'https://s.example/a.png' } }),
  ],
}

const spoken = (change: Change): string[] => {
  const survey = structuredClone(sound())
  change(survey)
  return checkSurvey(survey, {}, noConfig).findings.map(({ rule }) => rule)
}

it('has nothing to say of a sound survey', () => expect(spoken(() => {})).toEqual([]))
it('covers every rule', () => expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ id: name }) => name).toSorted()))
describe.each(Object.entries(cases))('%s', (rule, [speaks, quiet]) => {
  it('speaks', () => expect(spoken(speaks)).toContain(rule))
  it('is quiet beside it', () => expect(spoken(quiet)).not.toContain(rule))
})

describe('a question that is gone', () => {
  it.each<[string, Change]>([
    ['a CRM mapping', (survey) => void (survey.parts.crm.crm_b.current_mapping.lead.fields.NAME.widget_id = id(9))],
    ['a webhook', (survey) => void (survey.parts.webhooks[0].hook.body_naming = [{ name: id(9), value: 'reason' }])],
    ['a receipt', part('payment', { contact_widget_id: id(9) })],
    ['a letter', part('emails', { settings: { client_excluded_questions: [id(9)] } })],
  ])('is dangling in %s', (_, change) => expect(spoken(change)).toEqual(['reference-dangling']))
})

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
  [{ supress: [] }, 'unknown section "supress"; there are rules, consent, suppress'],
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
