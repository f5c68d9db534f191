/** The respondent page as requests see it: what it holds, and what becomes of its forms, sent with its script and without. */
import { describe, expect, test } from 'vitest'
import type { Question, Settings, Content } from '../../src/model/survey.ts'
import { addCode, everyType, published, tokenIn, versionOf, visitor, type Published } from '../support/respondent.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('empty', { keep: true })
const short: Record<string, Question> = {
  welcome: { type: 'welcome', title: 'Hello' },
  age: { type: 'slider', title: 'Your age', isRequired: true },
  why: { type: 'input', title: 'Why?' },
  submit: { type: 'submit', title: 'Done' },
}
const made = (entities: Record<string, Question>, settings: Settings = {}, more: Partial<Content> = {}): Promise<Published> =>
  published(served.sandbox, versionOf(entities, settings, more))
const open = (settings: Settings = {}, more: Partial<Content> = {}): Promise<Published> => made(short, settings, more)
const scripted = { accept: 'application/json' }

describe('the page', () => {
  test('holds all texts without a script, escaped', async () => {
    const survey = await made({
      ...everyType,
      why: { type: 'input', title: '<img src=x onerror=alert(1)> & "you"', description: "it's </script>" },
    })
    const answer = await visitor(survey).get()
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
    expect(survey.answers()).toEqual([])
  })

  test('speaks the language of the survey, and its own words', async () => {
    const page = await (await visitor(await open({ lang: 'ru' }, { texts: { ru: { btn_submit: 'Готово!' } } })).get()).text()
    expect(page).toContain('<html lang="ru">')
    expect(page).toContain('Готово!')
    expect(page).toContain('Введите ответ')
  })

  test('unknown addresses and methods', async () => {
    const ask = visitor(await open())
    expect((await fetch(`${served.sandbox.publicUrl}/s/nothing`)).status).toBe(404)
    expect((await ask.get('/elsewhere')).status).toBe(404)
    expect((await ask.get('/submit')).status).toBe(405)
    expect((await ask.get('/toString')).status).toBe(404)
  })

  test("the account's own scripts are there only when switched on", async () => {
    const scripts = { scripts_in_head: '<script>window.counted = 1</script>' }
    expect(await (await visitor(await open(scripts)).get()).text()).not.toContain('window.counted')
    expect(await (await visitor(await open({ ...scripts, scripts_in_head_enabled: true })).get()).text()).toContain('window.counted')
  })
})

describe('answering without a script', () => {
  test('all types in one form', async () => {
    const survey = await made(everyType, { scoring_switcher: true })
    await addCode(served.sandbox, survey, 'SPRING')
    const ask = visitor(survey)
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
    const page = await (await ask.send('/submit', form)).text()
    expect(page).toContain('Received with thanks')
    expect(page).toContain('Your score: 13')
    expect(page).toContain('SPRING')
    expect(survey.answers()).toHaveLength(1)
    expect(survey.answers()[0]).toMatchObject({
      is_complete: true,
      score: 13,
      promo_code: 'SPRING',
      ip_address: '127.0.0.1',
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
        bill: [{ name: 'bill.txt', ext: 'txt', size: 5 }],
      },
    })
  })

  test('a refused form comes back with what was given and what is wrong', async () => {
    const survey = await made(everyType)
    const ask = visitor(survey)
    const answer = await ask.post('/submit', { token: tokenIn(await (await ask.get()).text()), mail: 'nobody', words: '<b>' })
    const page = await answer.text()
    expect(answer.status).toBe(422)
    for (const text of ['Please answer this question', 'Please enter an e-mail address', 'value="nobody"', '&lt;b&gt;</textarea>'])
      expect(page).toContain(text)
    expect(survey.answers()).toEqual([])
  })

  test('broken and oversized forms are refused', async () => {
    const ask = visitor(await made(everyType))
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await ask.send('/submit', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut', multipart)).status).toBe(400)
    expect((await ask.send('/submit', 'x', { 'content-type': 'multipart/form-data' })).status).toBe(400)
    expect((await ask.post('/submit', { words: 'x'.repeat(2 ** 20) })).status).toBe(413)
  })
})

describe('answering with the script', () => {
  const begun = async (survey: Published) => {
    const ask = visitor(survey)
    const token = tokenIn(await (await ask.get()).text())
    return {
      ask,
      survey,
      token,
      save: (fields: object) => ask.post('/save', { token, ...fields }, scripted),
      submit: (fields: object) => ask.post('/submit', { token, ...fields }, scripted),
    }
  }

  test('is kept as it goes, and taken up again by the cookie', async () => {
    const { ask, survey, token, save, submit } = await begun(await open())
    expect(await (await save({ screen: 'age' })).json()).toMatchObject({ problems: { age: 'Please answer this question' } })
    expect(await (await save({ screen: 'age', age: '40' })).json()).toMatchObject({ problems: {} })
    expect(survey.answers()).toMatchObject([{ is_complete: false, date_end: null, values: { age: 40 } }])
    const page = await (await ask.get()).text()
    expect(tokenIn(page)).toBe(token)
    expect(page).toContain('You continue where you left off')
    expect(page).toMatch(/name="age"[^>]*value="40"/)
    expect(await (await submit({ age: '41', why: 'Because' })).json()).toMatchObject({ state: 'completed', accepted: true })
    expect(survey.answers()).toMatchObject([{ is_complete: true, values: { age: 41, why: 'Because' } }])
  })

  test('with the token of an answer to another survey is an answer of its own', async () => {
    const other = await begun(await open())
    await other.save({ age: '40' })
    const { ask, survey } = await begun(await open())
    const sent = await ask.post('/submit', { token: other.token, age: '41', why: 'Because' }, scripted)
    expect(await sent.json()).toMatchObject({ state: 'completed', accepted: true })
    expect([survey.answers(), other.survey.answers()]).toMatchObject([
      [{ values: { age: 41 } }],
      [{ is_complete: false, values: { age: 40 } }],
    ])
  })

  test('sent twice is stored once', async () => {
    const { survey, submit } = await begun(await open())
    await submit({ age: '41' })
    expect(await (await submit({ age: '42' })).json()).toMatchObject({ state: 'completed', accepted: false })
    expect(survey.answers()).toMatchObject([{ values: { age: 41 } }])
  })

  /** Another write: those that come in the meantime wait until it is released. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    void served.sandbox.service.write(() => promise)
    return resolve
  }
  /** Requests are taken in turn: what was sent before waits by now. */
  const taken = async ({ ask }: { ask: ReturnType<typeof visitor> }) => {
    for (let turn = 0; turn < 5; turn++) await ask.get()
  }

  test('sent twice at once is stored once', async () => {
    const respondent = await begun(await open())
    const release = hold()
    const sent = [respondent.submit({ age: '41' }), respondent.submit({ age: '42' })]
    await taken(respondent)
    release()
    const told = await Promise.all((await Promise.all(sent)).map((answer) => answer.json()))
    expect(told).toMatchObject([
      { state: 'completed', accepted: true },
      { state: 'completed', accepted: false },
    ])
    expect(respondent.survey.answers()).toMatchObject([{ is_complete: true, values: { age: 41 } }])
  })

  test('sent at once with another outcome shows what is stored', async () => {
    const rules = [
      { if: { all: [{ question: 'why', operator: 'equals', value: 'no' }] }, then: { action: 'screenout', message: 'Goodbye' } },
    ]
    const respondent = await begun(await open({}, { conditions: { rules } }))
    const release = hold()
    const sent = [respondent.submit({ age: '41' }), respondent.submit({ age: '42', why: 'no' })]
    await taken(respondent)
    release()
    const told = await Promise.all((await Promise.all(sent)).map((answer) => answer.json()))
    expect(told).toMatchObject([
      { state: 'completed', accepted: true },
      { state: 'completed', accepted: false },
    ])
  })

  test('with one token to two surveys at once are two answers', async () => {
    const [one, other] = [await begun(await open()), await begun(await open())]
    const release = hold()
    const sent = [one.save({ age: '40' }), other.ask.post('/submit', { token: one.token, age: '41' }, scripted)]
    await taken(other)
    release()
    await Promise.all(sent)
    expect([one.survey.answers(), other.survey.answers()]).toMatchObject([
      [{ is_complete: false, values: { age: 40 } }],
      [{ is_complete: true, values: { age: 41 } }],
    ])
  })

  test('what is stored late changes nothing that has ended', async () => {
    const respondent = await begun(await open())
    const first = hold()
    const submitted = respondent.submit({ age: '41' })
    await taken(respondent)
    const second = hold()
    first()
    await taken(respondent)
    const saved = respondent.save({ age: '43' })
    await taken(respondent)
    second()
    await Promise.all([submitted, saved])
    expect(respondent.survey.answers()).toMatchObject([{ is_complete: true, values: { age: 41 } }])
  })

  test('starting over needs the setting', async () => {
    for (const allow_restart_progress of [false, true]) {
      const { ask, token, save } = await begun(await open({ allow_restart_progress }))
      await save({ age: '40' })
      expect(await (await ask.post('/restart', {}, scripted)).json()).toEqual({ restarted: allow_restart_progress })
      expect(tokenIn(await (await ask.get()).text()) === token).toBe(!allow_restart_progress)
    }
  })

  test('a file of another type, or too large, is refused; a made-up id is nothing', async () => {
    const survey = await made(everyType)
    const { ask, token, save } = await begun(survey)
    const upload = async (name: string, size: number) => {
      const form = new FormData()
      form.append('token', token)
      form.append('question', 'bill')
      form.append('file', new Blob(['x'.repeat(size)]), name)
      return (await ask.send('/file', form, scripted)).json() as Promise<any>
    }
    expect(await upload('a.exe', 1)).toEqual({ problem: 'Only txt, png files can be sent' })
    expect(await upload('a.txt', 1001)).toEqual({ problem: 'The file is larger than 1000 bytes' })
    const { file } = await upload('../a.txt', 1000)
    expect(file.name).toBe('a.txt')
    await save({ bill: [file.id, 'file9'] })
    expect(survey.answers()[0]?.values.bill).toMatchObject([{ id: file.id, name: 'a.txt' }])
  })

  test('logic decides what is asked: what was skipped is neither required nor kept', async () => {
    const conditions = {
      rules: [
        { if: { all: [{ question: 'why', operator: 'equals', value: 'no' }] }, then: { action: 'screenout', message: 'Goodbye' } },
        { if: { all: [{ question: 'first', operator: 'equals', value: 'no' }] }, then: { action: 'jump', to: 'submit' } },
      ],
    }
    const survey = await made({ first: { type: 'yesno', title: 'First?' }, ...short }, {}, { conditions })
    const { submit } = await begun(survey)
    expect(await (await submit({ first: 'yes' })).json()).toEqual({ problems: { age: 'Please answer this question' } })
    expect(await (await submit({ first: 'no', age: '12', why: 'left over' })).json()).toMatchObject({ state: 'completed' })
    expect(survey.answers()[0]?.values).toEqual({ first: 'no' })
    const other = await begun(survey)
    const end = (await (await other.submit({ first: 'yes', age: '12', why: 'no' })).json()) as { state: string; html: string }
    expect(end.state).toBe('screened_out')
    expect(end.html).toContain('Goodbye')
    expect(survey.answers()[1]).toMatchObject({ is_complete: false, is_screenout: true })
  })

  test('time runs from the first save', async () => {
    const survey = await open({ filling_time_enabled: true, filling_time_seconds: 60 })
    const { save, submit } = await begun(survey)
    expect(await (await save({ age: '40' })).json()).toMatchObject({ seconds: expect.closeTo(60, -1) })
    // Late by one second, of the five that an answer may be: what the machine takes is added.
    served.sandbox.clock.advance(61_000)
    const late = (await (await save({ age: '41' })).json()) as { state: string; html: string }
    expect([late.state, late.html.includes('Time is up')]).toEqual(['closed', true])
    served.sandbox.clock.advance(5000)
    expect(await (await submit({ age: '42' })).json()).toMatchObject({ state: 'closed' })
    expect(survey.answers()).toMatchObject([{ is_complete: false, values: { age: 41 } }])
  })

  test('a question whose time ran out need not be answered', async () => {
    const survey = await made({ ...short, age: { ...short.age!, filling_time_enabled: true, filling_time_seconds: 5 } as Question })
    const { save, submit } = await begun(survey)
    expect(await (await save({ screen: 'age' })).json()).toMatchObject({ problems: { age: expect.any(String) } })
    expect(await (await save({ screen: 'age', expired: '1' })).json()).toMatchObject({ problems: {} })
    expect(await (await submit({})).json()).toMatchObject({ state: 'completed' })
  })

  test('only declared hidden variables are kept', async () => {
    const survey = await open({}, { hidden_options: { source: 'direct', ref: '' } })
    const ask = visitor(survey)
    const page = await (await ask.get('?ref=mail&other=1')).text()
    expect(page).toContain('name="hidden.ref" value="mail"')
    await ask.post('/submit', { token: tokenIn(page), age: '1', 'hidden.ref': 'mail', 'hidden.other': '1' }, scripted)
    expect(survey.answers()[0]?.hidden).toEqual({ source: 'direct', ref: 'mail' })
  })

  test('payment stands between the answers and the end', async () => {
    const survey = await open()
    const { payment_account_id } = await served.control('connect', { what: 'seller' })
    const payment = { payment_account_id, payment_type: 'fixed', fixed_amount: 12.5 }
    await served.sandbox.request('POST', `/quiz/${survey.id}/payment`, payment)
    const { ask, token, submit } = await begun(survey)
    const due = (await (await submit({ age: '40' })).json()) as { state: string; html: string }
    expect([due.state, due.html.includes('12.5'), survey.answers()[0]?.is_complete]).toEqual(['payment', true, false])
    expect(await (await ask.post('/pay', { token }, scripted)).json()).toMatchObject({ state: 'completed', accepted: true })
    expect(survey.answers()[0]?.is_complete).toBe(true)
  })

  test('the end may lead on', async () => {
    const leading = { ...short, submit: { type: 'submit', title: '', submitRedirectUrl: 'https://shop.example/' } as Question }
    expect(await (await (await begun(await made(leading))).submit({ age: '1' })).json()).toMatchObject({
      redirect: 'https://shop.example/',
    })
    const stays = (await (await (await begun(await made(leading, { disable_auto_redirect: true }))).submit({ age: '1' })).json()) as {
      html: string
    }
    expect(stays).not.toHaveProperty('redirect')
    expect(stays.html).toContain('href="https://shop.example/"')
    const harmful = { ...short, submit: { type: 'submit', submitRedirectUrl: 'javascript:alert(1)' } as Question }
    expect(((await (await (await begun(await made(harmful))).submit({ age: '1' })).json()) as { html: string }).html).not.toContain(
      'javascript:',
    )
  })
})
