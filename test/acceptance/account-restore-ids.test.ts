/** A service that has each id of a question once: what is restored beside its original gets others, and all that names them follows. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isLost, type Line, type Loss } from '../support/losses.ts'
import { freshFolder, surveyctl, type Surveyctl } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const known = '10000000-0000-4000-8000-000000000005'

async function done(run: Surveyctl, line: string | string[], cwd: string): Promise<any> {
  const { exitCode, stderr, json } = await run(line, { cwd })
  expect([line, exitCode], stderr).toEqual([line, 0])
  return json
}

async function account(cwd: string): Promise<Surveyctl> {
  const { api_key, workspace_id } = await served.control('account add')
  const run = surveyctl({ baseUrl: served.sandbox.baseUrl, apiKey: api_key, workspace: workspace_id })
  return (line, options) => run(line, { cwd, ...options })
}

const questionsOf = (map: any, id: number): Record<string, string> => map.surveys[id].questions

it('comes back with ids of its own in logic, lists, letters, webhooks and favourites, and differs by nothing else', async () => {
  const cwd = freshFolder()
  const option = '30000000-0000-4000-8000-000000000001'
  for (const line of [
    [
      'question',
      'set',
      '42',
      '2',
      `choiceEntities:=[{"id":"${option}","title":"Seeds"},{"id":"2","title":"Tools"}]`,
      '--allow-loss',
      '--yes',
    ],
    ['email', 'questions', '42', '--owner-excluded', known],
    ['email', 'template', '42', 'owner', '--letter', `See {${known}}, or https://files.example.com/${known}/a.png`],
    ['webhook', 'add', '42', 'https://hooks.example.com/named', '--title', 'Named', '--body-naming', `${known}=why`],
  ])
    await done(served.run, line, cwd)
  await done(served.run, 'account backup monday', cwd)
  await served.control('fault add', { pattern: 'POST /quiz/*/save', taken_ids: true })
  const other = await account(cwd)
  const restored = await done(other, 'account restore monday --yes --json', cwd)
  expect([restored.differences, restored.left]).toEqual([[], []])
  const lost: Loss[] = restored.losses
  expect(lost.filter(({ what }) => what === 'the ids of its questions').map(({ survey }) => survey)).toEqual(
    expect.arrayContaining([42, 44]),
  )

  const map = JSON.parse(readFileSync(`${cwd}/${restored.map}`, 'utf8'))
  const questions = questionsOf(map, 42)
  const made: number = map.surveys[42].id
  const view = await done(other, `quiz view ${made} --json`, cwd)
  const old: any = (await served.sandbox.request('GET', '/quiz/42')).body
  expect(view.widgets.ids).toEqual(old.widgets.ids.map((id: string) => questions[id] ?? id))
  expect(view.widgets.entities[questions['10000000-0000-4000-8000-000000000002']!].choiceEntities[0].id).toBe(questions[option])
  expect(JSON.stringify(view)).not.toMatch(/10000000-0000-4000/)
  expect(view.conditions.rules[1].then.questions).toEqual([questions[known]])
  const { settings, owner_excluded_questions } = await done(other, `email view ${made} --json`, cwd)
  expect([owner_excluded_questions, settings.owner_letter]).toEqual([
    [questions[known]],
    `See {${questions[known]}}, or https://files.example.com/${known}/a.png`,
  ])
  const webhooks: any[] = await done(other, `webhook list ${made} --json`, cwd)
  expect(webhooks.find(({ title }) => title === 'Named').body_naming).toEqual([{ name: questions[known], value: 'why' }])
  const shared = Object.keys(questionsOf(map, 44)).find((id) => questions[id] !== undefined)!
  expect(questionsOf(map, 44)[shared], 'a question of two surveys has an id in each').not.toBe(questions[shared])
  const favourite = (await done(other, 'favorite list --json', cwd)).find(({ source_quiz_id }: any) => source_quiz_id === made)
  expect(view.widgets.ids).toContain(favourite.source_widget_id)

  const { json: differs } = await other(['account', 'diff', 'monday', '--live', '--map', restored.map, '--json'])
  const unsaid = differs.filter((line: Line) => line.survey !== 49 && !isLost(line, restored.losses))
  expect(unsaid).toEqual([])
  expect((await other('account restore monday --yes')).exitCode, 'once it has ended, it does nothing more').toBe(0)
  expect(await done(other, 'quiz list --json', cwd)).toHaveLength(5)
})

it('keeps ids that are not refused, goes on after a kill with those that were, and leaves alone what is refused for another reason', async () => {
  const cwd = freshFolder()
  await done(served.run, 'account backup monday', cwd)
  const plain = await account(cwd)
  const first = await done(plain, 'account restore monday --first 3 --yes --json', cwd)
  const { widgets } = (await served.sandbox.request('GET', '/quiz/42')).body
  const one = first.surveys.find(({ id }: { id: number }) => id === 42).made
  expect((await done(plain, `quiz view ${one} --json`, cwd)).widgets.ids).toEqual(widgets.ids)

  const other = await account(cwd)
  const newest = Math.max(...first.surveys.map(({ made }: { made: number }) => made))
  await served.control('fault add', { pattern: `POST /quiz/${newest + 1}/save`, status: 422 })
  const part = await other('account restore monday --first 3 --yes --json')
  expect([part.exitCode, part.stderr], part.stdout).toEqual([9, expect.stringContaining('1 survey could not be made whole')])
  expect([part.json.left, part.json.surveys.length]).toEqual([[expect.objectContaining({ id: 42, name: 'Spring' })], 2])

  await served.control('fault clear')
  await served.control('fault add', { pattern: 'POST /quiz/*/save', taken_ids: true })
  await served.control('fault add', { pattern: 'POST /quiz/*/conditions', status: 401 })
  expect((await other('account restore monday --first 3 --yes')).exitCode, 'cut off with the ids of some written down').toBe(3)
  await served.control('fault clear')
  const whole = await done(other, 'account restore monday --first 3 --yes --json', cwd)
  expect([whole.differences, whole.left, whole.surveys.length]).toEqual([[], [], 3])
  const made = await done(other, `quiz view ${newest + 1} --json`, cwd)
  expect(
    made.widgets.ids.some((id: string) => widgets.ids.includes(id) && id.includes('-')),
    'none of the former ids',
  ).toBe(false)
})
