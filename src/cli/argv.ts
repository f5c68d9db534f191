/** Reads the words behind a command: flags with their values, and what is given by position. */

import { optionKey } from './options.ts'

/** How one flag is typed. */
export interface ArgvFlag {
  /** As a page of help shows it: `-o, --output <path>`. */
  term: string
  /** Or its letter, where it has no more. */
  long: string
  short?: string
  takesValue: boolean
  /** Its values are kept in a list; else the last one holds. */
  many: boolean
  /** Judges a value as soon as it is read. */
  check?: ((value: string) => void) | undefined
}

export interface Argv {
  positionals: string[]
  /** By `optionKey`, or the letter of a flag that has no more: the text of a value, or several; `false` for a flag that begins with `--no-`. */
  options: Record<string, unknown>
  help: boolean
  /** The first word that looks like a flag and is none. */
  unknown?: string
}

/** Told as a usage error by who knows the command. */
export class MissingValue extends Error {}

export const keyOf = ({ long }: Pick<ArgvFlag, 'long'>): string => (long.startsWith('--') ? optionKey(long) : long.slice(1))

/** `-o, --output <path>` */
export function namesIn(term: string): Pick<ArgvFlag, 'long' | 'short'> {
  const [short, long] = [/^-\w\b/.exec(term)?.[0], /--[\w-]+/.exec(term)?.[0]]
  return { long: long ?? short ?? term, ...(short && { short }) }
}

const looksLikeFlag = (word: string): boolean => word.length > 1 && word.startsWith('-') && !/^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/i.test(word)

/** `-5` is a number, as long as no flag is called that. Asks for `flags` only where a word looks like one. */
export function readArgv(words: readonly string[], flags: () => readonly ArgvFlag[]): Argv {
  const argv: Argv = { positionals: [], options: {}, help: false }
  const find = (name: string): ArgvFlag | undefined => flags().find(({ long, short }) => long === name || short === name)
  const left = [...words]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') {
      argv.positionals.push(...left)
      break
    }
    if (!looksLikeFlag(word)) argv.positionals.push(word)
    else if (word === '--help' || word === '-h') argv.help = true
    else if (!readFlag(word, left, find, argv.options)) argv.unknown ??= word
  }
  return argv
}

/** `--limit 5`, `--limit=5`, `-o file`, `-ofile`, `-qo file`. What is left of a cluster of letters is read next. */
function readFlag(word: string, left: string[], find: (name: string) => ArgvFlag | undefined, options: Record<string, unknown>): boolean {
  const whole = find(word)
  if (whole) {
    keep(whole, whole.takesValue ? left.shift() : undefined, options)
    return true
  }
  if (!word.startsWith('--')) {
    const first = find(word.slice(0, 2))
    if (!first) return false
    keep(first, first.takesValue ? word.slice(2) : undefined, options)
    if (!first.takesValue) left.unshift(`-${word.slice(2)}`)
    return true
  }
  const end = word.indexOf('=')
  const named = end > 2 ? find(word.slice(0, end)) : undefined
  if (!named?.takesValue) return false
  keep(named, word.slice(end + 1), options)
  return true
}

function keep(flag: ArgvFlag, value: string | undefined, options: Record<string, unknown>): void {
  const key = keyOf(flag)
  if (!flag.takesValue) {
    options[key] = !flag.long.startsWith('--no-')
    return
  }
  if (value === undefined) throw new MissingValue(flag.term)
  flag.check?.(value)
  options[key] = flag.many ? [...((options[key] as string[] | undefined) ?? []), value] : value
}
