/** Who may answer a survey, who may not, and what a preview shows. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Question, Settings } from '../../src/model/survey.ts'
import { questionId } from '../../src/sandbox/seed/demo-surveys.ts'
import { addCode, published, tokenIn, versionOf, visitor, type Published } from '../support/respondent.ts'
import { useSandbox, type GivenAnswer } from '../support/served.ts'

const served = useSandbox('empty', { keep: true })
beforeAll(() => served.sandbox.clock.advance(Date.parse('2026-06-01T12:00:00Z') - served.sandbox.clock.now().getTime()))

const short: Record<string, Question> = {
  welcome: { type: 'welcome', title: 'Hello' },
  age: { type: 'slider', title: 'Your age', isRequired: true },
  why: { type: 'input', title: 'Why?' },
  submit: { type: 'submit', title: 'Done' },
}
const open = (settings: Settings, given?: readonly GivenAnswer[]): Promise<Published> =>
  published(served.sandbox, versionOf(short, settings), given)
const scripted = { accept: 'application/json' }

describe('the preview', () => {
  test('shows the draft, skips restrictions and records nothing', async () => {
    const survey = await open({ close_quiz_enabled: true, use_password: true })
    const age = questionId(501)
    const entities = { welcome: short.welcome, [age]: { ...short.age, title: 'Only in the draft' }, submit: short.submit }
    const saved = await served.sandbox.request('POST', `/quiz/${survey.id}/save`, { ids: Object.keys(entities), entities })
    expect(saved.status).toBe(200)
    await addCode(served.sandbox, survey, 'SPRING')
    const ask = visitor({ url: survey.preview })
    const page = await (await ask.get()).text()
    expect(page).toContain('Only in the draft')
    expect(page).toContain('Preview: answers are not recorded')
    const token = tokenIn(page)
    expect(await (await ask.post('/save', { token, screen: age }, scripted)).json()).toMatchObject({
      problems: { [age]: expect.any(String) },
    })
    expect(await (await ask.post('/submit', { token, [age]: '3' }, scripted)).json()).toMatchObject({ state: 'completed' })
    const { stats } = (await served.sandbox.request('GET', `/quiz/${survey.id}/promo/codes/quiz`)).body
    expect([survey.answers().length, stats.unused]).toEqual([0, 1])
  })
})

describe('who may answer', () => {
  const status = async (settings: Settings, agent?: string) => {
    const answer = await visitor(await open(settings), agent).get()
    return [answer.status, /<h2[^>]*>([^<]+)</.exec(await answer.text())![1]!.trim()]
  }
  const opened = [200, 'Hello']
  const phone = 'Mozilla/5.0 (iPhone) Mobile'

  test.each<[string, Settings, string | undefined, (string | number)[]]>([
    ['open', {}, undefined, opened],
    ['switched off', { close_quiz_enabled: true }, undefined, [403, 'This survey is closed']],
    [
      'past its date',
      { limit_time_enabled: true, limit_time_value: '2026-06-01T13:59:00', limit_time_timezone: 'Europe/Berlin' },
      undefined,
      [403, 'This survey is closed'],
    ],
    [
      'before its date',
      { limit_time_enabled: true, limit_time_value: '2026-06-01T14:01:00', limit_time_timezone: 'Europe/Berlin' },
      undefined,
      opened,
    ],
    ["a date that isn't enabled", { limit_time_value: '2020-01-01T00:00:00Z' }, undefined, opened],
    ['full', { limit_answer_count_enabled: true, limit_answer_count_value: 0 }, undefined, [403, 'This survey is closed']],
    ['a listed address', { ip_list_enabled: true, ip_whitelist: '198.51.100.1, 127.0.0.1' }, undefined, opened],
    ['the same address inside of IPv6', { ip_list_enabled: true, ip_whitelist: '::ffff:127.0.0.1' }, undefined, opened],
    [
      "an address that isn't listed",
      { ip_list_enabled: true, ip_whitelist: '198.51.100.1' },
      undefined,
      [403, 'This survey is not available from this address'],
    ],
    [
      'a forbidden address',
      { ip_list_enabled: true, ip_blacklist: '127.0.0.1' },
      undefined,
      [403, 'This survey is not available from this address'],
    ],
    ['a phone where only desktops may', { available_devices: ['desktop'] }, phone, [403, 'This survey is not available on this device']],
    ['a phone where phones may', { available_devices: ['mobile'] }, phone, opened],
  ])('%s', async (_, settings, agent, outcome) => expect(await status(settings, agent)).toEqual(outcome))

  test('the last of a limited number closes it, also for one who was already there', async () => {
    const survey = await open({ limit_answer_count_enabled: true, limit_answer_count_value: 1 })
    const [first, second] = [visitor(survey), visitor(survey)]
    const tokens = [tokenIn(await (await first.get()).text()), tokenIn(await (await second.get()).text())]
    expect(await (await first.post('/submit', { token: tokens[0]!, age: '1' }, scripted)).json()).toMatchObject({
      state: 'completed',
    })
    expect(await (await second.post('/submit', { token: tokens[1]!, age: '1' }, scripted)).json()).toMatchObject({
      state: 'closed',
    })
    expect(survey.answers().filter((answer) => answer.is_complete)).toHaveLength(1)
  })

  test.each([
    [false, 403],
    [true, 200],
  ])('several an address: %s', async (multiple_ip, expected) => {
    const survey = await open({ multiple_ip })
    const first = visitor(survey)
    await first.post('/submit', { token: tokenIn(await (await first.get()).text()), age: '1' })
    expect((await visitor(survey).get()).status).toBe(expected)
  })

  test('one an address, where another one has answered', async () => {
    const survey = await open({ multiple_ip: false }, [{ values: { age: 1 } }])
    expect((await visitor(survey).get()).status).toBe(200)
  })

  test.each([
    [false, 403],
    [true, 200],
  ])('the same browser again: %s', async (allow_multiple_answer, expected) => {
    const ask = visitor(await open({ allow_multiple_answer }))
    const token = tokenIn(await (await ask.get()).text())
    await ask.post('/submit', { token, age: '1' })
    const answer = await ask.get()
    expect(answer.status).toBe(expected)
    if (expected === 200) expect(tokenIn(await answer.text())).not.toBe(token)
  })

  test('a password opens, and its token is the pass', async () => {
    const survey = await open({ use_password: true })
    await served.sandbox.request('POST', `/quiz/${survey.id}/passwords`, { password: 'sesame' })
    const ask = visitor(survey)
    const gate = await (await ask.get()).text()
    expect(gate).toContain('Enter the password')
    expect(gate).not.toContain('Your age')
    expect((await ask.post('/save', { token: 'a'.repeat(24), age: '1' }, scripted)).status).toBe(403)
    const wrong = await ask.post('/enter', { password: 'please' })
    expect([wrong.status, (await wrong.text()).includes('Wrong password')]).toEqual([403, true])
    expect(survey.answers()).toEqual([])
    const token = tokenIn(await (await ask.post('/enter', { password: 'sesame' })).text())
    expect(await (await ask.post('/submit', { token, age: '1' }, scripted)).json()).toMatchObject({ state: 'completed' })
  })

  test('the stand-in for a captcha wants the right sum, of its own making', async () => {
    const ask = visitor(await open({ show_captcha: true }))
    const page = await (await ask.get()).text()
    const field = (name: string): string => new RegExp(`name="captcha_${name}" value="([^"]*)"`).exec(page)![1]!
    const given = { captcha_a: field('a'), captcha_b: field('b'), captcha_sign: field('sign') }
    const sum = Number(given.captcha_a) + Number(given.captcha_b)
    expect((await ask.post('/enter', { ...given, captcha: String(sum + 1) })).status).toBe(403)
    expect((await ask.post('/enter', { ...given, captcha_a: '1', captcha_b: '1', captcha: '2', captcha_sign: 'ff' })).status).toBe(403)
    expect((await ask.post('/enter', { ...given, captcha: String(sum) })).status).toBe(200)
  })

  test('a shuffled survey stays in its order for one respondent', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`q${index}`, { type: 'input', title: `Q${index}` } as Question]),
    )
    const entities = { welcome: short.welcome!, ...many, submit: short.submit! }
    const survey = await published(served.sandbox, versionOf(entities, { question_random_order: true }))
    const order = (page: string) => [...page.matchAll(/data-id="(\w+)"/g)].map(([, id]) => id)
    const ask = visitor(survey)
    const page = await (await ask.get()).text()
    await ask.post('/save', { token: tokenIn(page), q3: 'x' }, scripted)
    const again = order(await (await ask.get()).text())
    expect(again).toEqual(order(page))
    expect([again[0], again.at(-1), again.toSorted().length]).toEqual(['welcome', 'submit', 14])
    expect(again).not.toEqual(Object.keys(entities))
  })
})
