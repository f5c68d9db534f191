/** What somebody may have meant whose first word is no command: loaded when it is too late for anything else. */
import type { Command, Group } from './command.ts'
import { nearest } from './nearest.ts'

/** What other tools call it. */
const elsewhere: Readonly<Record<string, string>> = {
  whoami: 'auth status',
  signin: 'auth login',
  signout: 'auth logout',
  profiles: 'auth list',
  profile: 'auth list',
  key: 'auth token',
  results: 'report view',
  responses: 'answer list',
  response: 'answer view',
  questions: 'quiz view',
  codes: 'promo codes',
  settings: 'config list',
  server: 'sandbox start',
}

const namesOf = ({ verb, definition }: Command): string[] => [verb, verb.split(' ')[0] ?? verb, ...(definition.aliases ?? [])]

/** `publish` is `quiz publish`: of several groups the one that is used most, which stands first. */
function withVerb(groups: readonly Group[], word: string): string | undefined {
  for (const { noun, commands } of groups) {
    const found = commands.find((command) => command.verb !== '' && namesOf(command).includes(word))
    if (found) return `${noun} ${found.verb}`
  }
  return undefined
}

/** A noun, or a noun with its verb. */
export function meantCommand(groups: readonly Group[], typed: string): string | undefined {
  const word = typed.toLowerCase()
  const nouns = new Map(groups.flatMap(({ noun, aliases }) => [noun, ...aliases].map((name) => [name, noun])))
  const verbs = new Set(groups.flatMap(({ commands }) => commands.flatMap(namesOf)))
  const exact = elsewhere[word] ?? nouns.get(word) ?? withVerb(groups, word)
  if (exact !== undefined) return exact
  const noun = nearest(word, nouns.keys())
  // There are so many verbs that one is near to any word.
  const verb = nearest(
    word,
    [...verbs].filter((name) => name[0] === word[0]),
  )
  if (noun !== undefined) return nouns.get(noun)
  return verb === undefined ? undefined : withVerb(groups, verb)
}
