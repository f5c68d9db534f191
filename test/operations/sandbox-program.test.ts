/** `sandbox start` and `sandbox run` as processes: what they print, how they end, what survives. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'
import { serviceOf } from '../faults/own-service.ts'
import { environment, freshFolder, launcher, surveyctl } from '../support/program.ts'

interface Facts {
  base_url: string
  api_key: string
  workspace_id: number
  folder_id: number
  control_url: string
  pid: number
}
interface Started {
  child: ChildProcess
  facts: Facts
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stdout: string }>
}

const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
  }
})

async function start(env: Record<string, string>, ...flags: string[]): Promise<Started> {
  const child = spawn(process.execPath, [launcher, 'sandbox', 'start', '--port', '0', '--json', ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const lines: string[] = []
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout: lines.join('\n'),
  }))
  const reader = createInterface(child.stdout!).on('line', (line) => lines.push(line))
  await Promise.race([once(reader, 'line'), ended])
  return { child, facts: JSON.parse(lines[0] ?? 'null') as Facts, ended }
}

const ask = (facts: Facts, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(facts.base_url + path, {
    method,
    headers: { authorization: `Bearer ${facts.api_key}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

it('tells a person where the console is, what is kept, and each request as it comes; nothing of that with --quiet', async () => {
  const told = async (...flags: string[]): Promise<{ stdout: string; stderr: string }> => {
    const child = spawn(process.execPath, [launcher, 'sandbox', 'start', '--port', '0', '--seed', 'empty', ...flags], {
      env: environment({}),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    const said = { stdout: '', stderr: '' }
    child.stdout!.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
    child.stderr!.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
    await expect.poll(() => said.stdout).toMatch(/\/api\/v3/)
    const [base] = /http:\S+\/api\/v3/.exec(said.stdout)!
    await fetch(`${base}/quiz/1`)
    if (!flags.includes('--quiet')) await expect.poll(() => said.stderr).toMatch(/\d\d:\d\d:\d\d GET \/api\/v3\/quiz\/1 401 \d+ ms\n/)
    child.kill()
    await once(child, 'close')
    return said
  }
  const [spoken, quiet] = [await told(), await told('--quiet')]
  expect(spoken.stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}/)
  expect(spoken.stderr).toMatch(/Nothing is kept/)
  expect(quiet.stderr).toBe('')
})

it.each(['SIGTERM', 'SIGINT'] as const)('prints one line, saves its profile, and ends cleanly on %s', async (signal) => {
  const env = environment({})
  const { child, facts, ended } = await start(env, '--seed', 'empty')
  expect(facts).toEqual({
    base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v3$/),
    api_key: expect.any(String),
    workspace_id: 7,
    folder_id: 1,
    control_url: expect.stringMatching(/\/control$/),
    console_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/),
    pid: child.pid,
  })
  const settings = env.SURVEYCTL_CONFIG_DIR!
  expect(JSON.parse(readFileSync(join(settings, 'config.json'), 'utf8')).profiles.sandbox).toEqual({
    base_url: facts.base_url,
    api_key: facts.api_key,
    workspace: 7,
    sandbox: facts.base_url,
  })
  expect(statSync(join(settings, 'sandboxes.json')).mode & 0o777).toBe(0o600)
  child.kill(signal)
  expect(await ended).toMatchObject({ code: 0, stdout: JSON.stringify(facts) })
  expect(JSON.parse(readFileSync(join(settings, 'sandboxes.json'), 'utf8'))).toEqual([])
})

it('goes on from its folder, also after it was killed', async () => {
  const data = freshFolder()
  const env = environment({})
  const first = await start(env, '--seed', 'empty', '--data', data)
  const { id } = (await (await ask(first.facts, 'POST', '/quiz', { folder_id: 1 })).json()) as { id: number }
  first.child.kill('SIGKILL')
  await first.ended
  const second = await start(env, '--data', data)
  expect(second.facts.api_key).toBe(first.facts.api_key)
  expect(await (await ask(second.facts, 'GET', `/quiz/${id}`)).json()).toMatchObject({ id, name: 'New survey' })
})

it('saves what a running one has, and goes on from there; a folder that holds something is left alone', async () => {
  const env = environment({})
  const { child, facts, ended } = await start(env, '--seed', 'demo')
  const run = surveyctl({ env: { SURVEYCTL_CONFIG_DIR: env.SURVEYCTL_CONFIG_DIR! } })
  await ask(facts, 'POST', '/quiz/43/rename', { name: 'Kept' })
  const folder = join(freshFolder(), 'deeper', 'saved')
  expect(await run(['sandbox', 'save', folder])).toMatchObject({
    exitCode: 0,
    stdout: `Saved the sandbox as it is now to ${folder}\n`,
    stderr: `To continue from it: surveyctl sandbox start --data ${folder}\n`,
  })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  await ask(facts, 'POST', '/quiz/43/rename', { name: 'Later' })
  const again = await run(['sandbox', 'save', folder, '--json'])
  expect([again.exitCode, again.error.message]).toEqual([1, expect.stringContaining('is not empty')])
  child.kill()
  await ended
  const second = await start(env, '--data', folder)
  expect(await (await ask(second.facts, 'GET', '/quiz/43')).json()).toMatchObject({ name: 'Kept' })
  expect(second.facts.api_key).toBe(facts.api_key)
})

it('is alone in its folder', async () => {
  const data = freshFolder()
  await start(environment({}), '--seed', 'empty', '--data', data)
  const { exitCode, stdout, error } = await surveyctl()(['sandbox', 'start', '--port', '0', '--data', data, '--json'])
  expect({ exitCode, stdout, message: error.message }).toEqual({ exitCode: 1, stdout: '', message: `Another sandbox uses ${data}` })
})

it('says whose port it is', async () => {
  const { facts } = await start(environment({}), '--seed', 'empty', '--no-profile')
  const { exitCode, stderr } = await surveyctl()(`sandbox start --port ${new URL(facts.base_url).port}`)
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/Port \d+ is taken[\s\S]*--port 0/)
})

it('is found by later commands, and chosen among several', async () => {
  const env = environment({})
  const run = surveyctl({ env })
  const first = await start(env, '--no-profile', '--seed', 'empty')
  expect((await run('sandbox fault list --json')).json).toEqual([])
  const second = await start(env, '--no-profile', '--seed', 'empty')
  const several = await run('sandbox fault clear')
  expect(several.exitCode).toBe(2)
  for (const { facts } of [first, second]) expect(several.stderr).toContain(facts.control_url)
  expect((await run(`sandbox fault clear --json --control ${second.facts.control_url}`)).json).toEqual({ cleared: 0 })
  expect((await run('sandbox plan show --json --base-url ' + first.facts.base_url)).json.options.sheets).toBe(true)
})

it('says of each that runs where it is, what is kept and since when, and where its console is', async () => {
  const env = environment({})
  const run = surveyctl({ env })
  expect(await run('sandbox status --json')).toMatchObject({ exitCode: 0, json: [] })
  const data = freshFolder()
  const before = new Date().toISOString()
  const first = await start(env, '--no-profile', '--seed', 'empty', '--data', data)
  const second = await start(env, '--no-profile', '--seed', 'empty')
  const shown = (await run('sandbox status --json')).json
  expect(shown).toMatchObject([
    { ...first.facts, data, started_at: expect.any(String) },
    { ...second.facts, data: null },
  ])
  expect(shown[0].started_at >= before).toBe(true)
  expect((await run('sandbox console')).exitCode).toBe(2)
  const { stdout } = await run(`sandbox console --control ${second.facts.control_url}`)
  const page = await fetch(stdout.trim(), { redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([303, '/'])
  // One that no longer answers hides no other.
  second.child.kill('SIGSTOP')
  const left = await run('sandbox status --json --timeout 0.2')
  expect(left).toMatchObject({ exitCode: 0, json: [first.facts] })
  expect(left.stderr).toContain('did not answer in time')
})

it('is missed when none runs', async () => {
  const { exitCode, stderr } = await surveyctl()('sandbox answer 42')
  expect(exitCode).toBe(5)
  expect(stderr).toContain('surveyctl sandbox start')
})

it('is not taken for one where another program answers', async () => {
  const url = await serviceOf(async () => ({ body: '{"result": {"status": "ok"}}' }))
  const run = surveyctl({ env: { SURVEYCTL_SANDBOX: `${url}#token` } })
  for (const line of ['sandbox answer 42', 'sandbox plan show', 'sandbox fault list'])
    expect(await run(line)).toMatchObject({ exitCode: 8, stdout: '', stderr: `✗ ${url} answered 200, but not as a sandbox does\n` })
})

it('runs a command against a fresh one and passes its exit code on', async () => {
  const run = surveyctl()
  expect((await run(['sandbox', 'run', '--seed', 'empty', '--', 'sh', '-c', 'exit 7'])).exitCode).toBe(7)
  expect((await run(['sandbox', 'run', '--seed', 'empty', '--', 'sh', '-c', 'kill -9 $$'])).exitCode).toBe(137)
  expect(await run(['sandbox', 'run', '--', ''])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('COMMAND is empty') })
  expect((await run(['sandbox', 'run', '--', 'no-such-program'])).stderr).toContain('There is no program "no-such-program"')
  expect((await run(['sandbox', 'run'])).exitCode).toBe(2)
})

it('is this very program in the command, and in scripts that it starts', async () => {
  const run = surveyctl()
  const direct = await run(['sandbox', 'run', '--', 'surveyctl', 'quiz', 'view', '42', '--json'])
  expect(direct.json).toMatchObject({ id: 42, name: 'Spring' })
  // What follows the program's name is the program's, also without `--`.
  const bare = await run(['sandbox', 'run', '--seed', 'demo', 'surveyctl', 'quiz', 'view', '42', '--json'])
  expect([bare.exitCode, bare.json.id]).toEqual([0, 42])
  const page = await run(['sandbox', 'run', 'surveyctl', 'quiz', 'view', '--help'])
  expect(page.stdout).toContain('surveyctl quiz view')
  const script = await run(['sandbox', 'run', '--', 'sh', '-c', 'surveyctl sandbox lock 42 --quiet && surveyctl quiz publish 42 --json'])
  expect(script.exitCode).toBe(7)
  expect(script.error).toMatchObject({ kind: 'locked', status: 423 })
})

it('leaves no files behind', async () => {
  const temporary = freshFolder()
  const { exitCode } = await surveyctl({ env: { TMPDIR: temporary } })([
    'sandbox',
    'run',
    '--seed',
    'empty',
    '--',
    'surveyctl',
    'quiz',
    'list',
  ])
  expect(exitCode).toBe(0)
  expect(readdirSync(temporary).filter((name) => name.startsWith('surveyctl-'))).toEqual([])
})
