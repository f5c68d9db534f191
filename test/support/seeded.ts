/** A sandbox as it was started, again: put back from a copy in a tenth of the time that seeding takes. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileRecord } from '../../src/sandbox/store/entities.ts'
import { tableNames } from '../../src/sandbox/store/schema.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'

export interface SeededCopy {
  restore: () => Promise<void>
  /** Nothing was changed since it was started or restored. */
  isSeeded: () => boolean
}

export function copyOf({ service }: Sandbox): SeededCopy {
  const { store, files } = service
  for (const table of tableNames) store.run(`create temp table seeded_${table} as select * from main.${table}`)
  const kept = store
    .all<FileRecord>('select * from file')
    .map((file) => ({ path: files.path(file), bytes: readFileSync(files.path(file)) }))
  const folder = dirname(files.path({ id: 'any' } as FileRecord))
  const changes = (): number => store.number('select total_changes()')
  let restored = changes()
  const isSeeded = (): boolean => changes() === restored
  const restore = async (): Promise<void> => {
    // A test that only read left nothing behind.
    if (isSeeded()) return
    await service.write(() => {
      for (const table of tableNames) store.run(`delete from ${table}`)
      for (const table of tableNames) store.run(`insert into ${table} select * from temp.seeded_${table}`)
    })
    const paths = new Set(kept.map(({ path }) => path))
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isFile() && !paths.has(path)) rmSync(path)
    }
    for (const { path, bytes } of kept) writeFileSync(path, bytes, { mode: 0o600 })
    restored = changes()
  }
  return { restore, isSeeded }
}
