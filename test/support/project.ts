/** A project of surveys in a folder of its own, on a running sandbox. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freshFolder, surveyctl, type Outcome, type Surveyctl } from './program.ts'
import type { RunningSandbox } from './sandbox.ts'

export interface ProjectFolder {
  cwd: string
  run: Surveyctl
  /** `surveyctl project ...`, which must end with this code. */
  project: (line: string | string[], code?: number) => Promise<Outcome>
  /** A project with these surveys of the demo account, or with all of them. */
  pulled: (...keys: string[]) => Promise<void>
  pathOf: (key: string, name?: string) => string
  edit: (key: string, from: string | RegExp, to: string) => void
  /** What was asked meanwhile, without the address of the service. */
  asked: (work: () => Promise<unknown>) => Promise<string[]>
  /** Of it what changes something. */
  writes: (work: () => Promise<unknown>) => Promise<string[]>
}

const ids: Readonly<Record<string, number>> = { spring: 42, onboarding: 43, partners: 46, conference: 48 }

export function startProject(sandbox: RunningSandbox, cwd = freshFolder()): ProjectFolder {
  const { baseUrl, apiKey, workspaceId: workspace, env } = sandbox
  const run = surveyctl({ baseUrl, apiKey, workspace, env })
  const project: ProjectFolder['project'] = async (line, code = 0) => {
    const words = typeof line === 'string' ? line.split(' ') : line
    const outcome = await run(['project', ...words], { cwd })
    expect([words, outcome.exitCode], outcome.stdout + outcome.stderr).toEqual([words, code])
    return outcome
  }
  const pathOf: ProjectFolder['pathOf'] = (key, name = 'survey.yaml') => join(cwd, 'surveys', key, name)
  const asked: ProjectFolder['asked'] = async (work) => {
    const before = sandbox.requests.length
    await work()
    return sandbox.requests.slice(before).map((line) => line.replace('/api/v3', ''))
  }
  return {
    cwd,
    run,
    project,
    pathOf,
    asked,
    pulled: async (...keys) => {
      await project('init')
      if (keys.length === 0) await project('pull --all')
      for (const key of keys) await project(`adopt ${key} ${ids[key]}`)
    },
    edit: (key, from, to) => {
      const text = readFileSync(pathOf(key), 'utf8')
      const next = text.replace(from, to)
      expect(next, `${String(from)} stands in the file`).not.toBe(text)
      writeFileSync(pathOf(key), next)
    },
    writes: async (work) => (await asked(work)).filter((line) => !/^GET|\/report$/.test(line)),
  }
}
