/** Hashes of what answers say, the same in every folder: they stand for bodies where those aren't held. */
import { createHash } from 'node:crypto'
import { parseBody, questionNumber, type Dictionary } from '../dictionary/shape.ts'
import type { StoredAnswer } from '../store/store.ts'

export class Hashes {
  readonly #dictionary: Dictionary
  readonly #names = new Map<number, string>()

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary
  }

  of({ start, end, state, body, net }: Omit<StoredAnswer, 'id'>): string {
    const said = parseBody(body).map(([n, answer]) => `${this.#name(n)} ${JSON.stringify(answer)}`)
    return createHash('sha256')
      .update(JSON.stringify([start, end, state, said.toSorted(), ...(net === null ? [] : [net])]))
      .digest('hex')
      .slice(0, 32)
  }

  /** Numbers are those of one dictionary. */
  #name(n: number): string {
    const known = this.#names.get(n)
    if (known !== undefined) return known
    const { id, kind } = questionNumber(this.#dictionary, n)
    this.#names.set(n, `${id} ${kind}`)
    return `${id} ${kind}`
  }
}

/** In the place of a body. */
export const bodyOfHash = (hash: string): string => JSON.stringify(hash)
export const isHash = (body: string): boolean => body.startsWith('"')
