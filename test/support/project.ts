/** A project of surveys in a folder of its own, on a running sandbox. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freshFolder, surveyctl, type Outcome, type Surveyctl } from './program.ts'
import type { RunningSandbox } from './sandbox.ts'

export interface ProjectFolder {
  cwd: string
  run: Surveyctl
  /** `surveyctl project ...`, which must end with this code; `env` beside what stands around it. */
  project: (line: string | string[], code?: number, env?: Record<string, string>) => Promise<Outcome>
  /** A project without surveys. */
  begun: () => Promise<void>
  /** A project with these surveys of the demo account, or with all of them. */
  pulled: (...keys: string[]) => Promise<void>
  pathOf: (key: string, name?: string) => string
  text: (key: string) => string
  edit: (key: string, from: string | RegExp, to: string) => void
  /** What was asked meanwhile, without the address of the service. */
  asked: (work: () => Promise<unknown>) => Promise<string[]>
  /** Of it what changes something. */
  writes: (work: () => Promise<unknown>) => Promise<string[]>
  /** All that stands in its files, and in those of the tool. */
  written: () => string
}

const ids: Readonly<Record<string, number>> = { spring: 42, onboarding: 43, partners: 46, conference: 48 }

/** Each file below the folder with its text. */
const filesIn = (folder: string): [path: string, text: string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')])

/** Folders as a command left them, by the service, the command and the folder before it. */
const copies = new Map<string, string>()

export function startProject(sandbox: RunningSandbox, cwd = freshFolder()): ProjectFolder {
  const { baseUrl, apiKey, workspaceId: workspace, env } = sandbox
  const run = surveyctl({ baseUrl, apiKey, workspace, env })
  const project: ProjectFolder['project'] = async (line, code = 0, more) => {
    const words = typeof line === 'string' ? line.split(' ') : line
    const outcome = await run(['project', ...words], { cwd, ...(more && { env: more }) })
    expect([words, outcome.exitCode], outcome.stdout + outcome.stderr).toEqual([words, code])
    return outcome
  }
  /** On a service as it was seeded, the same command on the same files is run once; then its files are copied. */
  const setUp = async (line: string): Promise<void> => {
    if (!sandbox.isSeeded()) return void (await project(line))
    const key = JSON.stringify([baseUrl, apiKey, env, line, filesIn(cwd)])
    const copy = copies.get(key)
    if (copy) return cpSync(copy, cwd, { recursive: true, preserveTimestamps: true })
    await project(line)
    const made = freshFolder()
    cpSync(cwd, made, { recursive: true, preserveTimestamps: true })
    copies.set(key, made)
  }
  const begun = async (): Promise<void> => {
    if (!readdirSync(cwd).includes('surveyctl.yaml')) await setUp('init')
  }
  const pathOf: ProjectFolder['pathOf'] = (key, name = 'survey.yaml') => join(cwd, 'surveys', key, name)
  const text: ProjectFolder['text'] = (key) => readFileSync(pathOf(key), 'utf8')
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
    text,
    asked,
    begun,
    pulled: async (...keys) => {
      await begun()
      if (keys.length === 0) await setUp('pull --all')
      for (const key of keys) await setUp(`adopt ${key} ${ids[key]}`)
    },
    edit: (key, from, to) => {
      const old = text(key)
      const next = old.replace(from, to)
      expect(next, `${String(from)} stands in ${old}`).not.toBe(old)
      writeFileSync(pathOf(key), next)
    },
    writes: async (work) => (await asked(work)).filter((line) => !/^GET|\/report$/.test(line)),
    written: () =>
      filesIn(cwd)
        .map(([, each]) => each)
        .join('\n'),
  }
}
