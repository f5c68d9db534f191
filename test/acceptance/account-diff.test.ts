/** What is different between two backups, or a backup and the account. */
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')

it('names each change once, in words, and survives what was deleted', async () => {
  const cwd = freshFolder()
  const run = (line: string) => served.run(line, { cwd })
  expect((await run('account backup monday')).exitCode).toBe(0)
  const same = await run('account diff monday --live')
  expect([same.exitCode, same.stdout, same.stderr]).toEqual([0, '', expect.stringContaining('No differences')])
  for (const line of [
    'question set 42 2 title=Changed',
    'email disable 42 owner',
    'text set 42 btn_next=Onward --lang en',
    'quiz delete 44 --yes',
    'quiz create --folder 2 --name Brand',
  ])
    expect((await run(line)).exitCode, line).toBe(0)
  const live = await run('account diff monday --live --json')
  expect(live.exitCode).toBe(10)
  const lines: string[] = live.json.map(({ survey, line }: { survey: number; line: string }) => `${survey} ${line}`)
  expect(lines.filter((line) => !/promo|texts/.test(line))).toEqual([
    expect.stringMatching(/^42 ~ screens\.[\w-]+\.title {2}".*" → "Changed"$/),
    expect.stringMatching(/^42 ~ letters\.owner\.enabled {2}true → false$/),
    '44 - is gone',
    expect.stringMatching(/^\d+ \+ is new$/),
  ])
  expect(lines.filter((line) => line.includes('Onward'))).toHaveLength(1)
  expect((await run('account backup tuesday --from monday')).exitCode).toBe(0)
  const between = await run('account diff monday tuesday --json')
  expect(between.json).toEqual(live.json)
  const unsaid = await run('account diff monday --json')
  expect([unsaid.exitCode, unsaid.stderr.split('\n')[0]]).toEqual([
    10,
    expect.stringMatching(/^Since monday was read .*the account as it is now$/),
  ])
  expect(unsaid.json).toEqual(live.json)
  const both = await run('account diff monday tuesday --live')
  expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('Either tuesday or --live')])
})
