/** The partner program. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const view = async (flags = ''): Promise<any> => (await run(`partner view --json${flags}`)).json

it('shows who came, and what it brought', async () => {
  const { registrations, balance, sources, accruals } = await view()
  expect(registrations).toMatchObject({ total: 24, returned: 20 })
  expect(balance.available).toBeGreaterThan(0)
  expect(accruals.length).toBeGreaterThan(0)
  expect(sources).toEqual([
    { id: 1, name: 'Newsletter' },
    { id: 2, name: 'Blog' },
  ])
})

it('narrows it by page, label and days', async () => {
  expect((await view(' --limit 5 --offset 22')).registrations).toMatchObject({ total: 24, returned: 2 })
  expect((await view(' --source 2')).registrations.total).toBe(8)
  expect((await view(' --from 2020-01-01 --to 2020-12-31')).registrations).toMatchObject({ total: 0, returned: 0 })
  expect(await run('partner view --from 2026-02-01 --to 2026-01-01')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--to must not be before --from'),
  })
  expect(await run('partner view --limit 201')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('1 to 200') })
})

it('makes, renames and deletes labels', async () => {
  expect((await run('partner source-create Podcast')).stdout).toBe('Created label 3 "Podcast"\n')
  expect((await run('partner source-create')).stdout).toBe('Created label 4 "Label 1"\n')
  expect((await run('partner source-create --json')).json).toMatchObject({ source_id: 5, name: 'Label 2' })
  expect((await run('partner source-rename 3 Radio')).stdout).toBe('Renamed label 3 to "Radio"\n')
  expect(await run('partner source-delete 4')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  expect((await run('partner source-delete 4 --yes')).stdout).toBe('Deleted label 4\n')
  expect((await view()).sources.map(({ name }: any) => name)).toEqual(['Newsletter', 'Blog', 'Radio', 'Label 2'])
  expect((await run('partner source-create --quiet')).stdout).toBe('6\n')
})

it('refuses short and long names, and labels of others', async () => {
  for (const name of ['ab', 'x'.repeat(26)])
    expect(await run(['partner', 'source-create', name])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('3 to 25 characters'),
    })
  const other = await served.control('account add')
  for (const command of ['source-rename 1 Theirs', 'source-delete 1 --yes', 'view --source 1']) {
    const { exitCode, error } = await served.as(other.api_key)(`partner ${command} --json`)
    expect([exitCode, error.code]).toEqual([5, 'source_not_found'])
  }
})
