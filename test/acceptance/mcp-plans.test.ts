/** Tools for assistants: what planning a change asks the service, and what it would newly be warned of. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withAssistants, type Assistant } from '../support/assistant.ts'
import { freshFolder } from '../support/program.ts'

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
    await one.look()
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
    await one.look()
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
    expect(await planned('show_progressbar: false, numeration: true')).toMatch(/, 0 new findings/)
    expect(await planned('scoring_switcher: false')).toContain('scores-unused')
  })

  it('has no finding that the check.yaml beside the server accepts, as neither check nor publication has', async () => {
    const cwd = freshFolder()
    writeFileSync(join(cwd, 'check.yaml'), 'suppress: [{ rule: password-missing, survey: 42, reason: They come later }]\n')
    const both = [await start(), await start({ cwd })]
    const told = (name: string, given: object): Promise<boolean[]> =>
      Promise.all(both.map(async (one) => /password-missing/.test((await one.call(name, { survey: '42', ...given })).text)))
    expect(await told('survey_plan', { edits: [{ section: 'settings', set: { use_password: true } }] })).toEqual([true, false])
    await send('settings/info', { use_password: true })
    expect(await told('survey_check', {})).toEqual([true, false])
    expect(await told('survey_publish', {})).toEqual([true, false])
  })
})

it('that is applied is read, counted, saved and read back', async () => {
  const one = await start({ args: ['--allow', 'answers'] })
  await one.look()
  const { facts } = await one.call('survey_plan', { survey: '42', edits: [{ screen: 'email-1', remove: true }] })
  const from = assistants.sandbox.requests.length
  expect((await one.call('survey_apply', { plan: facts.plan, allow_loss: true })).failed).toBe(false)
  expect(assistants.sandbox.requests.slice(from).map((line) => line.replace('/api/v3', ''))).toEqual([
    'GET /quiz/42',
    'POST /quiz/42/report',
    'POST /quiz/42/save',
    'GET /quiz/42',
  ])
})

/** Plans it, and saves it. */
async function change(one: Assistant, edits: object[], more: object = {}): Promise<string> {
  const { text, facts } = await one.call('survey_plan', { survey: '42', edits })
  const applied = await one.call('survey_apply', { plan: facts.plan, ...more })
  expect(applied.failed, applied.text).toBe(false)
  return text
}

it('keys stay what they were, also where a question is added before another one of its type, or removed', async () => {
  const one = await start()
  await one.look()
  const view = async (...screens: string[]): Promise<string> => (await one.call('survey_view', { survey: '42', screens })).text
  expect(await view('input-1')).toContain('What went wrong?')
  const add = (key: string, title: string) => ({ add: { key, type: 'input', title }, after: 'rating-1' })
  expect(await change(one, [add('why', 'Why?')])).toContain('+ screens.why  input, "Why?"')
  expect(await view('why', 'input-1')).toMatch(/key: why, [^\n]*title: Why\? \}\n[^]*key: input-1\n[^]*title: What went wrong\?\n/)
  expect(await change(one, [{ screen: 'input-1', set: { title: ' ' } }])).toMatch(
    /new finding: \w+\tuntitled\tinput-1\t[^]*~ screens.input-1.title  "What went wrong\?" → /,
  )
  expect((await one.call('survey_check', { survey: '42' })).text).toMatch(/\tuntitled\tinput-1\t/)
  await change(one, [{ screen: 'input-1', set: { title: 'What went wrong?' } }])
  const counted = (input: object) => one.call('answer_stats', { survey: '42', ...input })
  expect((await counted({ questions: ['input-1'] })).text).toContain('\nwhat_went_wrong\t')
  expect((await counted({ questions: ['input-1'], by: 'yesno-1', where: ['rating-1=5'] })).failed).toBe(false)
  await change(one, [{ screen: 'why', remove: true }])
  // By a colleague, or with the key of one that was removed.
  const { ids, entities } = (await assistants.sandbox.request('GET', '/quiz/42')).body.widgets
  const theirs = randomUUID()
  await send('save', { ids: [theirs, ...ids], entities: { ...entities, [theirs]: { type: 'input', title: 'Theirs' } } })
  expect(await view('input-1', 'input-2')).toMatch(/key: input-2, [^\n]*title: Theirs \}\n[^]*key: input-1\n[^]*title: What went wrong\?\n/)
  await change(one, [{ screen: 'rating-1', remove: true }, { add: { key: 'new', type: 'rating', title: 'New' } }], { allow_loss: true })
  expect(await view('rating-1')).toContain('No screen is called rating-1')
  expect((await counted({ questions: ['rating-1'] })).text).toContain('\nhow_do_you_rate_the\t')
  expect((await counted({ questions: ['new'] })).text).toContain('has no question "new" that is answered')
})

it('a publication that answers would be lost by asks of what, not of a sum of them', async () => {
  const one = await start()
  await one.look()
  await one.call('survey_publish', { survey: '42' })
  await change(one, [{ screen: 'dropdown-1', set: { dropdownEntities: [{ title: 'Elsewhere' }] } }], { allow_loss: true })
  const from = assistants.sandbox.requests.length
  await one.call('survey_publish', { survey: '42', allow_loss: true })
  const requests = assistants.sandbox.requests.slice(from).map((line) => line.replace('/api/v3', ''))
  const counting = ['GET /quiz/42/versions?per_page=2', 'POST /quiz/42/report']
  // After the person's answer once more, and then nothing that was read already.
  expect(requests.slice(-6)).toEqual([counting[1], 'GET /quiz/42', ...counting, 'POST /quiz/42/publish', 'GET /quiz/42'])
  expect(one.asked.at(-1)).toBe('Publish survey 42 "Spring"? 1 question changed, answers to 4 questions or options lost, 5 warnings')
})
