/** Commands in hints, which people copy into a shell: every value in them is quoted, so that it is one word and can't run anything. */

/** Whether a text can be printed and copied unchanged; Hangul fillers are invisible letters. A function, as compiling the first pattern takes a millisecond. */
const isPrintable = (text: string): boolean =>
  /^[ -~\p{L}\p{M}\p{N}\p{P}\p{S}]*$/u.test(text) && !/[\u115f\u1160\u3164\uffa0]/.test(text) && text.isWellFormed()
const plain = /^[\w%+:./@-][\w%+:./@,=-]*$/
/** Without the characters of PowerShell's lists, splats and comments, and of cmd's variables. */
const plainOnWindows = /^[\w+:./-]+$/

/** Of a POSIX shell; in PowerShell what can't be printed stays, and is a sign on its way out. */
function quoted(text: string, platform: NodeJS.Platform): string {
  if ((platform === 'win32' ? plainOnWindows : plain).test(text)) return text
  if (platform === 'win32') return `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`
  // Behind an escaped quote, an exclamation mark would trigger history expansion.
  if (isPrintable(text) && !(text.includes("'") && text.includes('!'))) return `'${text.replaceAll("'", "'\\''")}'`
  const isSafe = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && !"'!\\".includes(String.fromCharCode(byte))
  const bytes = [...Buffer.from(text)].map((byte) =>
    isSafe(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  )
  return `$'${bytes.join('')}'`
}

/** One word of a command line. */
export const word = (value: unknown, platform: NodeJS.Platform = process.platform): string => quoted(String(value), platform)

/** The path of a file, which is never a flag. */
export const pathWord = (path: string): string => word(path.startsWith('-') ? `./${path}` : path)

/** A text in which each value behind `surveyctl ` is one word, of a list each entry; the value of a flag stays its value, and an argument is no flag. */
export const toCopy = (texts: readonly string[], ...values: readonly unknown[]): string => line(texts, values, 'surveyctl ')

/** What stands behind `surveyctl `: each value is one word. */
export const commandLine = (texts: readonly string[], ...values: readonly unknown[]): string => line(texts, values, '')

function line(texts: readonly string[], values: readonly unknown[], program: string): string {
  let text = texts[0] ?? ''
  for (const [index, value] of values.entries())
    text = (text.includes(program) ? withWord(text, value) : text + String(value)) + (texts[index + 1] ?? '')
  return text
}

function withWord(before: string, value: unknown): string {
  if (Array.isArray(value)) return before + value.map((one) => word(one)).join(' ')
  if (!String(value).startsWith('-') || !before.endsWith(' ')) return before + word(value)
  return / --[\w-]+ $/.test(before) ? `${before.slice(0, -1)}=${word(value)}` : `${before}-- ${word(value)}`
}
