/**
 * Many answers: files of any size in little memory, and never half a file. SURVEYCTL_FULL=1 takes 100,000
 * answers instead of some thousands.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { survey } from '../../src/sandbox/seed/demo-surveys.ts'
import { assistant } from '../support/assistant.ts'
import { canMeasure, peakOf, watchPeak } from '../support/memory.ts'
import { environment, freshFolder, launcher, surveyctl, type Surveyctl } from '../support/program.ts'
import { asSheetShows, itWith, readCsv, readSav, readSheet } from '../support/readers.ts'
import { startedSandbox } from '../support/started.ts'

const full = process.env.SURVEYCTL_FULL === '1'
const count = full ? 100_000 : 4000
const longest = full ? 1_200_000 : 300_000
const folder = freshFolder()
const [mostOfService, mostOfTool] = [400, 200]

interface Running {
  baseUrl: string
  apiKey: string
  workspace: number
  child: ChildProcess
  pid: number
  env: Record<string, string>
  run: Surveyctl
}

const children: ChildProcess[] = []
let sandbox: Running
let quiz: string

/** Twenty questions of ten types. */
const questions = Array.from({ length: 20 }, (_, index) => {
  const types = ['choice', 'yesno', 'input', 'rating', 'scale', 'slider', 'email', 'phone', 'datetime', 'dropdown'] as const
  const type = types[index % types.length]!
  const options = ['Да, "конечно"', 'Second', 'Third, with a comma'].map((title, place) => ({ id: String(place + 1), title }))
  return {
    type,
    title: `Вопрос ${index + 1}`,
    isRequired: true,
    ...(type === 'choice' && { choiceMultiple: true, choiceEntities: options }),
    ...(type === 'dropdown' && { dropdownEntities: options }),
  }
})

async function startSandbox(more: Record<string, string> = {}): Promise<Running> {
  const settings = { SURVEYCTL_CONFIG_DIR: freshFolder() }
  const started = await startedSandbox({ ...settings, ...more }, ['--no-profile'])
  const { base_url: baseUrl, api_key: apiKey, workspace_id: workspace, pid, child } = started
  children.push(child)
  const where = { baseUrl, apiKey, workspace, env: settings }
  return { baseUrl, apiKey, workspace, child, pid, env: environment(where), run: surveyctl(where) }
}

/** A survey with answers; its id. */
async function answered({ run }: Running, many: number): Promise<string> {
  const { widgets } = survey('Большой', questions, { lang: 'ru', first: 9001 })
  const done = async (args: string[], input?: string): Promise<string> => {
    const { exitCode, stdout, stderr } = await run(args, input === undefined ? {} : { input })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    return stdout.trim()
  }
  const id = await done(['quiz', 'create', '--folder', '1', '--name', 'Большой', '--quiet'])
  await done(['quiz', 'save', id, '--file', '-', '--quiet'], JSON.stringify(widgets))
  await done(['quiz', 'publish', id, '--quiet'])
  await done(['sandbox', 'answer', id, '--count', String(many), '--quiet'])
  return id
}

/** The program with its peak; it may be ended on the way. */
function begin({ env }: Running, args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [launcher, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let [stderr, lines] = ['', 0]
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  child.stdout!.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 0x0a) lines++
  })
  const peak = watchPeak(child)
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stderr, lines, peak: peak() }) as Ended)
  return { child, ended }
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stderr: string
  /** Lines of standard output. */
  lines: number
  /** Most memory, in MiB. */
  peak: number
}

/** Runs a command that must succeed in the memory that it is allowed. */
async function modest(args: readonly string[]): Promise<Ended> {
  const outcome = await begin(sandbox, args).ended
  expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: '' })
  if (!canMeasure) return outcome
  expect(outcome.peak, `MiB of ${args.join(' ')}`).toBeLessThan(mostOfTool)
  expect(peakOf(sandbox.pid), 'MiB of the sandbox').toBeLessThan(mostOfService)
  if (full)
    console.log(`${args.slice(0, 2).join(' ')}: ${Math.round(outcome.peak)} MiB, the sandbox ${Math.round(peakOf(sandbox.pid))} MiB so far`)
  return outcome
}

beforeAll(async () => {
  sandbox = await startSandbox()
  quiz = await answered(sandbox, count)
}, longest)
afterAll(() => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
})

/** The first rows that aren't the same. */
function firstDifference(some: readonly string[][], others: readonly string[][]): unknown {
  if (some.length !== others.length) return [some.length, others.length]
  const at = some.findIndex((row, index) => row.join('\0') !== others[index]!.join('\0'))
  return at < 0 ? undefined : [at, some[at], others[at]]
}

describe(`${count} answers to twenty questions`, () => {
  const saved = async (format: string): Promise<string> => {
    const path = join(folder, `answers.${format}`)
    await modest(['export', format, quiz, '-o', path, '--quiet'])
    return path
  }
  let rows: string[][]

  it(
    'as CSV',
    async () => {
      rows = readCsv(await saved('csv'))
      expect(rows).toHaveLength(count + 1)
      expect(new Set(rows.map((row) => row[0]))).toHaveProperty('size', count + 1)
      expect(rows[0]!.slice(-20)).toEqual(questions.map(({ title }) => title))
    },
    longest,
  )

  itWith('soffice')(
    'as a spreadsheet with the same cells',
    async () => {
      const sheet = readSheet(await saved('xlsx'))
      expect(firstDifference(sheet, rows.map(asSheetShows))).toBeUndefined()
    },
    longest,
  )

  itWith('pspp')(
    'for statistics, with the same values',
    async () => {
      const out = `${join(folder, 'sav')}/`
      await modest(['export', 'sav', quiz, '-o', out, '--extract', '--quiet'])
      const { rows: cases } = readSav(
        join(
          out,
          readdirSync(out).find((name) => name.endsWith('.sav'))!,
        ),
      )
      expect(
        firstDifference(
          cases.slice(1),
          rows.slice(1).map((row) => row.slice(-20)),
        ),
      ).toBeUndefined()
    },
    longest,
  )

  it(
    'as one line each',
    async () => {
      expect((await modest(['answer', 'list', quiz, '--all', '--ndjson'])).lines).toBe(count)
    },
    longest,
  )
})

describe('ended in the middle', () => {
  // Of some thousands there is no middle that a call could be ended in.
  it.skipIf(!full).each(['new', 'old'] as const)(
    `by a client of an assistant, in the %s era, leaves no file, and the next call is answered${full ? '' : ' (at night, with 100,000 answers)'}`,
    async (era) => {
      const into = freshFolder()
      const { baseUrl, apiKey, workspace } = sandbox
      const one = await assistant({ era, baseUrl, apiKey, workspace, args: ['--export-dir', into] })
      const stop = new AbortController()
      const call = one.client
        .callTool({ name: 'answer_export', arguments: { survey: quiz } }, { signal: stop.signal, timeout: longest })
        .catch((error: unknown) => error)
      await expect.poll(() => existsSync(into) && readdirSync(into).length, { timeout: longest, interval: 20 }).toBe(1)
      stop.abort()
      await call
      expect((await one.call('survey_list')).failed).toBe(false)
      await expect.poll(() => readdirSync(into), { timeout: 30_000 }).toEqual([])
      await one.close()
    },
    longest,
  )

  /** Whoever has this in its environment is killed there. */
  const midway = (what: 'SENT' | 'KEPT') => ({
    [`DIES_${what}`]: '100000',
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '..', 'support', 'dies-midway.ts')).href}`,
  })

  it(
    'a killed program leaves no file under the name that was asked for',
    async () => {
      const out = freshFolder()
      const path = join(out, 'answers.xlsx')
      const dying = { ...sandbox, env: { ...sandbox.env, ...midway('KEPT') } }
      expect(await begin(dying, ['export', 'xlsx', quiz, '-o', path]).ended).toMatchObject({ code: null, signal: 'SIGKILL' })
      // Some of it was written by then.
      expect([existsSync(path), readdirSync(out)]).toEqual([false, [expect.stringMatching(/\.part$/)]])
    },
    longest,
  )

  it(
    'a killed service is told, and leaves nothing at all',
    async () => {
      const doomed = await startSandbox(midway('SENT'))
      const id = await answered(doomed, 4000)
      const out = freshFolder()
      const gone = once(doomed.child, 'exit')
      const { code, stderr } = await begin(doomed, ['export', 'xlsx', id, '-o', join(out, 'answers.xlsx')]).ended
      expect({ code, stderr, files: readdirSync(out) }).toEqual({ code: 8, stderr: expect.stringContaining('broke'), files: [] })
      expect(await gone).toEqual([null, 'SIGKILL'])
    },
    longest,
  )
})
