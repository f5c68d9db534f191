/** The account's own mail service. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run, control } = served

it('is shown without its password, switched off and on', async () => {
  const { json } = await run('smtp view --json')
  expect(json).toMatchObject({ connected: true, is_active: true, host: 'mail.example.com', port: 465 })
  expect(Object.keys(json).some((name) => /password|secret/.test(name))).toBe(false)
  expect((await run('smtp disable')).exitCode).toBe(0)
  expect((await run('smtp view --json')).json.is_active).toBe(false)
  expect((await run('smtp enable')).exitCode).toBe(0)
  expect((await run('smtp view --json')).json.is_active).toBe(true)
})

it('logs the letters that it was given, and only while it is on', async () => {
  const before = (await run('smtp logs --all --json')).json.length
  await run('email recipient-add 42 new@example.org')
  expect((await run('smtp logs --limit 1 --json')).json).toMatchObject([{ to: 'new@example.org', status: 'sent' }])
  await run('smtp disable')
  await run('email recipient-add 42 newer@example.org')
  expect((await run('smtp logs --all --json')).json).toHaveLength(before + 1)
  expect((await run('smtp logs --limit 2 --offset 1 --json')).json).toHaveLength(2)
})

it('exits 1 when the test says no', async () => {
  expect((await run('smtp test --json')).json).toMatchObject({ connection_ok: true })
  await control('revoke', { what: 'smtp' })
  const failed = await run('smtp test')
  expect(failed.exitCode).toBe(1)
  expect(failed.stderr).toContain('did not answer')
  expect((await run('smtp test --json')).error).toMatchObject({ kind: 'refused', details: { connection_ok: false } })
})

it('refuses what cannot be', async () => {
  await control('disconnect', { what: 'smtp' })
  expect((await run('smtp view --json')).json).toMatchObject({ connected: false })
  for (const verb of ['enable', 'disable'])
    expect(await run(`smtp ${verb} --json`)).toMatchObject({ exitCode: 1, error: { code: 'not_connected' } })
  const { api_key } = await control('key participant', { rights: { integrations: 'allowed' } })
  expect(await served.as(api_key)('smtp view')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('account_smtp') })
})
