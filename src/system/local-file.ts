/** Files of this machine that a person names. */
import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { usageError } from '../errors.ts'

interface FileLimits {
  /** Name endings, without the dot. */
  formats?: readonly string[]
  bytes?: number
}

export const endingOf = (path: string): string => extname(path).slice(1).toLowerCase()

/** Refuses a file that the service would refuse by its size or name; returns its size. */
export async function needFile(path: string, { formats, bytes }: FileLimits = {}): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw usageError(`${path}: there is no such file`)
  if (!found.isFile()) throw usageError(`${path} is not a file`)
  const problems: string[] = []
  if (found.size === 0) problems.push(`${path} is empty`)
  if (formats && !formats.includes(endingOf(path))) problems.push(`${path} must be ${formats.join(', ')}`)
  if (bytes !== undefined && found.size > bytes)
    problems.push(`${path} has ${(found.size / 2 ** 20).toFixed(1)} MB; at most ${bytes / 2 ** 20} MB are taken`)
  if (problems.length > 0) throw usageError(problems)
  return found.size
}

/** Whether a path is a pipe, as shells make one for `<(command)`. */
export const isPipe = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFIFO() ?? false

const headBytes = 64 * 1024

/** The beginning of a file, enough to tell what it is. */
export async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
