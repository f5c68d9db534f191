/** Cells that no spreadsheet runs: an apostrophe stands before what would begin a formula. Numbers stay numbers. */

const number = /^\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?\s*$/i
/** Also in full width, as text and as the bytes of UTF-8. */
const begins = '(?:[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]|\\u00ef\\u00bc[\\u009d\\u008b\\u008d\\u00a0])'
const formula = new RegExp(`^\\s*${begins}|^[\\t\\r\\n]`)
/** Where a program that takes another sign for the end of a cell would begin the next one. */
const inner = new RegExp(`([;\\t\\r\\n]["' ]*)(?=${begins})`, 'g')

export function harmless(cell: string): string {
  if (number.test(cell)) return cell
  const text = cell.replace(inner, "$1'")
  return formula.test(cell) ? `'${text}` : text
}

const separators = [',', ';', '\t'] as const
const byteOrderMark = '\u00ef\u00bb\u00bf'

/** Rewrites a CSV file as it comes, byte for byte but for those cells. */
export class SafeCsv {
  #separator: string | undefined
  /** Until the first line is whole, by which the separator is known. */
  #held = ''
  #cell = ''
  #isQuoted = false

  push(bytes: Uint8Array): Buffer {
    return this.#read(Buffer.from(bytes).toString('latin1'), false)
  }

  end(): Buffer {
    return this.#read('', true)
  }

  #read(text: string, isLast: boolean): Buffer {
    if (this.#separator === undefined) {
      this.#held += text
      const line = firstLine(this.#held)
      if (line === undefined && !isLast) return Buffer.alloc(0)
      this.#separator = separatorOf(line ?? this.#held)
      text = this.#held
    }
    const mark = this.#held !== '' && text.startsWith(byteOrderMark) ? byteOrderMark : ''
    this.#held = ''
    const cells = this.#cells(text.slice(mark.length), this.#separator)
    return Buffer.from(mark + cells + (isLast ? this.#take() : ''), 'latin1')
  }

  #cells(text: string, separator: string): string {
    const parts: string[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const char = text[at]
      if (char === '"') this.#isQuoted = !this.#isQuoted
      if (this.#isQuoted || (char !== separator && char !== '\n' && char !== '\r')) continue
      this.#cell += text.slice(from, at)
      parts.push(this.#take(), char)
      from = at + 1
    }
    this.#cell += text.slice(from)
    return parts.join('')
  }

  #take(): string {
    const cell = this.#cell
    this.#cell = ''
    if (!/^".*"$/s.test(cell)) return harmless(cell)
    return `"${harmless(cell.slice(1, -1).replaceAll('""', '"')).replaceAll('"', '""')}"`
  }
}

/** The first one, whose cells may hold line ends. */
function firstLine(text: string): string | undefined {
  const end = /^(?:[^"\r\n]|"[^"]*")*[\r\n]/.exec(text)
  return end?.[0]
}

function separatorOf(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (sign: string): number => bare.split(sign).length
  return separators.toSorted((a, b) => count(b) - count(a))[0]!
}
