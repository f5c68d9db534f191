/** Messengers, spreadsheet, automation connector, CRM and promo list in a project. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startBlind } from '../support/blind.ts'
import { inProject } from '../support/in-project.ts'
import { startProject } from '../support/project.ts'
import { startSandbox } from '../support/sandbox.ts'

const here = inProject()
const { project, pulled, text, edit, asked, writes, inStep, shown, add } = here
/** Those with this in their path; without what stands behind it. */
const paths = (lines: string[], part: string): string[] => lines.map((line) => line.split('?')[0]!).filter((line) => line.includes(part))

describe('what a survey is connected to', () => {
  it('is in step once pulled, and told to a person as the service has it', async () => {
    await pulled('spring')
    const file = text('spring')
    expect(file).toMatch(/messengers:\n {2}messenger_a:\n(.*\n)*? {4}subject: New answer/)
    expect(file).toMatch(/sheets:\n(.*\n)*? {2}sync_mode: realtime/)
    expect(file).toMatch(/automation:\n {2}is_active: \w+\n/)
    expect(file).toMatch(/crm:\n {2}crm_a:\n(.*\n)*? {4}deal:/)
    expect(file).toContain('promo: Spring letter\n')
    await inStep()
    // One overview, a read for each that is connected, and the lists once.
    const reads = paths(await asked(() => project('plan')), '/integrations')
    expect(reads.filter((line) => !line.includes('/counters/')).toSorted()).toEqual(
      ['', '/automation', '/crm/crm_a/fields', '/crm/crm_b/fields', '/messenger/messenger_a', '/sheets'].map(
        (end) => `GET /quiz/42/integrations${end}`,
      ),
    )
  })

  it('changes both ways; only the keys of the file are managed', async () => {
    await pulled('spring')
    edit('spring', /messenger_a:\n(?: {4}.*\n)*/, 'messenger_a: { is_active: false, subject: News, hidden_widget_ids: [q:phone-1] }\n')
    edit('spring', 'sync_mode: realtime', 'sync_mode: scheduled\n  schedule_hour: 6\n  schedule_minute: 30')
    edit('spring', 'enable_personal_data: false', 'enable_personal_data: true')
    expect((await project('plan', 10)).stdout).toMatch(
      /messengers\.messenger_a\.subject +"New answer" → "News"[^]*sheets\.sync_mode[^]*at once: messengers, sheets/,
    )
    expect((await writes(() => project('apply'))).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'POST /quiz/42/integrations/messenger/messenger_a'),
      ...Array.from({ length: 2 }, () => 'POST /quiz/42/integrations/sheets'),
    ])
    expect([await shown('/42/integrations/messenger/messenger_a'), await shown('/42/integrations/sheets')]).toMatchObject([
      { is_active: false, subject: 'News', hidden_widget_ids: [expect.any(String)] },
      { sync_mode: 'scheduled', schedule_hour: 6, schedule_minute: 30, enable_personal_data: true, enable_timestamp: true },
    ])
    await inStep()
    await here.sandbox.request('POST', '/quiz/42/integrations/messenger/messenger_a', { action: 'save_widgets', subject: 'By hand' })
    await here.sandbox.request('POST', '/quiz/42/integrations/messenger/messenger_a', { action: 'toggle_buttons', buttons_enabled: true })
    expect((await project('drift', 10)).stdout.trim().split('\n')).toEqual([expect.stringContaining('messengers.messenger_a.subject')])
    await project('pull')
    expect(text('spring')).toContain('subject: By hand')
    await inStep()
  })

  it('is mapped: what is sent is a part, and its fields that changed', async () => {
    await pulled('spring')
    const [before] = [(await shown('/42/integrations/crm/crm_a/fields?sections=users')).current_mapping]
    edit('spring', /statuses: .*/, 'statuses: { "101": 1002 }\n      bind: { "501": q:phone-1 }')
    expect((await project('plan', 10)).stdout).toContain('crm.crm_a.deal')
    expect(await writes(() => project('apply'))).toEqual(['POST /quiz/42/integrations/crm_a/mapping/deal'])
    const after = (await shown('/42/integrations/crm/crm_a/fields?sections=users')).current_mapping
    expect(after).toMatchObject({
      deal: { ...before.deal, statuses: { 101: 1002 }, bind: { 501: expect.stringMatching(/^[\da-f-]{36}$/) } },
    })
    await inStep()
    await here.sandbox.request('POST', '/quiz/42/integrations/crm/crm_b/toggle', { is_active: false })
    await here.sandbox.request('POST', '/quiz/42/integrations/crm_a/mapping/list', { active: [0] })
    expect((await project('drift', 10)).stdout.trim().split('\n')).toEqual([expect.stringContaining('crm.crm_b.is_active')])
    await project('pull')
    await inStep()
  })

  it('goes only by --allow-loss, and a CRM by a person only', async () => {
    await pulled('spring')
    edit('spring', /messenger_a:\n(?: {4}.*\n)*/, 'messenger_a: null\n')
    edit('spring', /automation:\n.*/, 'automation: null')
    expect((await project('plan', 10)).stdout).toMatch(/messenger_a goes, with its chats[^]*automation is disconnected/)
    expect(await writes(() => project('apply', 1))).toEqual([])
    await project('apply --allow-loss')
    const { integrations } = await shown('/42/integrations')
    expect([integrations.messenger_a.connected, integrations.automation.connected]).toEqual([false, false])
    await inStep()
    edit('spring', /( +)crm_b:\n(\1 +.*\n)*/, '$1crm_b: null\n')
    expect((await project('plan', 1)).stdout).toContain('crm_b can be disconnected by a person only')
  })

  it('waits for a person where nobody connected it, and is then as the file says', async () => {
    await pulled('onboarding')
    expect(text('onboarding')).not.toMatch(/messengers|sheets|automation|crm/)
    await project('plan')
    add(
      'onboarding',
      `messengers: {messenger_b: {is_active: true, subject: Hello}}
sheets: {is_active: true, sync_mode: manual, hidden_widget_ids: [q:input-1]}
automation: {is_active: true}
crm: {crm_b: {is_active: true, lead: {enabled: true, title_type: Static, title_value: Week, fields: {NAME: {widget_id: q:input-1}}}}}`,
    )
    const plan = (await project('plan', 10)).stdout
    for (const name of ['sheets', 'automation', 'crm.crm_b']) expect(plan).toContain(`${name} is not connected yet`)
    expect(await writes(() => project('apply'))).toEqual([
      'POST /quiz/43/integrations/messenger/messenger_b',
      'POST /quiz/43/integrations/messenger/messenger_b',
    ])
    expect(await shown('/43/integrations/messenger/messenger_b')).toMatchObject({ is_active: true, subject: 'Hello' })
    await project('plan')
    await project('drift')
    for (const name of ['sheets', 'automation', 'crm_b']) expect((await here.run(`sandbox connect 43 ${name}`)).exitCode).toBe(0)
    expect((await project('plan', 10)).stdout).toContain('sheets.sync_mode')
    await project('apply')
    expect([await shown('/43/integrations/sheets'), await shown('/43/integrations/automation')]).toMatchObject([
      { is_active: true, sync_mode: 'manual', hidden_widget_ids: [expect.any(String)] },
      { is_active: true },
    ])
    const { is_active, current_mapping } = await shown('/43/integrations/crm/crm_b/fields?sections=users')
    expect([is_active, current_mapping.lead.title_value]).toEqual([true, 'Week'])
    await inStep()
  })

  it('stays where a person connected what the file has none of', async () => {
    await pulled('onboarding')
    add('onboarding', 'automation: null\nmessengers: {messenger_b: null}')
    await inStep()
    expect((await here.run('sandbox connect 43 automation')).exitCode).toBe(0)
    await here.run('messenger activate 43 messenger_b')
    expect((await project('plan')).stdout).toMatch(/< messengers\.messenger_b [^]*< automation /)
    expect(await writes(() => project('apply'))).toEqual([])
    await project('pull')
    expect(text('onboarding')).toMatch(/automation:\s+\{? ?is_active: false/)
    await inStep()
  })

  it('is done to its end where a run broke off', async () => {
    await pulled('onboarding')
    add('onboarding', 'messengers: {messenger_a: {is_active: false, subject: Hello, buttons_enabled: true}}')
    await project('apply')
    await here.sandbox.request('POST', '/quiz/43/integrations/messenger/messenger_a', { action: 'delete' })
    await project('pull')
    edit('onboarding', 'messenger_a: null', 'messenger_a: {is_active: false, subject: Hello, buttons_enabled: true}')
    await here.sandbox.control('fault add', {
      pattern: 'POST /quiz/43/integrations/messenger/*',
      reset: true,
      after_commit: true,
      times: 1,
    })
    await project('apply', 8)
    expect(await shown('/43/integrations/messenger/messenger_a')).toMatchObject({ is_active: true, subject: '' })
    await project('apply')
    expect(await shown('/43/integrations/messenger/messenger_a')).toMatchObject({
      is_active: false,
      subject: 'Hello',
      buttons_enabled: true,
    })
    await inStep()
  })

  it('is blind without the right, and where the access was taken back', async () => {
    await pulled('spring')
    const blind = here.as(await here.sandbox.participant({ edit_quiz: 'allowed' }))
    const { json } = await blind('plan --json')
    expect(json.surveys[0].blind.map(({ section }: { section: string }) => section)).toEqual(
      expect.arrayContaining(['messengers', 'sheets', 'automation', 'crm']),
    )
    await here.run('sandbox revoke 42 crm_a')
    expect((await project('plan')).stdout).toContain('crm: not readable here')
    expect((await project('drift', 10)).stdout).toContain('unknown\tcrm')
  })

  it('says what is wrong with it', async () => {
    await pulled('onboarding')
    add(
      'onboarding',
      `messengers: {messenger_c: {}, messenger_a: {subjekt: x, is_active: 1}}
sheets: {sync_mode: scheduled, schedule_hour: 25}
automation: {active: true}
crm: {crm_c: {}, crm_a: {lead: {}}, crm_b: {contact: {default_stage: NEW, fields: {NAME: {}}}}}
promo: 0`,
    )
    expect((await project('plan', 2)).stderr).toMatch(
      /messengers\.messenger_c is not a messenger[^]*messengers\.messenger_a\.subjekt is not known[^]*messengers\.messenger_a\.is_active must be true or false[^]*sheets\.schedule_hour must[^]*automation\.active is not known[^]*crm\.crm_c is not a CRM[^]*crm\.crm_a\.lead is not known[^]*crm\.crm_b\.contact\.fields\.NAME needs[^]*crm\.crm_b\.contact\.default_stage is for deals only[^]*promo must be the name of a list/,
    )
  })

  it('says on which line of a list', async () => {
    await pulled('onboarding')
    add('onboarding', 'sheets:\n  is_active: true\n  hidden_widget_ids:\n    - q:input-1\n    - nobody')
    const lines = text('onboarding').split('\n')
    expect((await project('plan', 2)).stderr).toContain(
      `survey.yaml:${lines.indexOf('    - nobody') + 1}:7 sheets.hidden_widget_ids.1 must`,
    )
  })
})

describe('the promo list of a survey', () => {
  it('is attached and detached by its name; the lists are read once for all surveys', async () => {
    await pulled()
    const codes = paths(await asked(() => project('plan')), '/promo/')
    expect(codes).toEqual(['GET /quiz/42/promo/list', 'GET /quiz/42/promo/codes'])
    edit('spring', 'promo: Spring letter', 'promo: Winter letter')
    add('onboarding', 'promo: Spring letter')
    expect((await project('plan', 10)).stdout).toContain('promo  "Spring letter" → "Winter letter"')
    expect((await writes(() => project('apply'))).toSorted()).toEqual(['POST /quiz/42/promo/attach/2', 'POST /quiz/43/promo/attach/1'])
    await inStep()
    await here.sandbox.request('POST', '/quiz/42/promo/detach', { quize_ids: [42] })
    expect((await project('drift', 10)).stdout).toMatch(/spring\t42\tchanged\tpromo/)
    await project('pull')
    expect(text('spring')).toContain('promo: null')
    edit('onboarding', 'promo: Spring letter', 'promo: null')
    expect(await writes(() => project('apply'))).toEqual(['POST /quiz/43/promo/detach'])
    await inStep()
  })

  it('may be named by an id or by the environment, and must be there', async () => {
    await pulled('spring')
    edit('spring', 'promo: Spring letter', 'promo: 1')
    await project('drift')
    expect(await writes(() => project('apply'))).toEqual(['POST /quiz/42/promo/attach/1'])
    await inStep()
    edit('spring', 'promo: 1', 'promo: Nobody')
    expect((await project('plan', 1)).stdout).toContain('there is no list "Nobody"')
    expect(await writes(() => project('apply', 1))).toEqual([])
  })

  it('is found where its codes do not tell who has it', async () => {
    await pulled('spring')
    const blind = await startBlind(here.sandbox.baseUrl, '/promo/codes', ['quizzes'])
    try {
      const there = startProject({ ...here.sandbox, baseUrl: blind.baseUrl })
      await there.pulled('spring')
      expect(paths(await there.asked(() => there.project('plan')), '/promo/')).toContain('GET /quiz/42/promo/pinned')
    } finally {
      await blind.close()
    }
  })
})

it('all of it goes to a second account, and waits there for what a person connects', async () => {
  await pulled('spring')
  const other = await startSandbox()
  try {
    const there = startProject(other)
    await there.project('init')
    mkdirSync(there.pathOf('spring', ''), { recursive: true })
    writeFileSync(there.pathOf('spring'), text('spring').replace(/^(theme|payment|webhooks|recipients|promo):.*\n(^ .*\n)*/gm, ''))
    expect((await there.project('plan', 10)).stdout).toContain('sheets is not connected yet')
    expect((await there.project('apply')).stderr).toMatch(/spring: sheets is not connected yet[^]*spring: crm\.crm_a is not connected yet/)
    const [{ id }] = (await other.request('GET', '/quiz')).body
    expect((await other.request('GET', `/quiz/${id}/integrations/messenger/messenger_a`)).body).toMatchObject({ subject: 'New answer' })
    expect((await there.project('plan')).stdout).toMatch(/crm\.crm_a is not connected yet[^]*crm\.crm_b is not connected yet/)
    await there.project('drift')
  } finally {
    await other.close()
  }
})
