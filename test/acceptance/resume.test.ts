/** Going on with bulk work: what was done is known by operation and survey, and told; what isn't known is not done in silence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served

async function surveys(count: number): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => served.sandbox.request('POST', '/quiz/43/duplicate', {})))
  return made.map(({ body }) => String(body.quiz.id))
}
const published = (id: string): number => served.sandbox.service.store.number('select count(*) from version where quiz_id = ?', Number(id))
const times = (ids: readonly string[]): number[] => ids.map(published)

/** A run of which some surveys were refused, so that it did not end. */
async function broken(ids: readonly string[], refused: readonly string[]): Promise<Record<string, string>> {
  const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
  for (const id of refused) await served.sandbox.control('fault add', { pattern: `POST /quiz/${id}/publish`, status: 403, times: 1 })
  expect(await run(['quiz', 'publish', ...ids], { env })).toMatchObject({ exitCode: 9 })
  return env
}

it('repeats nothing for surveys in another order, more of them, fewer, or called otherwise', async () => {
  const ids = await surveys(5)
  const more = (await surveys(1))[0]!
  const env = await broken(ids, [ids[4]!])
  expect(await run(['quiz', 'publish', '--resume', more, ...ids.toReversed().slice(1)], { env })).toMatchObject({ exitCode: 0 })
  expect(times([...ids, more])).toEqual([1, 1, 1, 1, 0, 1])
  // What was told as done stays known as long as more of the same work is left.
  const { stderr } = await run(['quiz', 'publish', '--resume', ...ids], { env })
  expect([stderr, times(ids)]).toEqual([expect.stringContaining('4 of 5 were done before'), [1, 1, 1, 1, 1]])
  expect(await run(['quiz', 'publish', '--resume', ...ids], { env })).toMatchObject({ exitCode: 2 })
})

it('refuses to go on with nothing, and does nothing', async () => {
  const ids = await surveys(2)
  for (const more of [[], ['--yes']]) {
    const { exitCode, stderr } = await run(['quiz', 'publish', ...ids, '--resume', ...more])
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/Nothing to resume.*\n.*without --resume/)])
  }
  expect(times(ids)).toEqual([0, 0])
  const codes = ['promo', 'import', '42', '-', '--name', 'Resumed', '--resume']
  expect(await run(codes, { input: 'A-1\n' })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Nothing to resume') })
  expect((await run('promo list 42 --search Resumed --json')).json).toEqual([])
})

it('is about the same operation with the same values, of the same account', async () => {
  const ids = await surveys(3)
  const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
  await served.sandbox.control('fault add', { pattern: `POST /quiz/${ids[0]}/move`, status: 403, times: 1 })
  const move = (folder: string, ...flags: string[]) => run(['quiz', 'move', ...ids, '--folder', folder, ...flags], { env })
  expect(await move('2')).toMatchObject({ exitCode: 9 })
  for (const flags of [['3'], ['2', '--workspace', '77']] as const)
    expect(await move(flags[0], '--resume', ...flags.slice(1))).toMatchObject({ exitCode: 2 })
  expect(await run(['quiz', 'publish', ...ids, '--resume'], { env })).toMatchObject({ exitCode: 2 })
  expect(await move('2', '--resume')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('2 of 3 were done before') })
})

it('says what it does again when it begins anew', async () => {
  const ids = await surveys(3)
  const env = await broken(ids, [ids[1]!])
  const { exitCode, stderr } = await run(['quiz', 'publish', ...ids], { env })
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/did 2 of these 3; they are done again.*--resume/)])
  expect(times(ids)).toEqual([2, 1, 2])
})

it('takes a survey once, whatever it is called', async () => {
  const [id = '', other = ''] = await surveys(2)
  await run(['quiz', 'rename', id, 'Called by its name'])
  expect(await run(['quiz', 'publish', id, 'Called by its name', other])).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('2 of 2 done'),
  })
  expect(times([id, other])).toEqual([1, 1])
})

it('keeps the failures that it was asked to write, or says at once that it can not', async () => {
  const ids = await surveys(2)
  const { exitCode, stderr } = await run(['quiz', 'publish', ...ids, '--failures', 'nowhere/f.txt'], { cwd: freshFolder() })
  expect([exitCode, stderr, times(ids)]).toEqual([1, expect.stringContaining('There is no folder nowhere'), [0, 0]])
  const full = await run(['quiz', 'publish', ...ids, '999999', '--failures', '/dev/full'])
  expect([full.exitCode, full.stderr]).toEqual([9, expect.stringMatching(/2 of 3 done, 1 failed\. .*full/)])
  const path = join(freshFolder(), 'f.txt')
  expect(await run(['quiz', 'publish', ...ids, '999999', '--failures', path])).toMatchObject({ exitCode: 9 })
  expect(readFileSync(path, 'utf8')).toBe('999999\n')
})
