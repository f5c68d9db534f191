/** Surveys from creation to exported answers, and everything that is refused on the way. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true, isFound: true })
const { run } = served
const survey = join(import.meta.dirname, '..', 'support', 'examples', 'survey.yaml')

const create = async (name: string): Promise<string> => {
  const { json } = await run(['quiz', 'create', '--folder', 'Customers', '--name', name, '--json'])
  return String(json.id)
}
const written = (): string[] => served.sandbox.requests.filter((line) => /^(POST|DELETE) /.test(line))

describe('the main road', () => {
  let id: string

  it('creates, saves, sets, publishes, is answered, exports', async () => {
    id = await create('Road')
    expect(await run(['quiz', 'save', id, '--file', survey])).toMatchObject({
      exitCode: 0,
      stdout: `Saved 5 screens to the draft of survey ${id}\n`,
    })
    expect(await run(`quiz set ${id} lang=en show_progressbar=true`)).toMatchObject({ exitCode: 0 })
    expect((await run(`quiz publish ${id}`)).stdout).toMatch(/^Published survey \d+ "Road" · http/)
    expect((await run(`sandbox answer ${id} --count 20 --seed 3`)).exitCode).toBe(0)
    const { stdout } = await run(`export csv ${id} -o -`)
    expect(parse(stdout, { bom: true })).toHaveLength(21)
  })

  it('keeps versions: a restored one is in the draft, not yet on the page', async () => {
    const changed = readFileSync(survey, 'utf8').replace('How was your visit?', 'Changed')
    await run(['quiz', 'save', id, '--file', '-'], { input: changed })
    await run(`quiz publish ${id}`)
    const versions = (await run(`version list ${id} --json`)).json
    expect((await run(`version restore ${id} ${versions.at(-1).id} --yes`)).exitCode).toBe(0)
    const { json } = await run(`quiz view ${id} --json`)
    expect(json.widgets.entities.welcome.title).toBe('How was your visit?')
    expect(await (await fetch(json.url_shared)).text()).toContain('Changed')
  })

  it('goes to the trash and comes back with its answers', async () => {
    expect(await run(`quiz delete ${id}`)).toMatchObject({ exitCode: 2, stdout: '' })
    expect((await run(`quiz delete ${id} --yes`)).exitCode).toBe(0)
    expect(await run(`quiz view ${id} --json`)).toMatchObject({ exitCode: 5, stdout: '', error: { code: 'quiz_not_found', status: 400 } })
    expect((await run(`quiz restore ${id}`)).stdout).toBe(`Restored survey ${id}\n`)
    expect((await run(`quiz view ${id} --json`)).json.answer_count).toBe(20)
  })
})

describe('the language of a new survey', () => {
  const langOf = async (id: string): Promise<unknown> => (await run(`quiz view ${id} --json`)).json.settings.lang
  const newest = async (): Promise<string> => (await run('quiz list --sort created_at --limit 1 --jq .[].id')).stdout.trim()

  it('is said: asked for, of the profile, of the template, or chosen by the service', async () => {
    const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
    const made = async (more: string): Promise<string> => (await run(`quiz create --folder 2 ${more}`, { env })).stdout
    expect(await made('--name A')).toMatch(/^Created survey \d+ "A" in Russian · /)
    expect(await made('--name B --lang en')).toMatch(/^Created survey \d+ "B" in English · /)
    // Nobody sees a white card with a button, nor one in another language.
    const { stdout: findings } = await run(`quiz check ${await newest()} --json`)
    expect(findings).not.toMatch(/screen-empty|Добро/)
    await run('config set lang en', { env })
    expect(await made('--name C')).toMatch(/^Created survey \d+ "C" in English · /)
    expect(await langOf(await newest())).toBe('en')
    expect(await made('--name D --lang ru')).toMatch(/in Russian/)
    expect(await made('--template 1')).toMatch(/^Created survey \d+ from template 1 in (English|Russian)\n/)
  })
  it('is a setting like others', async () => {
    const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
    expect(await run('config set lang fr', { env })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('one of ru, en, not "fr"'),
    })
    await run('config set lang en', { env })
    expect((await run('config get lang', { env })).stdout).toBe('en\n')
    expect((await run('config list --jq .[]|select(.key=="lang").origin', { env })).stdout).toBe('profile default\n')
  })
  it.skipIf(!hasPty)('is asked for once on a terminal, and the profile has it', async () => {
    const env = { ...served.sandbox.signedIn, SURVEYCTL_CONFIG_DIR: freshFolder(), NO_COLOR: '1', SURVEYCTL_SPINNER: '0' }
    const line = 'quiz create --folder 2 --name Asked'.split(' ')
    const first = await onTerminal(line, { env, keys: [[/Language of new surveys[^]*English[^]*Russian/, '\r']] })
    expect([first.exitCode, first.screen], first.screen).toEqual([0, expect.stringMatching(/"Asked" in English/)])
    const second = await onTerminal(line, { env })
    expect([second.exitCode, second.screen], second.screen).toEqual([0, expect.stringMatching(/^✓ Created survey \d+ "Asked" in English/)])
  })
})

describe('a campaign', () => {
  it('locks questions, not settings, and is waited for', async () => {
    const id = await create('Locked')
    await run(`sandbox lock ${id}`)
    const refused = await run(`quiz publish ${id} --json`)
    expect(refused).toMatchObject({ exitCode: 7, error: { kind: 'locked', status: 423 } })
    expect(refused.error.message).toContain('campaign')
    for (const line of [`quiz set ${id} lang=ru`, `quiz theme ${id} 1`]) expect((await run(line)).exitCode, line).toBe(0)
    const waiting = run(`quiz publish ${id} --wait-unlock 5m`)
    await wait(300)
    await run(`sandbox unlock ${id}`)
    expect((await waiting).exitCode).toBe(0)
  })
  it('is not waited for longer than asked', async () => {
    await run('sandbox lock 43')
    expect((await run('quiz publish 43 --wait-unlock 1s')).exitCode).toBe(7)
    await run('sandbox unlock 43')
  })
})

describe('local checks send nothing', () => {
  it.each([
    ['quiz set 43 qr_code_size=0', 'qr_code_size must be 1 to 1000 px'],
    ['quiz set 43 qr_code_size=0 lang=xx nam=1', 'did you mean name?'],
    ['quiz set 43', 'KEY=VALUE is missing'],
    ['quiz rename 43', 'NAME is missing'],
    ['quiz create', '--folder is required'],
    ['quiz list --limit 0', '--limit must be a whole number of at least 1'],
    ['quiz list --sort size', '--sort must be one of created_at, updated_at, name, id'],
    ['quiz list --limit 3 --all', '--limit cannot be given together with --all'],
    ['quiz view 43 44', 'Unexpected argument'],
    ['quiz view', 'SURVEY is missing'],
    ['quiz lits', 'did you mean list?'],
    ['quizz list', 'did you mean quiz?'],
    ['quiz list --jsn', '--json'],
  ])('%s', async (line, message) => {
    const before = served.sandbox.requests.length
    const { exitCode, stdout, stderr } = await run(line)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
    expect(served.sandbox.requests.length).toBe(before)
  })

  it('tells all rules of save at once, and names the places', async () => {
    const { exitCode, stderr } = await run('quiz save 43 --file -', {
      input: '{"ids": ["a", "a", "b"], "entities": {"a": {"type": "nonsense"}, "c": {"type": "input"}}}',
    })
    expect(exitCode).toBe(2)
    for (const problem of ['"a" stands twice', '"b" is not a key of entities', 'c is not in ids', 'type must be one of'])
      expect(stderr).toContain(problem)
  })

  it.each([
    ['quiz save 43 --file /nowhere/file.json', 'there is no such file'],
    ['quiz save 43 --file -', 'ids is required'],
  ])('%s', async (line, message) => {
    const { exitCode, stderr } = await run(line, { input: '{}' })
    expect([exitCode, stderr.includes(message)], stderr).toEqual([2, true])
  })

  it.each(['settings: hello', 'settings: null', 'conditions: 5'])('%s: said with its line, before anything is sent', async (line) => {
    const input = `format: 1\nname: Another\n${line}\n`
    expect(await run('quiz save 43 --file -', { input })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^✗ standard input:3:\d+ (settings|conditions) must be an object\n$/),
    })
    expect((await run('quiz view 43 --json')).json.name).not.toBe('Another')
  })

  it('of a file: texts that stand under no language, and settings, before anything of it is saved', async () => {
    const before = served.sandbox.requests.length
    const save = (lines: string) => run('quiz save 43 --file -', { input: `format: 1\nname: Another\n${lines}\n` })
    expect((await save('texts: { btn_next: On, en: { btn_back: 1 } }')).stderr).toMatch(
      /:3:\d+ texts\.btn_next is not a language; there are ru, en\n[^\n]*:3:\d+ texts\.en\.btn_back must be a text\n/,
    )
    expect((await save('settings: { numeration: maybe }')).stderr).toContain('settings.numeration must be true or false')
    expect(served.sandbox.requests.slice(before).filter((line) => !line.startsWith('GET'))).toEqual([])
    const shown = async (): Promise<unknown> => {
      const { json } = await run('text list 43 --lang en --json')
      return json.find(({ code }: { code: string }) => code === 'btn_next').user_text
    }
    await run('quiz save 43 --file -', { input: 'format: 1\ntexts: { en: { btn_next: Onward } }\n' })
    expect(await shown()).toBe('Onward')
    await run('quiz save 43 --file -', { input: 'format: 1\ntexts: { en: { btn_next: null } }\n' })
    expect(await shown()).toBe(null)
  })
})

describe('references', () => {
  it.each(['42', 'Spring', 'demo42'])('%s is survey 42', async (reference) =>
    expect((await run(['quiz', 'view', reference, '--json'])).json.id).toBe(42),
  )
  it('takes an address', async () => {
    const { url_shared, url_preview } = (await run('quiz view 42 --json')).json
    for (const address of [url_shared, url_preview]) expect((await run(['quiz', 'view', address, '--json'])).json.id).toBe(42)
  })
  it('refuses a name that fits several, listing them', async () => {
    const ids = [await create('Twin'), await create('Twin')]
    const { exitCode, stderr } = await run('quiz view Twin')
    expect(exitCode).toBe(2)
    for (const id of ids) expect(stderr).toContain(id)
  })
  it('says when there is none', async () => expect((await run('quiz view Nothing --json')).exitCode).toBe(5))
  it('opens no page of a card that stands in other pages', async () =>
    expect(await run('quiz view 49 --web')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('has no page of its own') }))
})

describe('several at once', () => {
  it('works on each, tells each, and ends with 9 when only some are done', async () => {
    const ids = [await create('B1'), await create('B2')]
    const { exitCode, stdout, stderr } = await run(['quiz', 'archive', '-'], { input: `${ids[0]}\n999999\n\n${ids[1]}\n` })
    expect(exitCode).toBe(9)
    expect(stdout.trim().split('\n').sort()).toEqual(ids.map((id) => `Archived survey ${id}`).sort())
    expect(stderr).toContain('Survey 999999 was not found')
    expect(stderr).toContain('2 of 3 done, 1 failed')
  })
  it('gives a list under --json', async () => {
    const ids = [await create('B3'), await create('B4')]
    const { json } = await run(['quiz', 'archive', ...ids, '--json'])
    expect(json.map(({ id, ok }: { id: number; ok: boolean }) => [String(id), ok]).sort()).toEqual(ids.map((id) => [id, true]))
  })
  it('writes those that failed to a file that it reads back', async () => {
    const file = join(freshFolder(), 'failed')
    const id = await create('B5')
    await run(['quiz', 'archive', id, '888888', '--failures', file])
    expect(readFileSync(file, 'utf8')).toBe('888888\n')
    expect((await run(['quiz', 'archive', '-'], { input: readFileSync(file, 'utf8') })).exitCode).toBe(5)
  })
  it('has nothing to do for an empty list', async () => expect((await run('quiz archive -', { input: '' })).exitCode).toBe(0))
})

describe('creation', () => {
  it('reports the id even when naming fails', async () => {
    await run(['sandbox', 'fault', 'add', 'POST /quiz/*/rename', '--status', '500', '--times', '9'])
    const { exitCode, stdout } = await run(['quiz', 'create', '--folder', '2', '--name', 'Unlucky', '--json'])
    await run('sandbox fault clear')
    expect(exitCode).toBe(8)
    expect(JSON.parse(stdout).id).toBeGreaterThan(0)
  })
  it('starts from a template', async () => {
    const { json } = await run('template list --json')
    const created = await run(['quiz', 'create', '--folder', '2', '--template', String(json[0].id), '--quiet'])
    expect(created.exitCode).toBe(0)
    expect((await run(`quiz view ${created.stdout.trim()} --json`)).json.widgets.ids.length).toBeGreaterThan(0)
  })
  it('has the AI build one and waits for it', async () => {
    const { exitCode, stdout } = await run(['quiz', 'generate', '--folder', '2', '--prompt', 'Five questions about a garden', '--wait'])
    expect([exitCode, /^Built survey \d+ with [1-9]\d* screens/.test(stdout)], stdout).toEqual([0, true])
  })
})

describe('--dry-run', () => {
  it('prints the request and sends no write', async () => {
    const before = written().length
    const { exitCode, json } = await run(['quiz', 'rename', 'Spring', 'Autumn', '--dry-run', '--json'])
    expect(exitCode).toBe(0)
    expect(json).toEqual([{ method: 'POST', url: `${served.sandbox.baseUrl}/quiz/42/rename`, body: { name: 'Autumn' } }])
    expect(written().length).toBe(before)
  })
  it('needs no consent', async () =>
    expect((await run('quiz delete 42 --dry-run')).stdout).toBe(`DELETE ${served.sandbox.baseUrl}/quiz/42\n`))
})

it('reads the logic from a file and clears it with consent only', async () => {
  const file = join(freshFolder(), 'logic.yaml')
  writeFileSync(file, 'rules: []\n')
  expect((await run(['quiz', 'conditions', '43', '--file', file])).exitCode).toBe(0)
  expect((await run('quiz conditions 43 --clear')).exitCode).toBe(2)
  expect((await run('quiz conditions 43 --clear --yes')).exitCode).toBe(0)
  expect((await run('quiz conditions 43')).exitCode).toBe(2)
})
