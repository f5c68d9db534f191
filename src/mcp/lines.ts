/** Stands before the protocol: a line that isn't a message is answered as an error, and one that is too long is dropped up to its end. */
import { Transform, type TransformCallback } from 'node:stream'
import { isObject } from '../text/is-object.ts'
import { jsonOf } from '../text/json-of.ts'

/** A line of a request is no longer. */
const most = 8 * 2 ** 20
const newLine = 0x0a

/** Is answered when the client ends it. */
const endless = 'subscriptions/listen'

const codes = { parse: -32_700, invalid: -32_600 } as const

/** `refuse` answers on standard output; `beforeEnd` is awaited between the last line and the end, and told when all requests are answered. */
export class Lines extends Transform {
  readonly #refuse: (answer: object) => void
  readonly #beforeEnd: (answered: Promise<void>) => Promise<unknown>
  /** Requests that have no answer yet. */
  readonly #open = new Set<unknown>()
  #whenAnswered: (() => void) | undefined
  #parts: Buffer[] = []
  #length = 0

  constructor(refuse: (answer: object) => void, beforeEnd: (answered: Promise<void>) => Promise<unknown>) {
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
    const answered = new Promise<void>((resolve) => (this.#whenAnswered = resolve))
    if (this.#open.size === 0) this.#whenAnswered?.()
    this.#beforeEnd(answered).then(() => done(), done)
  }

  /** What goes out: answers close their requests. */
  sent(message: object): void {
    if (!('method' in message) && 'id' in message) this.#close(message.id)
  }

  #close(id: unknown): void {
    this.#open.delete(id)
    if (this.#open.size === 0) this.#whenAnswered?.()
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
    const read = readLine(text)
    if ('problem' in read) return this.#answer(read.id, read.code, read.problem)
    const { id, method, params } = read.message
    if (method === 'notifications/cancelled' && isObject(params)) this.#close(params.requestId)
    else if (id !== undefined && method !== undefined && method !== endless) this.#open.add(id)
    this.push(`${text}\n`)
  }

  #answer(id: string | number | null, code: number, message: string): void {
    this.#refuse({ jsonrpc: '2.0', id, error: { code, message } })
  }
}

interface Problem {
  id: string | number | null
  code: number
  problem: string
}

function readLine(text: string): Problem | { message: Record<string, unknown> } {
  const message = jsonOf(text)
  if (message === undefined) return { id: null, code: codes.parse, problem: 'A line is not JSON' }
  if (!isObject(message)) return { id: null, code: codes.invalid, problem: 'A message is an object' }
  const id = typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null
  const invalid = (problem: string): Problem => ({ id, code: codes.invalid, problem })
  if (message.jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"')
  if (message.id !== undefined && id === null) return invalid('id must be a text or a number')
  if (message.method === undefined) return 'result' in message || 'error' in message ? { message } : invalid('method is missing')
  if (typeof message.method !== 'string') return invalid('method must be a text')
  return message.params === undefined || isObject(message.params) ? { message } : invalid('params must be an object')
}
