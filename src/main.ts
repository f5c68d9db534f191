/** Wiring: argv to one group's command, failures to text and exit code. The only file that sets process.exitCode. */
import { allGroups } from './cli/catalogue.ts'
import type { Group } from './cli/command.ts'
import { commonFlags } from './cli/flags/table.ts'
import { commandsBelow, findCommand, suggestVerb } from './cli/find-command.ts'
import { groupHelp } from './cli/group-help.ts'
import { loaders } from './commands/index.ts'
import { CommandError, usageError } from './errors.ts'
import { Interruption, interrupted } from './system/interruption.ts'
import { chosenForms } from './output/form.ts'
import { splitAtWord, typedValue, unknownFlag, type FlagShape } from './cli/flags/argv.ts'
import { writeOut } from './output/stdout.ts'
import { allWritten } from './system/patient-write.ts'
import { findGroup, manifest } from './reference/find.ts'
import { rootHelp } from './reference/root-help.ts'

/** A page of help is no answer to a flag that there isn't. */
function refuseUnknownFlags(words: readonly string[], page: string): void {
  const unknown = unknownFlag(words)
  if (unknown !== undefined) throw usageError(`Unknown flag ${unknown}`, `See: ${page} --help`)
}

async function dispatch(argv: readonly string[], interruption: Interruption): Promise<void> {
  const { word: noun, rest } = splitAtWord(argv)
  if (noun === undefined || noun === 'help') {
    const topic = noun === 'help' ? rest.filter((word) => !word.startsWith('-')) : []
    if (topic.length > 0) return help(topic, interruption)
    refuseUnknownFlags(rest, 'surveyctl')
    return writeOut(rootHelp(manifest()))
  }
  if (noun === '__complete') return complete(argv.slice(1))
  const groups = loaders()
  const group = groups.get(noun) ?? groups.get(findGroup(noun) ?? '')
  if (!group) {
    const [{ suggestCommand }, { verbs }] = await Promise.all([import('./cli/suggest.ts'), import('./reference/verbs.ts')])
    const suggestion = suggestCommand(manifest(), verbs, noun)
    throw usageError(`Unknown command "${noun}"${suggestion ? `; did you mean ${suggestion}?` : ''}`, 'To see all: surveyctl --help')
  }
  await runGroup(await group(), rest, interruption)
}

/** A topic, or the page of what is named. A group that is a topic as well shows both. */
async function help(words: readonly string[], interruption: Interruption): Promise<void> {
  const { topics } = await import('./reference/help/topics.ts')
  const topic = words.length === 1 ? topics().find(({ name }) => name === words[0]) : undefined
  if (topic) writeOut((await import('./reference/help/text.ts')).topicText(topic))
  if (!topic) return dispatch([...words, '--help'], interruption)
  if (!findGroup(topic.name)) return
  writeOut('\n')
  await dispatch([...words, '--help'], interruption)
}

/** Most command lines begin with a verb: then nobody asks which flags take a value. */
async function flagsBefore(words: readonly string[], group: Group): Promise<readonly FlagShape[]> {
  if (!words[0]?.startsWith('-') || words.every((word) => word.startsWith('-'))) return []
  return (await import('./cli/flags/of-command.ts')).flagsOfGroup(group.commands)
}

/** Flags may stand before the verb too; `quiz help list` is `quiz list --help`. */
async function inOrder(group: Group, words: readonly string[]): Promise<readonly string[]> {
  if (group.commands.some(({ verb }) => verb === '')) return words
  const verb: string[] = []
  let left: readonly string[] = words
  do {
    const own = await flagsBefore(left, group)
    const { word, rest } = splitAtWord(left, own)
    if (word === undefined) break
    verb.push(word)
    left = rest
  } while (!findCommand(group, verb) && commandsBelow(group, verb).length > 0)
  return verb[0] === 'help' ? [...left, '--help'] : [...verb, ...left]
}

async function runGroup(group: Group, given: readonly string[], interruption: Interruption): Promise<void> {
  const words = await inOrder(group, given)
  const plain = words.slice(0, words.findIndex((word) => word.startsWith('-')) >>> 0)
  const found = findCommand(group, plain)
  if (found) {
    const name = [group.noun, found.command.verb].filter(Boolean).join(' ')
    const { runCommand } = await import('./cli/program.ts')
    return runCommand(
      group.noun,
      found.command,
      words.slice(found.consumed),
      async (command, shape, args, options) => {
        const { run } = await import('./cli/run.ts')
        await run(command, shape, { name, args, options }, { interruption, groups: () => allGroups(loaders()) })
      },
      writeOut,
    )
  }
  const below = commandsBelow(group, plain)
  if (below.length === 0) {
    // Arguments of a verb that isn't one say nothing.
    const verb = plain.slice(0, commandsBelow(group, plain.slice(0, 1)).length > 0 ? 2 : 1).join(' ')
    throw usageError(`Unknown command "${group.noun} ${verb}"${suggestVerb(group, verb)}`, `To see all: surveyctl ${group.noun} --help`)
  }
  refuseUnknownFlags(words, `surveyctl ${group.noun}`)
  writeOut(groupHelp(group, below))
}

async function complete(words: readonly string[]): Promise<void> {
  const { completionsFor, completionLines } = await import('./cli/completion/complete.ts')
  const live = async (profile?: string) => (await import('./cli/completion/live.ts')).liveOf(profile)
  const load = async (word: string) => loaders().get(findGroup(word) ?? '')?.()
  writeOut(
    completionLines(
      await completionsFor(words, {
        nouns: manifest(),
        load,
        live,
        topics: async () => (await import('./reference/help/topics.ts')).topics(),
      }).catch(() => []),
    ),
  )
}

async function main(argv: readonly string[]): Promise<void> {
  const interruption = new Interruption()
  try {
    await dispatch(argv, interruption)
  } catch (error) {
    const failure = interruption.happened && !(error instanceof CommandError) ? interrupted() : error
    const { reportFailure } = await import('./output/failure.ts')
    const { preferredOutput } = await import('./cli/settings.ts')
    const profile = typedValue(argv, 'profile')
    process.exitCode = await reportFailure(failure, {
      json:
        ([...chosenForms, 'jq'] as const).some((flag) => typedValue(argv, flag) !== undefined) ||
        preferredOutput(typeof profile === 'string' ? profile : undefined) !== undefined,
      debug: commonFlags.debug.read(typedValue(argv, 'debug'), () => {}, process.env),
      noColor: typedValue(argv, 'color') !== undefined,
    })
  }
  // A sandbox that is told to end ends well, but for a terminal that is gone.
  if (interruption.exitCode !== 130 && (process.exitCode ?? 130) === 130) process.exitCode = interruption.exitCode
  await allWritten()
  // All is written. To close idle sockets and to take the heap down in order takes milliseconds.
  process.exit()
}

void main(process.argv.slice(2))
