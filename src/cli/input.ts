/** Files and standard input that a command reads. */
import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { usageError } from '../errors.ts'
import { isTerminal } from '../output/terminal.ts'
import { codeOf } from '../system/error-code.ts'
import { reasonOf } from '../system/small-file.ts'
import { parseExactly } from '../text/exact.ts'
import { messageOf } from '../text/message-of.ts'

/** What is read whole is held in memory. */
const mostBytes = 256 * 2 ** 20

/** Text of a file, of a pipe as shells make one for `<(command)`, or of standard input for `-`. */
export async function readText(file: string, signal?: AbortSignal): Promise<string> {
  try {
    const input = standardInput.has(file) ? process.stdin : pipeAt(file)
    if (input === process.stdin && isTerminal(0)) process.stderr.write('Reading standard input; end with Ctrl-D.\n')
    const bytes = input ? await readStream(input, signal) : readFile(file)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    signal?.throwIfAborted()
    throw usageError(`Cannot read ${file === '-' ? 'standard input' : file}: ${reason(error)}`)
  }
}

const standardInput: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])

// To open a pipe or a device doesn't wait for whoever writes to it: signals would not be heard meanwhile.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** A pipe that has a name, to be read as it is filled. */
export function pipeAt(path: string): Readable | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return undefined
  const { Socket } = process.getBuiltinModule('node:net')
  return new Socket({ fd: openSync(path, flags), readable: true, writable: false })
}

export async function readStream(input: Readable, signal: AbortSignal | undefined, most = mostBytes): Promise<Buffer> {
  const stop = (): void => void input.destroy(signal?.reason)
  signal?.addEventListener('abort', stop)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    const read: AsyncIterable<Buffer> = input
    for await (const part of read) {
      bytes += part.length
      if (bytes > most) throw tooLarge(most)
      parts.push(part)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  return Buffer.concat(parts)
}

const tooLarge = (most: number): Error => new Error(`it is larger than ${most / 2 ** 20} MB`)

/** Files and devices alike: a device may have no end. */
function readFile(path: string): Buffer {
  const descriptor = openSync(path, flags)
  const parts: Buffer[] = []
  try {
    for (let bytes = 0; ;) {
      const part = Buffer.allocUnsafe(partBytes)
      const count = readSync(descriptor, part)
      if (count === 0) return Buffer.concat(parts)
      bytes += count
      if (bytes > mostBytes) throw tooLarge(mostBytes)
      parts.push(part.subarray(0, count))
    }
  } finally {
    closeSync(descriptor)
  }
}

const partBytes = 64 * 1024

const known: Readonly<Record<string, string>> = {
  EAGAIN: 'nothing is written to it',
  ENXIO: 'it is a socket or a device that is not there',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
}

const reason = (error: unknown): string => known[codeOf(error)] ?? reasonOf(error)

/** JSON, or YAML (of which JSON is a part), of a file or standard input. */
export async function readData(file: string, signal?: AbortSignal): Promise<unknown> {
  const text = await readText(file, signal)
  try {
    return parseExactly(text)
  } catch (jsonError) {
    if (file.toLowerCase().endsWith('.json')) throw usageError(`${file} is not valid JSON: ${messageOf(jsonError)}`)
    const [{ parse }, { exactNumbers }] = await Promise.all([import('yaml'), import('../text/exact-yaml.ts')])
    try {
      return parse(text, { ...exactNumbers, stringKeys: true, maxAliasCount: 100 })
    } catch (error) {
      throw usageError(`${file === '-' ? 'Standard input' : file} is neither valid JSON nor valid YAML: ${messageOf(error).split('\n')[0]}`)
    }
  }
}

/** Values of standard input, one a line; empty lines don't count. */
export const readLines = async (file: string, signal?: AbortSignal): Promise<string[]> =>
  (await readText(file, signal))
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
