/** Taking payments in a survey. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'
import { refused } from '../support/refused.ts'

const served = useSandbox('demo')
const { run } = served

it('sets a fixed amount, then points', async () => {
  expect((await run('payment view 42 --json')).json).toMatchObject({
    payment_ready: true,
    payment_account_id: null,
    accounts: [{ id: 1, shop_id: 'shop-100' }],
  })
  expect((await run('payment set 42 --account 1 --type fixed --amount 150.5')).stdout).toBe('Survey 42 takes 150.5 to seller account 1\n')
  expect((await run('payment view Spring --json')).json).toMatchObject({
    payment_type: 'fixed',
    fixed_amount: 150.5,
    payment_account_id: 1,
  })
  await run('payment set 42 --account 1 --type scoring --contact-widget 10000000-0000-4000-8000-000000000001')
  expect((await run('payment view 42 --json')).json).toMatchObject({
    payment_type: 'scoring',
    fixed_amount: null,
    contact_widget_id: '10000000-0000-4000-8000-000000000001',
  })
})

it('never shows a secret of a seller account', async () => {
  expect((await run('payment view 42 --json')).stdout).not.toMatch(/token|secret|password/)
})

it('checks what is given', async () => {
  expect(await run('payment set 42 --account 1 --type fixed')).toMatchObject(refused('--amount is required when --type is fixed'))
  expect(await run('payment set 42 --type later --amount x')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/--type must be one of fixed, scoring[^]*--amount must be a number/),
  })
  const widget = await run('payment set 42 --account 1 --type scoring --contact-widget nothing --json')
  expect([widget.exitCode, Object.keys(widget.error.fields)]).toEqual([6, ['contact_widget_id']])
})

it("refuses another account's seller", async () => {
  const other = await served.control('account add')
  await served.control('connect', { what: 'seller', workspace_id: other.workspace_id })
  for (const account of [2, 99]) {
    const { exitCode, error } = await run(`payment set 42 --account ${account} --type scoring --json`)
    expect([exitCode, error.code]).toEqual([5, 'account_not_found'])
  }
})

it('needs the right, the plan and a seller', async () => {
  const participant = served.as((await served.control('key participant', { rights: {} })).api_key)
  expect(await participant('payment set 42 --account 1 --type scoring')).toMatchObject(refused('settings', 4))
  await served.control('plan set', { change: { quiz_payment: false } })
  expect(await run('payment set 42 --account 1 --type scoring')).toMatchObject(refused('quiz_payment', 4))
  await served.control('plan set', { change: { quiz_payment: true } })
  await served.control('disconnect', { what: 'seller' })
  expect((await run('payment view 42 --json')).json).toMatchObject({ payment_ready: false, accounts: [], payment_account_id: null })
})
