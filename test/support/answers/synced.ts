/** A synced folder in this process: quick, and with every fault at hand. */
import { join } from 'node:path'
import { derive } from '../../../src/answers/derive/index.ts'
import type { Format } from '../../../src/answers/derive/formats.ts'
import { openDatabases, adoptDecisions, writeDatabases } from '../../../src/answers/folder/databases.ts'
import type { Destination } from '../../../src/answers/postgres/index.ts'
import type { Service } from '../../../src/service.ts'
import { Store } from '../../../src/answers/store/store.ts'
import { sync, type SyncOptions, type SyncResult } from '../../../src/answers/sync/run.ts'
import type { SurveyAnswers } from '../../../src/answers/sync/service.ts'

export interface SyncSettings extends Partial<SyncOptions> {
  formats?: Format[]
  database?: Destination
  /** Asked between files and batches; `signal` between pages. */
  writing?: AbortSignal
}

export async function syncInto(
  folder: string,
  service: SurveyAnswers,
  { formats = [], database, writing, ...options }: SyncSettings = {},
): Promise<SyncResult> {
  const store = Store.open(join(folder, 'store.sqlite'))
  try {
    const signal = options.signal ?? new AbortController().signal
    const whose = { quiz: service.quiz, base_url: 'https://api.example.com' }
    const known = { known: [], version: 'test' }
    const opened = await openDatabases({ signal } as Service, whose, database ? [database] : [], known)
    adoptDecisions(store, whose, opened.begun)
    const result = await sync(store, service, {
      incomplete: 'recent',
      full: false,
      keys: {},
      ahead: 3,
      progress: () => {},
      ...options,
      signal,
    })
    const { dictionary } = result
    const work = { store, dictionary, folder, values: 'labels', sync: result.sync, rewrite: false, signal: writing ?? signal } as const
    await derive(work, formats)
    await writeDatabases(opened, { work, incomplete: 'recent', wanted: { keys: options.keys ?? {}, mayChange: false, version: 'test' } })
    if (opened.failures.length > 0) throw opened.failures[0]
    return result
  } finally {
    store.close()
  }
}

/** An answer as store and service both know it; times as milliseconds. */
export interface Told {
  start: number
  end: number | null
  state: number
  words: Record<string, unknown>
}

/** The living answers in the store, by id. */
export async function storedIn(folder: string): Promise<Map<number, Told>> {
  const store = Store.open(join(folder, 'store.sqlite'), { readOnly: true })
  try {
    const ids = new Map(store.dictionary(0).questions.map(({ n, id }) => [n, id]))
    return new Map(
      [...store.liveAnswers()].map(({ id, start, end, state, body }) => {
        const words = Object.fromEntries((JSON.parse(body) as [number, unknown][]).map(([n, said]) => [ids.get(n)!, said]))
        return [id, { start, end, state, words }]
      }),
    )
  } finally {
    store.close()
  }
}
