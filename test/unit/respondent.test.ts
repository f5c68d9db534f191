import { describe, expect, test } from 'vitest'
import { momentIn } from '../../src/sandbox/respondent/admission.ts'
import { deviceOf } from '../../src/sandbox/respondent/device.ts'
import { embedSnippet } from '../../src/commands/surveys/quiz/embed-snippet.ts'
import { embedCommands, embedEvents } from '../../src/sandbox/respondent/embed.ts'
import { pageScript } from '../../src/sandbox/pages/script.ts'
import { themeStyle } from '../../src/sandbox/respondent/style.ts'
import type { Question, Settings, Content } from '../../src/model/survey.ts'
import { everyType, memory, tokenIn, versionOf, visitor } from '../support/respondent.ts'

const short: Record<string, Question> = {
  welcome: { type: 'welcome', title: 'Hello' },
  age: { type: 'slider', title: 'Your age', isRequired: true },
  why: { type: 'input', title: 'Why?' },
  submit: { type: 'submit', title: 'Done' },
}
const open = (settings: Settings = {}, more: Partial<Content> = {}) => memory(versionOf(short, settings, more))
const scripted = { accept: 'application/json' }

describe('the page', () => {
  test('holds all texts without a script, escaped', async () => {
    const kept = memory(
      versionOf({ ...everyType, why: { type: 'input', title: '<img src=x onerror=alert(1)> & "you"', description: "it's </script>" } }),
    )
    const answer = await visitor(kept).get()
    const page = await answer.text()
    for (const { title } of Object.values(everyType)) expect(page).toContain(title)
    for (const text of [
      'Two minutes of your time.',
      'From a friend',
      'Certainly',
      'Salad',
      'Send it',
      'Corner of',
      '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;you&quot;',
      'it&#39;s &lt;/script&gt;',
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('<img src=x')
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'nonce-[^']+'; /)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(kept.answers).toEqual([])
  })

  test.each(['respondent', 'console'] as const)('the script of the %s parses, and does not end before its end', (page) => {
    expect(() => new Function(pageScript(page))).not.toThrow()
    expect(pageScript(page)).not.toMatch(/<\/script|<!--/i)
  })

  test('speaks the language of the survey, and its own words', async () => {
    const page = await (await visitor(open({ lang: 'ru' }, { texts: { ru: { btn_submit: 'Готово!' } } })).get()).text()
    expect(page).toContain('<html lang="ru">')
    expect(page).toContain('Готово!')
    expect(page).toContain('Введите ответ')
  })

  test('unknown addresses and methods', async () => {
    const ask = visitor(open())
    expect((await ask.get('/s/nothing')).status).toBe(404)
    expect((await ask.get('/s/demo1/elsewhere')).status).toBe(404)
    expect((await ask.get('/s/demo1/submit')).status).toBe(405)
    expect((await ask.get('/s/demo1/toString')).status).toBe(404)
  })

  test("the account's own scripts are there only when switched on", async () => {
    const scripts = { scripts_in_head: '<script>window.counted = 1</script>' }
    expect(await (await visitor(open(scripts)).get()).text()).not.toContain('window.counted')
    expect(await (await visitor(open({ ...scripts, scripts_in_head_enabled: true })).get()).text()).toContain('window.counted')
  })

  test("a theme can't leave its place in the style sheet", () => {
    const theme = {
      theme_id: 1,
      name: '',
      colors: { text: 'red;}</style><script>', accent: '#ff0000' },
      background: 'https://x.example/a"){}<b.png',
      font_family: 'serif}',
    }
    expect(themeStyle(theme)).toBe('body{--accent:#ff0000;--button:#ff0000;background-image:url("https://x.example/a%22){}%3Cb.png")}')
  })
})

describe('answering without a script', () => {
  test('all types in one form', async () => {
    const kept = memory(versionOf(everyType, { scoring_switcher: true }))
    kept.codes.push('SPRING')
    const ask = visitor(kept)
    const form = new FormData()
    const fields: [string, string][] = [
      ['token', tokenIn(await (await ask.get()).text())],
      ['again', 'yes'],
      ['liked', 'food'],
      ['liked', 'staff'],
      ['how', 'web'],
      ['order.rank.price', '3'],
      ['order.rank.speed', '1'],
      ['order.rank.taste', '2'],
      ['spend', '25'],
      ['stars', '4'],
      ['recommend', '0'],
      ['words', 'Good\r\nfood'],
      ['mail', ' me@example.com '],
      ['call', '+1 202 555 0100'],
      ['when', '2026-05-30'],
      ['grid.row.soup', 'good'],
      ['grid.row.salad', 'bad'],
    ]
    for (const [name, value] of fields) form.append(name, value)
    form.append('bill', new Blob(['12.50']), 'bill.txt')
    const page = await (await ask.send('/s/demo1/submit', form)).text()
    expect(page).toContain('Received with thanks')
    expect(page).toContain('Your score: 13')
    expect(page).toContain('SPRING')
    expect(kept.answers).toHaveLength(1)
    expect(kept.answers[0]).toMatchObject({
      is_complete: true,
      score: 13,
      promo_code: 'SPRING',
      ip_address: '203.0.113.7',
      device: 'desktop',
      values: {
        again: 'yes',
        liked: ['food', 'staff'],
        how: 'web',
        order: ['speed', 'taste', 'price'],
        spend: 25,
        stars: 4,
        recommend: 0,
        words: 'Good\nfood',
        mail: 'me@example.com',
        call: '+1 202 555 0100',
        when: '2026-05-30',
        grid: { soup: ['good'], salad: ['bad'] },
        bill: [{ id: 'file1', name: 'bill.txt', ext: 'txt', size: 5 }],
      },
    })
  })

  test('a refused form comes back with what was given and what is wrong', async () => {
    const kept = memory(versionOf(everyType))
    const ask = visitor(kept)
    const answer = await ask.post('/s/demo1/submit', { token: tokenIn(await (await ask.get()).text()), mail: 'nobody', words: '<b>' })
    const page = await answer.text()
    expect(answer.status).toBe(422)
    for (const text of ['Please answer this question', 'Please enter an e-mail address', 'value="nobody"', '&lt;b&gt;</textarea>'])
      expect(page).toContain(text)
    expect(kept.answers).toEqual([])
  })

  test('broken and oversized forms are refused', async () => {
    const ask = visitor(memory(versionOf(everyType)))
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await ask.send('/s/demo1/submit', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut', multipart)).status).toBe(400)
    expect((await ask.send('/s/demo1/submit', 'x', { 'content-type': 'multipart/form-data' })).status).toBe(400)
    expect((await ask.post('/s/demo1/submit', { words: 'x'.repeat(2 ** 20) })).status).toBe(413)
  })
})

describe('answering with the script', () => {
  const begun = async (kept = open()) => {
    const ask = visitor(kept)
    const token = tokenIn(await (await ask.get()).text())
    return {
      ask,
      kept,
      token,
      save: (fields: object) => ask.post('/s/demo1/save', { token, ...fields }, scripted),
      submit: (fields: object) => ask.post('/s/demo1/submit', { token, ...fields }, scripted),
    }
  }

  test('is kept as it goes, and taken up again by the cookie', async () => {
    const { ask, kept, token, save, submit } = await begun()
    expect(await (await save({ screen: 'age' })).json()).toMatchObject({ problems: { age: 'Please answer this question' } })
    expect(await (await save({ screen: 'age', age: '40' })).json()).toMatchObject({ problems: {} })
    expect(kept.answers).toMatchObject([{ is_complete: false, date_end: null, values: { age: 40 } }])
    const page = await (await ask.get()).text()
    expect(tokenIn(page)).toBe(token)
    expect(page).toContain('You continue where you left off')
    expect(page).toMatch(/name="age"[^>]*value="40"/)
    expect(await (await submit({ age: '41', why: 'Because' })).json()).toMatchObject({ state: 'completed', accepted: true })
    expect(kept.answers).toMatchObject([{ is_complete: true, values: { age: 41, why: 'Because' } }])
  })

  test('sent twice is stored once', async () => {
    const { kept, submit } = await begun()
    await submit({ age: '41' })
    expect(await (await submit({ age: '42' })).json()).toMatchObject({ state: 'completed', accepted: false })
    expect(kept.answers).toMatchObject([{ values: { age: 41 } }])
  })

  test('starting over needs the setting', async () => {
    const kept = open({ allow_restart_progress: false })
    const { ask, token, save } = await begun(kept)
    await save({ age: '40' })
    expect(await (await ask.post('/s/demo1/restart', {}, scripted)).json()).toEqual({ restarted: false })
    kept.survey.version.settings.allow_restart_progress = true
    expect(await (await ask.post('/s/demo1/restart', {}, scripted)).json()).toEqual({ restarted: true })
    expect(tokenIn(await (await ask.get()).text())).not.toBe(token)
  })

  test('a file of another type, or too large, is refused; a made-up id is nothing', async () => {
    const kept = memory(versionOf(everyType))
    const { ask, token, save } = await begun(kept)
    const upload = async (name: string, size: number) => {
      const form = new FormData()
      form.append('token', token)
      form.append('question', 'bill')
      form.append('file', new Blob(['x'.repeat(size)]), name)
      return (await ask.send('/s/demo1/file', form, scripted)).json()
    }
    expect(await upload('a.exe', 1)).toEqual({ problem: 'Only txt, png files can be sent' })
    expect(await upload('a.txt', 1001)).toEqual({ problem: 'The file is larger than 1000 bytes' })
    expect(await upload('../a.txt', 1000)).toMatchObject({ file: { id: 'file1', name: 'a.txt' } })
    await save({ bill: ['file1', 'file9'] })
    expect(kept.answers[0]?.values.bill).toMatchObject([{ id: 'file1' }])
  })

  test('logic decides what is asked: what was skipped is neither required nor kept', async () => {
    const conditions = {
      rules: [
        { if: { all: [{ question: 'why', operator: 'equals', value: 'no' }] }, then: { action: 'screenout', message: 'Goodbye' } },
        { if: { all: [{ question: 'first', operator: 'equals', value: 'no' }] }, then: { action: 'jump', to: 'submit' } },
      ],
    }
    const kept = memory(versionOf({ first: { type: 'yesno', title: 'First?' }, ...short }, {}, { conditions }))
    const { submit } = await begun(kept)
    expect(await (await submit({ first: 'yes' })).json()).toEqual({ problems: { age: 'Please answer this question' } })
    expect(await (await submit({ first: 'no', age: '12', why: 'left over' })).json()).toMatchObject({ state: 'completed' })
    expect(kept.answers[0]?.values).toEqual({ first: 'no' })
    const other = await begun(kept)
    const end = (await (await other.submit({ first: 'yes', age: '12', why: 'no' })).json()) as { state: string; html: string }
    expect(end.state).toBe('screened_out')
    expect(end.html).toContain('Goodbye')
    expect(kept.answers[1]).toMatchObject({ is_complete: false, is_screenout: true })
  })

  test('time runs from the first save', async () => {
    const kept = open({ filling_time_enabled: true, filling_time_seconds: 60 })
    const { save, submit } = await begun(kept)
    expect(await (await save({ age: '40' })).json()).toMatchObject({ seconds: 60 })
    kept.now = new Date(kept.now.getTime() + 63_000)
    const late = (await (await save({ age: '41' })).json()) as { state: string; html: string }
    expect([late.state, late.html.includes('Time is up')]).toEqual(['closed', true])
    kept.now = new Date(kept.now.getTime() + 3000)
    expect(await (await submit({ age: '42' })).json()).toMatchObject({ state: 'closed' })
    expect(kept.answers).toMatchObject([{ is_complete: false, values: { age: 41 } }])
  })

  test('a question whose time ran out need not be answered', async () => {
    const kept = memory(versionOf({ ...short, age: { ...short.age!, filling_time_enabled: true, filling_time_seconds: 5 } as Question }))
    const { save, submit } = await begun(kept)
    expect(await (await save({ screen: 'age' })).json()).toMatchObject({ problems: { age: expect.any(String) } })
    expect(await (await save({ screen: 'age', expired: '1' })).json()).toMatchObject({ problems: {} })
    expect(await (await submit({})).json()).toMatchObject({ state: 'completed' })
  })

  test('only declared hidden variables are kept', async () => {
    const kept = open({}, { hidden_options: { source: 'direct', ref: '' } })
    const ask = visitor(kept)
    const page = await (await ask.get('/s/demo1?ref=mail&other=1')).text()
    expect(page).toContain('name="hidden.ref" value="mail"')
    await ask.post('/s/demo1/submit', { token: tokenIn(page), age: '1', 'hidden.ref': 'mail', 'hidden.other': '1' }, scripted)
    expect(kept.answers[0]?.hidden).toEqual({ source: 'direct', ref: 'mail' })
  })

  test('payment stands between the answers and the end', async () => {
    const kept = open()
    kept.survey.payment = { type: 'fixed', amount: 12.5 }
    const { ask, token, submit } = await begun(kept)
    const due = (await (await submit({ age: '40' })).json()) as { state: string; html: string }
    expect([due.state, due.html.includes('12.5'), kept.answers[0]?.is_complete]).toEqual(['payment', true, false])
    expect(await (await ask.post('/s/demo1/pay', { token }, scripted)).json()).toMatchObject({ state: 'completed', accepted: true })
    expect(kept.answers[0]?.is_complete).toBe(true)
  })

  test('the end may lead on', async () => {
    const leading = { ...short, submit: { type: 'submit', title: '', submitRedirectUrl: 'https://shop.example/' } as Question }
    expect(await (await (await begun(memory(versionOf(leading)))).submit({ age: '1' })).json()).toMatchObject({
      redirect: 'https://shop.example/',
    })
    const stays = (await (
      await (await begun(memory(versionOf(leading, { disable_auto_redirect: true })))).submit({ age: '1' })
    ).json()) as { html: string }
    expect(stays).not.toHaveProperty('redirect')
    expect(stays.html).toContain('href="https://shop.example/"')
    const harmful = { ...short, submit: { type: 'submit', submitRedirectUrl: 'javascript:alert(1)' } as Question }
    expect(((await (await (await begun(memory(versionOf(harmful)))).submit({ age: '1' })).json()) as { html: string }).html).not.toContain(
      'javascript:',
    )
  })
})

describe('the preview', () => {
  test('shows the draft, skips restrictions and records nothing', async () => {
    const kept = open({ close_quiz_enabled: true, use_password: true })
    kept.draft = versionOf({ ...short, why: { type: 'input', title: 'Only in the draft' } }, { use_password: true })
    kept.codes.push('SPRING')
    const ask = visitor(kept)
    const page = await (await ask.get('/p/key/demo1')).text()
    expect(page).toContain('Only in the draft')
    expect(page).toContain('Preview: answers are not recorded')
    const token = tokenIn(page)
    expect(await (await ask.post('/p/key/demo1/save', { token, screen: 'age' }, scripted)).json()).toMatchObject({
      problems: { age: expect.any(String) },
    })
    expect(await (await ask.post('/p/key/demo1/submit', { token, age: '3' }, scripted)).json()).toMatchObject({ state: 'completed' })
    expect([kept.answers.length, kept.codes.length]).toEqual([0, 1])
  })
})

describe('who may answer', () => {
  const status = async (settings: Settings, from: Parameters<typeof visitor>[1] = {}, kept = open(settings)) => {
    const answer = await visitor(kept, from).get()
    return [answer.status, /<h2[^>]*>([^<]+)</.exec(await answer.text())![1]!.trim()]
  }
  const opened = [200, 'Hello']
  const phone = { agent: 'Mozilla/5.0 (iPhone) Mobile' }

  test.each<[string, Settings, Parameters<typeof visitor>[1], (string | number)[]]>([
    ['open', {}, {}, opened],
    ['switched off', { close_quiz_enabled: true }, {}, [403, 'This survey is closed']],
    [
      'past its date',
      { limit_time_enabled: true, limit_time_value: '2026-06-01T13:59:00', limit_time_timezone: 'Europe/Berlin' },
      {},
      [403, 'This survey is closed'],
    ],
    [
      'before its date',
      { limit_time_enabled: true, limit_time_value: '2026-06-01T14:01:00', limit_time_timezone: 'Europe/Berlin' },
      {},
      opened,
    ],
    ["a date that isn't enabled", { limit_time_value: '2020-01-01T00:00:00Z' }, {}, opened],
    ['full', { limit_answer_count_enabled: true, limit_answer_count_value: 0 }, {}, [403, 'This survey is closed']],
    ['a listed address', { ip_list_enabled: true, ip_whitelist: '198.51.100.1, 203.0.113.7' }, {}, opened],
    ['the same address inside of IPv6', { ip_list_enabled: true, ip_whitelist: '203.0.113.7' }, { ip: '::ffff:203.0.113.7' }, opened],
    [
      "an address that isn't listed",
      { ip_list_enabled: true, ip_whitelist: '198.51.100.1' },
      {},
      [403, 'This survey is not available from this address'],
    ],
    [
      'a forbidden address',
      { ip_list_enabled: true, ip_blacklist: '203.0.113.7' },
      {},
      [403, 'This survey is not available from this address'],
    ],
    ['a phone where only desktops may', { available_devices: ['desktop'] }, phone, [403, 'This survey is not available on this device']],
    ['a phone where phones may', { available_devices: ['mobile'] }, phone, opened],
  ])('%s', async (_, settings, from, outcome) => expect(await status(settings, from)).toEqual(outcome))

  test('the last of a limited number closes it, also for one who was already there', async () => {
    const kept = open({ limit_answer_count_enabled: true, limit_answer_count_value: 1 })
    const [first, second] = [visitor(kept), visitor(kept, { ip: '203.0.113.8' })]
    const tokens = [tokenIn(await (await first.get()).text()), tokenIn(await (await second.get()).text())]
    expect(await (await first.post('/s/demo1/submit', { token: tokens[0]!, age: '1' }, scripted)).json()).toMatchObject({
      state: 'completed',
    })
    expect(await (await second.post('/s/demo1/submit', { token: tokens[1]!, age: '1' }, scripted)).json()).toMatchObject({
      state: 'closed',
    })
    expect(kept.answers.filter((answer) => answer.is_complete)).toHaveLength(1)
  })

  test.each<[string, Settings, string, number]>([
    ['one answer an address', { multiple_ip: false }, '203.0.113.7', 403],
    ['another address', { multiple_ip: false }, '203.0.113.8', 200],
    ['several an address', { multiple_ip: true }, '203.0.113.7', 200],
  ])('%s', async (_, settings, ip, expected) => {
    const kept = open(settings)
    const first = visitor(kept)
    await first.post('/s/demo1/submit', { token: tokenIn(await (await first.get()).text()), age: '1' })
    expect((await visitor(kept, { ip }).get()).status).toBe(expected)
  })

  test.each([
    [false, 403],
    [true, 200],
  ])('the same browser again: %s', async (allow_multiple_answer, expected) => {
    const ask = visitor(open({ allow_multiple_answer }))
    const token = tokenIn(await (await ask.get()).text())
    await ask.post('/s/demo1/submit', { token, age: '1' })
    const answer = await ask.get()
    expect(answer.status).toBe(expected)
    if (expected === 200) expect(tokenIn(await answer.text())).not.toBe(token)
  })

  test('a password opens, and its token is the pass', async () => {
    const kept = open({ use_password: true })
    kept.passwords.push('sesame')
    const ask = visitor(kept)
    const gate = await (await ask.get()).text()
    expect(gate).toContain('Enter the password')
    expect(gate).not.toContain('Your age')
    expect((await ask.post('/s/demo1/save', { token: 'a'.repeat(24), age: '1' }, scripted)).status).toBe(403)
    const wrong = await ask.post('/s/demo1/enter', { password: 'please' })
    expect([wrong.status, (await wrong.text()).includes('Wrong password')]).toEqual([403, true])
    expect(kept.answers).toEqual([])
    const token = tokenIn(await (await ask.post('/s/demo1/enter', { password: 'sesame' })).text())
    expect(await (await ask.post('/s/demo1/submit', { token, age: '1' }, scripted)).json()).toMatchObject({ state: 'completed' })
  })

  test('the stand-in for a captcha wants the right sum, of its own making', async () => {
    const ask = visitor(open({ show_captcha: true }))
    const page = await (await ask.get()).text()
    const field = (name: string): string => new RegExp(`name="captcha_${name}" value="([^"]*)"`).exec(page)![1]!
    const given = { captcha_a: field('a'), captcha_b: field('b'), captcha_sign: field('sign') }
    const sum = Number(given.captcha_a) + Number(given.captcha_b)
    expect((await ask.post('/s/demo1/enter', { ...given, captcha: String(sum + 1) })).status).toBe(403)
    expect((await ask.post('/s/demo1/enter', { ...given, captcha_a: '1', captcha_b: '1', captcha: '2', captcha_sign: 'ff' })).status).toBe(
      403,
    )
    expect((await ask.post('/s/demo1/enter', { ...given, captcha: String(sum) })).status).toBe(200)
  })

  test('a shuffled survey stays in its order for one respondent', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`q${index}`, { type: 'input', title: `Q${index}` } as Question]),
    )
    const kept = memory(versionOf({ welcome: short.welcome!, ...many, submit: short.submit! }, { question_random_order: true }))
    const order = (page: string) => [...page.matchAll(/data-id="(\w+)"/g)].map(([, id]) => id)
    const ask = visitor(kept)
    const page = await (await ask.get()).text()
    await ask.post('/s/demo1/save', { token: tokenIn(page), q3: 'x' }, scripted)
    const again = order(await (await ask.get()).text())
    expect(again).toEqual(order(page))
    expect([again[0], again.at(-1), again.toSorted().length]).toEqual(['welcome', 'submit', 14])
    expect(again).not.toEqual(kept.survey.version.widgets.ids)
  })
})

test.each([
  ['2026-06-01T12:00:00Z', 'Europe/Berlin', '2026-06-01T12:00:00.000Z'],
  ['2026-06-01T12:00:00+03:00', 'Europe/Berlin', '2026-06-01T09:00:00.000Z'],
  ['2026-06-01T12:00', 'Europe/Berlin', '2026-06-01T10:00:00.000Z'],
  ['2026-12-01 12:00', 'Europe/Berlin', '2026-12-01T11:00:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-06-01', 'America/New_York', '2026-06-01T04:00:00.000Z'],
  ['2026-06-01T12:00', 'No/Where', '2026-06-01T12:00:00.000Z'],
])('%s in %s is %s', (value, zone, moment) => expect(new Date(momentIn(value, zone)).toISOString()).toBe(moment))

test.each([
  ['Mozilla/5.0 (iPhone; CPU) Mobile', 'mobile'],
  ['Mozilla/5.0 (Linux; Android 16) Mobile Safari', 'mobile'],
  ['Mozilla/5.0 (Linux; Android 16)', 'tablet'],
  ['Mozilla/5.0 (iPad)', 'tablet'],
  ['Mozilla/5.0 (X11; Linux)', 'desktop'],
  ['', 'desktop'],
])('%s is a %s', (agent, device) => expect(deviceOf(agent)).toBe(device))

test('the embed protocol has 15 events and 4 commands, and the page knows each', () => {
  expect([new Set(embedEvents).size, new Set(embedCommands).size]).toEqual([15, 4])
  const script =
    pageScript('respondent') + JSON.stringify(embedEvents.filter((event) => ['survey.resumed', 'survey.authorized'].includes(event)))
  for (const event of embedEvents) expect(script).toContain(event)
  for (const command of embedCommands) expect(script).toContain(command)
  expect(embedSnippet('https://x.example/s/1?a=1&b="')).toContain('src="https://x.example/s/1?a=1&amp;b=%22"')
})
