/** Meeting schedulers, their bookings and blocks. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'
import { refused } from '../support/refused.ts'

const served = useSandbox('demo')
const { run } = served

const file = join(import.meta.dirname, '..', 'support', 'examples', 'scheduler.yaml')
const schedulers = async (): Promise<any[]> => (await run('scheduler list --json')).json
const bookings = async (): Promise<any[]> => (await run('booking list --from 2020-01-01 --to 2040-01-01 --json')).json
const letters = async (to: string): Promise<any[]> =>
  (await served.control('inbox', { channel: 'email' })).filter((letter: any) => letter.to === to)

it('creates from a file and flags, and keeps what an edit does not name', async () => {
  const made = await run([
    'scheduler',
    'create',
    '--file',
    file,
    '--name',
    'Visits at the shop',
    '--seats-per-slot',
    '2',
    '--admin-emails',
    'a@example.com,b@example.com',
    '--json',
  ])
  expect([made.exitCode, made.json.scheduler_id]).toEqual([0, 3])
  const before = (await schedulers()).find(({ id }) => id === 3)
  expect(before).toMatchObject({
    name: 'Visits at the shop',
    seats_per_slot: 2,
    admin_emails: ['a@example.com', 'b@example.com'],
    max_advance: { type: 'rolling', days: 30 },
    is_active: true,
  })
  expect((await run('scheduler edit 3 --slot-duration 45 --no-is-active')).stdout).toBe('Changed slot_duration, is_active of scheduler 3\n')
  const { updated_at: _, ...after } = (await schedulers()).find(({ id }) => id === 3)
  expect(before).toMatchObject({ ...after, slot_duration: 30, is_active: true })
})

it('copies and deletes', async () => {
  expect((await run('scheduler duplicate 2')).stdout).toBe('Copied scheduler 2 to 3\n')
  expect((await schedulers()).find(({ id }) => id === 3)).toMatchObject({ name: 'Interviews (copy)', slot_duration: 60 })
  expect(await run('scheduler delete 3')).toMatchObject(refused('--yes'))
  expect((await run('scheduler delete 3 --yes')).stdout).toBe('Deleted scheduler 3\n')
})

it('tells all that is wrong with a scheduler at once', async () => {
  const wrong = await run([
    'scheduler',
    'create',
    '--name',
    'X',
    '--color',
    'blue',
    '--schedule-mode',
    'daily',
    '--timezone',
    'UTC',
    '--slot-duration',
    '4',
    '--weekly',
    '{"mon":[{"from":"10:00","to":"9:00"}]}',
  ])
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/--color[^]*--schedule-mode must be one of[^]*--slot-duration must be 5 to 1440[^]*|--weekly/),
  ])
  expect(await run('scheduler create --name X')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/--color is required[^]*--weekly is required/),
  })
  expect(await run('scheduler edit 1')).toMatchObject(refused('Nothing to change is given'))
  const zone = await run(['scheduler', 'edit', '1', '--timezone', 'Moon/Base', '--json'])
  expect([zone.exitCode, Object.keys(zone.error.fields)]).toEqual([6, ['timezone']])
})

it("knows nothing of another account's", async () => {
  const other = await served.control('account add')
  const there = served.as(other.api_key)
  const commands = [
    'scheduler edit 1 --name X',
    'scheduler duplicate 1',
    'scheduler delete 1 --yes',
    'block add 1 --start 2026-12-01T10:00:00Z --end 2026-12-01T11:00:00Z',
  ]
  for (const command of commands) {
    const { exitCode, error } = await there(`${command} --json --workspace ${other.workspace_id}`)
    expect([command, exitCode, error.code]).toEqual([command, 5, 'scheduler_not_found'])
  }
  for (const command of ['booking edit 1 --comment X', 'block remove 1 --yes']) {
    const { exitCode, error } = await there(`${command} --json --workspace ${other.workspace_id}`)
    expect([command, exitCode, error.code]).toEqual([command, 5, 'not_found'])
  }
})

it('confirms and moves a booking, and tells the respondent', async () => {
  expect((await run(['booking', 'edit', '1', '--status', 'confirmed', '--comment', 'By phone'])).exitCode).toBe(0)
  await run('booking edit 1 --start 2026-12-01T10:00:00+02:00 --end 2026-12-01T10:30:00+02:00')
  expect((await bookings()).find(({ type, id }) => type === 'booking' && id === 1)).toMatchObject({
    status: 'confirmed',
    comment: 'By phone',
    start_utc: '2026-12-01T08:00:00.000Z',
    end_utc: '2026-12-01T08:30:00.000Z',
  })
  expect(await letters('respondent-1@example.com')).toHaveLength(2)
  await run('booking edit 1 --comment Later')
  expect(await letters('respondent-1@example.com')).toHaveLength(2)
  await run('scheduler edit 1 --no-notify-respondent')
  await run('booking edit 1 --status cancelled')
  expect(await letters('respondent-1@example.com')).toHaveLength(2)
})

it('takes a time as a pair', async () => {
  expect(await run('booking edit 2 --start 2026-12-01T10:00:00Z')).toMatchObject(refused('--end is needed together with --start'))
  expect(await run('booking edit 2 --start 2026-12-01T10:00:00Z --end 2026-12-01T10:00:00Z')).toMatchObject(refused('later'))
  expect(await run(['booking', 'edit', '2', '--start', '', '--end', ''])).toMatchObject(refused('--start'))
  expect(await run(['booking', 'edit', '2', '--comment', 'x'.repeat(5001)])).toMatchObject(refused('5000'))
  expect((await run(['booking', 'edit', '2', '--comment', '😀'.repeat(5000)])).exitCode).toBe(0)
})

it('blocks a time in UTC, which nobody can book then', async () => {
  const { json } = await run('block add 1 --start 2026-12-24T00:00:00+01:00 --end 2028-12-27T00:00:00+01:00 --comment Closed --json')
  expect(json).toMatchObject({ block_id: 2, start_utc: '2026-12-23T23:00:00.000Z' })
  expect((await bookings()).find(({ type, id }) => type === 'block' && id === 2)).toMatchObject({
    comment: 'Closed',
    created_by: 'key',
    scheduler_id: 1,
  })
  served.sandbox.clock.advance(Date.parse('2026-12-30T00:00:00Z') - served.sandbox.clock.now().getTime())
  await expect(served.control('booking add', { scheduler_id: 1 })).rejects.toThrow('no free slot')
  expect((await run('block remove 2 --yes')).stdout).toBe('Removed block 2\n')
  const booked = await served.control('booking add', { scheduler_id: 1 })
  expect([booked.start_utc, booked.status]).toEqual(['2026-12-30T08:00:00.000Z', 'confirmed'])
  expect((await served.control('booking add', { scheduler_id: 1 })).start_utc).toBe('2026-12-30T08:30:00.000Z')
})

it('has a slot on the day on which clocks are put forward, also late on the evening before', async () => {
  const weekly = '{"sun":[{"from":"10:00","to":"11:00"}]}'
  const { json } = await run(
    `scheduler create --name Sundays --color #336699 --schedule-mode weekly --timezone Europe/Berlin --slot-duration 30 --weekly ${weekly} --json`,
  )
  served.sandbox.clock.advance(Date.parse('2027-03-27T22:30:00Z') - served.sandbox.clock.now().getTime())
  expect((await served.control('booking add', { scheduler_id: json.scheduler_id })).start_utc).toBe('2027-03-28T08:00:00.000Z')
})

it('takes a time whose offset has a name, and none that is no time', async () => {
  const added = await run(['block', 'add', '2', '--start', '2027-01-24 10:00 GMT', '--end', '2027-01-24 11:00 EST', '--json'])
  expect(added.json).toMatchObject({ start_utc: '2027-01-24T10:00:00.000Z', end_utc: '2027-01-24T16:00:00.000Z' })
  await expect(served.control('booking add', { scheduler_id: 1, start_utc: 'tomorrow' })).rejects.toThrow('"tomorrow" is not a time')
})

it('lists days in order, and needs both', async () => {
  for (const start_utc of ['2026-12-30T08:30:00Z', '2026-12-30T08:00:00Z'])
    await served.control('booking add', { scheduler_id: 1, start_utc })
  const { json } = await run('booking list --from 2026-12-30 --to 2026-12-31 --json')
  expect(json.map(({ start_utc }: any) => start_utc)).toEqual(['2026-12-30T08:00:00.000Z', '2026-12-30T08:30:00.000Z'])
  expect(await run('booking list --from 2026-12-30')).toMatchObject(refused('--to is required'))
  expect(await run('booking list --from 2026-12-30 --to 2026-12-30')).toMatchObject(refused('--to must be later than --from'))
  expect(await run('booking list --from 2026-02-30 --to 2026-03-30')).toMatchObject(refused('--from must be a date'))
})

it('takes bookings and blocks away with their scheduler', async () => {
  await run('scheduler delete 1 --yes')
  expect(await bookings()).toEqual([])
})

it('needs the right settings', async () => {
  const participant = served.as((await served.control('key participant', { all: true, rights: { settings: 'forbidden' } })).api_key)
  for (const command of ['scheduler list', 'booking list --from 2026-01-01 --to 2026-02-01', 'block remove 1 --yes']) {
    expect(await participant(command)).toMatchObject(refused('settings', 4))
  }
})
