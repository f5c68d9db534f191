import type { Command, Group } from './command.ts'
import { didYouMean } from '../text/nearest.ts'

interface Found {
  command: Command
  consumed: number
}

/** The command whose verb (of one or two words, or an alias) stands at the head of the words, and how many it took. */
export function findCommand(group: Group, words: readonly string[]): Found | undefined {
  const named = (namesOf: (command: Command) => readonly string[]): Found | undefined => {
    for (const command of group.commands) {
      for (const name of namesOf(command)) {
        const parts = name === '' ? [] : name.split(' ')
        if (parts.every((part, index) => words[index] === part)) return { command, consumed: parts.length }
      }
    }
    return undefined
  }
  // Most verbs are typed as they are; aliases have to be asked of all definitions.
  return named(({ verb }) => [verb]) ?? named(({ definition }) => definition.aliases ?? [])
}

/** Commands whose verb begins with the words: `fault` has `fault add` and `fault list`. */
export const commandsBelow = (group: Group, words: readonly string[]): Command[] =>
  group.commands.filter(({ verb }) => words.every((word, index) => verb.split(' ')[index] === word))

/** Words for the same thing, of which a group knows one. */
const sameThing = [
  ['delete', 'remove', 'rm', 'del', 'destroy'],
  ['view', 'show', 'get', 'info'],
  ['list', 'ls', 'all'],
  ['create', 'add', 'new'],
  ['edit', 'set', 'update', 'change'],
  ['enable', 'activate', 'on'],
  ['disable', 'deactivate', 'off'],
]

/** A suggestion for a verb that the group doesn't have. */
export function suggestVerb(group: Group, typed: string): string {
  const verbs = group.commands.map(({ verb }) => verb)
  const same = sameThing.find((words) => words.includes(typed))?.find((word) => verbs.includes(word))
  return same ? `; did you mean ${same}?` : didYouMean(typed, verbs)
}
