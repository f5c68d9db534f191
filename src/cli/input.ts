/** Files and standard input that a command reads. */
import { closeSync, openSync, readSync } from 'node:fs'
import { usageError } from '../errors.ts'
import type { IO } from '../system/io.ts'
import { writeError } from '../output/stderr.ts'
import { codeOf } from '../system/error-code.ts'
import { mostBytes, pipeAt, readStream, tooLarge, withoutWaiting, reasonOf } from '../system/small-file.ts'
import { parseExactly } from '../text/exact.ts'
import { isDeeper } from '../text/is-deeper.ts'
import { messageOf } from '../text/message-of.ts'

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

/** Files and devices alike: a device may have no end. */
function readFile(path: string): Buffer {
  const descriptor = openSync(path, withoutWaiting)
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
    if (isDeeper(value, deepest)) throw usageError(`${name} is nested deeper than ${deepest} levels`)
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

/** Values of standard input, one a line; empty lines don't count. */
export const readLines = async (file: string, io: IO): Promise<string[]> =>
  (await readText(file, io))
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
