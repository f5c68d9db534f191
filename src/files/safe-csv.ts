/** Protection against CSV injection: an apostrophe is put before what a spreadsheet would take for a formula. Numbers stay as they are. */

const number = /^\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?\s*$/i
/** What begins a formula; also the full-width forms, as characters and as bytes of UTF-8. */
const begins = '(?:[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]|\\u00ef\\u00bc[\\u009d\\u008b\\u008d\\u00a0])'
const formula = new RegExp(`^\\s*${begins}|^[\\t\\r\\n]`)
/** The same behind a character that another program may take for the separator of cells. */
const inner = new RegExp(`([;\\t\\r\\n]["' ]*)(?=${begins})`, 'g')

export function escapeFormula(cell: string): string {
  if (number.test(cell)) return cell
  const text = cell.replace(inner, "$1'")
  return formula.test(cell) ? `'${text}` : text
}

const separators = [',', ';', '\t'] as const
const byteOrderMark = '\u00ef\u00bb\u00bf'

/** Escapes formulas in a CSV file that is streamed; everything else stays byte for byte. */
export class SafeCsv {
  #separator: string | undefined
  /** What has come of the first line, from which the separator is guessed. */
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
    if (!/^".*"$/s.test(cell)) return escapeFormula(cell)
    return `"${escapeFormula(cell.slice(1, -1).replaceAll('""', '"')).replaceAll('"', '""')}"`
  }
}

/** The first line; line ends in quoted cells don't end it. */
function firstLine(text: string): string | undefined {
  const end = /^(?:[^"\r\n]|"[^"]*")*[\r\n]/.exec(text)
  return end?.[0]
}

function separatorOf(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (sign: string): number => bare.split(sign).length
  return separators.reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}
