/** What a repository of surveys promises, beyond what each command does: nothing changes by being pulled, nothing is sent by looking. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seeded, type Random } from '../../src/sandbox/engine/random.ts'
import { startBlind } from '../support/blind.ts'
import { everything, secrets } from '../support/everything.ts'
import { inProject } from '../support/in-project.ts'
import { freshFolder } from '../support/program.ts'
import { startProject } from '../support/project.ts'
import { randomLogic } from '../support/random-logic.ts'
import { startSandbox } from '../support/sandbox.ts'

const here = inProject()
const { project, pulled, text, edit, writes, written } = here
const get = async (path: string): Promise<any> => (await here.sandbox.request('GET', path)).body
const put = (key: string, content: string): void => {
  const folder = join(here.cwd, 'surveys', key)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'survey.yaml'), content)
}
const bytes = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]),
  )

/** What YAML, terminals and our own references might take for something else. */
const words = [
  '😀 👩‍👩‍👧 party',
  'שלום עולם',
  '\u202Eright to left\u202C',
  'é e\u0301',
  'line\nbreak\ttab\r\n',
  '\u0007\u001b[31mred',
  '\ufeffmark',

  'q:rating-1',
  'q::x',
  'q:',
  'no',
  'yes',
  'on',
  'null',
  '~',
  '',
  ' ',
  ' both ends ',
  '1e3',
  '0x10',
  '0o7',
  '.5',
  '-0',
  '2026-01-01',
  '12:30',

  '"quoted"',
  "it's: #1",
  '- item',
  '{a: b}',
  '[x]',
  '&anchor',
  '*alias',
  '!tag',
  '%YAML',
  '@at',
  '`tick',
  '? key',
  '| pipe',
  '> fold',
  '<<',

  'welcome',
  'submit',
  '10000000-0000-4000-8000-000000000001',
  '{file: x}',
  '{env: HOME}',
  '\\n',
  'a'.repeat(300),
]

/** The same for the same seed. */
function generated(seed: number): { ids: string[]; entities: Record<string, any>; conditions: unknown; settings: object } {
  const { ids, entities, rules } = randomLogic(seed)
  const random = seeded(seed)
  for (const entity of Object.values(entities) as any[]) {
    entity.title = random.pick(words)
    if (random.chance(0.5)) entity.description = random.pick(words)
    if (random.chance(0.3)) entity.futureField = unknown(random)
    if (random.chance(0.2)) entity[`q:${random.pick(['x', 'no', 'заголовок'])}`] = random.pick(words)
    for (const option of entity.choiceEntities ?? entity.dropdownEntities ?? []) option.title = random.pick(words) || 'option'
  }
  return {
    ids,
    entities,
    conditions: { rules, future: unknown(random) },
    settings: { lang: random.pick(['ru', 'en']), numeration: random.chance(0.5) },
  }
}

const unknown = (random: Random): unknown => ({
  list: [1, null, random.pick(words), { deep: random.pick(words) }, [], {}],
  [random.pick(['no', '1', 'key: value', '💡'])]: random.pick<unknown>([true, -1.5, 'false', null]),
})

const full = process.env.SURVEYCTL_FULL === '1'

describe('F.1: a round trip', () => {
  it(
    'changes nothing of generated surveys: pulled twice, applied, adopted again, made anew in another account',
    async () => {
      const count = full ? 60 : 6
      const ids: number[] = []
      const request = async (path: string, body: object): Promise<any> => {
        const { status, body: answer } = await here.sandbox.request('POST', path, body)
        expect([path, status, answer], JSON.stringify(body)).toEqual([path, path === '/quiz' ? 201 : 200, expect.anything()])
        return answer
      }
      for (let seed = 1; seed <= count; seed++) {
        const { ids: screens, entities, conditions, settings } = generated(seed + Number(process.env.TEST_SEED ?? 0) * 1000)
        const { id } = await request('/quiz', { folder_id: 1 })
        ids.push(id)
        await request(`/quiz/${id}/rename`, { name: `Generated ${seed}` })
        await request(`/quiz/${id}/save`, { ids: screens, entities })
        await request(`/quiz/${id}/conditions`, { conditions })
        await request(`/quiz/${id}/settings/info`, settings)
      }
      const surveys = (): Promise<unknown[]> => Promise.all(ids.map((id) => get(`/quiz/${id}`)))
      const before = await surveys()
      expect(
        await writes(async () => {
          await project('pull --all')
          const pulled = bytes(here.cwd)
          expect(new Set((await project('apply --no-check --json')).json.map(({ status }: any) => status))).toEqual(new Set(['in_step']))
          await project('pull --all')
          expect(bytes(here.cwd)).toEqual(pulled)
          rmSync(join(here.cwd, '.surveyctl', 'state'), { recursive: true })
          for (const [index, id] of ids.entries()) await project(`adopt generated-${index + 1} ${id}`)
          const keys = ids.map((_, index) => `generated-${index + 1}`).join(' ')
          expect((await project(`plan --no-check ${keys}`)).stdout).toContain('nothing to do')
        }),
      ).toEqual([])
      expect(await surveys()).toEqual(before)

      const other = await startSandbox()
      try {
        const there = startProject(other)
        await there.project('init')
        for (const [index] of ids.entries())
          cpSync(join(here.cwd, 'surveys', `generated-${index + 1}`), join(there.cwd, 'surveys', `generated-${index + 1}`), {
            recursive: true,
          })
        const config = join(there.cwd, 'surveyctl.yaml')
        writeFileSync(config, `${readFileSync(config, 'utf8')}environments: {default: {folders: {Surveys: 1}}}\n`)
        // Their looks are the first account's.
        for (const path of Object.keys(bytes(join(there.cwd, 'surveys'))).filter((name) => name.endsWith('survey.yaml')))
          writeFileSync(path, readFileSync(path, 'utf8').replace(/^theme: .*\n/m, ''))
        const files = bytes(join(there.cwd, 'surveys'))
        await there.project('apply --no-check')
        await there.project('plan --no-check')
        await there.project('pull')
        expect(bytes(join(there.cwd, 'surveys'))).toEqual(files)
      } finally {
        await other.close()
      }
    },
    full ? 1_200_000 : 120_000,
  )
})

describe('F.7: a service that shows only what it promises', () => {
  const hidden = ['settings', 'conditions', 'theme', 'notes', 'published_at', 'is_template', 'updated_at']

  it('leaves sections blind: never in step, nothing dropped from files, sent whole when they change or are to be sent again', async () => {
    await pulled('spring')
    edit('spring', 'format: 1', 'format: 1\nnote: For colleagues')
    await project('apply')
    const filter = await startBlind(here.sandbox.baseUrl, '/quiz/42', hidden)
    try {
      const there = startProject({ ...here.sandbox, baseUrl: filter.baseUrl }, here.cwd)
      // The same account by another way.
      const state = join(here.cwd, '.surveyctl/state/default/spring.json')
      writeFileSync(state, readFileSync(state, 'utf8').replace(here.sandbox.baseUrl, filter.baseUrl))
      const file = text('spring')
      const { json, stdout } = await there.project('plan --json')
      const blind = json.surveys[0].blind.map(({ section }: any) => section)
      expect([json.surveys[0].status, blind.toSorted()], stdout).toEqual(['unreadable', ['conditions', 'note', 'settings', 'theme']])
      const drift = (await there.project('drift', 10)).stdout
      for (const section of ['conditions', 'settings', 'theme', 'note']) expect(drift).toContain(`unknown\t${section}`)
      expect((await there.project('pull')).stderr).toContain('Not readable here, and left as the files have it')
      expect(text('spring')).toBe(file)
      expect((await there.project('apply --json')).json[0].status).toBe('unreadable')

      expect((await there.project('plan --resend settings,conditions', 10)).stdout).toMatch(
        /\? settings +sent as a whole[^]*\? conditions +sent as a whole/,
      )
      expect(await there.writes(() => there.project('apply --resend settings,conditions'))).toEqual([
        'POST /quiz/42/conditions',
        'POST /quiz/42/settings/info',
      ])
      expect(await there.writes(() => there.project('apply'))).toEqual([])
      edit('spring', 'note: For colleagues', 'note: Another')
      expect(await there.writes(() => there.project('apply'))).toEqual(['POST /quiz/42/note'])
      expect(await there.writes(() => there.project('apply'))).toEqual([])
      expect((await there.project('plan --resend screens', 2)).stderr).toContain('no survey has it as a section that cannot be read here')
      expect((await there.project('apply --resend setings', 2)).stderr).toContain('There are name, archived')
      await there.project('plan --out plan.json --resend settings', 10)
      expect(await there.writes(() => there.project(['apply', '--plan', join(here.cwd, 'plan.json')]))).toEqual([
        'POST /quiz/42/settings/info',
      ])
    } finally {
      await filter.close()
    }
  })

  it('sends nothing again that it must see first', async () => {
    await pulled('spring')
    const blind = here.as(await here.sandbox.participant({ edit_quiz: 'allowed', settings: 'allowed' }))
    expect((await blind('plan --resend webhooks', 1)).stdout).toContain('webhooks: was changed here or has to be sent again')
  })
})

describe('F.9: secrets', () => {
  it('are in no byte that a plan, a report, a journal or a debug line holds', async () => {
    put('all', everything.replace('folder: Research', 'folder: Surveys'))
    await here.run('config path')
    const folder = freshFolder()
    const own = { ...secrets, SURVEYCTL_CONFIG_DIR: folder }
    const told = [
      await project('plan --json --full --out plan.json', 10, own),
      await project('check --sarif check.sarif --junit check.xml --fail-on never', 0, own),
      await project('apply --dry-run --debug', 0, own),
    ]
    await here.sandbox.control('fault add', { pattern: 'POST /quiz/*/webhooks', reset: true, after_commit: true, times: 1 })
    told.push(await project('apply --debug --json', 9, own), await project('apply --publish --debug', 0, own))
    told.push(await project('plan --json', 0, own), await project('drift --json', 0, own), await project('pull', 0, own))
    const all = written() + Object.values(bytes(folder)).join('\n') + told.map(({ stdout, stderr }) => stdout + stderr).join('\n')
    expect(all).toContain('QUIET_URL')
    for (const [name, secret] of Object.entries(secrets)) expect([name, all.includes(secret)]).toEqual([name, false])
  })
})

describe('F.10: nothing is sent', () => {
  it('by plan, drift, status, check, impact, schema and --dry-run, also where much is to be done', async () => {
    put('all', everything.replace('folder: Research', 'folder: New one'))
    await project('adopt spring 42')
    edit('spring', /^ {2}- \{? ?key: phone-1[^]*?(?=\n {2}- )\n/m, '')
    edit('spring', / {2}old-receiver: .*\n/, '')
    edit('spring', 'promo: Spring letter', 'promo: Winter letter')
    edit('spring', 'lang: en', 'lang: ru')
    const files = (): string => JSON.stringify(Object.entries(bytes(join(here.cwd, 'surveys'))))
    const before = files()
    const sent = await writes(async () => {
      for (const line of [
        'plan',
        'plan --exact',
        'drift',
        'status',
        'check --fail-on never',
        'schema',
        'apply --publish --allow-loss --dry-run --no-check',
      ])
        await here.run(['project', ...line.split(' ')], { cwd: here.cwd, env: secrets })
      expect((await here.run(['quiz', 'impact', '42', '--file', 'surveys/spring/survey.yaml'], { cwd: here.cwd })).exitCode).toBe(10)
      expect((await here.run('quiz check 42 --fail-on never')).exitCode).toBe(0)
    })
    expect(sent).toEqual([])
    expect(files()).toBe(before)
    expect(existsSync(join(here.cwd, '.surveyctl/state/default/all.json'))).toBe(false)
  })
})

describe('what comes after a publication', () => {
  it('is its QR code, and that it is archived', async () => {
    put('all', everything.replace('folder: Research', 'folder: Surveys').replace('note: For colleagues', 'archived: true'))
    const line = 'apply --publish all'
    const dry = (await project(`${line} --dry-run --json`, 0, secrets)).json.map(({ url }: { url: string }) => url.split('/').at(-1))
    expect(dry.slice(-3)).toEqual(['publish', 'qr-code', 'archive'])
    const sent = await writes(() => project(line, 0, secrets))
    expect(sent.slice(-3).map((path) => path.split('/').at(-1))).toEqual(['publish', 'qr-code', 'archive'])
    expect(await writes(() => project(line, 0, secrets))).toEqual([])
    await project('plan')
    await project('drift')
    edit('all', 'color: "#112233"', 'color: "#332211"')
    expect((await writes(() => project('apply'))).map((path) => path.split('/').at(-1))).toEqual(['qr-code'])
  })
})
