/** The end of a sync: its databases are written no more, and what is ours is removed where that was asked. */
import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Service } from '../../service.ts'
import { fileOf, type Format } from '../derive/formats.ts'
import { isOwnReadme } from '../derive/index.ts'
import { partFiles } from '../derive/partitions.ts'
import { needWhose } from '../store/notes.ts'
import { Store } from '../store/store.ts'
import type { Database } from './destinations.ts'
import { needSynced, withFolderLock } from './folder.ts'
import { hashKeyFile } from './hash-key.ts'
import { readManifest, writeManifest } from './manifest.ts'

export interface Stopped {
  quiz: number
  folder: string | null
  databases: Database[]
  /** Tables and files that are gone. */
  dropped: string[]
}

export async function stopDatabase({ signal }: Pick<Service, 'signal'>, database: Database, drop: boolean): Promise<Stopped> {
  const { stopSchema } = await import('../postgres/stop.ts')
  const { quiz, dropped } = await stopSchema(database, drop, signal)
  return { quiz, folder: null, databases: [database], dropped }
}

export const stopFolder = (service: Pick<Service, 'signal'>, folder: string, drop: boolean): Promise<Stopped> =>
  withFolderLock(folder, async () => {
    const path = needSynced(folder)
    const manifest = readManifest(folder)
    const databases = manifest?.databases ?? []
    const dropped: string[] = []
    // Before any file is removed: one that can't be dropped leaves all as it is.
    for (const database of databases) dropped.push(...(await stopDatabase(service, database, drop)).dropped)
    const store = Store.open(path)
    const { quiz } = needWhose(store, path)
    const files = drop ? filesOf(store, folder) : []
    store.close()
    if (manifest && !drop) writeManifest(folder, { ...manifest, formats: [], databases: [] })
    for (const file of files) rmSync(file, { force: true })
    for (const file of files) removeEmpty(dirname(file), folder)
    return { quiz, folder, databases: [...databases], dropped: [...dropped, ...files] }
  }).then((stopped) => {
    if (drop) removeEmpty(folder, dirname(folder))
    return stopped
  })

/** Files that a sync made, those of formats that ended before as well. */
function filesOf(store: Store, folder: string): string[] {
  const formats = store.all<{ format: string }>('select distinct format from derived').map(({ format }) => format)
  const of = (format: Format): string[] =>
    format === 'ndjson' || format === 'parquet' ? partFiles(store, folder, format) : [join(folder, fileOf[format])]
  const own = ['answers.json', 'dictionary.json', 'tombstones.ndjson', hashKeyFile, 'store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm']
  return [
    // `Object.keys` gives texts only.
    ...(Object.keys(fileOf) as Format[]).filter((format) => formats.includes(format)).flatMap(of),
    ...(isOwnReadme(store, folder) ? [join(folder, 'README.md')] : []),
    ...own.map((name) => join(folder, name)),
  ].filter((path) => existsSync(path))
}

/** And the folders above it, up to `end`. */
function removeEmpty(path: string, end: string): void {
  for (let at = path; at !== end && at !== dirname(at); at = dirname(at)) {
    try {
      rmdirSync(at)
    } catch {
      return
    }
  }
}
