/** One survey into its folder, and into the databases that belong to it. */
import { usageError } from '../../errors.ts'
import type { Service } from '../../service.ts'
import { derive } from '../derive/index.ts'
import type { Derivation, Progress } from '../derive/work.ts'
import type { OptionValues } from '../dictionary/columns.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import { keepsNetwork, keysWithKeeping, type WantedKeeping } from '../dictionary/keeping.ts'
import { diskFailure } from '../../system/disk-failure.ts'
import { noteWritten, whoseIn, type Whose } from '../store/notes.ts'
import { syncAgain } from '../store/open.ts'
import { Store } from '../store/store.ts'
import { sync, type SyncOptions, type SyncResult } from '../sync/run.ts'
import { surveyAnswers } from '../sync/service.ts'
import { adoptDecisions, failAll, openDatabases, writeDatabases, type OpenedDatabase, type WrittenTo } from './databases.ts'
import { planned, type Change, type Destinations, type Ended } from './destinations.ts'
import { claim, refuseForeign, refuseForeignFiles, storeOf, withFolderLock } from './folder.ts'
import { digester } from './hash-key.ts'
import type { Begun, RowsWritten } from '../postgres/index.ts'
import { readManifest, writeManifest, type Manifest } from './manifest.ts'
import { destinationsIn, type DestinationStatus } from './status.ts'

/** The most answers of one page. */
const pageRows = 999

/** What was asked for; what wasn't is as at the last sync. */
export interface Wanted {
  destinations: Change
  values?: OptionValues | undefined
  incomplete?: Manifest['incomplete'] | undefined
  keep: WantedKeeping
  /** Roles that may read the tables from now on. */
  grant: readonly string[]
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
  /** Names of variables that are left out, and of those that are digests. */
  excluded: string[]
  hashed: string[]
}

export const syncFolder = (service: Service, target: Target, wanted: Wanted): Promise<Synced> =>
  withFolderLock(target.folder, async () => {
    const { folder, base_url, quiz } = target
    refuseForeignFiles(folder)
    const before = readManifest(folder)
    refuseForeign(folder, before, target)
    const { ended, ...destinations } = planned(quiz, folder, before, wanted.destinations)
    const known = before?.databases ?? []
    const { version, grant } = wanted
    if (grant.length > 0 && destinations.databases.length === 0) throw usageError('--grant is of a database, and none is written')
    const opened = await openDatabases(service, target, destinations.databases, { known, version, grant, resume: wanted.rewrite })
    const store = await orFail(opened, () => Store.open(storeOf(folder)))
    try {
      refuseForeign(folder, whoseIn(store), target)
      claim(store, folder, destinations.formats, before?.formats ?? [])
      store.setMeta('whose', JSON.stringify({ base_url, quiz }))
      adoptDecisions(store, target, opened.begun)
      const manifest = manifestFor(target, destinations, before ?? settingsInDatabase(opened.begun), wanted)
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

/** A new folder has the settings with which a database of it was written before. */
export function settingsInDatabase(begun: readonly Begun[]): Partial<Manifest> | undefined {
  const state = begun.find((one) => one.state.sync > 0)?.state
  return state && { values: state.values, incomplete: state.facts.incomplete ?? 'recent' }
}

export const manifestFor = (
  { base_url, quiz }: Whose,
  { formats, databases }: Destinations,
  before: Partial<Manifest> | undefined,
  { values, incomplete, safeCsv }: Wanted,
): Manifest => ({
  format: 1,
  base_url,
  quiz,
  name: before?.name ?? '',
  formats: [...formats],
  databases: [...databases],
  values: values ?? before?.values ?? 'labels',
  incomplete: incomplete ?? before?.incomplete ?? 'recent',
  // As it turns out once the decisions of databases are known.
  with_network: before?.with_network ?? false,
  ...((safeCsv ?? before?.safe_csv) && { safe_csv: true }),
  last: before?.last ?? null,
})

/** A folder of an earlier version says only in its manifest that addresses are kept. */
const keepingFor = (store: Store, { quiz, with_network }: Manifest, { keep }: Wanted): WantedKeeping =>
  with_network && !store.dictionary(quiz).keeping ? { ...keep, network: keep.network ?? true } : keep

/** How a survey is read. */
export async function readingOf(
  { signal, note }: Service,
  quiz: number,
  { full, keys, labels, former, ahead, progress }: Wanted,
): Promise<Omit<SyncOptions, 'incomplete'>> {
  const onReread = (answers: number): void =>
    note(
      `Survey ${quiz}: ${answers === 1 ? 'its answer is' : `all ${answers.toLocaleString('en')} answers are`} read again (about ${Math.ceil(answers / pageRows) + 4} requests)`,
    )
  const onRead = (known: number, total: number | undefined): void => progress('reading', known, total)
  return { full, keys, labels, former: await former?.(quiz), ahead, progress: onRead, signal, onReread }
}

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
  const { quiz, values, incomplete, safe_csv: safeCsv = false } = manifest
  // Columns hold what was asked for: other values are other files.
  const isOther = before
    ? before.values !== values || (before.safe_csv ?? false) !== safeCsv
    : // Whoever removed the manifest took along what the files hold.
      store.number('select count(*) from sync') > 0
  const rewrite = wanted.rewrite || isOther || store.meta('rewriting') === 'yes'
  // So that a sync that is cut off in the middle is finished by the next one.
  if (rewrite) store.setMeta('rewriting', 'yes')
  writeManifest(folder, manifest)
  const { signal } = service
  const { progress } = wanted
  const options = {
    ...(await readingOf(service, quiz, wanted)),
    incomplete,
    keep: keepingFor(store, manifest, wanted),
    digest: digester(folder),
  }
  const { dictionary, ...result } = await sync(store, surveyAnswers(service, quiz), options)
  const work: Derivation = { store, dictionary, folder, values, sync: result.sync, rewrite, safeCsv, signal, progress }
  await derive(work, manifest.formats, manifest.databases[0]?.schema)
  for (const format of manifest.formats) noteWritten(store, format)
  if (rewrite) store.setMeta('rewriting', 'no')
  const written = await writeDatabases(opened, { work, incomplete, wanted })
  const with_network = keepsNetwork(dictionary)
  writeManifest(folder, { ...manifest, name: dictionary.name, with_network, last: { at: new Date().toISOString(), ...result } })
  if (opened.failures.length > 0) throw opened.failures[0]
  return {
    folder,
    ...factsOf(quiz, dictionary, wanted),
    destinations: destinationsIn(store, manifest).map((one) => ({ ...one, ...writtenTo(one, written) })),
    seconds: (Date.now() - began) / 1000,
    ...result,
  }
}

export function factsOf(quiz: number, dictionary: Dictionary, { keys }: Wanted) {
  const asked = new Set(dictionary.questions.map(({ id }) => id))
  return {
    quiz,
    name: dictionary.name,
    unused_keys: Object.keys(keys).filter((id) => !asked.has(id)),
    excluded: keysWithKeeping(dictionary, 'excluded'),
    hashed: keysWithKeeping(dictionary, 'hashed'),
  }
}
