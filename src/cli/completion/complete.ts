/**
 * What may come next on a command line, for the shells' completion scripts. Prints `value<TAB>meaning`
 * lines; `:files` asks the shell for its own file names. Says nothing when anything goes wrong.
 */
import type { Field } from '../../contract/core/fields.ts'
import type { Command, Group } from '../command.ts'
import { flagsOfCommand, flagsOfGroup, type CommandFlag } from '../flags/of-command.ts'
import { commandsBelow, findCommand } from '../find-command.ts'
import { optionKey } from '../flags/of-field.ts'
import { shapeOf, type Positional, type Shape } from '../shape.ts'
import { awaitsValue, typedValue, withoutLeadingFlags } from '../flags/argv.ts'
import { own } from '../../text/own.ts'

export interface Candidate {
  value: string
  about?: string
}

/** What only the service or the settings know. */
export interface Live {
  surveys: () => Promise<Candidate[]>
  folders: () => Promise<Candidate[]>
  profiles: () => Promise<Candidate[]>
  settingKeys: () => (Candidate & { choices?: readonly string[] })[]
}

export interface Sources {
  nouns: readonly { noun: string; summary: string }[]
  /** Topics of help. */
  topics: () => Promise<readonly { name: string; title: string }[]>
  load: (word: string) => Promise<Group | undefined>
  /** Of the profile that the line names, or of the usual one. */
  live: (profile?: string) => Promise<Live>
}

export type Completion = Candidate[] | 'files'

/** `words` are those behind the program's name; the last one is being typed. */
export async function completionsFor(words: readonly string[], sources: Sources): Promise<Completion> {
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const profile = typedValue(before, 'profile')
  const live = typeof profile === 'string' ? () => sources.live(profile) : sources.live
  const [noun, ...behind] = withoutLeadingFlags(before)
  if (noun === 'help') {
    const topics = behind.length > 0 ? [] : (await sources.topics()).map(({ name: value, title: about }) => ({ value, about }))
    const commands = await completionsFor([...behind, current], sources)
    return commands === 'files' ? commands : [...startingWith(current, topics), ...commands]
  }
  if (noun === undefined) return atTheStart(before, current, { ...sources, live })
  const group = await sources.load(noun)
  if (!group) return []
  const rest = withoutLeadingFlags(behind, behind[0]?.startsWith('-') ? flagsOfGroup(group.commands) : [])
  const found = findCommand(group, rest)
  if (!found) return startingWith(current, verbsAfter(group, rest))
  return inCommand(found.command, rest.slice(found.consumed), current, { ...sources, live })
}

/** Before the noun: the value of a flag, or the nouns. */
async function atTheStart(before: readonly string[], current: string, { nouns, live }: Sources): Promise<Completion> {
  if (before.at(-1) === '--profile') return startingWith(current, await (await live()).profiles())
  if (awaitsValue(before)) return []
  return startingWith(
    current,
    nouns.map(({ noun: value, summary: about }) => ({ value, about })),
  )
}

const startingWith = (current: string, candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ value }) => value.startsWith(current))

const wordsStarting = (current: string, words: readonly string[]): Candidate[] =>
  words.filter((value) => value.startsWith(current)).map((value) => ({ value }))

function verbsAfter(group: Group, words: readonly string[]): Candidate[] {
  const next = commandsBelow(group, words).flatMap(({ verb, operation, definition }): Candidate[] => {
    const value = verb.split(' ')[words.length]
    return value === undefined ? [] : [{ value, about: definition.summary ?? operation?.summary ?? '' }]
  })
  return [...new Map(next.map((candidate) => [candidate.value, candidate])).values()]
}

const named = (flags: readonly CommandFlag[], word: string | undefined): CommandFlag | undefined =>
  flags.find(({ long, short }) => long === word || (short !== undefined && short === word))

async function inCommand(command: Command, rest: readonly string[], current: string, sources: Sources): Promise<Completion> {
  const shape = shapeOf(command)
  const flags = flagsOfCommand(command, shape)
  // What comes behind is another program's.
  if (rest.includes('--')) return 'files'
  const previous = named(flags, rest.at(-1))
  if (previous?.takesValue) return valuesOf(previous, current, sources)
  const [, long, typed] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? []
  const assigned = flags.find((flag) => flag.long === long)
  if (assigned && typed !== undefined) {
    const values = await valuesOf(assigned, typed, sources)
    return values === 'files' ? values : values.map(({ value, about }) => ({ value: `${long}=${value}`, ...(about && { about }) }))
  }
  if (current.startsWith('-')) {
    const given = new Set(rest.map((word) => optionKey(word)))
    return startingWith(
      current,
      flags.filter((flag) => !given.has(optionKey(flag.long))).map(({ long: value, about }) => ({ value, about })),
    )
  }
  const place = argumentsIn(rest, flags)
  const positional = shape.positionals[Math.min(place, shape.positionals.length - 1)]
  if (!positional || (place >= shape.positionals.length && !positional.several)) return []
  const values = await argumentValues(positional, shape, rest, current, sources)
  return positional.several && values !== 'files' ? values.filter(({ value }) => !rest.includes(value)) : values
}

/** How many arguments were given already. */
function argumentsIn(words: readonly string[], flags: readonly CommandFlag[]): number {
  let count = 0
  let isValue = false
  for (const word of words) {
    if (isValue) isValue = false
    else if (!word.startsWith('-') || word === '-') count++
    else isValue = named(flags, word)?.takesValue === true
  }
  return count
}

async function valuesOf({ long, field, choices }: CommandFlag, current: string, sources: Sources): Promise<Completion> {
  if (choices) return wordsStarting(current, choices)
  if (long === '--profile') return startingWith(current, await (await sources.live()).profiles())
  if (!field) return /--(file|output|input|download|failures|data)$|-file$/.test(long) ? 'files' : []
  return fieldValues(field, current, sources)
}

async function fieldValues(field: Field, current: string, sources: Sources): Promise<Completion> {
  const item = field.item ?? field
  // Of a list the items that are typed already.
  const before = field.kind === 'list' ? current.slice(0, current.lastIndexOf(',') + 1) : ''
  if (item.kind === 'file') return 'files'
  const values =
    item.refers === 'quiz'
      ? await (await sources.live()).surveys()
      : item.refers === 'folder'
        ? await (await sources.live()).folders()
        : item.kind === 'boolean'
          ? [{ value: 'true' }, { value: 'false' }]
          : (item.choices ?? []).map((value) => ({ value: String(value) }))
  const given = new Set(before.split(','))
  const left = field.kind === 'list' ? values.filter(({ value }) => !given.has(value)) : values
  return startingWith(
    current,
    left.map((candidate) => ({ ...candidate, value: before + candidate.value })),
  )
}

async function argumentValues(
  positional: Positional,
  shape: Shape,
  before: readonly string[],
  current: string,
  sources: Sources,
): Promise<Completion> {
  if (positional.settings) return settingValues(shape, current, sources)
  if (positional.field) return fieldValues(positional.field, current, sources)
  if (positional.name === 'survey') return startingWith(current, await (await sources.live()).surveys())
  if (positional.name === 'key') return startingWith(current, (await sources.live()).settingKeys())
  if (positional.name === 'value') {
    const { choices = [] } = (await sources.live()).settingKeys().find(({ value }) => before.includes(value)) ?? {}
    return wordsStarting(current, choices)
  }
  if (positional.name === 'name' && !shape.operation) return startingWith(current, await (await sources.live()).profiles())
  if (positional.name === 'shell') return wordsStarting(current, ['bash', 'zsh', 'fish', 'powershell'])
  return positional.name === 'file' ? 'files' : []
}

/** `key=` first, then the key's values. */
async function settingValues(shape: Shape, current: string, sources: Sources): Promise<Completion> {
  const fields = shape.operation?.body ?? {}
  const [, key, typed] = /^([\w]+)=(.*)$/s.exec(current) ?? []
  const field = key === undefined ? undefined : own(fields, key)
  if (!field)
    return startingWith(
      current,
      Object.entries(fields).map(([name, { about }]) => ({ value: `${name}=`, about })),
    )
  const values = await fieldValues(field, typed ?? '', sources)
  return values === 'files' ? [] : values.map(({ value }) => ({ value: `${key}=${value}` }))
}

/** One line a candidate, safe for a shell to read. */
export const completionLines = (completion: Completion): string =>
  completion === 'files'
    ? ':files\n'
    : completion.map(({ value, about }) => (about ? `${oneLine(value)}\t${oneLine(about)}\n` : `${oneLine(value)}\n`)).join('')

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
