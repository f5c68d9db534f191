/** What this tool last replaced in a survey, kept in the state folder for `quiz undo`; and the lock for one survey. */
import { createHash } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../cli/context.ts'
import { locked } from '../../system/lock.ts'
import { readSmallFile } from '../../system/small-file.ts'
import type { Content } from '../../model/document/index.ts'
import { parseExactly } from '../../text/exact.ts'
import { isObject } from '../../text/is-object.ts'
import { makeFolder } from '../../system/make-folder.ts'

export interface Kept {
  /** The change in words, and when it was made. */
  what: string
  at: string
  before: Content
  after: Content
}

/** Files of one survey of one service. */
function pathOf(context: Context, id: number, extension: string): string {
  const folder = join(context.stateDir, 'surveys')
  makeFolder(folder, 0o700)
  const service = createHash('sha256')
    .update(context.settings().value('base_url') ?? '')
    .digest('hex')
    .slice(0, 12)
  return join(folder, `${service}-${id}.${extension}`)
}

export const alone = <T>(context: Context, id: number, work: () => Promise<T>): Promise<T> =>
  locked(pathOf(context, id, 'lock'), `survey ${id}`, work)

function write(path: string, value: unknown): void {
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${path}.${process.pid}`, path)
}

/** The largest draft that is read back. */
const mostBytes = 2 ** 28

/** `undefined`: there is none, or one that this tool never wrote. */
function read<T>(path: string, isWritten: (value: unknown) => value is T): T | undefined {
  try {
    const value = parseExactly(readSmallFile(path, mostBytes)?.text ?? '')
    return isWritten(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isKept = (value: unknown): value is Kept =>
  isObject(value) && typeof value.what === 'string' && typeof value.at === 'string' && isObject(value.before) && isObject(value.after)

export const keep = (context: Context, id: number, kept: Kept): void => write(pathOf(context, id, 'json'), kept)
export const lastKept = (context: Context, id: number): Kept | undefined => read(pathOf(context, id, 'json'), isKept)

/** What this tool published last, and as which version. */
export interface Published {
  version: number
  content: Content
}

const isPublished = (value: unknown): value is Published => isObject(value) && typeof value.version === 'number' && isObject(value.content)

export const keepPublished = (context: Context, id: number, published: Published): void =>
  write(pathOf(context, id, 'published.json'), published)
export const lastPublished = (context: Context, id: number): Published | undefined =>
  read(pathOf(context, id, 'published.json'), isPublished)
