/** Files that settings, keys and notes of our own are kept in: plain ones of a bounded size, and nothing that could make us wait. */
import { constants, readFileSync, statSync, type Stats } from 'node:fs'

const mostBytes = 10 * 2 ** 20

const kindOf = (facts: Stats): string =>
  facts.isDirectory() ? 'a folder' : facts.isFIFO() ? 'a pipe' : facts.isSocket() ? 'a socket' : 'a device'

// Whatever took the file's place since it was looked at: to open it does not wait. Windows has no such flag.
const flag = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Undefined where there is none. To ask first is quicker than an error, which most runs would meet somewhere. */
export function readSmallFile(path: string, most = mostBytes): { text: string; facts: Stats } | undefined {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) return undefined
  if (!facts.isFile()) throw new Error(`it is ${kindOf(facts)}, not a file`)
  if (facts.size > most) throw new Error(`it is larger than ${most / 2 ** 20} MB`)
  const text = readFileSync(path, { encoding: 'utf8', flag })
  return { text: text.startsWith('\uFEFF') ? text.slice(1) : text, facts }
}

/** To add to a file of our own: a pipe that nobody reads is an error at once. */
export const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)

const known: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder, not a file',
  ENXIO: 'it is a socket, or a pipe that nobody reads',
  ELOOP: 'its symbolic links lead in a circle',
}

/** Why something can't be read, in words. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return (Object.hasOwn(known, code) ? known[code] : undefined) ?? message
}
