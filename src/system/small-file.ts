/** Reads small files (settings, keys): regular files of a bounded size, never a pipe or device that could block. */
import { constants, readFileSync, statSync, type Stats } from 'node:fs'
import { messageOf } from '../text/message-of.ts'
import { codeOf } from './error-code.ts'

const mostBytes = 10 * 2 ** 20

const kindOf = (facts: Stats): string =>
  facts.isDirectory() ? 'a folder' : facts.isFIFO() ? 'a pipe' : facts.isSocket() ? 'a socket' : 'a device'

// Should a pipe have taken the file's place meanwhile, opening it doesn't block. Windows has no such flag.
const flag = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** `undefined` where there is none: stat first, as a thrown error is slower, and most runs lack some file. */
export function readSmallFile(path: string, most = mostBytes): { text: string; facts: Stats } | undefined {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) return undefined
  if (!facts.isFile()) throw new Error(`it is ${kindOf(facts)}, not a file`)
  if (facts.size > most) throw new Error(`it is larger than ${most / 2 ** 20} MB`)
  const text = readFileSync(path, { encoding: 'utf8', flag })
  return { text: text.startsWith('\uFEFF') ? text.slice(1) : text, facts }
}

/** Flags for appending to a file of our own; a pipe that nobody reads is an error instead of a wait. */
export const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)

const known = new Map(
  Object.entries<string>({
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder, not a file',
    ENXIO: 'it is a socket, or a pipe that nobody reads',
    ELOOP: 'its symbolic links form a loop',
  }),
)

/** Why a file can't be read, as a message. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  return known.get(code) ?? messageOf(error)
}
