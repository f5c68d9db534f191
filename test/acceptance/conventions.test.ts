/** What a script may rely on, whatever the command: forms of output, sign-in, settings, `api`, completion, doctor. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher, surveyctl, type Surveyctl } from '../support/program.ts'
import { programFolder } from '../support/readme.ts'
import { isThere } from '../support/readers.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true, isFound: true })
const { run } = served

describe('forms of output', () => {
  it('is tab-separated off a terminal: no header, nothing cut, no colour', async () => {
    const { stdout } = await run('quiz list --sort id --order asc', { env: { FORCE_COLOR: '1' } })
    const [first] = stdout.split('\n')
    expect(first!.split('\t').slice(0, 2)).toEqual(['42', 'Spring'])
    expect(stdout).not.toContain('\u001B')
  })
  it('is an array under --json, whatever envelope the service used', async () => {
    for (const line of ['quiz list', 'webhook list 42', 'version list 42', 'promo list 42', 'answer list 42'])
      expect(Array.isArray((await run(`${line} --json`)).json), line).toBe(true)
  })
  it('picks and orders fields in every form', async () => {
    expect((await run('quiz list --sort id --order asc --limit 1 --fields folder.name,id')).stdout).toBe('Customers\t42\n')
    expect((await run('quiz list --sort id --order asc --limit 1 --fields name,id --ndjson')).stdout).toBe('{"name":"Spring","id":42}\n')
    expect((await run('quiz view 42 --fields id,name --json')).json).toEqual({ id: 42, name: 'Spring' })
  })
  it('refuses an unknown field, listing those there are', async () => {
    const { exitCode, stderr } = await run('quiz list --fields id,nam')
    expect([exitCode, /name/.test(stderr)]).toEqual([2, true])
  })
  it('filters with jq: a text prints raw, a broken filter is a usage error', async () => {
    expect((await run(['quiz', 'list', '--jq', '.[] | select(.id == 42) | .name'])).stdout).toBe('Spring\n')
    expect((await run(['quiz', 'list', '--jq', '.['])).exitCode).toBe(2)
  })
  it('gives the body byte for byte under --raw', async () => {
    const answer = await fetch(`${served.sandbox.baseUrl}/quiz/42/webhooks`, {
      headers: { authorization: `Bearer ${served.sandbox.apiKey}` },
    })
    expect((await run('webhook list 42 --raw')).stdout).toBe(await answer.text())
  })
  it('prints only the id under --quiet', async () => {
    expect((await run('quiz duplicate 42 --quiet')).stdout).toMatch(/^\d+\n$/)
    expect((await run('quiz rename 43 Other --quiet')).stdout).toBe('43\n')
  })
  it('takes the form from SURVEYCTL_OUTPUT, which a flag overrides', async () => {
    expect(Array.isArray((await run('quiz list', { env: { SURVEYCTL_OUTPUT: 'json' } })).json)).toBe(true)
    expect((await run('quiz list --ndjson --limit 1', { env: { SURVEYCTL_OUTPUT: 'json' } })).stdout.startsWith('{')).toBe(true)
  })
  it('prints nothing, or [], for an empty list', async () => {
    expect(await run('quiz list --folder 3')).toMatchObject({ exitCode: 0, stdout: '' })
    expect((await run('quiz list --folder 3 --json')).stdout.trim()).toBe('[]')
  })
  it('notes on standard error that there is more, and reads all on demand', async () => {
    const { stderr } = await run('answer list 42')
    expect(stderr).toMatch(/There is more/)
    expect((await run('answer list 42 --all --json')).json.length).toBeGreaterThan(100)
    expect((await run('answer list 42 --limit 150 --json')).json).toHaveLength(150)
  })
  it('ends quietly when its reader does', async () => {
    const { stdout, stderr, exitCode } = await execa(
      'bash',
      ['-o', 'pipefail', '-c', `"${process.execPath}" "${launcher}" quiz list | head -1`],
      {
        env: { ...served.sandbox.signedIn, SURVEYCTL_CONFIG_DIR: freshFolder() },
      },
    )
    expect([exitCode, stdout.split('\n').length, stderr]).toEqual([0, 1, ''])
  })
})

describe('signing in', () => {
  const fresh = (): Surveyctl => surveyctl({ env: served.sandbox.env })

  it('stores a key that works, from standard input, and finds the account', async () => {
    const own = fresh()
    expect(await own('quiz list --json')).toMatchObject({ exitCode: 3, error: { kind: 'auth' } })
    expect(
      (await own(`auth login --with-key --base-url ${served.sandbox.baseUrl}`, { input: `${served.sandbox.apiKey}\n` })).stdout,
    ).toContain(`workspace ${served.sandbox.workspaceId}`)
    expect((await own('quiz list --json')).exitCode).toBe(0)
    expect((await own('auth status --json')).json).toMatchObject({ accepted: true, workspace: served.sandbox.workspaceId })
    expect((await own('auth token')).stdout).toBe(`${served.sandbox.apiKey}\n`)
    expect((await own('config list --json')).stdout).not.toContain(served.sandbox.apiKey)
    expect((await own('auth logout')).exitCode).toBe(0)
    expect((await own('quiz list')).exitCode).toBe(3)
  })
  it('stores nothing when the key is refused', async () => {
    const own = fresh()
    expect((await own(`auth login --with-key --base-url ${served.sandbox.baseUrl}`, { input: 'wrong' })).exitCode).toBe(3)
    expect((await own('auth list --json')).json).toEqual([])
  })
  it.each([
    ['', 2, 'empty'],
    ['two words', 2, 'one word'],
  ])('refuses the key %j', async (input, exitCode, message) => {
    const outcome = await fresh()(`auth login --with-key --base-url ${served.sandbox.baseUrl}`, { input })
    expect([outcome.exitCode, outcome.stderr.includes(message)]).toEqual([exitCode, true])
  })
  it('keeps several profiles', async () => {
    const own = fresh()
    for (const profile of ['a', 'b'])
      await own(`auth login --with-key --profile ${profile} --base-url ${served.sandbox.baseUrl}`, { input: served.sandbox.apiKey })
    expect((await own('auth list --json')).json.map(({ profile }: { profile: string }) => profile).sort()).toEqual(['a', 'b'])
    await own('auth switch b')
    expect((await own('auth status --json')).json.profile).toBe('b')
    expect((await own('auth switch c')).exitCode).toBe(5)
    expect((await own('auth switch --profile a')).stdout).toBe('Now using profile "a"\n')
    expect((await own('auth switch')).stderr).toMatch(/^✗ NAME is missing\n/)
  })
  it('never takes a key from a flag', async () => expect((await run('quiz list --api-key x')).exitCode).toBe(2))
})

describe('profiles that guard', () => {
  it('refuses writes of a read-only profile', async () => {
    const own = surveyctl({ baseUrl: served.sandbox.baseUrl, apiKey: served.sandbox.apiKey })
    await own('config set read_only true')
    expect((await own('quiz rename 43 X')).exitCode).toBe(4)
    expect((await own('api POST /quiz/43/rename -f name=X')).exitCode).toBe(4)
    expect((await own('quiz rename 43 X --dry-run')).exitCode).toBe(0)
    expect((await own('quiz list')).exitCode).toBe(0)
  })
  it('wants the name of a protected one for destructive commands', async () => {
    const own = surveyctl({ baseUrl: served.sandbox.baseUrl, apiKey: served.sandbox.apiKey })
    await own('config set protected true')
    expect((await own('quiz rename 43 X')).stderr).toContain('Profile "default"')
    expect((await own('quiz delete 47 --yes')).exitCode).toBe(2)
    expect((await own('quiz delete 47 --yes --confirm default')).exitCode).toBe(0)
  })
  it('reads profile and account of the folder', async () => {
    const cwd = freshFolder()
    mkdirSync(join(cwd, 'below'))
    writeFileSync(join(cwd, '.surveyctl.json'), '{"workspace": 99}')
    const own = surveyctl({ baseUrl: served.sandbox.baseUrl, apiKey: served.sandbox.apiKey })
    const row = (await own('config list --json', { cwd: join(cwd, 'below') })).json.find(({ key }: { key: string }) => key === 'workspace')
    expect(row).toMatchObject({ value: 99, origin: expect.stringContaining('.surveyctl.json') })
  })
})

describe('api', () => {
  it('sends any request with the key', async () => {
    expect((await run('api GET /quiz -f limit=1')).json).toHaveLength(1)
    expect((await run(['api', 'POST', '/quiz/43/note', '-f', 'notes=From api'])).json.notes).toBe('From api')
    expect((await run(['api', 'POST', '/quiz/43/save', '--input', '-'], { input: '{"ids": [], "entities": {}}' })).exitCode).toBe(0)
    expect((await run(['api', 'POST', '/quiz/43/archive', '-F', 'archive:=true'])).json.is_archived).toBe(true)
  })
  it('prints a refusal as it came, and ends as any command does', async () => {
    const { exitCode, json, stderr } = await run('api GET /quiz/999999')
    expect([exitCode, json.code]).toEqual([5, 'quiz_not_found'])
    expect(stderr).toContain('quiz_not_found')
    expect((await run('api GET /nowhere')).exitCode).toBe(5)
  })
  it('follows pages, whichever way the service counts', async () => {
    expect((await run('api GET /quiz/42/answers --paginate --json')).json.length).toBeGreaterThan(100)
    expect((await run('api GET /quiz/42/versions -f per_page=1 --paginate --json')).json.length).toBeGreaterThan(0)
  })
  it('shows status and headers', async () =>
    expect((await run('api GET /quiz -f limit=1 -i')).stdout).toMatch(/^HTTP 200\n[\s\S]*content-type: application\/json/))
  it.each([
    ['api FETCH /quiz', 'METHOD must be one of'],
    ['api GET', 'PATH is missing'],
    ['api GET /quiz -f nonsense', 'takes K=V'],
  ])('%s', async (line, message) => {
    const { exitCode, stderr } = await run(line)
    expect([exitCode, stderr.includes(message)], stderr).toEqual([2, true])
  })
})

describe('completion', () => {
  it.each([
    ['bash', 'surveyctl.bash'],
    ['zsh', '_surveyctl'],
    ['fish', 'surveyctl.fish'],
    ['powershell', 'surveyctl.ps1'],
  ])('%s is the script kept in completions/', async (shell, file) => {
    expect((await run(`completion ${shell}`)).stdout).toBe(readFileSync(join(import.meta.dirname, '..', '..', 'completions', file), 'utf8'))
  })
  it('knows the surveys with their names, and is silent when offline', async () => {
    expect((await run(['__complete', 'quiz', 'publish', '4'])).stdout).toContain('42\tSpring')
    expect(await surveyctl({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k' })(['__complete', 'quiz', 'publish', ''])).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: '',
    })
  })
  it('completes in bash', async () => {
    const line = 'surveyctl quiz unar'
    const script = `source completions/surveyctl.bash; surveyctl() { "${process.execPath}" "${launcher}" "$@"; }; COMP_LINE='${line}'; COMP_POINT=${line.length}; _surveyctl; echo "\${COMPREPLY[@]}"`
    const { stdout } = await execa('bash', ['-c', script], { cwd: join(import.meta.dirname, '..', '..') })
    expect(stdout).toBe('unarchive')
  })
  const shell = (file: string, args: string[]) => {
    const home = freshFolder()
    const PATH = [programFolder(), process.env.PATH].join(delimiter)
    return execa(file, args, {
      env: environment({ env: { HOME: home, XDG_CONFIG_HOME: home, ZDOTDIR: home, PATH } }),
      extendEnv: false,
      cwd: home,
      reject: false,
    })
  }
  it.skipIf(!isThere('zsh'))('is sourced by a zsh without settings (needs zsh)', async () => {
    const { stdout, stderr } = await shell('zsh', [
      '-f',
      '-c',
      'source <(surveyctl completion zsh); print -r -- $_comps[surveyctl]; ls -A $HOME',
    ])
    expect([stderr, stdout]).toEqual(['', '_surveyctl'])
  })
  it.skipIf(!isThere('fish'))('completes in fish (needs fish)', async () => {
    const { stdout } = await shell('fish', ['--no-config', '-c', "surveyctl completion fish | source; complete -C 'surveyctl quiz unar'"])
    expect(stdout).toMatch(/^unarchive\b/)
  })
  it('says how each shell has it for good', async () => {
    const { stdout } = await run('completion --help')
    for (const place of ['~/.bashrc', '~/.zshrc', '~/.config/fish/completions', '$PROFILE']) expect(stdout).toContain(place)
  })
})

it('tells what works and what does not', async () => {
  expect((await run('doctor --json')).json.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  const broken = await surveyctl({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k' })('doctor --json')
  expect(broken.exitCode).toBe(1)
  expect(broken.json.some(({ check, ok }: { check: string; ok: boolean }) => check === 'service' && !ok)).toBe(true)
})

it('hides secrets under --debug', async () => {
  const { stderr } = await run(['password', 'add', '42', '--debug'], { input: 'very-secret\n' })
  expect(stderr).toContain('POST')
  expect(stderr).not.toContain('very-secret')
  expect(stderr).not.toContain(served.sandbox.apiKey)
})
