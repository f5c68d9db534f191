/** Reading answers, at once and as they come. */
import { setTimeout as wait } from 'node:timers/promises'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { environment, launcher } from '../support/program.ts'
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
  expect(await run('answer list 42 --follow --json')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--ndjson') })
})

it('follows answers as they come, until it is interrupted', async () => {
  const { baseUrl, apiKey, workspaceId } = served.sandbox
  const env = environment({ baseUrl, apiKey, workspace: workspaceId })
  const following = execa(process.execPath, [launcher, 'answer', 'list', '42', '--follow', '--ndjson'], {
    env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
  })
  const seen: any[] = []
  following.stdout!.setEncoding('utf8')
  let rest = ''
  following.stdout!.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) seen.push(JSON.parse(line))
  })
  const until = async (reached: () => boolean): Promise<void> => {
    while (!reached()) await wait(20)
  }
  await until(() => seen.length >= 10)
  expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted((a, b) => a - b))
  await served.control('answer', { quiz: 42, count: 3, seed: 5 })
  await until(() => seen.length >= 13)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  following.kill('SIGINT')
  expect((await following).exitCode).toBe(130)
})
