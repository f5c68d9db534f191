/** The words of a command line before it is known which command they are for. */
import { commonFlags, type FlagName } from './table.ts'

/** As much of a flag as is needed to tell what stands behind it. */
export interface FlagShape {
  long?: string
  short?: string
  takesValue: boolean
}

const commonShapes = (): FlagShape[] =>
  Object.values(commonFlags).map((flag) => ({
    long: flag.long,
    ...('short' in flag && { short: flag.short }),
    takesValue: 'value' in flag,
  }))

const help: FlagShape = { long: '--help', short: '-h', takesValue: false }

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-'

/** Whether the word behind this one is its value: `--limit 5`, `-o file`, `-qo file`, and neither `--limit=5` nor `-ofile`. */
function takesNext(word: string, flags: readonly FlagShape[]): boolean {
  if (word.startsWith('--')) return flags.some(({ long, takesValue }) => takesValue && long === word)
  const first = Array.from(word.slice(1)).findIndex((letter) => flags.some(({ short, takesValue }) => takesValue && short === `-${letter}`))
  return first >= 0 && first === word.length - 2
}

/** The words before `--`: behind it nothing is a flag. */
export function beforeDashes(words: readonly string[]): readonly string[] {
  const dashes = words.indexOf('--')
  return dashes < 0 ? words : words.slice(0, dashes)
}

/** Words without the flags that stand before the first of them. `own`: flags that only some commands have. */
export function withoutLeadingFlags(words: readonly string[], own: readonly FlagShape[] = []): readonly string[] {
  if (words[0] === undefined || !isFlag(words[0])) return words
  const flags = [...own, ...commonShapes()]
  let left = words
  for (let [word] = left; word !== undefined && isFlag(word); [word] = left) left = left.slice(takesNext(word, flags) ? 2 : 1)
  return left
}

/** Splits the words at the first that is no flag: flags before it belong to the command as well. */
export function splitAtWord(words: readonly string[], own: readonly FlagShape[] = []): { word?: string; rest: string[] } {
  const [word, ...behind] = withoutLeadingFlags(words, own)
  if (word === undefined) return { rest: [...words] }
  return { word, rest: [...words.slice(0, words.length - behind.length - 1), ...behind] }
}

/** With `--` before the first word that is no flag: from there on they are the words of another program. */
export function endFlagsAtWord(words: readonly string[], own: readonly FlagShape[]): string[] {
  const before = beforeDashes(words)
  const program = withoutLeadingFlags(before, own)
  if (program.length === 0) return [...words]
  return [...before.slice(0, before.length - program.length), '--', ...program, ...words.slice(before.length)]
}

/** Whether what is typed next is the value of the flag before it. */
export const awaitsValue = (words: readonly string[]): boolean => takesNext(words.at(-1) ?? '', commonShapes())

/** The value of a flag of all commands, as it was typed; `true` for a switch. */
export function typedValue(words: readonly string[], name: FlagName): string | true | undefined {
  const { long } = commonFlags[name]
  const at = beforeDashes(words).findLastIndex((word) => word === long || word.startsWith(`${long}=`))
  const word = words[at]
  if (word === undefined) return undefined
  if (word !== long) return word.slice(long.length + 1)
  return 'value' in commonFlags[name] ? words[at + 1] : true
}

/** A flag as it was typed, without what it is given (`--key=KEY`, `-kKEY`): that may be a key. */
export const flagName = (word: string): string => (word.startsWith('--') ? word.replace(/=.*$/s, '') : word.slice(0, 2))

/** The first flag that no command has for certain. */
export const unknownFlag = (words: readonly string[]): string | undefined => {
  const flags = [help, ...commonShapes()]
  return words.flatMap((word) => (isFlag(word) && word !== '--' ? (unknownIn(word, flags) ?? []) : []))[0]
}

/** In a word of short flags each letter is a flag, up to one that takes the rest of the word, or the next word, as its value: `-qo file`. */
function unknownIn(word: string, flags: readonly FlagShape[]): string | undefined {
  if (word.startsWith('--')) return flags.some(({ long }) => long === flagName(word)) ? undefined : flagName(word)
  const names = Array.from(word.slice(1).replace(/=.*$/s, ''), (letter) => `-${letter}`)
  for (const name of names) {
    const known = flags.find(({ short }) => short === name)
    if (!known) return name
    if (known.takesValue) return undefined
  }
  return undefined
}
