/** A project of surveys in a folder of its own, over a sandbox with the demo. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { freshFolder, surveyctl, type Outcome, type Surveyctl } from './program.ts'
import { startSandbox, type RunningSandbox } from './sandbox.ts'

export interface InProject {
  sandbox: RunningSandbox
  cwd: string
  /** Every other command. */
  run: Surveyctl
  /** `project LINE`, with what it has to end with; `env` beside what stands around it. */
  project: (line: string, code?: number, env?: Record<string, string>) => Promise<Outcome>
  /** The same for somebody else's key. */
  as: (apiKey: string) => (line: string, code?: number) => Promise<Outcome>
  text: (key: string) => string
  edit: (key: string, from: string | RegExp, to: string) => void
  /** What was asked by that work, without the address of the service. */
  asked: (work: () => Promise<unknown>) => Promise<string[]>
  writes: (work: () => Promise<unknown>) => Promise<string[]>
  /** All that stands in its files, and in those of the tool. */
  written: () => string
}

export function inProject(): InProject {
  const here = {} as InProject
  const runs = (apiKey: string): Surveyctl =>
    surveyctl({ baseUrl: here.sandbox.baseUrl, apiKey, workspace: here.sandbox.workspaceId, env: here.sandbox.env })
  const projectOf =
    (run: () => Surveyctl) =>
    async (line: string, code = 0, env?: Record<string, string>): Promise<Outcome> => {
      const outcome = await run()(['project', ...line.split(' ')], { cwd: here.cwd, ...(env && { env }) })
      expect([line, outcome.exitCode], outcome.stdout + outcome.stderr).toEqual([line, code])
      return outcome
    }
  const pathOf = (key: string): string => join(here.cwd, 'surveys', key, 'survey.yaml')
  Object.assign(here, {
    project: projectOf(() => here.run),
    as: (apiKey: string) => projectOf(() => runs(apiKey)),
    text: (key) => readFileSync(pathOf(key), 'utf8'),
    edit: (key, from, to) => {
      const text = here.text(key)
      const next = text.replace(from, to)
      expect(next, `${String(from)} stands in ${text}`).not.toBe(text)
      writeFileSync(pathOf(key), next)
    },
    asked: async (work) => {
      const before = here.sandbox.requests.length
      await work()
      return here.sandbox.requests.slice(before).map((line) => line.replace('/api/v3', ''))
    },
    writes: async (work) => (await here.asked(work)).filter((line) => !/^GET|\/report$/.test(line)),
    written: () =>
      readdirSync(here.cwd, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
        .join('\n'),
  } satisfies Partial<InProject>)
  beforeAll(async () => {
    here.sandbox = await startSandbox({ seed: 'demo', allowLocalWebhooks: true })
  })
  beforeEach(async () => {
    await here.sandbox.restore()
    here.run = runs(here.sandbox.apiKey)
    here.cwd = freshFolder()
    await here.project('init')
  })
  afterAll(() => here.sandbox.close())
  return here
}
