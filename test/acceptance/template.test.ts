/** Surveys that begin from a template, or from a description. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

it('lists the own templates and the catalogue, a page at a time', async () => {
  const { json } = await run('template list --all --json')
  expect(json.map(({ id, is_own }: any) => [id, is_own])).toEqual([[47, true], ...[1, 2, 3, 4, 5, 6].map((id) => [id, false])])
  const page = await run('template list --limit 2 --offset 1 --fields id')
  expect(page.stdout).toBe('1\n2\n')
})

it('makes a template of a survey', async () => {
  expect((await run('quiz make-template 43')).exitCode).toBe(0)
  const own = (await run('template list --all --json')).json.filter(({ is_own }: any) => is_own)
  expect(own.map(({ id }: any) => id)).toContain(43)
  await served.sandbox.restore()
})

it('starts a survey from a template', async () => {
  const { exitCode, json } = await run('quiz create --folder Customers --template 2 --json')
  expect([exitCode, json]).toEqual([0, expect.objectContaining({ name: 'Recommendation', is_published: false, needs_publish: true })])
  const copy = (await run(`quiz view ${json.id} --json`)).json
  expect([copy.folder.name, copy.widgets.ids.length]).toEqual(['Customers', 4])
  const own = (await run(['quiz', 'create', '--folder', '1', '--template', '47', '--name', 'Called', '--json'])).json
  expect(own.name).toBe('Called')
})

it('tells an ordinary survey from a template', async () => {
  const { exitCode, error } = await run('quiz create --folder 1 --template 43 --json')
  expect([exitCode, error.code]).toEqual([5, 'template_not_found'])
  expect((await run('quiz create --folder 99 --template 1 --json')).error.code).toBe('folder_not_found')
})

it('leaves a draft alone that was edited while its survey was built', async () => {
  const id = (await run('quiz generate --folder 1 --prompt Rivers --json')).json.quiz_id
  await run(`quiz set ${id} show_progressbar=false`)
  const viewed = async () => (await run(`quiz view ${id} --json`)).json
  await expect.poll(async () => (await viewed()).ai_quiz_job.status).toBe('completed')
  expect(await viewed()).toMatchObject({ settings: { show_progressbar: false }, widgets: { ids: ['welcome', 'submit'] } })
})

it('builds a survey from a description, waited for', async () => {
  const { exitCode, json } = await run([
    'quiz',
    'generate',
    '--folder',
    '1',
    '--prompt',
    'A test of 7 questions about rivers',
    '--ai-type',
    'test',
    '--wait',
    '--json',
  ])
  expect([exitCode, json.ai_quiz_job?.status]).toEqual([0, 'completed'])
  expect(json.widgets.ids).toHaveLength(9)
  const built = (await run(`quiz view ${json.id} --json`)).json
  expect([built.ai_quiz_job.status, built.settings.scoring_switcher, built.name]).toEqual([
    'completed',
    true,
    'A test of 7 questions about rivers',
  ])
  expect((await run(`quiz publish ${json.id}`)).exitCode).toBe(0)
})

it('gives the id of a build at once', async () => {
  const { json } = await run(['quiz', 'generate', '--folder', '1', '--prompt', 'Опрос из 3 вопросов о парке', '--with-logic', '--json'])
  expect(json).toMatchObject({ quiz_id: expect.any(Number), ai_status: 'pending' })
  await expect.poll(async () => (await run(`quiz view ${json.quiz_id} --json`)).json.ai_quiz_job.status).toBe('completed')
  expect((await run(`quiz view ${json.quiz_id} --json`)).json.settings.lang).toBe('ru')
})

it('says why a description is refused', async () => {
  const { exitCode, error, stderr } = await run(['quiz', 'generate', '--folder', '1', '--prompt', '???', '--json'])
  expect([exitCode, error.code, stderr]).toEqual([1, 'generation_failed', expect.stringContaining('contains no words')])
})

it('keeps to the plan and to rights', async () => {
  const participant = served.as((await served.control('key participant', { rights: { edit_quiz: 'allowed' } })).api_key)
  for (const command of [
    ['quiz', 'create', '--folder', '1', '--template', '1'],
    ['quiz', 'generate', '--folder', '1', '--prompt', 'Rivers'],
  ]) {
    expect(await participant(command)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('create_quiz') })
  }
  await served.control('plan set', { change: { 'limits.quizzes': 1 } })
  const full = await run('quiz create --folder 1 --template 1 --json')
  expect([full.exitCode, full.error.code]).toEqual([4, 'blocked_by_tariff'])
  await served.control('plan set', { change: { 'limits.quizzes': null, 'limits.quizzes_per_day': 1 } })
  await run('quiz create --folder 1 --template 1')
  const today = await run(['quiz', 'generate', '--folder', '1', '--prompt', 'Rivers', '--json'])
  expect([today.exitCode, today.error.code]).toEqual([4, 'quiz_limit_today'])
  await served.control('plan set', { change: { 'limits.quizzes_per_day': null } })
})
