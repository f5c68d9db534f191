/** One survey into its folder. */
import { derive } from '../../answers/derive/index.ts'
import type { Format } from '../../answers/derive/formats.ts'
import type { Values } from '../../answers/dictionary/columns.ts'
import { diskFailure } from '../../answers/store/disk.ts'
import { whoseIn } from '../../answers/store/notes.ts'
import { Store } from '../../answers/store/store.ts'
import { sync, type SyncOptions, type SyncResult } from '../../answers/sync/run.ts'
import type { Context } from '../../cli/context.ts'
import { usageError } from '../../errors.ts'
import { alone, readManifest, refuseForeign, storeOf, writeManifest, type Database, type Manifest } from './folder.ts'
import { serviceOf } from './service.ts'
import { keepHeapSmall } from '../small-heap.ts'

/** What was asked for; what wasn't is as at the last sync. */
export interface Wanted {
  formats?: Format[] | undefined
  /** Address of a database; asked for with the formats, or not at all. */
  url?: string | undefined
  schema?: string | undefined
  values?: Values | undefined
  incomplete?: Manifest['incomplete'] | undefined
  withNetwork?: boolean | undefined
  safeCsv?: boolean | undefined
  full: boolean
  rewrite: boolean
  keys: Record<string, string>
}

export type Synced = Omit<SyncResult, 'dictionary'> & {
  quiz: number
  folder: string
  name: string
  formats: Format[]
  database?: Database
  seconds: number
  /** Of `--keys`: ids of no question. */
  unused_keys: string[]
}

const toldEvery = 5000

export const syncOne = (context: Context, quiz: number, folder: string, wanted: Wanted): Promise<Synced> =>
  alone(folder, async () => {
    const base_url = String(context.settings().value('base_url'))
    const before = readManifest(folder)
    refuseForeign(folder, before, { base_url, quiz })
    const store = await Store.open(storeOf(folder))
    try {
      refuseForeign(folder, whoseIn(store), { base_url, quiz })
      store.setMeta('whose', JSON.stringify({ base_url, quiz }))
      return await fill(context, store, { quiz, folder, base_url, before, wanted })
    } finally {
      store.close()
    }
  }).catch((error: unknown) => {
    throw diskFailure(error, folder)
  })

interface Place {
  quiz: number
  folder: string
  base_url: string
  before: Manifest | undefined
  wanted: Wanted
}

async function fill(context: Context, store: Store, { quiz, folder, base_url, before, wanted }: Place): Promise<Synced> {
  const began = Date.now()
  const formats = wanted.formats ?? before?.formats ?? ['ndjson', 'parquet']
  const database = databaseOf(quiz, wanted, before)
  const values = wanted.values ?? before?.values ?? 'labels'
  const incomplete = wanted.incomplete ?? before?.incomplete ?? 'recent'
  const withNetwork = wanted.withNetwork ?? before?.with_network ?? false
  const safeCsv = wanted.safeCsv ?? before?.safe_csv ?? false
  const manifest: Manifest = {
    format: 1,
    base_url,
    quiz,
    name: before?.name ?? '',
    formats,
    ...(database && { database }),
    values,
    incomplete,
    with_network: withNetwork,
    ...(safeCsv && { safe_csv: true }),
    last: before?.last ?? null,
  }
  // Columns hold what was asked for: other values are other files.
  const isOther = before
    ? before.values !== values || (before.safe_csv ?? false) !== safeCsv
    : // Whoever removed the manifest took along what the files hold.
      store.number('select count(*) from sync') > 0
  const rewrite = wanted.rewrite || isOther || store.meta('rewriting') === 'yes'
  // So that a sync that is cut off in the middle is finished by the next one.
  if (rewrite) store.setMeta('rewriting', 'yes')
  await writeManifest(folder, manifest)
  const { dictionary, ...result } = await fillStore(context, store, quiz, { incomplete, full: wanted.full, withNetwork, keys: wanted.keys })
  const work = { store, dictionary, folder, values, sync: result.sync, rewrite, safeCsv, signal: context.signal }
  await derive(work, formats, database?.schema)
  if (rewrite) store.setMeta('rewriting', 'no')
  if (database) {
    const { writePostgres } = await import('../../answers/postgres/index.ts')
    await writePostgres(work, database, { quiz, base_url })
  }
  const last = { at: new Date().toISOString(), ...result }
  await writeManifest(folder, { ...manifest, name: dictionary.name, last })
  const seconds = (Date.now() - began) / 1000
  const asked = new Set(dictionary.questions.map(({ id }) => id))
  const unused_keys = Object.keys(wanted.keys).filter((id) => !asked.has(id))
  return { quiz, folder, name: dictionary.name, formats, ...(database && { database }), seconds, unused_keys, ...result }
}

/** The one that was asked for, else that of the last sync. Each survey has a schema of its own. */
function databaseOf(quiz: number, { formats, url, schema }: Wanted, before: Manifest | undefined): Database | undefined {
  const known = before?.database
  const wanted = formats ? url : known?.url
  if (wanted !== undefined) return { url: wanted, schema: schema ?? (known?.url === wanted ? known.schema : `survey_${quiz}`) }
  if (schema === undefined) return undefined
  throw usageError('--schema is of a database, and there is none', 'For example: --to postgres://USER@HOST/DATABASE --schema NAME')
}

type Passes = Pick<SyncOptions, 'incomplete' | 'full' | 'withNetwork' | 'keys'>

/** What the service has, into the store. */
export async function fillStore(context: Context, store: Store, quiz: number, passes: Passes): Promise<SyncResult> {
  keepHeapSmall()
  return sync(store, serviceOf(await context.client(), quiz), {
    ...passes,
    ahead: Math.min(context.flags.concurrency ?? 4, 8),
    signal: context.signal,
    progress: teller(context, `Survey ${quiz}`),
  })
}

/** A line now and then while a long list is read. */
function teller(context: Context, what: string): (known: number, total: number | undefined) => void {
  let told = Date.now()
  return (known, total) => {
    if (Date.now() - told < toldEvery) return
    told = Date.now()
    context.note(`${what}: ${known.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`} answers`)
  }
}
