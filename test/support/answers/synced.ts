/** A synced folder in this process: quick, and with every fault at hand. */
import { join } from 'node:path'
import { derive } from '../../../src/answers/derive/index.ts'
import type { Format } from '../../../src/answers/derive/formats.ts'
import { writePostgres, type Destination } from '../../../src/answers/postgres/index.ts'
import { Store } from '../../../src/answers/store/store.ts'
import { sync, type SyncOptions, type SyncResult } from '../../../src/answers/sync/run.ts'
import type { Service } from '../../../src/answers/sync/service.ts'

export interface SyncSettings extends Partial<SyncOptions> {
  formats?: Format[]
  database?: Destination
  /** Asked between files and batches; `signal` between pages. */
  writing?: AbortSignal
}

export async function syncInto(
  folder: string,
  service: Service,
  { formats = [], database, writing, ...options }: SyncSettings = {},
): Promise<SyncResult> {
  const store = await Store.open(join(folder, 'store.sqlite'))
  try {
    const signal = options.signal ?? new AbortController().signal
    const result = await sync(store, service, {
      incomplete: 'recent',
      full: false,
      withNetwork: false,
      keys: {},
      ahead: 3,
      progress: () => {},
      ...options,
      signal,
    })
    const { dictionary } = result
    const work = { store, dictionary, folder, values: 'labels', sync: result.sync, rewrite: false, signal: writing ?? signal } as const
    await derive(work, formats)
    if (database) await writePostgres(work, database, { quiz: service.quiz, base_url: 'https://api.example.com' })
    return result
  } finally {
    store.close()
  }
}

/** Ids and words of the living answers in the store. */
export async function storedIn(folder: string): Promise<Map<number, { state: number; words: Record<string, unknown> }>> {
  const store = await Store.open(join(folder, 'store.sqlite'), { readOnly: true })
  try {
    const ids = new Map(store.dictionary(0).questions.map(({ n, id }) => [n, id]))
    return new Map(
      [...store.all()].map(({ id, state, body }) => [
        id,
        { state, words: Object.fromEntries((JSON.parse(body) as [number, unknown][]).map(([n, words]) => [ids.get(n)!, words])) },
      ]),
    )
  } finally {
    store.close()
  }
}
