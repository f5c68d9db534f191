/** The words behind a command as it reads them. */
import type { Command } from '../command.ts'
import { shapeOf } from '../shape.ts'
import { beforeDashes, endFlagsAtWord, flagName } from './argv.ts'
import { flagsOfCommand } from './of-command.ts'

/** What other tools, or other commands here, call a flag: the body of a request, a period of days. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['--input', '--file'],
  ['--from', '--from-date'],
  ['--to', '--to-date'],
  ['--from-date', '--from'],
  ['--to-date', '--to'],
])

/** Flags by the names that the command gives them; what follows the name of a program is the program's, behind `--`. */
export function ownWords(command: Command, words: readonly string[]): readonly string[] {
  const isProgram = command.definition.positionals?.includes('command...') === true
  if (!isProgram && !words.some((word) => otherNames.has(flagName(word)))) return words
  const flags = flagsOfCommand(command, shapeOf(command))
  if (isProgram) return endFlagsAtWord(words, flags)
  const has = (...names: (string | undefined)[]): boolean => names.every((name) => flags.some(({ long }) => long === name))
  const end = beforeDashes(words).length
  return words.map((word, index) => {
    const own = otherNames.get(flagName(word))
    if (own === undefined || index >= end || has(flagName(word)) || !has(own)) return word
    // Only both ends of a period are days: `--to` alone is where something goes.
    if (own !== '--file' && !has(own, otherEnd(own))) return word
    return own + word.slice(flagName(word).length)
  })
}

const otherEnd = (flag: string): string => (flag.startsWith('--from') ? flag.replace('from', 'to') : flag.replace('to', 'from'))
