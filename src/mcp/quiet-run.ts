/** A run of a command whose output is kept, as standard output is the protocol's. */
import { Readable } from 'node:stream'
import type { IO, Output } from '../system/io.ts'

/** Of the flags of the start, none that is about output. */
export const plain = {
  json: false,
  ndjson: false,
  raw: false,
  jq: undefined,
  fields: undefined,
  form: undefined,
  input: false,
  debug: false,
} as const

export class Printed implements Output {
  readonly #parts: Buffer[] = []
  readonly isTerminal = false
  readonly columns = undefined
  readonly rows = undefined
  write = (bytes: Uint8Array): undefined => void this.#parts.push(Buffer.from(bytes))
  stream = (): never => {
    throw new Error('Nothing is drawn here')
  }
  text = (): string => Buffer.concat(this.#parts).toString()
}

export const silent = (out: Output, notes: Output, signal: AbortSignal): Partial<IO> => ({
  stdin: { isTerminal: false, stream: () => Readable.from([]) },
  stdout: out,
  stderr: notes,
  interruption: {
    signal,
    get happened() {
      return signal.aborted
    },
    listen: () => {},
  },
  setLine: () => {},
})
