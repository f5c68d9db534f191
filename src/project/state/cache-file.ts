/**
 * A file in the program's own cache folder, written atomically. One that is damaged or writable by others counts as absent. The
 * checksum finds damage by the disk; it is no protection against others, who can't write there.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isOursAlone, ownFolder } from '../../system/make-folder.ts'
import { replaceFile } from '../../system/replace-file.ts'

const mostBytes = 256 * 2 ** 20
const sumBytes = 32
const headBytes = sumBytes + 4
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export interface CacheFile {
  index: unknown
  /** Data that the index refers to by offset. */
  body: Buffer
}

const checksum = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** `undefined` where there is none that can be trusted. */
export function readCacheFile(path: string | undefined): CacheFile | undefined {
  try {
    return path !== undefined && isTrusted(path) ? decoded(bytesOf(path)) : undefined
  } catch {
    return undefined
  }
}

/** Its folder, and the cache folder around it. */
const isTrusted = (path: string): boolean => ownFolder(dirname(dirname(path))) && ownFolder(dirname(path))

function bytesOf(path: string): Buffer | undefined {
  const file = openSync(path, flags)
  try {
    const facts = fstatSync(file)
    return facts.isFile() && isOursAlone(facts) && facts.size >= headBytes && facts.size <= mostBytes ? readFileSync(file) : undefined
  } finally {
    closeSync(file)
  }
}

function decoded(bytes: Buffer | undefined): CacheFile | undefined {
  if (!bytes || !checksum(bytes.subarray(sumBytes)).equals(bytes.subarray(0, sumBytes))) return undefined
  const end = headBytes + bytes.readUInt32LE(sumBytes)
  return { index: JSON.parse(bytes.toString('utf8', headBytes, end)), body: bytes.subarray(end) }
}

/** By a rename, so that of two processes one wins. A cache that can't be written is no error. */
export function writeCacheFile(path: string | undefined, index: unknown, body: readonly Uint8Array[]): void {
  try {
    if (path === undefined || !isTrusted(path)) return
    const head = Buffer.from(JSON.stringify(index))
    const length = Buffer.alloc(4)
    length.writeUInt32LE(head.byteLength)
    const rest = Buffer.concat([length, head, ...body])
    if (sumBytes + rest.byteLength > mostBytes) return
    replaceFile(path, Buffer.concat([checksum(rest), rest]), 0o600)
  } catch {
    // As it is.
  }
}
