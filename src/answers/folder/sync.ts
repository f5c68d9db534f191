/** One survey into its folder, and into the databases that belong to it. */
import type { Service } from '../../service.ts'
import { derive } from '../derive/index.ts'
import type { Derivation, Progress } from '../derive/work.ts'
import type { OptionValues } from '../dictionary/columns.ts'
import { diskFailure } from '../../system/disk-failure.ts'
import { noteWritten, whoseIn, type Whose } from '../store/notes.ts'
import { syncAgain } from '../store/open.ts'
import { Store } from '../store/store.ts'
import { sync, type SyncOptions, type SyncResult } from '../sync/run.ts'
import { surveyAnswers } from '../sync/service.ts'
import { failAll, openDatabases, takeUp, writeDatabases, type OpenedDatabase, type WrittenTo } from './databases.ts'
import { planned, type Change, type Ended } from './destinations.ts'
import { alone, claim, refuseForeign, refuseOthers, storeOf } from './folder.ts'
import type { RowsWritten } from '../postgres/index.ts'
import { readManifest, writeManifest, type Manifest } from './manifest.ts'
import { destinationsIn, type DestinationStatus } from './status.ts'

/** What was asked for; what wasn't is as at the last sync. */
export interface Wanted {
  destinations: Change
  values?: OptionValues | undefined
  incomplete?: Manifest['incomplete'] | undefined
  withNetwork?: boolean | undefined
  safeCsv?: boolean | undefined
  full: boolean
  rewrite: boolean
  /** Columns of databases may be renamed. */
  mayChange: boolean
  keys: SyncOptions['keys']
  labels?: SyncOptions['labels']
  /** Labels that are known of a survey from elsewhere, each with the id of its option. */
  former?: (quiz: number) => Promise<SyncOptions['former']>
  ahead: number
  progress: Progress
  /** Of this program. */
  version: string
}

export interface Target extends Whose {
  folder: string
}

export type Synced = Omit<SyncResult, 'dictionary'> & {
  quiz: number
  /** Absent where a database holds all that is remembered. */
  folder?: string
  name: string
  destinations: (DestinationStatus & Partial<RowsWritten>)[]
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
    const known = before?.databases ?? []
    const opened = await openDatabases(service, target, destinations.databases, { known, version: wanted.version })
    const store = await orFail(opened, () => Store.open(storeOf(folder)))
    try {
      refuseForeign(folder, whoseIn(store), target)
      claim(store, folder, destinations.formats, before?.formats ?? [])
      store.setMeta('whose', JSON.stringify({ base_url, quiz }))
      takeUp(store, target, opened.begun)
      const manifest = manifestFor(target, { ...destinations, ended }, before, wanted)
      return { ...(await orFail(opened, () => fill(service, store, folder, { before, manifest, wanted, opened }))), ended }
    } finally {
      store.close()
    }
  }).catch((error: unknown) => {
    throw diskFailure(error, target.folder, syncAgain)
  })

/** Runs that were begun in databases are said to have failed. */
export async function orFail<Result>({ begun }: OpenedDatabase, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await failAll(begun, error)
    throw error
  }
}

const writtenTo = (one: DestinationStatus, written: readonly WrittenTo[]): RowsWritten | undefined =>
  one.to === 'postgres' ? written.find(({ url, schema }) => one.url === url && one.schema === schema) : undefined

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
  opened: OpenedDatabase
}

async function fill(
  service: Service,
  store: Store,
  folder: string,
  { before, manifest, wanted, opened }: Plan,
): Promise<Omit<Synced, 'ended'>> {
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
  const written = await writeDatabases(opened, { work, incomplete, named: keys, mayChange: wanted.mayChange, version: wanted.version })
  writeManifest(folder, { ...manifest, name: dictionary.name, last: { at: new Date().toISOString(), ...result } })
  if (opened.failures.length > 0) throw opened.failures[0]
  const asked = new Set(dictionary.questions.map(({ id }) => id))
  return {
    quiz,
    folder,
    name: dictionary.name,
    destinations: destinationsIn(store, manifest).map((one) => ({ ...one, ...writtenTo(one, written) })),
    seconds: (Date.now() - began) / 1000,
    unused_keys: Object.keys(keys).filter((id) => !asked.has(id)),
    ...result,
  }
}
