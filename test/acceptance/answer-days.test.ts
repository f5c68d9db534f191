/** Answers of some days, where the service has no filter for them. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served
const [from, to] = ['2026-09-01', '2026-09-03']
interface Row {
  id: number
  date_start: string
  is_complete: boolean
}
const rowsOf = async (line: string): Promise<Row[]> => (await run(`${line} --json`)).json

const days = async (): Promise<[Row[], string, string]> => {
  const all = await rowsOf('answer list 42 --all')
  const [first, last] = [all[200]!, all[100]!].map(({ date_start }) => date_start.slice(0, 10)) as [string, string]
  return [all.filter(({ date_start }) => date_start.slice(0, 10) >= first && date_start.slice(0, 10) <= last), first, last]
}

it('answer list picks them here, and says how many were read', async () => {
  const [wanted, first, last] = await days()
  expect(wanted.length).toBeGreaterThan(90)
  const line = `answer list 42 --from-date ${first} --to-date ${last}`
  const { stdout, stderr } = await run(`${line} --json`)
  expect(JSON.parse(stdout)).toEqual(wanted)
  const [, read, shown] = /^The service does not filter answers by day: (\d+) were read, (\d+) of them shown\n$/.exec(stderr) ?? []
  expect([Number(read) < 330, shown]).toEqual([true, String(wanted.length)])
  const ids = wanted.map(({ id }) => id)
  expect((await rowsOf(`${line} --limit 3 --offset 2`)).map(({ id }) => id)).toEqual(ids.slice(2, 5))
  expect((await rowsOf(`${line} --order asc`)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect((await rowsOf(`${line} --sort date_end --complete`)).map(({ id }) => id).toSorted()).toEqual(
    wanted.flatMap(({ id, is_complete }) => (is_complete ? [id] : [])).toSorted(),
  )
})

it('typed exports hold those alone', async () => {
  const [wanted, first, last] = await days()
  const { stdout } = await run(`export csv 42 --typed --from-date ${first} --to-date ${last} -o -`)
  const complete = wanted.filter(({ is_complete }) => is_complete)
  expect(stdout.match(/^\d+,\d{4}-/gm)).toHaveLength(complete.length)
})

it.each([
  [`answer list 42 --from-date ${to} --to-date ${from}`, '--from-date is after --to-date'],
  ['answer list 42 --from-date 2026-02-30', '--from-date must be a day such as 2026-01-31'],
  [`answer list 42 --from-date ${from} --raw`, '--raw cannot be given together with --from-date or --to-date'],
  [`answer list 42 --from-date ${from} --follow`, '--follow shows what comes'],
  [`export xlsx 42 --from-date ${from} -o -`, '--from-date needs --typed'],
  [`export sav 42 --to-date ${to} -o -`, '--to-date needs --typed'],
])('%s', async (line, said) => {
  expect(await run(line)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(said) })
})
