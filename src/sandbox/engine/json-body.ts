/** Reads a JSON body and checks it while it arrives: one that is too large, too deep or of too many values is never parsed. */
import { parseExactly } from '../../text/exact.ts'
import { isObject } from '../../text/is-object.ts'
import type { IncomingMessage } from 'node:http'
import { invalid, Refusal } from '../store/refusal.ts'
import type { InputValues } from './input.ts'

const maxBytes = 64 * 2 ** 20
const maxDepth = 100
/** About as many as a survey of 10,000 questions has. */
const maxValues = 500_000

export const tooLarge = (): Refusal => new Refusal(413, { message: 'Payload Too Large' })

/** An empty body is `{}`. */
export async function receiveJson(incoming: IncomingMessage): Promise<InputValues> {
  if (Number(incoming.headers['content-length']) > maxBytes) throw tooLarge()
  const limits = new Limits()
  const chunks: Buffer[] = []
  let size = 0
  // The connection stays open after a refusal, so that the client can read it.
  const stream: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false })
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    limits.check(chunk)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks, size).toString()
  return text.trim() === '' ? {} : parse(text)
}

function parse(text: string): InputValues {
  let body: unknown
  try {
    body = parseExactly(text)
  } catch {
    invalid({ body: 'is not JSON' })
  }
  return isObject(body) ? body : invalid({ body: 'must be an object' })
}

const [quote, escape, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts the depth and the values of a JSON text as it arrives, and refuses too much. Whether it is valid is left to the parser. */
class Limits {
  #depth = 0
  #values = 0
  #isText = false
  #isEscaped = false

  check(chunk: Buffer): void {
    // By index: `for of` takes six times as long, and bodies may have 64 MB.
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
    else if (byte === openList || byte === openObject) {
      this.#count()
      if (++this.#depth > maxDepth) invalid({ body: `is nested too deeply; at most ${maxDepth} levels` })
    } else if (byte === closeList || byte === closeObject) this.#depth--
  }

  #count(): void {
    if (++this.#values > maxValues) throw tooLarge()
  }
}
