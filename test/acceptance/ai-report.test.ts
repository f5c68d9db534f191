/** The AI report: places of the plan, sections on their way, and the link that anyone can read. */
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { survey } from '../../src/sandbox/seed/demo-surveys.ts'
import { surveyWith, useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served
let id: number

beforeAll(async () => {
  const content = survey(
    'Garden',
    [
      { type: 'scale', title: 'How green is it?' },
      { type: 'input', title: 'What grows there?' },
    ],
    { first: 701 },
  )
  const [first, second] = content.widgets.ids.slice(1, -1) as [string, string]
  id = await surveyWith(
    served.sandbox,
    'Garden',
    content,
    [7, 9, 9].map((value) => ({ values: { [first]: value, [second]: 'Mostly tomatoes and tomatoes' } })),
  )
})

const state = async (): Promise<any> => (await run(`ai-report view ${id} --json`)).json

it('is not there before it is asked for', async () => {
  expect((await state()).ai_status).toBe('not_built')
  const early = await run(`ai-report share ${id} --json`)
  expect([early.exitCode, early.error.code]).toEqual([1, 'report_not_ready'])
})

it('queues sections, and says which are running already', async () => {
  const started = await run(`ai-report start ${id} --section text --locale en`)
  expect([started.exitCode, started.stdout]).toEqual([0, expect.stringContaining('Queued: text')])
  const { json } = await run(`ai-report start ${id} --locale en --json`)
  expect(json).toMatchObject({ queued: ['comparative', 'quantitative'], already_running: ['text'], refused: {} })
  expect((await run(`ai-report start ${id} --json`)).json).toMatchObject({
    queued: [],
    already_running: ['text', 'comparative', 'quantitative'],
  })
})

it('is built after a while, from the answers', async () => {
  served.sandbox.clock.advance(60_000)
  await served.sandbox.tick()
  while ((await state()).ai_status !== 'ready') await wait(50)
  const { sections } = await state()
  expect(sections.quantitative.text).toContain('How green is it?')
  expect(sections.quantitative.text).toContain('mean: 8.33')
  expect(sections.text.text).toContain('tomatoes')
  const { stdout } = await run(`ai-report view ${id}`)
  expect(stdout).toContain('How green is it?')
})

it('is shared by a link that needs no key', async () => {
  const { json } = await run(`ai-report share ${id} --json`)
  const page = await fetch(json.url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('How green is it?')
  expect((await state()).share_url).toBe(json.url)
  const again = await run(`ai-report share ${id} --json`)
  expect(again.json.url, 'the link that was handed out stays').toBe(json.url)
  await served.control('plan set', { change: { ai_report_share: false } })
  const refused = await run(`ai-report share ${id} --json`)
  await served.control('plan set', { change: { ai_report_share: true } })
  expect([refused.exitCode, refused.error.code]).toEqual([4, 'blocked_by_tariff'])
})

it('refuses when there is nothing to write about', async () => {
  const { exitCode, error } = await run('ai-report start 43 --json')
  expect([exitCode, error.code, error.details.refused]).toEqual([
    1,
    'ai_report_refused',
    { text: 'no_answers', comparative: 'no_answers', quantitative: 'no_answers' },
  ])
})

it('has as many places as the plan', async () => {
  // The demo's survey 42 and the one of this story hold the two.
  await served.control('plan set', { change: { 'limits.ai_reports': 2 } })
  const full = await run('ai-report start 46 --json')
  expect([full.exitCode, full.error.code, full.error.details]).toEqual([
    4,
    'ai_report_limit_reached',
    expect.objectContaining({ used: 2, limit: 2, blocked_by_tariff: true }),
  ])
  expect((await run(`ai-report start ${id} --section text`)).exitCode).toBe(0)
  await served.control('plan set', { change: { 'limits.ai_reports': null } })
  expect((await run('ai-report start 46 --json')).json).toMatchObject({
    queued: ['comparative', 'quantitative'],
    refused: { text: 'no_text_answers' },
  })
})

it('needs the plan option and the right to see results', async () => {
  await served.control('plan set', { change: { ai_report: false } })
  for (const verb of ['start', 'view', 'share'])
    expect(await run(`ai-report ${verb} 42 --json`)).toMatchObject({ exitCode: 4, error: { code: 'blocked_by_tariff' } })
  await served.control('plan set', { change: { ai_report: true } })
  const { api_key } = await served.control('key participant', { rights: { settings: 'allowed' } })
  const { exitCode, stderr } = await served.as(api_key)('ai-report view 42')
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining('view_results')])
  expect(await run('ai-report start 42 --section poetry')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('comparative') })
})
