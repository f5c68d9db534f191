/** The automation connector: its subscriptions hear of answers. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run, control } = served

it('hands answers to each subscription while it is on', async () => {
  await control('connect', { quiz: 46, what: 'automation' })
  await control('connect', { quiz: 46, what: 'automation' })
  expect((await run('automation view 46 --json')).json).toMatchObject({ connected: true, is_active: false, hooks: 2 })
  expect((await run('automation activate 46')).exitCode).toBe(0)
  await control('answer', { quiz: 46, count: 1, seed: 1 })
  const told = await control('inbox', { channel: 'automation' })
  expect(told).toHaveLength(2)
  expect(JSON.parse(told[0].text)).toMatchObject({ quiz_id: 46, answers: [{ question_text: 'How do we work together?' }, {}] })
  await run('automation deactivate 46')
  await control('answer', { quiz: 46, count: 1, seed: 2 })
  expect(await control('inbox', { channel: 'automation' })).toHaveLength(2)
})

it('says how many subscriptions went with it', async () => {
  const { stdout } = await run('automation delete 42 --yes')
  expect(stdout).toContain('2 subscriptions')
  expect((await run('automation view 42 --json')).json).toMatchObject({ connected: false, is_active: false, hooks: 0 })
})

it('refuses what is not connected, not confirmed, or not in the plan', async () => {
  for (const verb of ['activate', 'deactivate'])
    expect(await run(`automation ${verb} 46 --json`)).toMatchObject({ exitCode: 1, error: { code: 'not_connected' } })
  expect(await run('automation delete 46 --yes --json')).toMatchObject({ exitCode: 1, error: { code: 'not_connected' } })
  expect(await run('automation delete 42')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  await control('plan set', { change: { automation: false } })
  expect(await run('automation activate 42 --json')).toMatchObject({ exitCode: 4, error: { code: 'blocked_by_tariff' } })
  expect((await run('automation deactivate 42')).exitCode).toBe(4)
  expect((await run('automation delete 42 --yes')).exitCode).toBe(4)
})
