/** Commands that are offered for copying: what somebody else put into them is one word to a shell, and no more. */

/** Shown as it is, and the same once copied: fillers are letters that nobody sees. To make the first takes a millisecond, of which each start would have its share. */
const isPrintable = (text: string): boolean =>
  /^[ -~\p{L}\p{M}\p{N}\p{P}\p{S}]*$/u.test(text) && !/[\u115f\u1160\u3164\uffa0]/.test(text) && text.isWellFormed()
const plain = /^[\w%+:./@-][\w%+:./@,=-]*$/
/** PowerShell has lists, splats and comments; cmd has variables. */
const plainOnWindows = /^[\w+:./-]+$/

/** Of a POSIX shell; in PowerShell what can't be printed stays, and is a sign on its way out. */
function quoted(text: string, platform: NodeJS.Platform): string {
  if ((platform === 'win32' ? plainOnWindows : plain).test(text)) return text
  if (platform === 'win32') return `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`
  // An exclamation mark behind a quote that is escaped would call up the history.
  if (isPrintable(text) && !(text.includes("'") && text.includes('!'))) return `'${text.replaceAll("'", "'\\''")}'`
  const isSafe = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && !"'!\\".includes(String.fromCharCode(byte))
  const bytes = [...Buffer.from(text)].map((byte) =>
    isSafe(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  )
  // What stands behind an escape may be a digit of it to a reader of more than two.
  return `$'${bytes.join('')}'`
}

/** One word of a command line. */
export const word = (value: unknown, platform: NodeJS.Platform = process.platform): string => quoted(String(value), platform)

/** The path of a file, which is never a flag. */
export const pathWord = (path: string): string => word(path.startsWith('-') ? `./${path}` : path)

/** A text in which each value behind `surveyctl ` is one word; the value of a flag stays its value, and an argument is no flag. */
export const toCopy = (texts: readonly string[], ...values: readonly unknown[]): string => line(texts, values, 'surveyctl ')

/** What stands behind `surveyctl `: each value is one word. */
export const commandLine = (texts: readonly string[], ...values: readonly unknown[]): string => line(texts, values, '')

function line(texts: readonly string[], values: readonly unknown[], program: string): string {
  let text = texts[0]!
  for (const [index, value] of values.entries())
    text = (text.includes(program) ? withWord(text, value) : text + String(value)) + texts[index + 1]!
  return text
}

function withWord(before: string, value: unknown): string {
  if (!String(value).startsWith('-') || !before.endsWith(' ')) return before + word(value)
  return / --[\w-]+ $/.test(before) ? `${before.slice(0, -1)}=${word(value)}` : `${before}-- ${word(value)}`
}
