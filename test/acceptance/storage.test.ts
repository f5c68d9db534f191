/** The account's own file storage: read, and verified by its owner. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

it('shows the storage, and how full it is', async () => {
  expect((await run('storage view --json')).json).toMatchObject({ available: true, connected: true, settings: { bucket: 'surveys' } })
  const { json } = await run('storage usage --json')
  expect([json.available, json.used_bytes > 0]).toEqual([true, true])
})

it('lists what is hidden once the quota is exceeded', async () => {
  expect((await run('storage hidden-files --json')).json).toEqual([])
  const used = (await run('storage usage --json')).json.used_bytes
  await served.control('plan set', { change: { 'limits.disk_bytes': used - 1 } })
  expect((await run('storage hidden-files --json')).json.length).toBeGreaterThan(0)
  await served.control('plan set', { change: { 'limits.disk_bytes': null } })
})

it('verifies it; a storage that does not answer is a negative result', async () => {
  expect(await run('storage verify')).toMatchObject({ exitCode: 0, stdout: "The account's own storage works\n" })
  expect((await run('storage view --json')).json.verified_at).not.toBeNull()
  await served.control('revoke', { what: 'storage' })
  const { exitCode, stderr, stdout } = await run('storage verify')
  expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringContaining('does not answer')])
  await served.control('disconnect', { what: 'storage' })
  const none = await run('storage verify --json')
  expect([none.exitCode, none.error.code]).toEqual([1, 'storage_not_connected'])
  await served.control('connect', { what: 'storage' })
})

it('is for the owner to verify, and for a right to see hidden files', async () => {
  const participant = served.as((await served.control('key participant', { all: true, rights: { payment: 'forbidden' } })).api_key)
  const verify = await participant('storage verify --json')
  expect([verify.exitCode, verify.error.code]).toEqual([4, 'access_denied'])
  expect((await participant('storage view')).exitCode).toBe(0)
  expect(await participant('storage hidden-files')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('payment') })
})

it('is not part of every plan', async () => {
  await served.control('plan set', { change: { own_storage: false } })
  for (const what of ['view', 'usage']) {
    const { exitCode, json } = await run(`storage ${what} --json`)
    expect([exitCode, json.available, Object.keys(json)]).toEqual([0, false, ['status', 'available']])
  }
  const verify = await run('storage verify --json')
  expect([verify.exitCode, verify.error.code]).toEqual([4, 'blocked_by_tariff'])
  await served.control('plan set', { change: { own_storage: true } })
})
