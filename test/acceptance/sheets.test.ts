/** Answers as rows of a spreadsheet. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run, control } = served

const rows = async (): Promise<string[][]> =>
  (await control('inbox', { channel: 'sheets' })).map(({ text }: { text: string }) => text.split('\t'))
const answer = (quiz = 46): Promise<unknown> => control('answer', { quiz, count: 1, seed: 1 })

it('is connected by a person, switched on, and written to as answers arrive', async () => {
  expect(await run('sheets view 46 --json')).toMatchObject({ exitCode: 1, error: { code: 'not_connected' } })
  await control('connect', { quiz: 46, what: 'sheets' })
  await answer()
  expect(await rows()).toEqual([])
  expect((await run('sheets activate 46')).exitCode).toBe(0)
  await answer()
  const [row] = await rows()
  expect(row).toHaveLength(3)
  expect(row![0]).toMatch(/^\d{4}-/)

  await run('sheets switchers 46 --no-enable-timestamp --enable-personal-data')
  await run('sheets widgets 46 --hidden 10000000-0000-4000-8000-000000000202')
  await answer()
  const [, second] = await rows()
  expect(second).toHaveLength(3)
  expect(second![0]).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  await run('sheets deactivate 46')
  await answer()
  expect(await rows()).toHaveLength(2)
})

it('keeps answers for later, until somebody asks or the hour comes', async () => {
  await run('sheets mode 42 manual')
  await answer(42)
  expect(await rows()).toEqual([])
  expect((await run('sheets sync 42')).exitCode).toBe(0)
  expect(await rows()).toHaveLength(1)

  const at = new Date(served.sandbox.clock.now().getTime() + 3_600_000).toISOString().slice(11, 16)
  expect((await run(`sheets mode 42 scheduled --at ${at}`)).stdout).toContain(`daily at ${at}`)
  const [hour, minute] = at.split(':').map(Number)
  expect((await run('sheets view 42 --json')).json).toMatchObject({ sync_mode: 'scheduled', schedule_hour: hour, schedule_minute: minute })
  await answer(42)
  await served.sandbox.tick()
  expect(await rows()).toHaveLength(1)
  served.sandbox.clock.advance(3_700_000)
  await served.sandbox.tick()
  expect(await rows()).toHaveLength(2)
})

it('writes everything anew', async () => {
  const complete = (await run('quiz view 42 --json')).json.answer_count
  const { stdout } = await run('sheets export-all 42 --mode new_file')
  expect(stdout).toContain('to a new file · https://')
  expect(await rows()).toHaveLength(complete + 1)
})

it('says that access was taken back, and cannot write then', async () => {
  await control('revoke', { quiz: 42, what: 'sheets' })
  expect((await run('sheets view 42 --json')).json).toMatchObject({ requires_reconnect: true })
  expect(await run('sheets sync 42 --json')).toMatchObject({ exitCode: 1, error: { code: 'not_connected' } })
  await answer(42)
  expect(await rows()).toEqual([])
  await control('connect', { quiz: 42, what: 'sheets' })
  await run('sheets sync 42')
  expect(await rows()).toHaveLength(1)
})

it('refuses what cannot be', async () => {
  await run('sheets delete 42 --yes')
  for (const args of [
    'view',
    'activate',
    'deactivate',
    'sync',
    'mode 42 manual',
    'switchers 42 --enable-timestamp',
    'export-all 42 --mode replace',
  ]) {
    const [verb, ...rest] = args.split(' ')
    expect(await run(`sheets ${verb} ${rest.join(' ') || '42'} --json`), args).toMatchObject({
      exitCode: 1,
      error: { code: 'not_connected' },
    })
  }
  expect(await run('sheets mode 42 scheduled')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--at') })
  expect(await run('sheets mode 42 manual --at 06:30')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--at') })
  expect(await run('sheets mode 42 scheduled --at 25:00')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('06:30') })
  expect(await run('sheets switchers 42')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--enable-timestamp') })
  expect(await run('sheets widgets 42')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--hidden') })
  expect(await run('sheets export-all 42')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--mode') })
  expect(await run('sheets delete 42')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
})

it('needs the plan option, also to stop', async () => {
  await control('plan set', { change: { sheets: false } })
  expect(await run('sheets view 42 --json')).toMatchObject({ exitCode: 4, error: { code: 'blocked_by_tariff' } })
  expect(await run('sheets sync 42')).toMatchObject({ exitCode: 4 })
  expect((await run('sheets deactivate 42')).exitCode).toBe(4)
})
