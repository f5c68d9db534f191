/** Parses JSON from a server that can't be trusted. */
import { MalformedAnswer } from './transport-error.ts'

/** Deeper than any answer of the service, and shallow enough for recursive functions. */
export const maxDepth = 500

/** Parses the text of an array; `elements` are the bytes between its brackets, valid only during the call. */
export type Parse = (text: string, elements: Buffer) => unknown

export const parsePlainly: Parse = (text) => JSON.parse(text)

export function parseJson(bytes: Buffer): unknown {
  if (isTooDeep(bytes)) throw new MalformedAnswer('is nested too deeply')
  try {
    return JSON.parse(textOf(bytes))
  } catch {
    throw new MalformedAnswer('is not complete JSON')
  }
}

export function textOf(bytes: Buffer): string {
  const text = bytes.toString()
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

export function isTooDeep(bytes: Buffer): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (inString) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > maxDepth) return true
    } else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return false
}
