/** Whether a file is complete, judged by its content: for answers that only the end of the connection ends. */
import { jsonOf } from '../../text/json-of.ts'

/** Bytes kept of the end: a ZIP archive may have a comment of 64 KB behind its directory. */
const tailBytes = 2 ** 16 + 22
const beginning = 1024

type Verdict = 'whole' | 'cut' | 'unknown'

interface Seen {
  /** The first KB. */
  head: Buffer
  /** The last 64 KB. */
  tail: Buffer
  bytes: number
  quotes: number
}

/** Looks for the directory at the end of the archive. It says where it begins, so that one of an archive inside isn't taken for it. */
function endOfZip({ tail, bytes }: Seen): Verdict {
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== 0x06054b50 || at + 22 + tail.readUInt16LE(at + 20) !== tail.length) continue
    const [size, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
    const isHuge = offset === 0xffffffff || size === 0xffffffff
    if (isHuge || offset + size === bytes - tail.length + at) return 'whole'
  }
  return 'cut'
}

/** A linearized PDF also has `%%EOF` near its beginning, but states its length. */
function endOfPdf({ head, tail, bytes }: Seen): Verdict {
  const length = /\/Linearized\b[^>]*\/L\s+(\d+)/.exec(head.toString('latin1'))?.[1]
  return /%%EOF\s*$/.test(tail.toString('latin1', Math.max(0, tail.length - 100))) && !(Number(length) > bytes) ? 'whole' : 'cut'
}

const endOfPng = ({ tail }: Seen): Verdict => (tail.includes('IEND', -8, 'latin1') ? 'whole' : 'cut')

function endOfJson({ head, tail, bytes }: Seen): Verdict {
  const [opening, closing] = [
    head.toString('latin1').trimStart()[0],
    tail
      .toString('latin1', Math.max(0, tail.length - 100))
      .trimEnd()
      .at(-1),
  ]
  if (opening !== '{' && opening !== '[') return 'unknown'
  if (closing !== (opening === '{' ? '}' : ']')) return 'cut'
  return bytes > tailBytes ? 'unknown' : jsonOf(tail.toString()) === undefined ? 'cut' : 'whole'
}

/** More rows may be missing, which nothing shows; half a row, or an open quote, is certainly cut off. */
const endOfRows = ({ tail, quotes }: Seen): Verdict => (tail.at(-1) === 0x0a && quotes % 2 === 0 ? 'unknown' : 'cut')

const byBeginning: readonly [sign: string, end: (seen: Seen) => Verdict][] = [
  ['PK\x03\x04', endOfZip],
  ['PK\x05\x06', endOfZip],
  ['%PDF-', endOfPdf],
  ['\x89PNG', endOfPng],
]

const byType: readonly [type: RegExp, end: (seen: Seen) => Verdict][] = [
  [/csv/i, endOfRows],
  [/json/i, endOfJson],
]

export class FileEnd {
  readonly #type: string
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  #bytes = 0
  #quotes = 0

  constructor(type = '') {
    this.#type = type
  }

  take(chunk: Buffer): void {
    if (this.#head.length < beginning) this.#head = Buffer.concat([this.#head, chunk.subarray(0, beginning - this.#head.length)])
    this.#tail = Buffer.from(
      chunk.length >= tailBytes ? chunk.subarray(-tailBytes) : Buffer.concat([this.#tail, chunk]).subarray(-tailBytes),
    )
    this.#bytes += chunk.length
    for (let at = chunk.indexOf('"'); at >= 0; at = chunk.indexOf('"', at + 1)) this.#quotes++
  }

  judge(): Verdict {
    const seen: Seen = { head: this.#head, tail: this.#tail, bytes: this.#bytes, quotes: this.#quotes }
    const text = this.#head.toString('latin1', 0, 8)
    const end = byBeginning.find(([sign]) => text.startsWith(sign))?.[1] ?? byType.find(([type]) => type.test(this.#type))?.[1]
    return seen.bytes === 0 ? 'cut' : (end?.(seen) ?? 'unknown')
  }
}
