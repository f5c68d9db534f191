/** One survey into its folder, and into the databases that belong to it. */
import type { Service } from '../../service.ts'
import { derive } from '../derive/index.ts'
import type { Derivation, Progress } from '../derive/work.ts'
import type { Values } from '../dictionary/columns.ts'
import { diskFailure } from '../../system/disk-failure.ts'
import { noteWritten, whoseIn, type Whose } from '../store/notes.ts'
import { syncAgain } from '../store/open.ts'
import { Store } from '../store/store.ts'
import { sync, type SyncOptions, type SyncResult } from '../sync/run.ts'
import { surveyAnswers } from '../sync/service.ts'
import { planned, type Change, type Database, type Ended } from './destinations.ts'
import { alone, claim, refuseForeign, refuseOthers, storeOf } from './folder.ts'
import { readManifest, writeManifest, type Manifest } from './manifest.ts'
import { destinationsIn, type DestinationStatus } from './status.ts'

/** What was asked for; what wasn't is as at the last sync. */
export interface Wanted {
  destinations: Change
  values?: Values | undefined
  incomplete?: Manifest['incomplete'] | undefined
  withNetwork?: boolean | undefined
  safeCsv?: boolean | undefined
  full: boolean
  rewrite: boolean
  keys: SyncOptions['keys']
  labels?: SyncOptions['labels']
  /** Labels that are known of a survey from elsewhere, each with the id of its option. */
  former?: (quiz: number) => Promise<SyncOptions['former']>
  ahead: number
  progress: Progress
}

export interface Target extends Whose {
  folder: string
}

export type Synced = Omit<SyncResult, 'dictionary'> & {
  quiz: number
  folder: string
  name: string
  destinations: DestinationStatus[]
  /** What is no longer written, as it was asked. */
  ended: Ended[]
  seconds: number
  /** Of `--keys`: ids of no question. */
  unused_keys: string[]
}

export const syncFolder = (service: Service, target: Target, wanted: Wanted): Promise<Synced> =>
  alone(target.folder, async () => {
    const { folder, base_url, quiz } = target
    refuseOthers(folder)
    const before = readManifest(folder)
    refuseForeign(folder, before, target)
    const { ended, ...destinations } = planned(quiz, folder, before, wanted.destinations)
    await tryNew(service, target, before?.databases ?? [], destinations.databases)
    const store = Store.open(storeOf(folder))
    try {
      refuseForeign(folder, whoseIn(store), target)
      claim(store, folder, destinations.formats, before?.formats ?? [])
      store.setMeta('whose', JSON.stringify({ base_url, quiz }))
      const manifest = manifestFor(target, { ...destinations, ended }, before, wanted)
      return { ...(await fill(service, store, folder, { before, manifest, wanted })), ended }
    } finally {
      store.close()
    }
  }).catch((error: unknown) => {
    throw diskFailure(error, target.folder, syncAgain)
  })

/** A database that was named now is tried before anything is read: one that was mistyped is not remembered. */
async function tryNew({ signal }: Service, whose: Whose, known: readonly Database[], wanted: readonly Database[]): Promise<void> {
  for (const one of wanted) {
    if (known.some(({ url, schema }) => url === one.url && schema === one.schema)) continue
    const { tryPostgres } = await import('../postgres/index.ts')
    await tryPostgres(one, whose, signal)
  }
}

const manifestFor = (
  { base_url, quiz }: Whose,
  { formats, databases }: ReturnType<typeof planned>,
  before: Manifest | undefined,
  { values, incomplete, withNetwork, safeCsv }: Wanted,
): Manifest => ({
  format: 1,
  base_url,
  quiz,
  name: before?.name ?? '',
  formats: [...formats],
  databases: [...databases],
  values: values ?? before?.values ?? 'labels',
  incomplete: incomplete ?? before?.incomplete ?? 'recent',
  with_network: withNetwork ?? before?.with_network ?? false,
  ...((safeCsv ?? before?.safe_csv) && { safe_csv: true }),
  last: before?.last ?? null,
})

interface Plan {
  before: Manifest | undefined
  manifest: Manifest
  wanted: Wanted
}

async function fill(service: Service, store: Store, folder: string, { before, manifest, wanted }: Plan): Promise<Omit<Synced, 'ended'>> {
  const began = Date.now()
  const { quiz, values, incomplete, with_network: withNetwork, safe_csv: safeCsv = false } = manifest
  // Columns hold what was asked for: other values are other files.
  const isOther = before
    ? before.values !== values || (before.safe_csv ?? false) !== safeCsv
    : // Whoever removed the manifest took along what the files hold.
      store.number('select count(*) from sync') > 0
  const rewrite = wanted.rewrite || isOther || store.meta('rewriting') === 'yes'
  // So that a sync that is cut off in the middle is finished by the next one.
  if (rewrite) store.setMeta('rewriting', 'yes')
  writeManifest(folder, manifest)
  const { full, keys, labels, former, ahead, progress } = wanted
  const { signal } = service
  const read = (known: number, total: number | undefined): void => progress('reading', known, total)
  const options = { incomplete, full, withNetwork, keys, labels, former: await former?.(quiz), ahead, progress: read, signal }
  const { dictionary, ...result } = await sync(store, surveyAnswers(service, quiz), options)
  const work: Derivation = { store, dictionary, folder, values, sync: result.sync, rewrite, safeCsv, signal, progress }
  await derive(work, manifest.formats, manifest.databases[0]?.schema)
  for (const format of manifest.formats) noteWritten(store, format)
  if (rewrite) store.setMeta('rewriting', 'no')
  const failures = await writeDatabases(work, manifest)
  writeManifest(folder, { ...manifest, name: dictionary.name, last: { at: new Date().toISOString(), ...result } })
  if (failures.length > 0) throw failures[0]
  const asked = new Set(dictionary.questions.map(({ id }) => id))
  return {
    quiz,
    folder,
    name: dictionary.name,
    destinations: destinationsIn(store, manifest),
    seconds: (Date.now() - began) / 1000,
    unused_keys: Object.keys(keys).filter((id) => !asked.has(id)),
    ...result,
  }
}

/** One that fails doesn't keep the others from being written. */
async function writeDatabases(work: Derivation, { databases, quiz, base_url }: Manifest): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const database of databases) {
    const { writePostgres } = await import('../postgres/index.ts')
    try {
      await writePostgres(work, database, { quiz, base_url })
      noteWritten(work.store, `${database.url} ${database.schema}`)
    } catch (error) {
      work.signal.throwIfAborted()
      failures.push(error)
    }
  }
  return failures
}
