/** Surveys in a repository: pulled, planned, applied, watched for what others change; in one account and in another. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from '../support/in-project.ts'
import { surveyctl, type Outcome } from '../support/program.ts'
import { startSandbox } from '../support/sandbox.ts'

const here = inProject({ isBegun: false })
const { run, project, pulled, pathOf, edit, asked, writes } = here
const draft = async (id: number, on = here.sandbox): Promise<any> => (await on.request('GET', `/quiz/${id}`)).body
const bytes = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  )

describe('a repository of surveys', () => {
  it('goes to and fro: pulled, planned, applied, published, changed by others, pulled again', async () => {
    await pulled()
    expect((await project('plan')).stdout).toMatch(
      /6 surveys · nothing to do\n"apply --publish-all" would also publish: onboarding \(never published before\)\n$/,
    )
    const before = bytes(here.cwd)
    await project('pull --all')
    await project('apply')
    await project('pull')
    expect(bytes(here.cwd)).toEqual(before)
    edit('onboarding', 'How was your first week?', 'How was the first week?')
    expect((await project('status', 10)).stdout).toContain('screens.rating-1.title')
    expect((await project('plan', 10)).stdout).toContain('~ screens.rating-1.title  "How was your first week?" → "How was the first week?"')
    const dry = (await project('apply onboarding --publish --dry-run --json')).json as { url: string }[]
    expect(dry.map(({ url }) => url.replace(/.*\/quiz/, '/quiz'))).toEqual(['/quiz/43/save', '/quiz/43/publish'])
    expect((await project('apply onboarding --publish --json')).json).toMatchObject([{ key: 'onboarding', status: 'published' }])
    expect((await draft(43)).is_published).toBe(true)
    await project('drift')
    await run('quiz set 43 numeration=true')
    expect((await project('drift', 10)).stdout).toContain('settings.numeration')
    expect((await project('plan')).stdout).toContain('< settings.numeration  false → true')
    await project('pull')
    expect(readFileSync(pathOf('onboarding'), 'utf8')).toContain('numeration: true')
    for (const verb of ['plan', 'drift', 'status']) await project(verb)
  })

  it('makes the same surveys in another account, with the same questions, once', async () => {
    const other = await startSandbox()
    try {
      await pulled()
      const config = join(here.cwd, 'surveyctl.yaml')
      const first = readFileSync(config, 'utf8')
      // What was pulled without a name belongs to the first account.
      writeFileSync(config, `${first}environments:\n  default: {}\n  second: {folders: {Surveys: 1}}\ndefault: default\n`)
      const files = bytes(join(here.cwd, 'surveys'))
      const there = surveyctl({ baseUrl: other.baseUrl, apiKey: other.apiKey, workspace: other.workspaceId, env: other.env })
      const keys = ['conference', 'onboarding', 'partners', 'service-call', 'spring']
      const inSecond = (...words: string[]): Promise<Outcome> =>
        there(['project', ...words, '--env', 'second'], { cwd: here.cwd, env: { SPRING_ANSWERS_X_TOKEN: 'its value' } })
      expect((await there('project plan', { cwd: here.cwd })).stderr).toContain('.surveyctl/state/default/conference.json is of')
      expect((await inSecond('apply', 'site-card')).stderr).toContain('the service can only create regular surveys, not one of type micro')
      expect((await inSecond('plan', ...keys)).exitCode).toBe(10)
      // In an account without surveys nobody can ask for its lists of codes.
      const early = await inSecond('apply', 'spring')
      expect([early.exitCode, early.stderr]).toEqual([9, expect.stringContaining('there is no list "Spring letter"')])
      const [{ id }] = (await other.request('GET', '/quiz')).body
      await other.request('POST', `/quiz/${id}/promo/list`, { name: 'Spring letter', codes: ['A'] })
      const applied = await inSecond('apply', ...keys, '--publish', '--json')
      expect(applied.exitCode, applied.stderr).toBe(0)
      expect(applied.json.map(({ status }: { status: string }) => status).toSorted()).toEqual(['applied', ...Array(4).fill('published')])
      expect((await inSecond('plan', ...keys)).exitCode).toBe(0)
      expect(bytes(join(here.cwd, 'surveys'))).toEqual(files)
      const rows = (await other.request('GET', '/quiz')).body as { id: number; name: string }[]
      expect(rows.map(({ name }) => name).toSorted()).toEqual(['Conference', 'Onboarding', 'Partners', 'Service call', 'Spring'])
      const spring = await draft(rows.find(({ name }) => name === 'Spring')!.id, other)
      const model = await draft(42)
      expect([spring.widgets.ids, spring.conditions, spring.theme.theme_id]).toEqual([
        model.widgets.ids,
        model.conditions,
        model.theme.theme_id,
      ])
      const again = other.requests.length
      expect((await inSecond('apply', ...keys)).exitCode).toBe(0)
      expect(other.requests.slice(again).filter((line) => !line.startsWith('GET'))).toEqual([])
    } finally {
      await other.close()
    }
  })
})

describe('project pull', () => {
  it('keeps comments, order and spelling of all that nobody changed', async () => {
    await pulled('onboarding')
    edit('onboarding', 'name: Onboarding', 'name: "Onboarding" # as people say it')
    edit('onboarding', 'key: input-1, type', 'key: input-1, isRequired: false, type')
    const before = readFileSync(pathOf('onboarding'), 'utf8')
    await run(['question', 'set', '43', 'rating-1', 'title=How was it?'])
    await project('pull')
    expect(readFileSync(pathOf('onboarding'), 'utf8')).toBe(before.replace('How was your first week?', 'How was it?'))
  })

  it('takes theirs, keeps ours, and tells what both changed', async () => {
    await pulled('onboarding')
    edit('onboarding', 'How was your first week?', 'Ours?')
    edit('onboarding', 'What should we change?', 'Ours as well?')
    await run(['question', 'set', '43', 'rating-1', 'title=Theirs?'])
    await run(['quiz', 'rename', '43', 'Renamed'])
    const { stderr, stdout } = await project('pull', 1)
    expect(stderr).toContain('onboarding: screens.rating-1.title')
    expect(stdout).toContain('conflict')
    const text = readFileSync(pathOf('onboarding'), 'utf8')
    expect(text).toMatch(/name: Renamed[^]*Ours\?[^]*Ours as well\?/)
    await project('pull --theirs')
    expect(readFileSync(pathOf('onboarding'), 'utf8')).toMatch(/Theirs\?[^]*Ours as well\?/)
    await project('plan', 10)
  })

  it('names what no file can hold, once, when a survey comes here', async () => {
    await here.begun()
    const { stderr } = await project('adopt spring 42')
    expect(stderr).toMatch(/Not kept in files: values of webhook headers \(spring\) · .*: surveyctl project schema --gaps/)
    await run('quiz set 43 use_password=true')
    const { json } = await project('pull --all --json')
    expect(json.find(({ key }: { key: string }) => key === 'onboarding').gaps).toEqual(['passwords of a survey'])
    expect((await project('pull')).stderr).not.toContain('Not kept in files')
  })

  it('leaves a setting alone that the file does not name, unless it is asked for', async () => {
    await pulled('onboarding')
    edit('onboarding', '  show_copyright: true\n', '')
    await run('quiz set 43 show_copyright=false')
    await project('pull')
    expect(readFileSync(pathOf('onboarding'), 'utf8')).not.toContain('show_copyright')
    await project('drift')
    await project('pull --all-settings')
    expect(readFileSync(pathOf('onboarding'), 'utf8')).toContain('show_copyright: false')
  })

  it('brings new questions with keys of their own, and takes removed ones away', async () => {
    await pulled('onboarding')
    await run(['question', 'add', '43', '--type', 'rating', '--title', 'Another one'])
    await run(['question', 'remove', '43', 'input-1', '--yes'])
    await project('pull')
    expect(readFileSync(pathOf('onboarding'), 'utf8')).toMatch(/key: rating-2\n +type: rating\n +title: Another one/)
    expect(readFileSync(pathOf('onboarding', 'ids.yaml'), 'utf8')).toMatch(/retired:\n {2}input-1:/)
    await project('plan')
  })
})

describe('project apply', () => {
  it('asks the service no more than it must', async () => {
    await pulled()
    expect(await writes(() => project('plan'))).toEqual([])
    expect(await asked(() => project('status'))).toEqual([])
    // Six surveys, and what survey 42 has besides: webhooks, letters and recipients in one answer, two counters, the overview
    // of integrations and five that are connected, the lists of promo codes and who has one.
    const all = 6 + 1 + 1 + 2 + 6 + 2
    const inStep = await asked(() => project('apply'))
    expect([inStep.filter((line) => !line.startsWith('GET')), inStep.length]).toEqual([[], all])
    edit('onboarding', 'How was your first week?', 'How was it?')
    expect(await asked(() => project('apply onboarding'))).toEqual(['GET /quiz/43', 'GET /quiz/43', 'POST /quiz/43/save', 'GET /quiz/43'])
    expect(await asked(() => project('plan'))).toHaveLength(all)
  })

  it('sends only what was changed, and adds and removes questions', async () => {
    await pulled('onboarding')
    edit('onboarding', 'lang: en', 'lang: ru')
    edit(
      'onboarding',
      /(.*key: input-1.*\n)/,
      '  - {key: how, type: choice, title: How?, choiceEntities: [{id: a, title: A}, {id: b, title: B}]}\n$1',
    )
    edit('onboarding', 'folder: Surveys', 'folder: Customers')
    edit(
      'onboarding',
      'conditions: {}',
      'conditions: {rules: [{if: {all: [{question: q:how, operator: is, value: a}]}, then: {action: jump, to: submit}}]}',
    )
    const plan = await project('plan', 10)
    expect(plan.stdout).toContain('+ screens.how')
    expect(plan.stdout).toContain('at once: folder · with the next publication: settings, screens, conditions')
    const sent = await writes(() => project('apply'))
    expect(sent).toEqual(['POST /quiz/43/move', 'POST /quiz/43/save', 'POST /quiz/43/conditions', 'POST /quiz/43/settings/info'])
    const { widgets, conditions, folder, settings } = await draft(43)
    expect(widgets.ids.map((id: string) => widgets.entities[id].title)[2]).toBe('How?')
    expect(JSON.stringify(conditions)).toContain(widgets.ids[2])
    expect([folder.name, settings.lang]).toEqual(['Customers', 'ru'])
    expect(readFileSync(pathOf('onboarding', 'ids.yaml'), 'utf8')).toContain(`how: ${widgets.ids[2]}`)
    await project('plan')
  })

  it('keeps what others changed, and sends nothing where both changed the same', async () => {
    await pulled('onboarding')
    edit('onboarding', 'How was your first week?', 'Ours?')
    await run(['question', 'set', '43', 'input-1', 'title=Theirs?'])
    await project('apply')
    const titles = async (): Promise<string[]> => {
      const { ids, entities } = (await draft(43)).widgets
      return ids.map((id: string) => entities[id].title)
    }
    expect((await titles()).slice(1, 3)).toEqual(['Ours?', 'Theirs?'])
    // Kept once, it isn't taken for ours later.
    edit('onboarding', 'Ours?', 'Ours again?')
    await project('apply')
    expect((await titles()).slice(1, 3)).toEqual(['Ours again?', 'Theirs?'])
    edit('onboarding', 'What should we change?', 'Ours as well?')
    expect((await project('plan', 1)).stdout).toMatch(
      /! screens\.input-1\.title .*base "What.*service "Theirs\?" · files "Ours as well\?" {2}CONFLICT/,
    )
    expect(await writes(() => project('apply', 1))).toEqual([])
    await project('apply --exact')
    expect((await titles())[2]).toBe('Ours as well?')
  })

  it('refuses what would lose answers, with their number, and goes on with --allow-loss', async () => {
    await pulled('spring')
    const rows = (await run('export csv 42 -o -')).stdout.trim().split('\n')
    edit('spring', /^ {2}- \{? ?key: phone-1[^]*?(?=\n {2}- )\n/m, '')
    const { stdout } = await project('plan', 10)
    expect(stdout).toMatch(/- screens\.phone-1/)
    const number = Number(/"Your phone number": question removed, (\d+) answers hold it/.exec(stdout)![1])
    expect(number).toBeGreaterThan(0)
    expect(number).toBeLessThan(rows.length)
    let refused: Outcome | undefined
    expect(await writes(async () => (refused = await project('apply --json', 1)))).toEqual([])
    expect([refused!.error.code, refused!.error.message]).toEqual(['answers_at_risk', expect.stringContaining(`${number} answers hold it`)])
    await project('apply --allow-loss')
    expect((await draft(42)).widgets.ids).toHaveLength(16)
  })

  it('says of a loss in the refusal what the plan says', async () => {
    await pulled('spring')
    edit('spring', 'key: phone-1', 'key: mobile-1')
    const [, told = ''] = /! ("Your phone number": question removed, .*) · needs/.exec((await project('plan', 10)).stdout) ?? []
    expect(told).toContain('Likely a rename')
    expect((await project('apply', 1)).stderr).toContain(`spring: ${told}`)
  })

  it('tells all that is wrong with files at once, and asks nothing', async () => {
    await pulled('onboarding', 'spring')
    edit('onboarding', 'type: rating', 'type: ratin')
    edit('onboarding', 'lang: en', 'lang: de')
    edit('spring', 'format: 1', 'format: 2')
    let refused: Outcome | undefined
    expect(await asked(async () => (refused = await project('apply', 2)))).toEqual([])
    expect(refused!.stderr).toMatch(
      /surveys\/onboarding\/survey\.yaml:\d+:\d+ settings\.lang must be one of ru, en[^]*surveys\/spring\/survey\.yaml:3:\d+ format must be 1/,
    )
    expect(refused!.stderr).toMatch(/onboarding\/survey\.yaml:\d+:\d+ screens\.1\.type must be one of/)
  })

  it('leaves a locked survey whole', async () => {
    await project('init')
    await project('adopt conference 48')
    edit('conference', 'lang: en', 'lang: ru')
    edit('conference', /^ {4}title: .*$/m, '    title: Another')
    expect((await project('plan', 10)).stdout).toContain('locked by')
    expect(await writes(() => project('apply', 7))).toEqual([])
  })

  it('changes own texts', async () => {
    await pulled('onboarding')
    writeFileSync(pathOf('onboarding'), `${readFileSync(pathOf('onboarding'), 'utf8')}texts: {en: {btn_next: Go on}}\n`)
    await project('plan', 10)
    await project('apply')
    const texts = (await here.sandbox.request('GET', '/quiz/43/default-texts?lang=en')).body as { code: string; user_text: string | null }[]
    expect(texts.find(({ code }) => code === 'btn_next')?.user_text).toBe('Go on')
    edit('onboarding', 'texts: {en: {btn_next: Go on}}', 'texts: {}')
    await project('apply')
    await project('plan')
  })
})

describe('project adopt and forget', () => {
  it('finds no difference where the state was lost, and takes nothing that both changed', async () => {
    await pulled('onboarding')
    await project('forget onboarding')
    expect((await project('plan', 1)).stdout).toContain('onboarding  new "Onboarding"')
    await project('adopt onboarding 43')
    await project('plan')
    await project('forget onboarding')
    edit('onboarding', 'How was your first week?', 'Ours?')
    await project('adopt onboarding 43')
    await project('plan', 1)
    await project('pull --theirs')
    expect(readFileSync(pathOf('onboarding'), 'utf8')).toContain('How was your first week?')
    await project('plan')
  })

  it('refuses a survey that has a key, and one that is gone', async () => {
    await pulled('onboarding')
    expect((await project('adopt other 43', 2)).stderr).toContain('Survey 43 is onboarding already')
    await here.sandbox.request('DELETE', '/quiz/43')
    expect((await project('plan', 1)).stdout).toContain('surveyctl quiz restore 43')
    expect(await writes(() => project('apply', 1))).toEqual([])
  })

  it('needs a project', async () => {
    expect((await project('plan', 2)).stderr).toContain('surveyctl project init')
    await project('init')
    expect((await project('init', 2)).stderr).toContain('is a project already')
    mkdirSync(join(here.cwd, 'below'))
    expect((await run('project plan', { cwd: join(here.cwd, 'below') })).exitCode).toBe(0)
  })
})
