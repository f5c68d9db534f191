/** Tools for assistants: what planning a change asks the service, and what it would newly be warned of. */
import { describe, expect, it } from 'vitest'
import { withAssistants } from '../support/assistant.ts'

const assistants = withAssistants()
const { start } = assistants
const send = (path: string, body: object) => assistants.sandbox.request('POST', `/quiz/42/${path}`, body)
const idOf = async (type: string): Promise<string> => {
  const { ids, entities } = (await assistants.sandbox.request('GET', '/quiz/42')).body.widgets
  return ids.find((id: string) => entities[id].type === type)
}

describe('a plan', () => {
  // Each is a fifth of a second at the usual pace.
  it.each([
    ['another title', [{ screen: 'rating-1', set: { title: 'Well?' } }], ['GET /quiz/42']],
    [
      'an option that was answered',
      [{ screen: 'dropdown-1', set: { dropdownEntities: [{ title: 'Elsewhere' }] } }],
      ['GET /quiz/42', 'POST /quiz/42/report'],
    ],
    ['a new question', [{ add: { key: 'new', type: 'input', title: 'What else?' } }], ['GET /quiz/42']],
    [
      'another language',
      [{ section: 'settings', set: { lang: 'ru' } }],
      ['GET /quiz/42', 'GET /quiz/42/default-texts', 'GET /quiz/42/default-texts'],
    ],
  ])('of %s asks for little', async (_, edits, requests) => {
    const one = await start()
    const from = assistants.sandbox.requests.length
    const { text, failed } = await one.call('survey_plan', { survey: '42', edits })
    expect(failed, text).toBe(false)
    expect(assistants.sandbox.requests.slice(from).map((line) => line.replace(/\/api\/v3|\?.*/g, ''))).toEqual(requests)
  })

  it.each([
    ['password-missing', [{ section: 'settings', set: { use_password: true } }], async () => {}],
    [
      'text-language',
      [{ section: 'settings', set: { lang: 'ru' } }],
      () => send('default-texts', { lang: 'en', texts: [{ code: 'btn_next', text: 'Go' }] }),
    ],
    ['client-letter-nowhere', [{ screen: 'email-1', remove: true }], () => send('emails/toggle', { type: 'client', enabled: true })],
    [
      'reference-dangling',
      [{ screen: 'rating-1', remove: true }],
      async () => send('emails/questions', { client_excluded_questions: [await idOf('rating')] }),
    ],
    [
      'media-broken',
      [{ screen: 'rating-1', set: { multimedia: { type: 'img', imgUrl: 'HERE/nothing.png', imgLocation: 'blocks' } } }],
      async () => {},
    ],
    [
      'file-too-large',
      [{ add: { key: 'new', type: 'file', title: 'File', fileMaxBytes: 1001 } }],
      () => assistants.sandbox.control('plan set', { change: { 'limits.file_size_bytes': 1000 } }),
    ],
  ])('that makes for %s says so', async (rule, edits, prepare) => {
    await prepare()
    const one = await start()
    const given = JSON.parse(JSON.stringify(edits).replace('HERE', assistants.sandbox.publicUrl))
    const { text } = await one.call('survey_plan', { survey: '42', edits: given })
    expect(text.match(/^new finding: \w+\t[\w-]+/gm)?.join()).toContain(rule)
    const { facts } = await one.call('survey_plan', { survey: '42', edits: [{ screen: 'rating-1', set: { title: 'Well?' } }] })
    expect(facts.new_findings).toBe(0)
  })

  it('of a file with some settings is judged with all others of the draft', async () => {
    await send('settings/info', { scoring_switcher: true })
    const { ids, entities } = (await assistants.sandbox.request('GET', '/quiz/42')).body.widgets
    const rating = await idOf('rating')
    await send('save', { ids, entities: { ...entities, [rating]: { ...entities[rating], ratingScore: true } } })
    const one = await start()
    const planned = async (settings: string) =>
      (await one.call('survey_plan', { survey: '42', file: `format: 1\nsettings: { ${settings} }\n` })).text
    expect(await planned('progress_bar_switcher: false, ask_city: true')).toMatch(/, 0 new findings/)
    expect(await planned('scoring_switcher: false')).toContain('scores-unused')
  })
})
