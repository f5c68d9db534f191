/** An account with every section of the service, made through the operations themselves: the demo, and a survey that has them all. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { connections, everything, secrets } from './everything.ts'
import { startProject } from './project.ts'
import type { RunningSandbox } from './sandbox.ts'

const photo = join(import.meta.dirname, 'examples', 'photo.png')

/** Returns the survey's id. */
export async function makeEverything(sandbox: RunningSandbox): Promise<number> {
  const here = startProject({ ...sandbox, env: { ...sandbox.env, ...secrets } })
  const done = async (...line: string[]): Promise<any> => {
    const { exitCode, stderr, json } = await here.run([...line], { cwd: here.cwd })
    expect([line, exitCode], stderr).toEqual([line, 0])
    return json
  }
  await here.begun()
  const path = here.pathOf('everything')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, everything)
  await here.project('apply --publish-all')
  const id: number = (await done('quiz', 'list', '--json')).find(({ name }: { name: string }) => name === 'Everything').id
  for (const what of connections) await sandbox.control('connect', { quiz: id, what })
  await here.project('apply --publish-all')
  const q = String(id)
  const [picture, option] = [await done('media', 'upload', q, photo, '--json'), await done('media', 'option-image', q, photo, '--json')]
  const { widgets } = (await sandbox.request('GET', `/quiz/${id}`)).body
  const first: string = widgets.ids.find((each: string) => !['welcome', 'submit'].includes(each))
  widgets.entities[first].multimedia = { type: 'img', imgUrl: picture.url }
  const choice = '20000000-0000-4000-8000-000000000001'
  widgets.ids.splice(-1, 0, choice)
  widgets.entities[choice] = {
    type: 'choice',
    title: 'Which 🌿?',
    choiceEntities: [
      { id: 'one', title: 'One', link: option.url },
      { id: 'two', title: 'Two' },
    ],
  }
  expect((await sandbox.request('POST', `/quiz/${id}/save`, widgets)).status).toBe(200)
  for (const line of [
    `quiz publish ${q}`,
    `password add ${q} --generate 2`,
    `quiz set ${q} use_password=true`,
    `text set ${q} btn_back=Zurück --lang ru`,
    `counter set ${q} analytics_b 77`,
    'quiz make-template 46',
    'appearance preset-add Loud --no-show-grid-lines',
    'appearance set --no-show-grid-lines',
    'role set 1 --permissions {"view_results":"allowed"} --folder-permissions [{"folder_id":2,"permissions":"allowed"}]',
    'scheduler create --name Visits --color #3366FF --schedule-mode weekly --timezone Europe/Berlin --slot-duration 30 --weekly {"mon":[{"from":"09:00","to":"18:00"}]}',
    'domain type other_subdomain',
  ])
    await done(...line.split(' '))
  await done('promo', 'create', q, 'Letter "June" 🌿', 'JUNE-1', 'JUNE-2')
  await done('quiz', 'rename', '48', '=Name, "with" \u202Esigns\u202C 🌿')
  const question = join(here.cwd, 'favourite.json')
  writeFileSync(question, JSON.stringify(widgets.entities[first]))
  await done('favorite', 'add', '--name', 'How', '--widget-type', 'rating', '--source-quiz', q, '--data', question)
  await sandbox.control('booking add', { scheduler_id: 1 })
  await sandbox.control('answer', { quiz: 42, count: 5, seed: 11 })
  return id
}
