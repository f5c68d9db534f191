/** Parses JSON from a server that can't be trusted. */
import { exactlyIn } from '../../text/exact.ts'
import { isDeeper } from '../../text/is-deeper.ts'
import { MalformedAnswer } from '../transport/transport-error.ts'
import { jsonOf } from '../../text/json-of.ts'

/** Deeper than any answer of the service, and shallow enough for recursive functions. */
const maxDepth = 500

export interface Read {
  value: unknown
  /** The same value, with its numbers as they were written. */
  exactly: () => unknown
}

/** Made text of once, for both. */
export function readJson(bytes: Buffer): Read {
  const text = textOf(bytes)
  const value = jsonOf(text)
  if (value === undefined) throw new MalformedAnswer('is not complete JSON')
  if (isDeeper(value, maxDepth)) throw new MalformedAnswer('is nested too deeply')
  return { value, exactly: () => exactlyIn(text, value) }
}

export const parseJson = (bytes: Buffer): unknown => readJson(bytes).value

function textOf(bytes: Buffer): string {
  const text = bytes.toString()
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
