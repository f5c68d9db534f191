/**
 * A file of our own in the cache, whole or not at all: what is damaged, of another version, or writable by others is no file.
 * The checksum finds what a disk did to it; nobody else can write there.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isOursAlone, ownFolder } from '../system/own-folder.ts'

const mostBytes = 256 * 2 ** 20
const sumBytes = 32
const headBytes = sumBytes + 4
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export interface CacheFile {
  index: unknown
  /** What the index tells the places of. */
  body: Buffer
}

const checksum = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** `undefined`: there is none that could be believed. */
export function readCacheFile(path: string): CacheFile | undefined {
  try {
    return isTrusted(path) ? decoded(bytesOf(path)) : undefined
  } catch {
    return undefined
  }
}

/** The folder, and the cache that it stands in. */
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

/** In one step, so that of two at once one is there as a whole. What can't be kept is read again next time. */
export function writeCacheFile(path: string, index: unknown, body: readonly Uint8Array[]): void {
  const made = `${path}.${process.pid}.tmp`
  try {
    if (!isTrusted(path)) return
    const told = Buffer.from(JSON.stringify(index))
    const length = Buffer.alloc(4)
    length.writeUInt32LE(told.byteLength)
    const rest = Buffer.concat([length, told, ...body])
    if (sumBytes + rest.byteLength > mostBytes) return
    writeFileSync(made, Buffer.concat([checksum(rest), rest]), { mode: 0o600, flag: 'wx' })
    renameSync(made, path)
  } catch {
    rmSync(made, { force: true })
  }
}
