/**
 * Help cannot lie: the first example of each command is run, on a demo account of its own, and the further ones are read as they are typed.
 * The first of every third group and what only a shell can do are run in a shell, the others in this process; with SURVEYCTL_FULL=1 all
 * are run, in a shell.
 */
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCommand } from '../../src/cli/find-command.ts'
import { gather } from '../../src/cli/gather.ts'
import { commandLine } from '../../src/cli/help/command-line.ts'
import { runCommand, type Runner } from '../../src/cli/program.ts'
import { loaders } from '../../src/commands/index.ts'
import { memoryIO } from '../support/memory-io.ts'
import { environment, freshFolder, launcher, mayRunHere, runHere, type Line } from '../support/program.ts'
import { isWithoutEnd } from '../support/without-end.ts'
import { needsShell, wordsOf } from '../support/words.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

const full = process.env.SURVEYCTL_FULL === '1'
const groups = await Promise.all([...loaders().values()].map((load) => load()))
const files = join(import.meta.dirname, '..', 'support', 'examples')
/** Accounts that examples are tried on, side by side: each has one for itself. */
const sideBySide = 3
/** Milliseconds that an example may take: one that goes on is told before anybody wonders. At night much else runs. */
const longest = full ? 120_000 : 20_000
const tooLong = `It still ran after ${longest / 1000} s, and was stopped. A command that runs until it is interrupted has "endless: true" in its definition, or in the flag that makes it so, and shows at once what there is: it is ended after its first output`
const free: RunningSandbox[] = []
const waiting: ((sandbox: RunningSandbox) => void)[] = []
let sandboxes: RunningSandbox[]
let bin: string

beforeAll(async () => {
  sandboxes = await Promise.all(Array.from({ length: sideBySide }, () => startSandbox({ seed: 'demo' })))
  free.push(...sandboxes)
  bin = join(freshFolder(), 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'surveyctl'), `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`)
  chmodSync(join(bin, 'surveyctl'), 0o755)
})
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())))

async function onDemo<T>(work: (sandbox: RunningSandbox) => Promise<T>): Promise<T> {
  const sandbox = free.pop() ?? (await new Promise<RunningSandbox>((resolve) => waiting.push(resolve)))
  try {
    await sandbox.restore()
    return await work(sandbox)
  } finally {
    const next = waiting.shift()
    if (next) next(sandbox)
    else free.push(sandbox)
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Not side by side with another one of its kind: a started sandbox takes the usual port, a process has one working folder. */
function alone<T>(work: (sandbox: RunningSandbox) => Promise<T>): Promise<T> {
  const mine = last.then(() => onDemo(work))
  last = mine.catch(() => {})
  return mine
}

interface Ended {
  code: number | null
  output: string
  timedOut?: boolean
}

const envOf = ({ signedIn, env }: RunningSandbox): Record<string, string> => environment({ env: { ...signedIn, ...env } })

/** One after the other, as long as all goes well. */
async function here(lines: readonly Line[]): Promise<Ended> {
  let output = ''
  for (const line of lines) {
    const { exitCode, stdout, stderr, timedOut = false } = await runHere({ ...line, timeout: longest })
    output += stdout + stderr
    if (exitCode !== 0 || timedOut) return { code: exitCode, output, timedOut }
  }
  return { code: 0, output }
}

/** `endless`: it is shown its end after the first output. */
function shell(line: string, endless: boolean, env: Record<string, string>, cwd: string): Promise<Ended> {
  const child = spawn('bash', ['-o', 'pipefail', '-c', line], {
    cwd,
    env: { ...env, PATH: `${bin}:${env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    process.kill(-child.pid!, 'SIGKILL')
  }, longest)
  const take = (chunk: Buffer): void => {
    // Once: what it says of its end may come when it is gone.
    if (output === '' && endless) process.kill(-child.pid!, 'SIGINT')
    output += chunk.toString()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code: signal === 'SIGINT' ? 130 : code, output, timedOut })
    })
  })
}

const all = groups.flatMap(({ noun, commands }, at) =>
  commands
    .flatMap(({ definition }) =>
      definition.examples.map((example, index) => ({
        noun,
        line: commandLine(noun, example),
        endless: isWithoutEnd(definition, example),
        isRun: full || index === 0,
      })),
    )
    .map((example, index) => ({ ...example, isFirst: index === 0 && at % 3 === 0 })),
)

describe.concurrent.each(
  Object.entries(
    Object.groupBy(
      all.filter(({ isRun }) => isRun),
      ({ noun }) => noun,
    ),
  ),
)('%s', (_, examples) => {
  it.each(examples!)('$line', async ({ noun, line, endless, isFirst }) => {
    const cwd = freshFolder()
    cpSync(files, cwd, { recursive: true })
    const steps = line.split(' && ')
    const isPlain = !isFirst && !endless && !steps.some(needsShell) && steps.every((step) => step.startsWith('surveyctl '))
    const { code, output, timedOut } = await (isPlain || endless ? alone : onDemo)((sandbox) => {
      const env = envOf(sandbox)
      const lines = steps.map((step) => ({ args: wordsOf(step).slice(1), env, cwd }))
      return isPlain && lines.every(mayRunHere) ? here(lines) : shell(line, endless, env, cwd)
    })
    if (timedOut) expect.fail(`${noun}: ${line}\n${output}\n${tooLong}`)
    expect(endless ? [0, 130] : [0], `${noun}: ${line}\n${output}`).toContain(code)
    expect(output).not.toMatch(/A bug in surveyctl|\n {4}at /)
  })
})

/** What a shell would start of it, each as words; what stands in quotes is a word. */
function startedBy(line: string): string[][] {
  const parts: string[][] = [[]]
  for (const word of wordsOf(line)) {
    if (/^([|<>;]|\|\||&&)$/.test(word)) parts.push([])
    else parts.at(-1)!.push(word)
  }
  return parts.flatMap(([first, ...words]) => (first === 'surveyctl' ? [words] : []))
}

it.each(all.filter(({ isRun }) => !isRun))('$line is read', async ({ line }) => {
  const started = startedBy(line)
  expect(started).not.toEqual([])
  for (const [noun = '', ...words] of started) {
    const { command, consumed } = findCommand(
      groups.find((group) => group.noun === noun)!,
      words,
    )!
    const problems: string[] = []
    const read: Runner = async (_, shape, args, options) => {
      if (options.file === undefined) problems.push(...gather(shape, command.definition, { args, options }).problems)
    }
    await runCommand(noun, command, words.slice(consumed), read, memoryIO().io.stdout)
    expect(problems).toEqual([])
  }
})
