import type { SectionName } from '../../src/model/document/sections.ts'

/** Its draft, of a survey with two questions and a jump. */
export const twoQuestions = `settings: {lang: en, numeration: true}
screens:
  - {key: welcome, type: welcome, title: Hello}
  - {key: how, type: rating, title: How was it?}
  - {key: why, type: input, title: Why?}
  - {key: submit, type: submit, title: Thanks}
conditions: {rules: [{if: {all: [{question: q:how, operator: at_least, value: 4}]}, then: {action: jump, to: submit}}]}
`

const fileOf = (sections: Readonly<Record<string, string>>): string =>
  Object.entries(sections)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')

/** Sections that aren't told by what is made otherwise: the questions above, what a file only compares, and states of their own. */
type Given = Exclude<SectionName, 'settings' | 'screens' | 'conditions' | 'type' | 'hidden' | 'archived' | 'template' | 'theme'>

const given: Readonly<Record<Given, string>> = {
  name: 'Everything',
  folder: 'Research',
  note: 'For colleagues',
  texts: '{en: {btn_next: Go on}}',
  letters: '{owner: {enabled: true, subject: News, excluded_questions: [q:why]}, client: {enabled: false, subject: Thanks}}',
  recipients: '{one@example.org: {enabled: true}, two@example.org: {enabled: false}}',
  webhooks: `
  answers: {title: Answers, url: "https://hooks.example.com/everything", method: post, is_active: true, headers: [{name: X-Token, value: {env: TOKEN, rev: 1}}]}
  quiet: {title: Quiet, url: {env: QUIET_URL}, method: post}`,
  messengers: '{messenger_b: {is_active: true, subject: Hello}}',
  sheets: '{is_active: true, sync_mode: manual}',
  automation: '{is_active: true}',
  crm: '{crm_b: {is_active: true, lead: {enabled: true, title_type: Static, title_value: Week, fields: {NAME: {widget_id: q:why}}}}}',
  counters: '{analytics_a: {counter: "5", is_active: true}, pixel_a: {counter: "6"}}',
  promo: 'Spring letter',
  payment: '{payment_account_id: 1, payment_type: fixed, fixed_amount: 10}',
  qr: '{format: svg, color: "#112233"}',
}

/** A survey with every section that a file can have. Names of the demo account: a list of codes, a seller, what is connected. */
export const everything = `format: 1\n${twoQuestions}${fileOf(given)}`

/** What its webhooks are sent with, and nothing else may ever hold. */
export const secrets = { TOKEN: 'wherever-the-wind-blows', QUIET_URL: 'https://hooks.example.com/in/T0a1b2c3d4e5f6a7b8c9d0e1f' }

/** What only a person connects. */
export const connections = ['sheets', 'automation', 'crm_b']

const nothing: Readonly<Record<Exclude<Given, 'name' | 'folder' | 'note' | 'promo'>, string>> = {
  texts: '{en: {}, ru: {}}',
  letters: '{}',
  recipients: '{}',
  webhooks: '{}',
  messengers: '{}',
  sheets: '{}',
  automation: '{}',
  crm: '{}',
  counters: '{analytics_a: null, analytics_b: null, pixel_a: null, pixel_b: null}',
  payment: 'null',
  qr: 'null',
}

/** What a survey's own read doesn't tell, with nothing in it. */
export const otherSections = fileOf(nothing)
