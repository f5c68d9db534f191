/** Passwords of a survey: values go in by a pipe or are made up, and never come out again. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const numbers = async (): Promise<number[]> => (await run('password list 42 --json')).json.map(({ number }: any) => number)

it('adds what standard input holds, one a line, equal ones once', async () => {
  const added = await run('password add 42', { input: 'first one\nsecond\r\n\nsecond\n' })
  expect([added.exitCode, added.stdout]).toEqual([0, 'Added 2 passwords to survey 42 (numbers 1 to 2)\n'])
  expect(await numbers()).toEqual([1, 2])
  expect((await run('password list 42')).stdout).not.toContain('second')
})

it('makes some up and shows them once, in as many calls as it takes', async () => {
  const { stdout, stderr, exitCode } = await run('password add 42 --generate 120')
  const values = stdout.trimEnd().split('\n')
  expect([exitCode, values.length, new Set(values).size]).toEqual([0, 120, 120])
  expect(values.every((value) => /^[A-Za-z2-9]{12}$/.test(value))).toBe(true)
  expect(stderr).toContain('not shown again')
  expect(await numbers()).toHaveLength(120)
  const { json } = await run('password add 42 --generate 2 --json')
  expect([json.added, json.generated.length]).toEqual([2, 2])
})

it('shows those that were stored when a later call fails', async () => {
  await served.control('fault add', { pattern: 'POST /quiz/46/passwords', status: 400, code: 'password_save_failed' })
  const none = await run('password add 46 --generate 2 --json')
  await served.control('fault clear')
  expect([none.exitCode, none.error.code, none.stdout]).toEqual([1, 'password_save_failed', ''])
})

it('changes and removes by id; numbers are never given again', async () => {
  await run('password add 42', { input: 'one\ntwo\n' })
  const [first] = (await run('password list 42 --json')).json
  expect((await run(`password change 42 ${first.password_id}`, { input: 'changed' })).exitCode).toBe(0)
  expect((await run(`password remove 42 ${first.password_id} --yes`)).exitCode).toBe(0)
  await run('password add 42', { input: 'after' })
  const left = await numbers()
  expect([left.includes(1), left.at(-1)]).toEqual([false, 3])
})

it('refuses what cannot be', async () => {
  expect(await run('password add 42', { input: '\n' })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no password') })
  expect(await run('password add 42 secret')).toMatchObject({ exitCode: 2 })
  expect(await run('password add 42 --generate 0')).toMatchObject({ exitCode: 2 })
  const long = await run('password add 42', { input: 'x'.repeat(256) })
  expect([long.exitCode, long.stderr.includes('xxx')]).toEqual([2, false])
  const foreign = await run('password change 42 1 --json', { input: 'new' })
  expect([foreign.exitCode, foreign.error.code]).toEqual([5, 'password_not_found'])
  await served.control('fault add', { pattern: 'DELETE /quiz/*/passwords/*', status: 400, code: 'password_delete_failed' })
  const failed = await run('password remove 46 1 --yes --json')
  await served.control('fault clear')
  expect([failed.exitCode, failed.error.code]).toEqual([1, 'password_delete_failed'])
})
