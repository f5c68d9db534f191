/** Rules that look at questions, logic and settings: where each speaks, and the nearest survey where it doesn't. */
import type { Rule as LogicRule } from '../../../src/model/logic.ts'
import { all, also, id, leftBehind, logic, nothing, option, options, screen, screens, send, set, type Step } from './quiz.ts'

type Test = LogicRule['if']
const yesno = (value: string): { question: string; operator: 'equals'; value: string } => ({ question: id(1), operator: 'equals', value })
const no: Test = { all: [yesno('no')] }
const yes: Test = { all: [yesno('yes')] }
const ever: Test = { any: [{ question: id(1), operator: 'answered' }, { question: id(1), operator: 'not_answered' }] } // prettier-ignore
const leads = (test: Test, to = id(3)): LogicRule => ({ if: test, then: { action: 'jump', to } })
const ends = (test: Test): LogicRule => ({ if: test, then: { action: 'finish' } })
const datetime = (more: object): Step => screen(id(1), { type: 'datetime', title: 'When?', ...more })
const matrix = (rows: number, columns: number): object => ({
  type: 'matrix',
  title: 'M',
  matrixRows: options(rows),
  matrixColumns: options(columns),
})
const yesnos = (count: number): Step => {
  const ids = Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
  const entities = Object.fromEntries(ids.map((one, index) => [one, { type: 'yesno', title: `Q${index}` }]))
  return send('save', { ids: [...ids, 'submit'], entities: { ...entities, submit: { type: 'submit', title: 'Bye' } } })
}
const choices = (...list: object[]): Step => also(2, { choiceEntities: list })
const picture = (more: object): Step =>
  also(1, { multimedia: { type: 'img', imgUrl: 'http://pictures.invalid/a.png', imgLocation: 'blocks' }, ...more })
const video = (setting: string): Step =>
  also(1, { multimedia: { type: 'video', videoUrl: 'http://pictures.invalid/a.mp4', videoSettings: [setting] } })
const email = (ask: object): Step =>
  send('save', {
    ids: [id(1), id(2), 'submit'],
    entities: {
      [id(1)]: { type: 'yesno', ...ask },
      [id(2)]: { type: 'email', title: 'Address?' },
      submit: { type: 'submit', title: 'Bye' },
    },
  })

export const draftCases: Record<string, readonly [speaks: Step, quiet: Step]> = {
  'no-final-screen': [screens('welcome', id(1)), screens(id(1), 'submit')],
  'final-not-last': [screens('submit', id(1)), screens(id(1), 'submit')],
  'welcome-not-first': [screens(id(1), 'welcome', 'submit'), screens('welcome', id(1), 'submit')],
  'no-questions': [screens('welcome', 'submit'), screens(id(1), 'submit')],
  'unknown-type': [leftBehind(1, { type: 'stars' }), also(1, { type: 'rating' })],
  untitled: [also(1, { title: ' ' }), also(1, { title: 'T' })],
  'duplicate-title': [also(1, { title: 'again?' }), also(1, { title: 'Again' })],
  'screen-empty': [screen('submit', { type: 'submit', title: '<b> </b>' }), screen('submit', { type: 'submit', description: 'Bye' })],
  'choice-empty': [leftBehind(2, { choiceEntities: [] }), choices(option('a'))],
  'choice-single': [choices(option('a')), choices(...options(2))],
  'option-duplicate': [choices(option('a'), option('b', { title: 'A' })), choices(option('a'), option('b', { title: 'A 2' }))],
  'option-untitled': [choices(option('a', { title: '' }), option('b')), choices(...options(2))],
  'option-id-missing': [choices({ title: 'A' }, option('b')), choices(...options(2))],
  'option-id-duplicate': [
    leftBehind(2, { choiceEntities: [option('a'), option('a', { title: 'B' })] }),
    choices(option('a'), option('A', { title: 'B' })),
  ],
  'choice-bounds': [also(2, { choiceMultiple: true, choiceMin: 3 }), also(2, { choiceMultiple: true, choiceMin: 2 })],
  'range-empty': [also(3, { scaleFrom: 5, scaleTo: 5 }), also(3, { scaleFrom: 4, scaleTo: 5 })],
  'scale-large': [also(3, { scaleTo: 101 }), also(3, { scaleTo: 100 })],
  'date-window': [
    datetime({ datetimeMin: '2027-01-02', datetimeMax: '2027-01-01' }),
    datetime({ datetimeMin: '2027-01-01', datetimeMax: '2027-01-01' }),
  ],
  'matrix-empty': [leftBehind(1, { ...matrix(2, 0), matrixRows: options(2) }), screen(id(1), { ...matrix(2, 1) })],
  'matrix-large': [screen(id(1), { ...matrix(61, 1) }), screen(id(1), { ...matrix(30, 2) })],
  'required-blocked': [also(1, { isRequired: true, isBlocked: true }), also(1, { isRequired: false, isBlocked: true })],
  'required-overridden': [
    all(also(1, { isRequired: true }), set({ question_required_mode: 'all_optional' })),
    set({ question_required_mode: 'all_optional' }),
  ],
  'timer-zero': [also(1, { filling_time_enabled: true }), also(1, { filling_time_enabled: true, filling_time_seconds: 60 })],
  'timer-short': [
    set({ filling_time_enabled: true, filling_time_seconds: 8 }),
    set({ filling_time_enabled: true, filling_time_seconds: 9 }),
  ],
  'logic-opaque': [send('conditions', { conditions: { flow: [] } }), logic(ends(no))],
  'logic-dangling': [logic(leads(no, id(9))), logic(leads(no))],
  'logic-value': [logic(ends({ all: [yesno('maybe')] })), logic(ends(no))],
  'logic-backward': [logic(leads({ all: [{ question: id(2), operator: 'answered' }] }, id(1))), logic(leads(no, id(2)))],
  'unreachable-screen': [all(also(1, { isRequired: true }), logic(leads(ever))), logic(leads(no))],
  'dead-end': [logic({ if: ever, then: { action: 'screenout' } }), logic({ if: no, then: { action: 'screenout' } })],
  'rule-never': [logic(ends({ all: [yesno('no'), yesno('yes')] })), logic(ends({ any: [yesno('no'), yesno('yes')] }))],
  'rule-shadowed': [logic(ends(no), leads(no)), logic(ends(no), leads(yes))],
  'random-with-jumps': [
    all(set({ question_random_order: true }), logic(leads(no))),
    all(set({ question_random_order: true }), logic({ if: no, then: { action: 'hide', questions: [id(3)] } })),
  ],
  'required-in-branch': [all(also(2, { isRequired: true }), logic(leads(no))), logic(leads(no))],
  closed: [set({ close_quiz_enabled: true }), set({ close_quiz_enabled: false })],
  'closes-in-past': [
    set({ limit_time_enabled: true, limit_time_value: '2020-01-01T00:00:00Z' }),
    set({ limit_time_enabled: true, limit_time_value: '2999-01-01T00:00:00Z' }),
  ],
  'scripts-insecure': [
    set({ scripts_in_head: '<script src="http://x.example/a.js">' }),
    set({ scripts_in_head: '<script src="https://x.example/a.js">' }),
  ],
  'scores-unused': [
    choices(option('a', { score: 1 }), option('b')),
    all(choices(option('a', { score: 1 }), option('b')), set({ scoring_switcher: true })),
  ],
  'devices-none': [set({ available_devices: [] }), set({ available_devices: ['mobile'] })],
  'ip-lists': [set({ ip_list_enabled: true }), set({ ip_list_enabled: true, ip_whitelist: '192.0.2.1' })],
  'personal-data-no-consent': [
    email({ title: 'Do you agree that we keep it?', isRequired: false }),
    email({ title: 'Do you agree that we keep it?', isRequired: true }),
  ],
  'image-without-text': [picture({ title: '' }), picture({})],
  autoplay: [video('autoplay'), video('controls')],
  'too-long': [yesnos(31), yesnos(30)],
  'media-foreign': [picture({}), nothing],
}
