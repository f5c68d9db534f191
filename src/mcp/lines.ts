/** Stands before the protocol: a line that isn't a message is answered as an error, and one that is too long is dropped up to its end. */
import { Transform, type TransformCallback } from 'node:stream'
import { isObject } from '../text/is-object.ts'

/** A line of a request is no longer. */
const most = 8 * 2 ** 20
const newLine = 0x0a

const codes = { parse: -32_700, invalid: -32_600 } as const

/** `refuse` answers on standard output; `beforeEnd` is awaited between the last line and the end. */
export class Lines extends Transform {
  readonly #refuse: (answer: object) => void
  readonly #beforeEnd: () => Promise<unknown>
  #parts: Buffer[] = []
  #length = 0

  constructor(refuse: (answer: object) => void, beforeEnd: () => Promise<unknown>) {
    super()
    this.#refuse = refuse
    this.#beforeEnd = beforeEnd
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let rest = chunk
    for (let end = rest.indexOf(newLine); end >= 0; end = rest.indexOf(newLine)) {
      this.#add(rest.subarray(0, end))
      this.#line()
      rest = rest.subarray(end + 1)
    }
    this.#add(rest)
    done()
  }

  /** Half a line is none. */
  override _flush(done: TransformCallback): void {
    if (this.#length > 0) this.#line()
    this.#beforeEnd().then(() => done(), done)
  }

  #add(part: Buffer): void {
    this.#length += part.length
    if (this.#length > most) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  #line(): void {
    const [length, line] = [this.#length, Buffer.concat(this.#parts)]
    this.#parts = []
    this.#length = 0
    if (length > most) return this.#answer(null, codes.invalid, `A line of ${length} bytes is longer than ${most}`)
    const text = line.toString().trim()
    if (text === '') return
    const problem = problemOf(text)
    if (problem) this.#answer(problem.id, problem.code, problem.message)
    else this.push(`${text}\n`)
  }

  #answer(id: string | number | null, code: number, message: string): void {
    this.#refuse({ jsonrpc: '2.0', id, error: { code, message } })
  }
}

interface Problem {
  id: string | number | null
  code: number
  message: string
}

function problemOf(text: string): Problem | undefined {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return { id: null, code: codes.parse, message: 'A line is not JSON' }
  }
  if (!isObject(message)) return { id: null, code: codes.invalid, message: 'A message is an object' }
  const id = typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null
  const invalid = (what: string): Problem => ({ id, code: codes.invalid, message: what })
  if (message.jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"')
  if (message.id !== undefined && id === null) return invalid('id must be a text or a number')
  if (message.method === undefined) return 'result' in message || 'error' in message ? undefined : invalid('method is missing')
  if (typeof message.method !== 'string') return invalid('method must be a text')
  return message.params === undefined || isObject(message.params) ? undefined : invalid('params must be an object')
}
