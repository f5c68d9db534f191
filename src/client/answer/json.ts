/** Parses JSON from a server that can't be trusted. */
import { exactlyIn } from '../../text/exact.ts'
import { MalformedAnswer } from '../transport/transport-error.ts'

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
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new MalformedAnswer('is not complete JSON')
  }
  if (isInner(value) && isDeeper(value, maxDepth)) throw new MalformedAnswer('is nested too deeply')
  return { value, exactly: () => exactlyIn(text, value) }
}

export const parseJson = (bytes: Buffer): unknown => readJson(bytes).value

function textOf(bytes: Buffer): string {
  const text = bytes.toString()
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

const isInner = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Not called for texts and numbers, which are most of an answer: that is seven times as fast. */
function isDeeper(value: object, depth: number): boolean {
  if (depth === 0) return true
  if (Array.isArray(value)) {
    for (const one of value) if (isInner(one) && isDeeper(one, depth - 1)) return true
    return false
  }
  for (const name in value) {
    // Of what JSON.parse makes all names are its own.
    const one = (value as Record<string, unknown>)[name]
    if (isInner(one) && isDeeper(one, depth - 1)) return true
  }
  return false
}
