/** Suggestions for a first word that is no command; loaded only then. */
import { nearest } from '../text/nearest.ts'

/** What other tools call our commands. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['whoami', 'auth status'],
  ['signin', 'auth login'],
  ['signout', 'auth logout'],
  ['profiles', 'auth list'],
  ['profile', 'auth list'],
  ['key', 'auth token'],
  ['results', 'report view'],
  ['responses', 'answer list'],
  ['response', 'answer view'],
  ['questions', 'quiz view'],
  ['codes', 'promo codes'],
  ['settings', 'config list'],
  ['server', 'sandbox start'],
])

/** A group as far as names go. */
interface Named {
  noun: string
  aliases: readonly string[]
}

interface Verbs {
  noun: string
  /** Each verb, and its aliases behind it. */
  commands: readonly (readonly string[])[]
}

/** A line a group: `quiz: list, ls; view`. */
const readVerbs = (text: string): Verbs[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(': '))
    .map(([noun = '', names = '']) => ({ noun, commands: names.split('; ').map((each) => each.split(', ')) }))

const namesOf = ([verb = '', ...aliases]: readonly string[]): string[] => [verb, verb.split(' ')[0] ?? verb, ...aliases]

/** `publish` is `quiz publish`: of several groups the one that is used most, which stands first. */
function withVerb(groups: readonly Verbs[], word: string): string | undefined {
  for (const { noun, commands } of groups) {
    const found = commands.find((names) => names[0] !== '' && namesOf(names).includes(word))
    if (found) return `${noun} ${found[0]}`
  }
  return undefined
}

/** A noun, or a noun with its verb. */
export function suggestCommand(groups: readonly Named[], verbLines: string, typed: string): string | undefined {
  const commands = readVerbs(verbLines)
  const word = typed.toLowerCase()
  const nouns = new Map(groups.flatMap(({ noun, aliases }) => [noun, ...aliases].map((name) => [name, noun])))
  const verbs = new Set(commands.flatMap((group) => group.commands.flatMap(namesOf)))
  const exact = elsewhere.get(word) ?? nouns.get(word) ?? withVerb(commands, word)
  if (exact !== undefined) return exact
  const noun = nearest(word, nouns.keys())
  // With this many verbs some verb is near any word: the first letter must agree.
  const verb = nearest(
    word,
    [...verbs].filter((name) => name[0] === word[0]),
  )
  if (noun !== undefined) return nouns.get(noun)
  return verb === undefined ? undefined : withVerb(commands, verb)
}

/** The topic, or the group of commands, whose help was probably meant. */
export const suggestTopic = (topics: readonly { name: string }[], groups: readonly Named[], word: string): string | undefined =>
  nearest(word, [...topics.map(({ name }) => name), ...groups.map(({ noun }) => noun)])
