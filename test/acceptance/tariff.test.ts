/** The account's plan. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const view = async (): Promise<any> => (await run('tariff view --json')).json
const plan = (change: object): Promise<unknown> => served.control('plan set', { change })

it('shows limits, and what is used of them', async () => {
  const { tariff, limits, features } = await view()
  expect(tariff).toMatchObject({ code: 'team', is_free: false, is_trial: false, is_paid: true, days_left: 100 })
  expect(limits.quizzes).toMatchObject({ used: 7, limit: null, left: null, can_create_more: true })
  expect(limits.members).toEqual({ used: 4, can_add_more: true })
  expect(features).toEqual({
    mcp_access: true,
    custom_domain: true,
    quiz_payment: true,
    integrations: { webhook: true, messenger_a: true, sheets: true },
  })
})

it('counts down', async () => {
  const used = (await view()).limits.disk.used_bytes
  await plan({
    'limits.quizzes': 8,
    'limits.members': 4,
    'limits.disk_bytes': used + 100,
    'limits.answers': 100_000,
    'limits.recipients': 5,
    webhook: false,
    domain: false,
  })
  await run('quiz create --folder 1')
  const { limits, features } = await view()
  expect(limits.quizzes).toEqual({ used: 8, limit: 8, left: 0, can_create_more: false })
  expect([limits.members.can_add_more, limits.disk.free_bytes, limits.letters.recipients_limit]).toEqual([false, 100, 5])
  expect(limits.answers.left).toBeLessThan(100_001)
  expect([features.custom_domain, features.integrations.webhook]).toEqual([false, false])
  await plan({
    'limits.quizzes': null,
    'limits.members': null,
    'limits.disk_bytes': null,
    'limits.answers': null,
    'limits.recipients': null,
    webhook: true,
    domain: true,
  })
})

it('lists plans, and what a dearer one would eat of the balance', async () => {
  const plans: any[] = (await run('tariff list --json')).json
  expect(plans.map(({ code, is_current }) => [code, is_current])).toEqual([
    ['free', false],
    ['start', false],
    ['team', true],
    ['business', false],
  ])
  const burns = Object.fromEntries(plans.map(({ code, periods }) => [code, periods[0].balance_burn]))
  expect([burns.free, burns.start, burns.team]).toEqual([null, null, null])
  expect(burns.business).toMatchObject({ days_lost: 67, date_before: expect.any(String), date_after: expect.any(String) })
  expect(burns.business.date_after < burns.business.date_before).toBe(true)
  expect((await run('tariff list')).stdout).toContain('67 days')
})
