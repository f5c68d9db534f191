/** How much commands of a project ask, survey by survey: what grows with hundreds of them. */
import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { examples } from '../../src/model/question/registry.ts'
import { otherSections } from '../support/everything.ts'
import { startProject, type ProjectFolder } from '../support/project.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

const many = 12
const keys = Array.from({ length: many }, (_, index) => `survey-${index + 1}`)
let sandbox: RunningSandbox
let here: ProjectFolder

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
  const question = '10000000-0000-4000-8000-000000000001'
  const entities = { welcome: examples.welcome, [question]: examples.choice, submit: examples.submit }
  for (const key of keys) {
    const { id } = (await sandbox.request('POST', '/quiz', { folder_id: sandbox.folderId })).body
    await sandbox.request('POST', `/quiz/${id}/settings/info`, { name: key })
    await sandbox.request('POST', `/quiz/${id}/save`, { ids: ['welcome', question, 'submit'], entities })
  }
})
beforeEach(async () => {
  here = startProject(sandbox)
  await here.pulled()
})
afterAll(() => sandbox.close())

const counted = async (line: string, code = 0): Promise<number> => (await here.asked(() => here.project(line, code))).length

it("asks once a survey where files hold what its own read tells, and nothing for a project's own files", async () => {
  expect(await counted('plan')).toBeLessThanOrEqual(many + 4)
  expect(await counted('apply')).toBeLessThanOrEqual(many + 4)
  // Also what a colleague may have added where there was nothing.
  expect(await counted('drift')).toBeLessThanOrEqual(13 * many + 4)
  expect(await counted('status')).toBe(0)
  expect(await counted('check')).toBe(0)
})

it('asks thirteen times a survey where files hold all sections', async () => {
  for (const key of keys) appendFileSync(here.pathOf(key), `${otherSections}promo: null\n`)
  const asked = await counted('plan')
  expect(asked).toBeGreaterThan(10 * many)
  expect(asked).toBeLessThanOrEqual(13 * many + 4)
})

it('reads a changed survey again, sends it and looks back, and asks no more of the others', async () => {
  here.edit('survey-3', String(examples.choice.title), 'What brought you here?')
  const requests = await here.asked(() => here.project('apply'))
  expect(requests.filter((line) => !line.startsWith('GET'))).toEqual([expect.stringMatching(/^POST .*\/save$/)])
  expect(requests.length).toBeLessThanOrEqual(many + 4 + 3)
})

it('tells the impact of a file in four requests, and checks a survey in sixteen', async () => {
  const [{ id }] = (await sandbox.request('GET', '/quiz?sort=id&order=asc')).body
  await here.run(['quiz', 'export', String(id), '-o', 'survey.yaml'], { cwd: here.cwd })
  const impact = await here.asked(() => here.run(['quiz', 'impact', String(id), '--file', 'survey.yaml'], { cwd: here.cwd }))
  expect(impact.length).toBeGreaterThan(0)
  expect(impact.length).toBeLessThanOrEqual(4)
  const check = await here.asked(() => here.run(['quiz', 'check', String(id)], { cwd: here.cwd }))
  expect(check.length).toBeGreaterThan(8)
  expect(check.length).toBeLessThanOrEqual(16)
})
