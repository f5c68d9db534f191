/** Files and standard input that a command reads. */
import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { usageError } from '../errors.ts'
import type { IO } from '../system/io.ts'
import { writeError } from '../output/stderr.ts'
import { codeOf } from '../system/error-code.ts'
import { reasonOf } from '../system/small-file.ts'
import { parseExactly } from '../text/exact.ts'
import { messageOf } from '../text/message-of.ts'

/** What is read whole is held in memory, and what is made of it is many times as large. */
const mostBytes = 10 * 2 ** 20

/** Text of a file, of a pipe as shells make one for `<(command)`, or of standard input for `-`. */
export async function readText(
  file: string,
  { stdin, stderr, interruption: { signal } }: Pick<IO, 'stdin' | 'stderr' | 'interruption'>,
): Promise<string> {
  try {
    const isStandard = standardInput.has(file)
    if (isStandard && stdin.isTerminal) writeError(stderr, 'Reading standard input; end with Ctrl-D.\n')
    const input = isStandard ? stdin.stream() : pipeAt(file)
    const bytes = input ? await readStream(input, signal) : readFile(file)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    signal.throwIfAborted()
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

const known = new Map(
  Object.entries<string>({
    EAGAIN: 'nothing is written to it',
    ENXIO: 'it is a socket or a device that is not there',
    ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
  }),
)

const reason = (error: unknown): string => known.get(codeOf(error)) ?? reasonOf(error)

/** JSON, or YAML (of which JSON is a part), of a file or standard input. */
export const readData = async (file: string, io: IO): Promise<unknown> => parseData(await readText(file, io), file)

/** JSON first: it is read much faster. */
export async function parseData(text: string, file: string): Promise<unknown> {
  const name = file === '-' ? 'Standard input' : file
  try {
    const value = parseExactly(text)
    if (isDeep(text)) throw usageError(`${name} is nested deeper than ${deepest} levels`)
    return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (file.toLowerCase().endsWith('.json')) throw usageError(`${file} is not valid JSON: ${messageOf(error)}`)
  }
  const { readYaml } = await import('../text/yaml/read.ts')
  const { value, problem } = readYaml(text)
  if (!problem) return value
  throw usageError(`${name} is neither valid JSON nor valid YAML: line ${problem.line}, column ${problem.column}: ${problem.message}`)
}

const deepest = 100

/** Whether JSON is nested so deep that who walks through its value runs out of stack. */
function isDeep(text: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length && depth <= deepest; at++) {
    const char = text[at]!
    if (isText && char === '\\') at++
    else if (char === '"') isText = !isText
    else if (!isText && '[{'.includes(char)) depth++
    else if (!isText && ']}'.includes(char)) depth--
  }
  return depth > deepest
}

/** Values of standard input, one a line; empty lines don't count. */
export const readLines = async (file: string, io: IO): Promise<string[]> =>
  (await readText(file, io))
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
