/** Mailing campaigns, which are only read. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

it('shows what the cabinet made', async () => {
  const { campaign_id, list_id } = await served.control('mailing add', { title: 'Autumn', contacts: 250 })
  expect((await run('mailing campaigns --json')).json.map(({ title }: any) => title)).toEqual(['Autumn', 'Spring mailing'])
  expect((await run('mailing campaigns --search AUT --json')).json).toHaveLength(1)
  expect((await run(`mailing campaign ${campaign_id} --json`)).json.campaign).toMatchObject({
    title: 'Autumn',
    status: 'sent',
    recipients_count: 250,
  })
  expect((await run(`mailing contacts ${list_id} --all --json`)).json).toHaveLength(250)
  expect((await run('mailing contact-lists --json')).json[0]).toMatchObject({ id: list_id, contacts_count: 250 })
  expect((await run('mailing templates --search autumn --json')).json).toHaveLength(1)
})

it('picks recipients by status and text', async () => {
  const bounced = (await run('mailing recipients 1 --statuses bounced,failed --json')).json
  expect(new Set(bounced.map(({ status }: any) => status))).toEqual(new Set(['bounced', 'failed']))
  expect((await run('mailing recipients 1 --search contact-1-7@ --json')).json).toMatchObject([{ email: 'contact-1-7@example.com' }])
  const first = await run('mailing recipients 1')
  expect(first.stdout.trimEnd().split('\n')).toHaveLength(20)
  expect(first.stderr).toContain('60')
})

it('shows the state of the account', async () => {
  expect((await run('mailing reputation --days 365 --json')).json.reputation).toMatchObject({ days: 365, sent: 57, bounced: 4 })
  expect((await run('mailing reputation --json')).json.reputation.days).toBe(30)
  expect((await run('mailing balance --json')).json.balance).toMatchObject({ letters_used: 60, letters_left: null })
  expect((await run('mailing settings')).stdout).toContain('Demo account')
  expect((await run('mailing smtp-logs --limit 2 --json')).json).toHaveLength(2)
})

it('refuses what cannot be', async () => {
  expect(await run('mailing campaign 99 --json')).toMatchObject({
    exitCode: 5,
    error: { code: 'not_found', details: { section: 'campaign' } },
  })
  expect(await run('mailing recipients 99 --json')).toMatchObject({
    exitCode: 5,
    error: { code: 'not_found', details: { section: 'recipients' } },
  })
  expect(await run('mailing contacts 99 --json')).toMatchObject({
    exitCode: 5,
    error: { code: 'not_found', details: { section: 'contacts' } },
  })
  expect(await run('mailing campaign')).toMatchObject({ exitCode: 2 })
  expect(await run('mailing reputation --days 366')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('1 to 365') })
  expect(await run('api GET /workspace/7/mailings?section=contacts --json')).toMatchObject({
    exitCode: 6,
    error: { fields: { list_id: [expect.any(String)] } },
  })
  const { api_key } = await served.control('key participant', { rights: { account_smtp: 'allowed' } })
  expect(await served.as(api_key)('mailing balance')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('integrations') })
})
