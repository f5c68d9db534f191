/** The key of digests: of the environment, so that several machines make the same ones, or a file of the folder. */
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, usageError } from '../../errors.ts'
import { environment } from '../../system/environment.ts'
import { readSmallFile } from '../../system/small-file.ts'
import { keepSecret } from '../../text/secrets.ts'
import type { SyncOptions } from '../sync/run.ts'

const variable = 'SURVEYCTL_HASH_KEY'
export const hashKeyFile = 'hash.key'
const shortestKey = 16

/** `folder`: where the key may be stored; the first digests of a folder make it there. */
export function digester(folder: string | undefined): NonNullable<SyncOptions['digest']> {
  return (fingerprint) => {
    const key = keyInEnvironment() ?? (folder === undefined ? undefined : keyInFolder(folder, fingerprint === undefined))
    if (key === undefined) throw usageError(`Digests need a key: set ${variable}`, lost)
    keepSecret(key)
    const digest = (text: string): string => createHmac('sha256', key).update(text).digest('hex')
    const own = digest('surveyctl').slice(0, 16)
    if (fingerprint !== undefined && fingerprint !== own)
      throw new CommandError('refused', 'The digests that are there were made with another key', { hint: lost })
    return { digest, fingerprint: own }
  }
}

const lost = `It is in ${hashKeyFile} of the folder that made the digests, or in ${variable}`

function keyInEnvironment(): string | undefined {
  const key = environment()[variable]
  if (!key) return undefined
  if (key.length < shortestKey)
    throw usageError(`${variable} is too short: a digest hides a text only behind a key of ${shortestKey} characters or more`)
  return key
}

function keyInFolder(folder: string, mayMake: boolean): string | undefined {
  const path = join(folder, hashKeyFile)
  if (!existsSync(path)) {
    if (!mayMake) return undefined
    writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  }
  return readSmallFile(path)?.text.trim()
}
