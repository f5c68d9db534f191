/** Takes the .sav files out of an export's ZIP archive. */
import { join } from 'node:path'
import { createFile, plainName } from '../../../cli/download/save.ts'
import { CommandError } from '../../../errors.ts'
import type { Sink } from '../../../service.ts'
import { reasonOf } from '../../../system/small-file.ts'

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
        const target = join(folder, await plainName(entry.fileName, 'answers.sav'))
        if (written.includes(target)) throw broken(zipPath, `it holds ${target} twice`)
        await pour(await zip.openReadStreamPromise(entry), await createFile(target, { force }))
        written.push(target)
      }
    } finally {
      zip.close()
    }
  } catch (error) {
    throw error instanceof CommandError ? error : broken(zipPath, reasonOf(error), error)
  }
  if (written.length === 0) throw broken(zipPath, 'it holds no .sav file')
  return written
}

const broken = (zipPath: string, why: string, cause?: unknown): CommandError =>
  new CommandError('refused', `Cannot unpack ${zipPath}: ${why}`, { cause, hint: 'The archive itself is kept' })

async function pour(content: AsyncIterable<Buffer>, sink: Sink): Promise<void> {
  try {
    for await (const chunk of content) sink.write(chunk)
    sink.finish()
  } catch (error) {
    sink.abort()
    throw error
  }
}
