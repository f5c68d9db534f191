/** Tools for assistants: single changes of a draft, with what an assistant gets wrong in them, and keys from before the server's start. */
import { describe, expect, it } from 'vitest'
import { logicExample } from '../../src/mcp/reference.ts'
import { withAssistants, type Assistant, type Said } from '../support/assistant.ts'

const assistants = withAssistants()
const { start, writes } = assistants
const plan = (one: Assistant, ...edits: object[]): Promise<Said> => one.call('survey_plan', { survey: '42', edits })
const draft = async () => (await assistants.sandbox.request('GET', '/quiz/42')).body
const send = (path: string, body: object) => assistants.sandbox.request('POST', `/quiz/42/${path}`, body)
const looking = async (): Promise<Assistant> => {
  const one = await start()
  await one.look()
  return one
}

async function applied(one: Assistant, ...edits: object[]): Promise<string> {
  const { facts, text } = await plan(one, ...edits)
  expect(facts.plan, text).toBeDefined()
  const said = await one.call('survey_apply', { plan: facts.plan })
  expect(said.failed, said.text).toBe(false)
  return said.text
}

describe('a key from before the start', () => {
  const why = { add: { key: 'why', type: 'input', title: 'Why?' }, after: 'rating-1' }

  it('names nothing before it was shown, as it may be the key of another question now', async () => {
    const before = await looking()
    await applied(before, why)
    await before.close()
    const one = await start()
    // It was "What went wrong?".
    const optional = { screen: 'input-1', set: { isRequired: true } }
    const refused = await plan(one, optional)
    expect(refused).toMatchObject({
      failed: true,
      text: expect.stringMatching(/^Nothing was done: [^\n]+\ninput-1 is input "Why\?"\nIf these are meant, call the tool again$/),
    })
    expect((await plan(one, optional)).text).toContain('~ screens.input-1.isRequired')
    for (const edit of [
      { screen: 'rating-1', after: 'input-1' },
      {
        section: 'conditions',
        set: { rules: [{ if: { all: [{ question: 'q:yesno-1', operator: 'answered' }] }, then: { action: 'finish' } }] },
      },
      { add: { key: 'new', type: 'input', title: 'New' }, after: 'scale-1' },
    ])
      expect((await plan(one, edit)).text).toMatch(/^Nothing was done: /)
  })

  it('is none in a whole file, but where the file says whose keys it has; nor in counts', async () => {
    const one = await start()
    const file = 'format: 1\nscreens: [{ key: input-1, type: input, title: Other }]\n'
    expect((await one.call('survey_plan', { survey: '42', file })).text).toContain('input-1 is input "What went wrong?"')
    const { ids, entities } = (await draft()).widgets
    const rating = ids.find((id: string) => entities[id].type === 'rating')
    const own = `format: 1\nids: { questions: { input-2: ${rating} } }\nscreens: [{ key: input-2, type: rating, title: Mine }]\n`
    expect((await one.call('survey_plan', { survey: '42', file: own })).text).toMatch(/screens\.input-2\.title .* → "Mine"/)
    const counts = (where: string) => one.call('answer_stats', { survey: '42', questions: ['2'], where: [where] })
    expect((await counts('rating-1=5')).text).toMatch(/^Nothing was done: [^\n]+\nrating-1 is rating "How do you rate the delivery\?"\n/)
    expect((await counts('rating-1=5')).text).toMatch(/^103 complete answers · where rating-1=5\. /)
    expect((await counts('how_do_you_rate_the=5')).failed).toBe(false)
  })
})

it('a screen is moved, and one edit does one thing', async () => {
  const one = await looking()
  await applied(one, { screen: 'rating-1', after: 'welcome' }, { screen: 'input-1', set: { title: 'Well?' }, after: 'rating-1' })
  const { ids, entities } = (await draft()).widgets
  expect(ids.slice(0, 3).map((id: string) => entities[id].title)).toEqual([
    'How was your spring order?',
    'How do you rate the delivery?',
    'Well?',
  ])
  const from = assistants.sandbox.requests.length
  expect(
    (
      await plan(
        one,
        { screen: 'scale-1', set: { title: 'x' }, remove: true },
        { screen: 'scale-1', set: { key: 'nps' } },
        { screen: 'scale-1', after: 'scale-1' },
        { screen: 'scale-1', after: 'nowhere' },
        { screen: 'scale-1' },
      )
    ).text,
  ).toMatch(
    /^edits\.0 has set beside remove[^\n]*\nedits\.1 sets key[^\n]*\nedits\.2 puts[^\n]*\nedits\.3 names screen "nowhere"[^\n]*\nedits\.4 needs set, after, or/,
  )
  expect(writes(from)).toEqual([])
})

describe('logic', () => {
  const rules = (...all: unknown[]) => ({ section: 'conditions', set: { rules: all } })
  const low = { all: [{ question: 'q:scale-1', operator: 'at_most', value: 6 }] }

  it('is written as reference_read shows it', async () => {
    const one = await looking()
    expect((await one.call('reference_read', { topic: 'schema/conditions' })).text).toContain(logicExample)
    await applied(one, { section: 'conditions', set: { rules: [] } }, { screen: 'input-1', after: 'scale-1' })
    const { text } = await one.call('survey_plan', { survey: '42', file: `format: 1\n${logicExample}` })
    expect(text).toMatch(/^1 change [^\n]*, 0 new findings\. /)
    expect(text).toContain('if scale-1 <= 6, show input-1')
  })

  it('in another shape is told with what it must be, and where that is read', async () => {
    const one = await looking()
    const wrong = [
      { if: 'scale-1 < 7', then: { action: 'finish' } },
      { if: { all: [{ question: 'q:scale-1', operator: 'less_than', value: 7 }] }, then: { action: 'show', questions: ['q:input-1'] } },
      { if: low, then: { action: 'go_to', to: 'q:input-1' } },
      { if: { all: [{ question: 'scale-1', operator: 'less', value: 7 }] }, then: { action: 'finish' } },
    ]
    const { text } = await plan(one, { section: 'conditions', set: { low: 1, rules: wrong } })
    expect(text.split('\n')).toEqual([
      'conditions.low: logic is a list of rules',
      'conditions.rules.0.if is not valid',
      expect.stringMatching(/^conditions\.rules\.1\.if\.all\.0\.operator must be one of equals, /),
      'conditions.rules.2.then.action must be one of jump, hide, show, screenout, finish',
      'conditions.rules.3 names a screen "scale-1": in logic it is "q:scale-1"',
      'What they take: reference_read schema/conditions',
    ])
    // What a service has that nobody here knows, only it can judge.
    await send('conditions', { conditions: { branches: [{ when: 1 }] } })
    expect((await plan(one, { section: 'conditions', set: { branches: [{ when: 2 }] } })).facts.plan).toBeDefined()
  })

  it('that names a screen which is removed with it says which', async () => {
    const one = await looking()
    expect((await plan(one, { screen: 'input-1', remove: true })).text).toContain('rule 2 names input-1, which is not a screen')
    expect((await plan(one, rules({ if: low, then: { action: 'jump', to: 'q:nowhere' } }))).text).toContain('"q:nowhere" names no question')
  })
})

it('texts are changed by language and code; what is not one is told, and sends nothing', async () => {
  const one = await start()
  const set = (texts: object) => ({ section: 'texts', set: texts })
  expect((await plan(one, set({ btn_next: 'On', de: {}, en: { btn_next: 1 } }))).text).toBe(
    'texts.btn_next is not a language; there are ru, en\ntexts.de is not a language; there are ru, en\ntexts.en.btn_next must be a text\nWhat they take: reference_read schema/texts',
  )
  expect((await plan(one, set({ en: { btn_nxt: 'On' } }))).text).toContain('texts.en.btn_nxt is not a text; did you mean btn_next?')
  expect(writes()).toEqual([])
  const both = set({ en: { btn_next: 'Onward' }, ru: { btn_next: 'Вперёд' } })
  expect((await plan(one, both)).text).toMatch(/texts\.en\.btn_next {2}"Next" → "Onward"/)
  expect(await applied(one, both)).toBe('Saved 2 changes to the draft of survey 42')
  const shown = async (lang: string) => {
    const { body } = await assistants.sandbox.request('GET', `/quiz/42/default-texts?lang=${lang}`)
    return body.find(({ code }: { code: string }) => code === 'btn_next').user_text
  }
  expect([await shown('en'), await shown('ru')]).toEqual(['Onward', 'Вперёд'])
  expect(await plan(one, both)).toMatchObject({ text: 'No difference' })
  expect(await applied(one, set({ en: { btn_next: null } }), { section: 'conditions', set: { rules: [] } })).toContain(
    'To undo all but texts: surveyctl quiz undo 42',
  )
  expect([await shown('en'), await shown('ru')]).toEqual([null, 'Вперёд'])
})

it('settings and fields that nothing here knows are told before anything is saved', async () => {
  const one = await looking()
  const settings = { show_progresbar: false, nonsense: 1, allow_multiple_answer: 'no' }
  expect((await plan(one, { section: 'settings', set: settings })).text).toBe(
    'settings.show_progresbar is not a setting; did you mean show_progressbar?\nsettings.nonsense is not a setting\nsettings.allow_multiple_answer must be true or false\nWhat they take: reference_read schema/settings',
  )
  const added = await plan(one, { add: { key: 'nps', type: 'scale', title: 'NPS', min: 1, max: 5 } })
  expect(added.text).toMatch(
    /\nnot known: screen \d+ "NPS": min, [^\n]+: reference_read question\/scale\nnot known: screen \d+ "NPS": max, /,
  )
  expect((await plan(one, { add: { key: 'pick', type: 'choice', title: 'Pick' } })).text).toMatch(
    /must hold at least one option\nWhat they take: reference_read question\/choice$/,
  )
})

it('an error is no longer than a result', async () => {
  const one = await looking()
  const edits = Array.from({ length: 3000 }, (_, index) => ({ screen: `nowhere-${index}`, remove: true }))
  const { text, facts } = await one.call('survey_plan', { survey: '42', edits })
  expect(text).toMatch(/^edits\.0 names screen "nowhere-0"[^]*\nand \d+ more\nScreens: welcome, /)
  expect([text.length < 12_000, JSON.stringify(facts).length < 12_000]).toEqual([true, true])
  const long = await one.call('operation_write', { operation: 'quiz.note', input: { id: 42, ['x'.repeat(50_000)]: 1 } })
  expect(long.text.length).toBeLessThan(12_000)
  // As the service tells them.
  const texts = Array.from({ length: 500 }, (_, index) => ({ code: `code-${index}`, text: 'x' }))
  const invalid = await one.call('operation_write', { operation: 'text.set', input: { id: 42, texts, lang: 'en' } })
  expect(invalid.text).toMatch(/\ntexts\.0\.code: must be one of [^]*\nothers: \d+ more fields/)
  expect([invalid.text.length < 12_000, JSON.stringify(invalid.facts).length < 12_000]).toEqual([true, true])
})

it('a refusal names fields, not flags; and for a file the command of the person', async () => {
  const one = await start()
  expect((await one.call('answer_stats', { survey: '42', by: 'What did you order?', funnel: true })).text).toBe('Give one of by, funnel')
  expect((await one.call('answer_stats', { survey: '42', where: ['x'] })).text).toBe('where must be KEY=CODE, not "x"')
  expect((await one.call('operation_find', { words: 'xyzzy' })).text).toMatch(
    /^No operation has these words[^\n]+\n[^\n]*\bquiz, [^\n]*\bwebhook\b/,
  )
  const read = async (operation: string) => (await one.call('operation_read', { operation, input: { id: 42 } })).text
  expect(await read('export.report')).toMatch(/\nThey have: surveyctl export report$/)
  expect(await read('export.csv')).toMatch(/\nanswer_export saves it$/)
  expect((await one.call('operation_write', { operation: 'media.upload', input: {} })).text).toMatch(/\nThey have: surveyctl media upload$/)
})
