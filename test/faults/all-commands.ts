/**
 * Runs every command that asks the service, in this one process, against answers that are not as they should be:
 * `node all-commands.ts ROUNDS [FLAG ...]`, signed in by its environment to a service in another process. What is no failure
 * of the user's to know is a bug, and is written to the file of ALL_COMMANDS_BUGS, a line each.
 */
import { execSync } from 'node:child_process'
import { appendFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, Group } from '../../src/cli/command.ts'
import { findCommand } from '../../src/cli/find-command.ts'
import { runCommand } from '../../src/cli/program.ts'
import { Interruption } from '../../src/system/interruption.ts'
import { processIO } from '../../src/system/process-io.ts'
import { perform } from '../../src/cli/run.ts'
import { SettingsReader } from '../../src/cli/session/settings.ts'
import { loaders } from '../../src/commands/index.ts'
import { isRead } from '../../src/contract/core/operation.ts'
import { isWithoutEnd } from '../support/without-end.ts'
import { wordsOf } from '../support/words.ts'
import { CommandError, Ended } from '../../src/errors.ts'
import { reportFailure } from '../../src/output/failure.ts'
import { OutputClosed } from '../../src/output/stdout.ts'

interface Line {
  noun: string
  command: Command
  words: string[]
  /** The operation that is looked at. */
  operation: string | undefined
}

const [answers = '1', ...flags] = process.argv.slice(2)
/** What needs another program or a shell: pipes, several commands, settings in front. */
const notHere = /--web|--open|--wait|[|<>]|&&|^\w+=/
/** What asks no service, and `api`, which prints the bytes of an answer as they came. */
const ours = new Set(['api', 'sandbox', 'auth', 'config', 'completion', 'operation', 'doctor'])

const lineOf = (noun: string, command: Command, words: readonly string[], operation = command.operation?.id): Line => ({
  noun,
  command,
  words: words.slice(1 + (command.verb === '' ? 0 : command.verb.split(' ').length)),
  operation,
})

/** Lines of the caller's, by the operation that each reaches; behind `$` one for a shell. */
function given(groups: readonly Group[]): (Line | string)[] {
  return Object.entries(JSON.parse(process.env.ALL_COMMANDS_MORE!) as Record<string, string>).map(([operation, text]) => {
    if (text.startsWith('$ ')) return text.slice(2)
    const [noun = '', ...words] = wordsOf(text)
    const group = groups.find((one) => one.noun === noun)!
    return lineOf(noun, findCommand(group, words)!.command, [noun, ...words], operation)
  })
}

/** What of an example is this command's, without what stands before and behind it in a shell. */
function partOf(example: string, noun: string, verb: string): string[] {
  const parts = example.split(/\|\||&&|\||>/).map((part) => wordsOf(part).filter((word) => word !== 'surveyctl' && !/^[A-Z]+=/.test(word)))
  return parts.find((words) => [noun, ...(verb === '' ? [] : verb.split(' '))].every((word, place) => words[place] === word)) ?? []
}

/** The first example of every command of these groups, those of no operation among them; a command without one is told. */
function everyLine(groups: readonly Group[], nouns: readonly string[]): Line[] {
  const chosen = groups.filter(({ noun }) => nouns.includes(noun))
  const all = chosen.flatMap(({ noun, commands }) => commands.map((command) => ({ noun, command })))
  return all.flatMap(({ noun, command }) => {
    const usable = command.definition.examples.filter(
      (one) => !isWithoutEnd(command.definition, one) && !/--web|--open|--wait|^EDITOR=|^sandbox run/.test(one),
    )
    const words = usable.map((one) => partOf(one, noun, command.verb)).find((some) => some.length > 0)
    if (words) return [lineOf(noun, command, words)]
    appendFileSync(process.env.ALL_COMMANDS_ENDS!, `${JSON.stringify({ line: `${noun} ${command.verb}`, exitCode: -1 })}\n`)
    return []
  })
}

/** The first example of each command, the reading ones first. */
async function lines(): Promise<(Line | string)[]> {
  const groups = await Promise.all([...loaders().values()].map((load) => load()))
  if (process.env.ALL_COMMANDS_EVERY) return everyLine(groups, process.env.ALL_COMMANDS_EVERY.split(' '))
  if (process.env.ALL_COMMANDS_ONLY_MORE === '1') return given(groups)
  const all = groups
    .filter(({ noun }) => !ours.has(noun))
    .flatMap(({ noun, commands }) =>
      commands.flatMap((command) => {
        const example = command.definition.examples.find((one) => !isWithoutEnd(command.definition, one) && !notHere.test(one))
        // Files take the service its time, and nobody sees what they hold.
        if (example === undefined || (command.operation?.file && process.env.ALL_COMMANDS_FILES === '0')) return []
        const words = wordsOf(example).filter((word) => word !== 'surveyctl')
        return [lineOf(noun, command, words)]
      }),
    )
  const writes = ({ command: { operation } }: Line): number => Number(operation !== undefined && !isRead(operation))
  return [...all.toSorted((one, other) => writes(one) - writes(other)), ...given(groups)]
}

const io = processIO(new Interruption())
const around = { io, settings: new SettingsReader(io), groups: async () => [] }

const isKnown = (error: unknown): boolean => error instanceof Ended || (error instanceof CommandError && error.kind !== 'bug')

async function tryOne({ noun, command, words, operation }: Line): Promise<void> {
  const given = [...words, ...flags, ...(command.definition.confirm ? ['--yes'] : [])]
  const end = (exitCode: number, error?: unknown): void => {
    const { message, facts } = error instanceof CommandError ? error : { message: undefined, facts: undefined }
    const told = { line: [noun, command.verb, ...given].join(' '), operation, exitCode, message, hint: facts?.hint }
    appendFileSync(process.env.ALL_COMMANDS_ENDS!, `${JSON.stringify(told)}\n`)
  }
  try {
    await runCommand(
      noun,
      command,
      given,
      async (_, shape, args, options) => perform(command, shape, { name: noun, args, options }, around),
      io.stdout,
    )
    end(0)
  } catch (error) {
    end(error instanceof CommandError || error instanceof Ended ? error.exitCode : 1, error)
    if (error instanceof OutputClosed) return
    if (!isKnown(error))
      appendFileSync(process.env.ALL_COMMANDS_BUGS!, `surveyctl ${[noun, command.verb, ...given].join(' ')}: ${(error as Error).stack}\n`)
    await reportFailure(error, io, { json: false, debug: false, noColor: true })
  }
}

cpSync(join(import.meta.dirname, '..', 'support', 'examples'), process.cwd(), { recursive: true })
/** The service hears what comes next. */
const tell = (path: string): Promise<unknown> => fetch(new URL(path, process.env.SURVEYCTL_BASE_URL)).then((answer) => answer.arrayBuffer())

const [first, of] = JSON.parse(process.env.ALL_COMMANDS_SHARE!) as [number, number]

for (let round = 0; round < Number(answers); round++) {
  // The service answers the next round with another body.
  if (round > 0) await tell('/next')
  for (const [index, line] of (await lines()).entries()) {
    if ((index + round + first) % of > 0) continue
    if (typeof line === 'string') {
      execSync(line)
      continue
    }
    if (process.env.ALL_COMMANDS_TELL === '1') await tell(`/command/${line.operation ?? ''}`)
    await tryOne(line)
  }
}
