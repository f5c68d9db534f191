import type { Command, Group } from './command.ts'

/** The command whose verb (of one or two words, or an alias) stands at the head of the words, and how many it took. */
export function findCommand(group: Group, words: readonly string[]): { command: Command; consumed: number } | undefined {
  for (const command of group.commands) {
    for (const name of [command.verb, ...(command.definition.aliases ?? [])]) {
      const parts = name === '' ? [] : name.split(' ')
      if (parts.every((part, index) => words[index] === part)) return { command, consumed: parts.length }
    }
  }
  return undefined
}

/** Commands whose verb begins with the words: `fault` has `fault add` and `fault list`. */
export const commandsBelow = (group: Group, words: readonly string[]): Command[] =>
  group.commands.filter(({ verb }) => words.every((word, index) => verb.split(' ')[index] === word))
