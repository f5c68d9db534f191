/** Earlier publications, and the way back to one. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const screens = async (): Promise<number> => (await run('quiz view 42 --json')).json.widgets.ids.length

it('lists publications, latest first, page by page', async () => {
  const all = (await run('version list 42 --json')).json
  expect(all.map(({ number }: any) => number)).toEqual([3, 2, 1])
  expect((await run('version list 42 --limit 2')).stdout.trimEnd().split('\n')).toHaveLength(2)
  expect((await run('version list 42 --all --json')).json).toEqual(all)
  expect((await run('version list 43 --json')).json).toEqual([])
})

it('puts one back into the draft; respondents notice nothing', async () => {
  const before = await screens()
  expect(await run('version restore 42 1')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  const restored = await run('version restore 42 1 --yes')
  expect([restored.exitCode, restored.stdout, restored.stderr]).toEqual([
    0,
    'Put version 1 into the draft of survey 42\n',
    expect.stringContaining('quiz publish 42'),
  ])
  expect(await screens()).toBeLessThan(before)
  expect((await run('version list 42 --json')).json[0]).toMatchObject({ number: 3, is_current: true })
})

it('refuses a version of another survey, a locked survey, and a key without the rights', async () => {
  const foreign = await run('version restore 46 1 --yes --json')
  expect([foreign.exitCode, foreign.error.code, foreign.error.retryable]).toEqual([1, 'restore_failed', true])
  const [{ id }] = (await run('version list 48 --json')).json
  const locked = await run(`version restore 48 ${id} --yes`)
  expect([locked.exitCode, locked.stderr]).toEqual([7, expect.stringContaining('Spring panel')])
  const { api_key } = await served.control('key participant', { rights: { settings: 'allowed' } })
  expect((await served.as(api_key)('version list 42')).exitCode).toBe(0)
  expect(await served.as(api_key)('version restore 42 1 --yes')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('edit_quiz'),
  })
})
