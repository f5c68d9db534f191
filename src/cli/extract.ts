/** Takes the .sav files out of an export's ZIP archive. */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError, usageError } from '../errors.ts'
import { plainName } from './plain-name.ts'

/** Unpacks each .sav into the folder; returns their paths. A file is there whole or not at all, and never outside the folder. */
export async function extractSav(zipPath: string, folder: string, { force }: { force: boolean }): Promise<string[]> {
  const { openPromise } = await import('yauzl')
  const written: string[] = []
  try {
    // Names with ../ or a root are refused by the reader itself.
    const zip = await openPromise(zipPath, { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true })
    try {
      for await (const entry of zip.eachEntry()) {
        if (!entry.fileName.toLowerCase().endsWith('.sav')) continue
        const target = join(folder, plainName(entry.fileName, 'answers.sav'))
        if (written.includes(target)) throw broken(zipPath, `it holds ${target} twice`)
        if (!force && existsSync(target)) throw usageError(`${target} exists already`, 'To replace it: --force')
        await writeWhole(await zip.openReadStreamPromise(entry), folder, target)
        written.push(target)
      }
    } finally {
      zip.close()
    }
  } catch (error) {
    throw error instanceof CommandError || isOfTheDisk(error) ? error : broken(zipPath, (error as Error).message, error)
  }
  if (written.length === 0) throw broken(zipPath, 'it holds no .sav file')
  return written
}

const isOfTheDisk = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException).syscall === 'string'

const broken = (zipPath: string, why: string, cause?: unknown): CommandError =>
  new CommandError('refused', `Cannot unpack ${zipPath}: ${why}`, { cause, hint: 'The archive itself is kept' })

/** Through a temporary name beside the target, so that the target is whole or untouched. */
async function writeWhole(content: Readable, folder: string, target: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const partial = join(folder, `.${process.pid}-${Date.now().toString(36)}.partial`)
  try {
    await pipeline(content, createWriteStream(partial, { flags: 'wx' }))
    const handle = await open(partial, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
