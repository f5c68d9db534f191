/** Reading answers, at once and as they come. */
import { describe, expect, it } from 'vitest'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { endless, type Endless } from '../support/endless.ts'
import { freshFolder, type Where } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

it('shows one row an answer, latest first', async () => {
  const { stdout, exitCode } = await run('answer list 42 --limit 5')
  expect(exitCode).toBe(0)
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(rows).toHaveLength(5)
  const begun = rows.map((row) => row[1]!)
  expect(begun).toEqual(begun.toSorted().toReversed())
  expect(rows.some((row) => row.at(-1)!.includes('Yes'))).toBe(true)
})

it('shows a page of a hundred, and says that there is more', async () => {
  const { stdout, stderr } = await run('answer list 42')
  expect(stdout.trimEnd().split('\n')).toHaveLength(100)
  expect(stderr).toContain('more')
})

it('knows completed from incomplete ones', async () => {
  const complete = await run('answer list 42 --complete --all --json')
  const incomplete = await run('answer list 42 --incomplete --all --json')
  expect(complete.json.every((answer: any) => answer.is_complete)).toBe(true)
  expect(incomplete.json.some((answer: any) => answer.is_complete)).toBe(false)
  const all = await run('answer list 42 --all --ndjson')
  expect(all.stdout.trimEnd().split('\n')).toHaveLength(complete.json.length + incomplete.json.length)
})

it('keeps what the service says of each question', async () => {
  const { json } = await run('answer list 42 --complete --limit 1 --json')
  expect(json[0]).toMatchObject({ quiz_id: 42, ip_address: expect.any(String), user_agent: expect.any(String) })
  expect(json[0].answers[0]).toEqual({
    question_id: expect.any(String),
    question_text: 'Have you ordered from us this spring?',
    answer: 'Yes',
    answer_type: 'yesno',
  })
})

it('shows one whole answer, question by question', async () => {
  const { json } = await run('answer list 42 --complete --limit 1 --json')
  const [row] = json
  expect((await run(`answer view 42 ${row.id} --json`)).json).toEqual(row)
  const lines = (await run(`answer view 42 ${row.id}`)).stdout.trimEnd().split('\n')
  expect(lines[0]).toBe(`id\t${row.id}\t`)
  for (const { question_id, question_text, answer } of row.answers) expect(lines).toContain(`${question_id}\t${answer}\t${question_text}`)
  expect((await run(`answer view 42 ${row.id} --fields id,is_complete`)).stdout).toBe(`${row.id}\ttrue\n`)
  const gone = await run('answer view 42 99999999')
  expect([gone.exitCode, gone.stderr]).toEqual([5, expect.stringContaining('Survey 42 has no answer 99999999')])
  expect((await run('answer view 42 first')).exitCode).toBe(2)
})

it.skipIf(!hasPty)('shows an answer to a person with each question above what was given', async () => {
  const { json } = await run('answer list 42 --complete --limit 1 --json')
  const { screen } = await onTerminal(['answer', 'view', '42', String(json[0].id)], {
    env: {
      ...served.sandbox.signedIn,
      LC_ALL: 'C.UTF-8',
      SURVEYCTL_PAGER: 'cat',
    },
  })
  expect(screen).toMatch(/1\. Have you ordered from us this spring\?.*\s+Yes\s/)
})

it('orders by when they ended, earliest first', async () => {
  const { stdout } = await run('answer list 42 --complete --sort date_end --order asc --limit 20 --fields date_end')
  const ended = stdout.trimEnd().split('\n')
  expect(ended).toHaveLength(20)
  expect(ended).toEqual(ended.toSorted())
})

it('pages by offset', async () => {
  const ids = async (flags: string): Promise<number[]> =>
    (await run(`answer list 42 --json --fields id ${flags}`)).json.map(({ id }: { id: number }) => id)
  const ten = await ids('--limit 10')
  expect(await ids('--limit 4 --offset 6')).toEqual(ten.slice(6))
})

it('says nothing of a survey without answers', async () => {
  expect(await run('answer list 43')).toMatchObject({ exitCode: 0, stdout: '' })
  expect((await run('answer list 43 --json')).json).toEqual([])
})

it('refuses what cannot be', async () => {
  expect(await run('answer list 9999 --json')).toMatchObject({ exitCode: 5, error: { code: 'quiz_not_found' } })
  expect(await run('answer list 42 --sort name')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('date_start, date_end') })
  expect(await run('answer list 42 --complete --incomplete')).toMatchObject({ exitCode: 2 })
  expect(await run('answer list')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('SURVEY') })
  const refused = (what: string) => ({ exitCode: 2, stderr: expect.stringContaining(what) })
  expect(await run('answer list 42 --follow --limit 3 --all --raw')).toMatchObject(
    refused('It has no end, and takes no --limit or --all or --raw'),
  )
  expect(await run('answer list 42 --follow --order asc')).toMatchObject(refused('it takes no --sort or --order'))
  expect(await run('answer list 42 --since last')).toMatchObject(refused('--since is for --follow'))
  expect(await run('answer list 42 --follow --since yesterday')).toMatchObject(
    refused('--since must be last, a day like 2026-01-31 or a time like'),
  )
})

describe('answers as they come', () => {
  const where = (): Where => ({ baseUrl: served.sandbox.baseUrl, apiKey: served.sandbox.apiKey, workspace: served.sandbox.workspaceId })
  const add = (count: number, seed: number): Promise<unknown> => served.control('answer', { quiz: 42, count, seed })
  const idsIn = (lines: readonly string[]): number[] => lines.map((line) => (JSON.parse(line) as { id: number }).id)
  const all = async (): Promise<number[]> =>
    (await run('answer list 42 --all --order asc --json --fields id')).json.map(({ id }: { id: number }) => id)

  it.each(['--ndjson', '--json', '--jq .'])('are lines of JSON with %s, until it is interrupted', async (form) => {
    const following = endless(where(), `answer list 42 --follow ${form}`)
    await following.until((lines) => lines.length >= 10)
    await add(3, 5)
    await following.until((lines) => lines.length >= 13)
    expect(await following.stop()).toBe(130)
    const ids = idsIn(following.lines())
    expect(ids).toEqual((await all()).slice(-13))
  })

  it('have one heading on a terminal', async () => {
    const following = endless(where(), 'answer list 42 --follow', 120)
    await following.until((lines) => lines.length >= 11)
    await add(1, 6)
    await following.until((lines) => lines.length >= 12)
    await add(1, 7)
    await following.until((lines) => lines.length >= 13)
    await following.stop()
    expect(following.lines().filter((line) => line.includes('begun'))).toHaveLength(1)
    expect(following.lines()).toHaveLength(13)
  })

  it('go on where the last run stopped: nothing twice, nothing missed', async () => {
    const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
    const follow = (): Endless => endless({ ...where(), env }, 'answer list 42 --follow --since last --ndjson')
    const seen: number[] = []
    const before = await all()
    for (const seed of [1, 2, 3]) {
      const expected = (await all()).length
      const following = follow()
      await following.until((lines) => seen.length + lines.length >= expected)
      await add(2, seed)
      await following.until((lines) => seen.length + lines.length >= expected + 2)
      expect(await following.stop(), following.stderr()).toBe(130)
      expect(following.stderr().includes('No earlier run')).toBe(seed === 1)
      seen.push(...idsIn(following.lines()))
      // Meanwhile nobody looks.
      await add(3, 10 + seed)
    }
    const last = follow()
    const now = await all()
    await last.until((lines) => seen.length + lines.length >= now.length)
    await last.stop()
    seen.push(...idsIn(last.lines()))
    expect(now.length).toBe(before.length + 15)
    expect(seen.toSorted((a, b) => a - b)).toEqual(now.toSorted((a, b) => a - b))
  })

  it('begin where --since says, with and without a zone alike', async () => {
    const rows = (await run('answer list 42 --all --order asc --json --fields id,date_start')).json as { id: number; date_start: string }[]
    const from = rows.at(-20)!
    const expected = rows.filter(({ date_start }) => date_start >= from.date_start).map(({ id }) => id)
    const utc = new Date(from.date_start).toISOString()
    for (const since of [utc, utc.replace('Z', ''), from.date_start]) {
      const following = endless(where(), `answer list 42 --follow --ndjson --since ${since}`)
      await following.until((lines) => lines.length >= expected.length)
      await following.stop()
      expect(idsIn(following.lines())).toEqual(expected)
    }
  })
})
