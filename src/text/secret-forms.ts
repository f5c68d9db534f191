/** Finds secrets in text, in every encoding in which a service or proxy may return them. */

/** A text with layers of escapes undone. For each of its characters, where the original text has it; undefined for the original. */
interface Reading {
  text: string
  starts: readonly number[] | undefined
  ends: readonly number[] | undefined
}
type Range = readonly [from: number, to: number]

/** HTML entities of characters that occur in keys. */
const entities: Readonly<Record<string, string>> = {
  excl: '!', quot: '"', num: '#', dollar: '$', percnt: '%', amp: '&', apos: "'", lpar: '(', rpar: ')', ast: '*', plus: '+', comma: ',',
  period: '.', sol: '/', colon: ':', semi: ';', lt: '<', equals: '=', gt: '>', quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\',
  rsqb: ']', rbrack: ']', hat: '^', lowbar: '_', grave: '`', lcub: '{', lbrace: '{', vert: '|', verbar: '|', rcub: '}', rbrace: '}',
  hyphen: '-', dash: '-', shy: '',
} // prettier-ignore

const codes = [
  String.raw`\\u\{0*(?<braced>[\da-f]{1,6})\}`,
  String.raw`\\u(?<unit>[\da-f]{4})`,
  String.raw`(?:\\x|%)(?<byte>[\da-f]{2})`,
  String.raw`\\(?<octal>[0-3]?[0-7]{2})`,
  String.raw`&#0*(?<decimal>\d{1,7});?`,
  String.raw`&#x0*(?<hexadecimal>[\da-f]{1,6});?`,
]
const others = [String.raw`&(?<entity>[a-z]{2,8});`, String.raw`'\\''|''|""|\\(?<sign>[^\da-z\s])`]
/** Where a line was folded, or an invisible character inserted. */
const folds = String.raw`=?\r?\n[ \t]*| ?\u21b5 ?|\\r|\\n|<wbr>|[\u00ad\u200b-\u200f\u2060\ufeff]`
const escapes = new RegExp([...codes, ...others, folds].join('|'), 'gi')
/** Quoted-printable, tried separately: two digits behind an equals sign may also be a part of a key. */
const mailEscapes = new RegExp(String.raw`=(?<byte>[\da-f]{2})|${folds}`, 'gi')
const mayBeEscaped = /[\\&%='"\n<\u00ad\u200b-\u200f\u2060\u21b5\ufeff]/

type Groups = Readonly<Record<string, string | undefined>>

function unescapedChar(escape: string, { braced, unit, byte, octal, decimal, hexadecimal, entity, sign }: Groups): string | undefined {
  const hex = braced ?? unit ?? byte ?? hexadecimal
  const code =
    hex !== undefined ? parseInt(hex, 16) : octal !== undefined ? parseInt(octal, 8) : decimal !== undefined ? Number(decimal) : -1
  if (code >= 0) return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
  if (entity !== undefined) return entities[entity.toLowerCase()]
  return sign ?? (/^['"]/.test(escape) ? escape[0] : '')
}

/** Undoes one layer of escapes; the same object where there is none. */
function unescaped(reading: Reading, pattern: RegExp): Reading {
  const { text } = reading
  const [parts, starts, ends]: [string[], number[], number[]] = [[], [], []]
  const put = (part: string, from: number, to: number | undefined): void => {
    parts.push(part)
    for (let at = 0; at < part.length; at++) {
      const [first, last] = to === undefined ? [from + at, from + at] : [from, to - 1]
      starts.push(reading.starts?.[first] ?? first)
      ends.push(reading.ends?.[last] ?? last + 1)
    }
  }
  let done = 0
  for (const match of text.matchAll(pattern)) {
    const char = unescapedChar(match[0], match.groups ?? {})
    if (char === undefined) continue
    put(text.slice(done, match.index), done, undefined)
    done = match.index + match[0].length
    put(char, match.index, done)
  }
  if (done === 0) return reading
  put(text.slice(done), done, undefined)
  return { text: parts.join(''), starts, ends }
}

const mostLayers = 6

/** The text itself, and with each number of layers of escapes undone. */
function* readings(text: string): Generator<Reading> {
  const plain: Reading = { text, starts: undefined, ends: undefined }
  yield plain
  if (!mayBeEscaped.test(text)) return
  for (const first of [plain, unescaped(plain, mailEscapes)]) {
    if (first !== plain) yield first
    for (let [layer, before] = [0, first]; layer < mostLayers; layer++) {
      const next = unescaped(before, escapes)
      if (next === before) break
      yield next
      before = next
    }
  }
}

/** Normalizes for the search: case (hosts are lower-cased), the two alphabets of base64, and space and plus of form encoding. */
const alike = (text: string): string => lower(text).replaceAll(/[- ]/g, '+').replaceAll('_', '/')

/** Of the same length, so that places in it are places in the text. */
function lower(text: string): string {
  const small = text.toLowerCase()
  return small.length === text.length ? small : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** What is looked for. */
interface Needle {
  text: string
  /** This many characters are enough, as a long secret may have been cut off. */
  least: number
  /** Found as a whole word only, since a short secret may be a part of any word. */
  isWord: boolean
  /** The characters next to a match encode a part of the secret as well. */
  isBase64: boolean
}

const [wordBelow, wholeBelow, leastOfCut] = [8, 16, 12]

export function needlesOf(secret: string): Needle[] {
  const bytes = Buffer.from(secret)
  const needle = (form: string, isBase64 = false): Needle => {
    const least = form.length < wholeBelow ? form.length : Math.max(leastOfCut, Math.ceil(form.length / 2))
    return { text: alike(form), least, isWord: form.length < wordBelow, isBase64 }
  }
  // Also as latin1, in which headers are read; and with escapes in the secret itself undone, as those of the text are.
  const forms = [secret, bytes.toString('latin1')].flatMap((form) => Array.from(readings(form), ({ text }) => text))
  const plain = [...new Set(forms)].filter((form) => form === secret || form.length >= wordBelow).map((form) => needle(form))
  if (secret.length < wordBelow) return plain
  // At each of the three alignments: the part that doesn't depend on the bytes around it.
  const inBase64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return needle(text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 4) / 3)), true)
  })
  return [...plain, needle(bytes.toString('hex')), ...inBase64]
}

const isLetter = (char = ''): boolean => /[\da-z\u0080-\uffff]/i.test(char)
const isOfBase64 = (char = ''): boolean => /[\w+/-]/.test(char)

function* places(text: string, searched: string, { text: needle, least, isWord, isBase64 }: Needle): Generator<Range> {
  const beginning = needle.slice(0, least)
  for (let from = searched.indexOf(beginning); from >= 0; from = searched.indexOf(beginning, from + 1)) {
    let to = from + least
    while (to - from < needle.length && searched[to] === needle[to - from]) to++
    if (isWord && (isLetter(text[from - 1]) || isLetter(text[to]))) continue
    yield isBase64 ? [from - Number(isOfBase64(text[from - 1])), to + Number(isOfBase64(text[to]))] : [from, to]
  }
}

function findAll(text: string, needles: readonly Needle[]): Range[] {
  const found: Range[] = []
  for (const { text: read, starts, ends } of readings(text)) {
    const searched = alike(read)
    for (const needle of needles)
      for (const [from, to] of places(read, searched, needle)) found.push([starts?.[from] ?? from, ends?.[to - 1] ?? to])
  }
  return found.sort(([a], [b]) => a - b)
}

const mask = '***'

/** The text with each secret masked. */
export function blanked(text: string, needles: readonly Needle[]): string {
  const found = findAll(text, needles)
  const parts: string[] = []
  let done = 0
  for (const [from, to] of found) {
    if (from >= done) parts.push(text.slice(done, from), mask)
    done = Math.max(done, to)
  }
  return found.length === 0 ? text : parts.join('') + text.slice(done)
}
