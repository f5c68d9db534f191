/** The overview of a survey's integrations, and the log of messages. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const blocked = async (): Promise<Record<string, string | null>> =>
  Object.fromEntries((await run('integration list 42 --json')).json.map(({ integration, blocked: reason }: any) => [integration, reason]))

it('says of each what blocks it: the plan first, then the connection, then the switch', async () => {
  expect(await blocked()).toEqual({
    messenger_a: null,
    messenger_b: 'not_connected',
    crm_a: 'disabled',
    crm_b: null,
    automation: null,
    sheets: null,
  })
  await served.control('plan set', { change: { sheets: false, messenger_b: false } })
  await run('crm disable 42 crm_b')
  expect(await blocked()).toEqual({
    messenger_a: null,
    messenger_b: 'blocked_by_tariff',
    crm_a: 'disabled',
    crm_b: 'disabled',
    automation: null,
    sheets: 'blocked_by_tariff',
  })
  expect((await run('integration list 42')).stdout.split('\n')[1]).toBe('messenger_b\tfalse\tfalse\tfalse\tblocked_by_tariff')
})

it('keeps the body as it came under --raw', async () => {
  expect((await run('integration list 42 --raw')).json).toMatchObject({
    status: true,
    quiz_id: 42,
    integrations: { sheets: { connected: true } },
  })
})

it('pages the log of messages', async () => {
  const first = await run('integration logs 42 messenger_a --limit 2 --json')
  expect(first.json).toHaveLength(2)
  expect(first.json[0]).toMatchObject({ id: 6, status: 'sent', recipient_id: 'chat-1', attempt: 1 })
  expect((await run('integration logs 42 messenger_a --all --json')).json.map(({ id }: any) => id)).toEqual([6, 5, 4, 3, 2, 1])
})

it('refuses what cannot be', async () => {
  expect(await run('integration list 9999 --json')).toMatchObject({ exitCode: 5, error: { code: 'quiz_not_found' } })
  expect(await run('integration logs 42 crm_a')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('messenger_a, messenger_b') })
  expect(await run('api GET /quiz/42/integrations/logs?integration=crm_a --json')).toMatchObject({ exitCode: 6 })
  expect(await run('integration resend 42 messenger_a --log 9999 --json')).toMatchObject({ exitCode: 5, error: { code: 'not_found' } })
  expect(await run('integration resend 42 messenger_a --log 5 --from 2026-01-01')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--log'),
  })
  const { api_key } = await served.control('key participant', { rights: { view_results: 'allowed' } })
  const denied = await served.as(api_key)('integration list 42')
  expect(denied.exitCode).toBe(4)
  expect(denied.stderr).toContain('integrations')
})
