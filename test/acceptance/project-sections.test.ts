/** Letters, recipients, counters, payment and QR codes in a project. */
import { describe, expect, it } from 'vitest'
import { inProject } from '../support/in-project.ts'

const here = inProject()
const { project, pulled, text, edit, asked, writes, inStep, shown, add } = here
/** Without the right that all of these want. */
const blindTo = async (section: string): Promise<void> => {
  const blind = here.as(await here.sandbox.participant({ edit_quiz: 'allowed' }))
  expect((await blind('plan --json')).json.surveys[0]).toMatchObject({ status: 'unreadable', blind: [{ section }] })
  expect((await blind('drift', 10)).stdout).toContain(`unknown\t${section}`)
}

describe('letters of a project', () => {
  it('go to and fro; only the fields of the file are managed', async () => {
    await pulled('spring')
    expect(text('spring')).toMatch(/letters:\n {2}owner: \{ enabled: true, subject: New answer \}\nrecipients:/)
    await inStep()
    edit(
      'spring',
      'owner: { enabled: true, subject: New answer }',
      'owner: { enabled: false, subject: News, excluded_questions: [q:phone-1] }\n  client: {letter: Thanks, enabled: true}',
    )
    expect((await project('plan', 10)).stdout).toMatch(/~ letters\.owner\.subject +"New answer" → "News"[^]*at once: letters/)
    expect(await writes(() => project('apply'))).toEqual([
      'POST /quiz/42/emails/toggle',
      'POST /quiz/42/emails/template',
      'POST /quiz/42/emails/questions',
      'POST /quiz/42/emails/toggle',
    ])
    const { settings, owner_excluded_questions: excluded } = await shown('/42/emails')
    expect([settings.owner_enabled, settings.client_enabled, settings.client_letter, excluded.length]).toEqual([false, true, 'Thanks', 1])
    await inStep()
    await here.run(['email', 'template', '42', 'owner', '--subject', 'By hand'])
    await here.run(['email', 'template', '42', 'client', '--subject', 'Nobody manages it'])
    expect((await project('drift', 10)).stdout.trim().split('\n')).toEqual([expect.stringContaining('letters.owner.subject')])
    await project('pull')
    expect(text('spring')).toContain('subject: By hand')
    await inStep()
  })

  it('of a survey that had none can leave out a question at once', async () => {
    await pulled('onboarding')
    expect(text('onboarding')).not.toContain('letters')
    add('onboarding', 'letters: {owner: {excluded_questions: [q:input-1]}}')
    await project('apply')
    expect((await shown('/43/emails')).owner_excluded_questions).toHaveLength(1)
    await inStep()
    await blindTo('letters')
  })

  it('say what is wrong with them', async () => {
    await pulled('onboarding')
    add(
      'onboarding',
      'letters: {owner: {subjekt: x, enabled: 1, reply_to_address: nobody}, boss: {}}\nrecipients: {nobody: {}, A@example.org: {}, b@example.org: {on: true}}',
    )
    expect((await project('plan', 2)).stderr).toMatch(
      /letters\.owner\.subjekt is not known[^]*letters\.owner\.enabled must be true or false[^]*letters\.owner\.reply_to_address must be[^]*letters\.boss is not a letter[^]*recipients\.nobody must be an e-mail address[^]*recipients\.A@example\.org must be written in lower case[^]*recipients\.b@example\.org must be \{enabled: true\}/,
    )
  })
})

describe('recipients of a project', () => {
  const mails = async (): Promise<number> =>
    (await here.run('sandbox inbox --json')).json.filter(({ to }: { to?: string }) => to === 'new@example.org').length
  const rows = async (): Promise<unknown[]> =>
    (await shown('/42/emails')).recipients.map(({ email, enabled }: Record<string, unknown>) => [email, enabled])

  it('get one letter when they are added, which the plan tells; a switch is turned only where it must be', async () => {
    await pulled('spring')
    edit('spring', 'former@example.org: { enabled: false }', 'former@example.org: { enabled: true }\n  new@example.org: { enabled: false }')
    expect((await project('plan', 10)).stdout).toContain('1 letter (to new@example.org, who has to confirm)')
    await here.sandbox.control('fault add', { pattern: 'POST /quiz/42/emails/recipients', reset: true, after_commit: true, times: 1 })
    await project('apply', 8)
    await project('apply')
    await inStep()
    expect([await mails(), await rows()]).toEqual([
      1,
      [
        ['copies@example.org', true],
        ['waiting@example.org', true],
        ['former@example.org', true],
        ['new@example.org', false],
      ],
    ])
    // The answer to the switch is lost: it isn't turned back.
    edit('spring', 'copies@example.org: { enabled: true }', 'copies@example.org: { enabled: false }')
    await here.sandbox.control('fault add', {
      pattern: 'POST /quiz/42/emails/recipients/1/toggle',
      reset: true,
      after_commit: true,
      times: 1,
    })
    await project('apply', 8)
    expect(await writes(() => project('apply'))).toEqual([])
    expect((await rows())[0]).toEqual(['copies@example.org', false])
    await here.run('email recipient-toggle 42 1')
    expect((await project('drift', 10)).stdout).toContain('recipients.copies@example.org.enabled')
    await project('pull')
    await inStep()
  })

  it('go only by --allow-loss', async () => {
    await pulled('spring')
    edit('spring', / {2}former@example.org: .*\n/, '')
    expect((await project('plan', 10)).stdout).toContain('recipients.former@example.org is removed')
    expect(await writes(() => project('apply', 1))).toEqual([])
    await project('apply --allow-loss')
    expect(await rows()).toHaveLength(2)
    await inStep()
  })
})

describe('counters of a project', () => {
  it('go to and fro; the services of the file are managed, and asked for, alone', async () => {
    await pulled('spring')
    expect(text('spring')).toMatch(/analytics_a: \{ counter: "?40000001"?, is_active: true, version: current \}/)
    await inStep()
    edit('spring', 'counter: "40000001", is_active: true', 'counter: "40000009", is_active: false')
    edit('spring', /( +)pixel_a: .*\n/, '$1pixel_b: { counter: "7", is_active: true }\n')
    expect((await project('plan', 10)).stdout).toContain('counters.analytics_a.counter')
    const lines = await asked(() => project('apply'))
    expect(lines.filter((line) => line.includes('pixel_a'))).toEqual([])
    expect(lines.filter((line) => line.startsWith('POST')).map((line) => line.split('/').at(-1))).toEqual(
      ['analytics_a', 'analytics_a', 'pixel_b', 'pixel_b'].toSorted(),
    )
    expect(await shown('/42/integrations/counters/pixel_b')).toMatchObject({ counter: '7', is_active: true })
    expect(await shown('/42/integrations/counters/analytics_a')).toMatchObject({ counter: '40000009', is_active: false })
    await inStep()
    await here.run('counter deactivate 42 pixel_b')
    expect((await project('drift', 10)).stdout).toContain('counters.pixel_b.is_active')
    await project('pull')
    await inStep()
    edit('spring', /pixel_b: .*\n/, 'pixel_b: null\n')
    expect((await project('plan', 10)).stdout).toContain('counters.pixel_b is removed')
    await project('apply', 1)
    await project('apply --allow-loss')
    expect(await shown('/42/integrations/counters/pixel_b')).toMatchObject({ counter: null })
    await inStep()
  })

  it('saved by a run that broke off are switched on by the next', async () => {
    await pulled('onboarding')
    add('onboarding', 'counters: {pixel_a: {counter: "5", is_active: true}}')
    await here.sandbox.request('POST', '/quiz/43/integrations/counters/pixel_a', { action: 'save', counter: '5' })
    await project('apply')
    expect(await shown('/43/integrations/counters/pixel_a')).toMatchObject({ counter: '5', is_active: true })
    await inStep()
    await blindTo('counters')
  })
})

describe('payment and QR code of a project', () => {
  it('are set, changed, and never taken away', async () => {
    await pulled('onboarding')
    add('onboarding', 'payment: {payment_account_id: 1, payment_type: fixed, fixed_amount: 10}\nqr: {format: svg, color: "#112233"}')
    expect(await writes(() => project('apply'))).toEqual(['POST /quiz/43/payment', 'POST /quiz/43/qr-code'])
    expect([await shown('/43/payment'), await shown('/43/qr-code')]).toMatchObject([
      { payment_account_id: 1, fixed_amount: 10 },
      { format: 'svg', color: '#112233' },
    ])
    await inStep()
    await here.sandbox.request('POST', '/quiz/43/payment', { payment_account_id: 1, payment_type: 'fixed', fixed_amount: 12 })
    await here.run(['qr', 'build', '43', '--color', '#000000'])
    const drift = (await project('drift', 10)).stdout
    expect(drift).toMatch(/payment\.fixed_amount[^]*qr\.color/)
    await project('pull')
    expect(text('onboarding')).toMatch(/fixed_amount: 12[^]*#000000/)
    await inStep()
    edit('onboarding', /payment: .*\n/, 'payment: null\n')
    expect((await project('plan', 1)).stdout).toContain('once set, it cannot be removed')
  })

  it('name a seller account as the environment does', async () => {
    await pulled('onboarding')
    add('onboarding', 'payment: {payment_account_id: main, payment_type: scoring}')
    expect((await project('plan', 2)).stderr).toContain('environments.default.sellers')
  })
})

describe('what a colleague adds where there was nothing', () => {
  it('is drift, and comes with the next pull', async () => {
    await here.pulled('onboarding')
    await here.project('drift')
    expect(here.text('onboarding')).not.toMatch(/^(webhooks|recipients|texts|note|counters|messengers):/m)
    await here.run('webhook add 43 https://hooks.example.com/in --title Answers --method post')
    await here.run('email recipient-add 43 colleague@example.org')
    await here.run(['text', 'set', '43', 'btn_next=Go on'])
    await here.run('quiz note 43 Checked')
    await here.run('counter set 43 pixel_b 7')
    await here.run('messenger activate 43 messenger_b')
    const added = ['counters', 'messengers', 'note', 'recipients', 'texts', 'webhooks']
    const drift = (await here.project('drift --json', 10)).json as { path: string }[]
    expect([...new Set(drift.map(({ path }) => path.split('.')[0]))].toSorted()).toEqual(added)
    await here.project('pull')
    for (const name of added) expect(here.text('onboarding')).toMatch(new RegExp(`^${name}:`, 'm'))
    expect(here.text('onboarding')).not.toMatch(/pixel_a|messenger_a/)
    await here.inStep()
  })

  it('stays away once its section was taken out of the file', async () => {
    await here.pulled('onboarding')
    await here.run('quiz note 43 Checked')
    await here.project('pull')
    here.edit('onboarding', /^note: .*\n/m, '')
    await here.run('quiz note 43 Twice')
    await here.project('drift')
    await here.project('pull')
    expect(here.text('onboarding')).not.toMatch(/^note:/m)
  })
})
