/** While documents are made, others are served: a report is laid out in a thread of its own, and answers are counted in pieces. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { survey } from '../../src/sandbox/seed/demo-surveys.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { startedSandbox, type Started } from '../support/started.ts'

let sandbox: Started
let quiz: string

const options = Array.from({ length: 6 }, (_, index) => ({ id: String(index + 1), title: `Option ${index + 1}` }))
/** One of four asks for a text. */
const questions = Array.from({ length: 320 }, (_, index) =>
  index % 4 === 3
    ? ({ type: 'input', title: `What about ${index + 1}?` } as const)
    : ({ type: 'choice', title: `Which of ${index + 1}?`, choiceEntities: options } as const),
)

beforeAll(async () => {
  const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
  sandbox = await startedSandbox(env, ['--no-profile'])
  const { base_url: baseUrl, api_key: apiKey, workspace_id: workspace } = sandbox
  const run = surveyctl({ baseUrl, apiKey, workspace, env })
  const { widgets } = survey('Many questions', questions, { first: 9001 })
  const done = async (args: string[], input?: string): Promise<string> => {
    const { exitCode, stdout, stderr } = await run(args, input === undefined ? {} : { input })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    return stdout.trim()
  }
  quiz = await done(['quiz', 'create', '--folder', '1', '--name', 'Many questions', '--quiet'])
  await done(['quiz', 'save', quiz, '--file', '-', '--quiet'], JSON.stringify(widgets))
  await done(['quiz', 'publish', quiz, '--quiet'])
  await done(['sandbox', 'answer', quiz, '--count', '150', '--quiet'])
})
afterAll(() => sandbox.stop())

const ask = (path: string, method = 'GET'): Promise<ArrayBuffer> =>
  fetch(`${sandbox.base_url}${path}`, { method, headers: { authorization: `Bearer ${sandbox.api_key}` } }).then((reply) => {
    expect(reply.status).toBe(200)
    return reply.arrayBuffer()
  })

/** Milliseconds that the slowest of some small requests took. */
async function slowest(count: number): Promise<number> {
  let most = 0
  for (let number = 0; number < count; number++) {
    const start = performance.now()
    await ask(`/workspace/${sandbox.workspace_id}/storage`)
    most = Math.max(most, performance.now() - start)
  }
  return most
}

it.each([
  ['GET', 'report/word'],
  ['POST', 'report/pdf'],
  ['GET', 'summary/pdf'],
])('the slowest of 200 requests during %s %s', async (method, document) => {
  await slowest(20)
  const tried: Tried[] = []
  // A machine that is busy with other things gets some tries, and its quiet times tell how busy it is.
  while (tried.length < 4 && !tried.some(isPrompt)) tried.push({ quiet: await slowest(60), ...(await slowestDuring(method, document)) })
  const { quiet, most } = tried.at(-1)!
  console.log(
    `${document}: the slowest of 200 other requests took ${Math.round(most)} ms, ${Math.round(quiet)} ms when nothing else was done`,
  )
  expect(tried.find(isPrompt), JSON.stringify(tried)).toBeDefined()
})

/** Milliseconds: of the slowest request in quiet times and during documents, and of the slowest document. */
interface Tried {
  quiet: number
  most: number
  took: number
}

/** Who has to wait for a document that is laid out waits for most of its time, however fast the machine is. */
const isPrompt = ({ quiet, most, took }: Tried): boolean => most < Math.max(100, 20 * quiet, took / 3)

/** Of 200 requests while one document after the other is made. */
async function slowestDuring(method: string, document: string): Promise<Omit<Tried, 'quiet'>> {
  let [made, took] = [0, 0]
  const state = { isOver: false }
  const building = (async () => {
    while (!state.isOver) {
      const start = performance.now()
      expect((await ask(`/quiz/${quiz}/${document}`, method)).byteLength).toBeGreaterThan(10_000)
      took = Math.max(took, performance.now() - start)
      made++
    }
  })()
  const most = await slowest(200)
  state.isOver = true
  await building
  expect(made).toBeGreaterThan(0)
  return { most, took }
}
