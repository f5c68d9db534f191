/** Flags of every command that take a value, so that a word behind one is no noun. */
export const valuedFlags = new Set([
  '--profile',
  '--base-url',
  '--workspace',
  '--timeout',
  '--fields',
  '--jq',
  '-o',
  '--output',
  '--confirm',
])

/** Words without the flags that stand before the first of them. */
export function withoutLeadingFlags(words: readonly string[]): readonly string[] {
  let index = 0
  while (index < words.length && words[index]!.startsWith('-') && words[index] !== '-') index += valuedFlags.has(words[index]!) ? 2 : 1
  return words.slice(index)
}

/** Splits argv at the noun: flags before it belong to the command as well, and not to what stands behind `--`. */
export function splitNoun(argv: readonly string[]): { noun?: string; rest: string[] } {
  const [noun, ...behind] = withoutLeadingFlags(argv)
  if (noun === undefined) return { rest: [...argv] }
  const leading = argv.slice(0, argv.length - behind.length - 1)
  const end = behind.indexOf('--') >>> 0
  return { noun, rest: [...behind.slice(0, end), ...leading, ...behind.slice(end)] }
}
