/** Wiring: argv to one group's command, failures to text and exit code. */
import type { Group } from './cli/command.ts'
import { helpWidth } from './cli/help/aligned.ts'
import { commonFlags } from './cli/flags/table.ts'
import { commandsBelow, findCommand, suggestVerb } from './cli/find-command.ts'
import { groupHelp } from './cli/help/group-help.ts'
import type { SettingsReader } from './cli/session/settings.ts'
import { allGroups, loaders } from './commands/index.ts'
import { CommandError, usageError } from './errors.ts'
import { withEnvironment } from './system/environment.ts'
import { inFolder } from './system/in-folder.ts'
import { interrupted } from './system/interruption.ts'
import type { IO } from './system/io.ts'
import { chosenForms } from './output/form.ts'
import { splitAtWord, typedValue, unknownFlag, type FlagShape } from './cli/flags/argv.ts'
import { writeText } from './output/stdout.ts'
import { findGroup, manifest } from './reference/find.ts'
import { rootHelp } from './reference/root-help.ts'
import { withOwnSecrets } from './text/own-secrets.ts'

class Run {
  readonly io: IO
  /** What stands behind the command, once it is known: flags of a program that it starts are apart. */
  words: readonly string[] | undefined
  #settings: SettingsReader | undefined

  constructor(io: IO) {
    this.io = io
  }

  async settings(): Promise<SettingsReader> {
    const { SettingsReader: Reader } = await import('./cli/session/settings.ts')
    return (this.#settings ??= new Reader(this.io))
  }

  /** Columns of a page of help. */
  get width(): number {
    return helpWidth(this.io.stdout)
  }

  print = (text: string): Promise<void> => writeText(this.io.stdout, text)
}

/** A page of help is no answer to a flag that there isn't. */
function refuseUnknownFlags(words: readonly string[], page: string): void {
  const unknown = unknownFlag(words)
  if (unknown !== undefined) throw usageError(`Unknown flag ${unknown}`, `See: ${page} --help`)
}

async function dispatch(argv: readonly string[], run: Run): Promise<void> {
  const { word: noun, rest } = splitAtWord(argv)
  if (noun === undefined || noun === 'help') {
    const topic = noun === 'help' ? rest.filter((word) => !word.startsWith('-')) : []
    if (topic.length > 0) return help(topic, run)
    refuseUnknownFlags(rest, 'surveyctl')
    return run.print(rootHelp(manifest()))
  }
  if (noun === '__complete') return complete(argv.slice(1), run)
  const groups = loaders()
  const group = groups.get(noun) ?? groups.get(findGroup(noun) ?? '')
  if (!group) {
    // What stands behind such a flag is its value, and may be a key.
    refuseUnknownFlags(argv.slice(0, argv.indexOf(noun)), 'surveyctl')
    const [{ suggestCommand }, { verbs }] = await Promise.all([import('./reference/suggest.ts'), import('./reference/verbs.ts')])
    const suggestion = suggestCommand(manifest(), verbs, noun)
    throw usageError(`Unknown command "${noun}"${suggestion ? `; did you mean ${suggestion}?` : ''}`, 'To see all: surveyctl --help')
  }
  await runGroup(await group(), rest, run)
}

/** A topic, or the page of what is named. A group that is a topic as well shows both. */
async function help(words: readonly string[], run: Run): Promise<void> {
  const { topics } = await import('./reference/help/topics.ts')
  const all = topics()
  const topic = words.length === 1 ? all.find(({ name }) => name === words[0]) : undefined
  if (topic) await run.print((await import('./reference/help/text.ts')).topicText(topic, run.width))
  if (!topic) {
    if (words.length === 1 && !findGroup(words[0] ?? '')) await refuseNearTopic(words[0] ?? '', all)
    return dispatch([...words, '--help'], run)
  }
  if (!findGroup(topic.name)) return
  await run.print('\n')
  await dispatch([...words, '--help'], run)
}

/** A word that is nearer to a topic than to a command. */
async function refuseNearTopic(word: string, topics: readonly { name: string }[]): Promise<void> {
  const { suggestTopic } = await import('./reference/suggest.ts')
  const near = suggestTopic(topics, manifest(), word)
  if (near === undefined) return
  throw usageError(`There is no topic "${word}"; did you mean ${near}?`, 'To see all: surveyctl help')
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

async function runGroup(group: Group, given: readonly string[], run: Run): Promise<void> {
  const words = await inOrder(group, given)
  const flag = words.findIndex((word) => word.startsWith('-'))
  const plain = flag < 0 ? words : words.slice(0, flag)
  const found = findCommand(group, plain)
  if (found) {
    const name = [group.noun, found.command.verb].filter(Boolean).join(' ')
    const [{ ownWords }, { runCommand }] = await Promise.all([import('./cli/flags/own-words.ts'), import('./cli/program.ts')])
    run.words = ownWords(found.command, words.slice(found.consumed))
    return runCommand(
      group.noun,
      found.command,
      run.words,
      async (command, shape, args, options) => {
        const [{ io }, settings] = [run, await run.settings()]
        const { perform } = await import('./cli/run.ts')
        await perform(command, shape, { name, args, options }, { io, settings, groups: allGroups })
      },
      run.io.stdout,
    )
  }
  const below = commandsBelow(group, plain)
  if (below.length === 0) {
    // Arguments of a verb that isn't one say nothing.
    const verb = plain.slice(0, commandsBelow(group, plain.slice(0, 1)).length > 0 ? 2 : 1).join(' ')
    throw usageError(`Unknown command "${group.noun} ${verb}"${suggestVerb(group, verb)}`, `To see all: surveyctl ${group.noun} --help`)
  }
  refuseUnknownFlags(words, `surveyctl ${group.noun}`)
  await run.print(groupHelp(group, below, run.width))
}

async function complete(words: readonly string[], run: Run): Promise<void> {
  const { completionsFor, completionLines } = await import('./cli/completion/complete.ts')
  const live = async (profile?: string) => (await import('./cli/completion/live.ts')).liveOf(profile, await run.settings())
  const load = async (word: string) => loaders().get(findGroup(word) ?? '')?.()
  const topics = async () => (await import('./reference/help/topics.ts')).topics()
  await run.print(completionLines(await completionsFor(words, { nouns: manifest(), load, live, topics }).catch(() => [])))
}

async function exitCodeOf(argv: readonly string[], run: Run): Promise<number> {
  const { io } = run
  try {
    await dispatch(argv, run)
    return 0
  } catch (error) {
    const failure = io.interruption.happened && !(error instanceof CommandError) ? interrupted() : error
    const { reportFailure } = await import('./output/failure.ts')
    const words = run.words ?? argv
    const profile = typedValue(words, 'profile')
    return reportFailure(failure, io, {
      json:
        ([...chosenForms, 'jq'] as const).some((flag) => typedValue(words, flag) !== undefined) ||
        (await run.settings()).preferredOutput(typeof profile === 'string' ? profile : undefined) !== undefined,
      debug: commonFlags.debug.read(typedValue(words, 'debug'), () => {}, io.env),
      noColor: typedValue(words, 'color') !== undefined,
    })
  }
}

/** Runs a command line, and returns its exit code. Never ends the process, and leaves nothing in it. */
export const main = (argv: readonly string[], io: IO): Promise<number> =>
  inFolder(io.folder, () => withEnvironment(io.env, () => withOwnSecrets(() => exitCodeOf(argv, new Run(io)))))
