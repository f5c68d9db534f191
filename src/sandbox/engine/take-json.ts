/** Reads a JSON body, judged as it comes in: what is too large, too deep or of too many values is never built. */
import { parseExactly } from '../../text/exact.ts'
import type { IncomingMessage } from 'node:http'
import { invalid, Refusal } from './handler.ts'
import type { Values } from './input.ts'

const mostBytes = 64 * 2 ** 20
const deepest = 100
/** A survey of 10,000 questions has about as many. */
const mostValues = 500_000

export const tooLarge = (): Refusal => new Refusal(413, { message: 'Payload Too Large' })

/** An empty body is `{}`. */
export async function takeJson(incoming: IncomingMessage, most = mostBytes): Promise<Values> {
  if (Number(incoming.headers['content-length']) > most) throw tooLarge()
  const shape = new Shape()
  const chunks: Buffer[] = []
  let size = 0
  // Left open when it is refused: the client is to read why.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > most) throw tooLarge()
    shape.follow(chunk)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks, size).toString()
  return text.trim() === '' ? {} : parse(text)
}

function parse(text: string): Values {
  let body: unknown
  try {
    body = parseExactly(text)
  } catch {
    invalid({ body: 'is not JSON' })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) invalid({ body: 'must be an object' })
  return body as Values
}

const [quote, escape, comma] = [0x22, 0x5c, 0x2c]

/** How deep it is and how many values it has, as far as it came. Whether it is JSON at all is for the parser. */
class Shape {
  #depth = 0
  #values = 0
  #isText = false
  #isEscaped = false

  follow(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (this.#isText) this.#inText(byte)
      else if (byte === quote) this.#isText = true
      else this.#outside(byte)
    }
  }

  #inText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === escape) this.#isEscaped = true
    else if (byte === quote) this.#isText = false
  }

  #outside(byte: number): void {
    if (byte === comma) this.#count()
    // `[` and `{`; `]` and `}` come two later.
    else if (byte === 0x5b || byte === 0x7b) {
      this.#count()
      if (++this.#depth > deepest) invalid({ body: `is nested too deeply; at most ${deepest} levels` })
    } else if (byte === 0x5d || byte === 0x7d) this.#depth--
  }

  #count(): void {
    if (++this.#values > mostValues) throw tooLarge()
  }
}
