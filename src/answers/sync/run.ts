/** One sync: updates the dictionary, then runs the passes. */
import type { KnownNames } from '../dictionary/keys.ts'
import { draftOf, isPublic, type Drafted, screensOf, updateDictionary } from '../dictionary/update.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import type { DecodeWarnings } from '../decode/warnings.ts'
import type { Store, Tally } from '../store/store.ts'
import { unusualKeeping, type WantedKeeping } from '../dictionary/keeping.ts'
import { forgetUnlisted } from '../dictionary/unlisted-texts.ts'
import { Ingest } from './ingest.ts'
import { settleKeeping, type Digest } from './kept-parts.ts'
import { latestEnd, readAll, readFinished, readOpen, readTail, type ReadOutcome, type Work } from './passes.ts'
import { Reader } from './reader.ts'
import { reconcile } from './reconcile.ts'
import { findFormerLabels } from './former.ts'
import type { SurveyAnswers } from './service.ts'
import type { UnlistedText } from './unlisted.ts'

export interface SyncOptions extends KnownNames {
  incomplete: 'recent' | 'all' | 'none'
  full: boolean
  /** What of answers is kept, where that is decided now. */
  keep?: WantedKeeping | undefined
  /** For texts of which only digests are kept; `fingerprint`: of the key of those that are there. */
  digest?: ((fingerprint: string | undefined) => { digest: Digest; fingerprint: string }) | undefined
  /** The store holds only hashes of answers: where labels changed, or `rebuild` says so, all are read again. */
  hashed?: { rebuild: boolean } | undefined
  /** Called where all answers have to be read again, though nobody asked for it. */
  onReread?: ((answers: number) => void) | undefined
  /** How many pages are requested ahead. */
  ahead: number
  signal: AbortSignal
  progress: (known: number, total: number | undefined) => void
}

export interface SyncResult extends Tally, ReadOutcome {
  sync: number
  answers: number
  requests: number
  /** Everything was read again, as what is kept, or what a database holds, has to be made anew. */
  reread: boolean
  decode_warnings: DecodeWarnings
  /** Texts of the answers that came which fit no option. */
  unlisted: UnlistedText[]
  /** An option or a key was renamed: all files are written again. */
  renamed: boolean
  dictionary: Dictionary
}

export async function sync(store: Store, service: SurveyAnswers, options: SyncOptions): Promise<SyncResult> {
  const dictionary = store.dictionary(service.quiz)
  const { revision } = dictionary
  const before = store.get<{ mark: number | null; complete: number }>('select mark, complete from sync order by n desc limit 1')
  const n = store.number('select coalesce(max(n), 0) from sync') + 1
  const first = store.count === 0
  const draft = await refresh(store, service, dictionary, n, options)
  const refill = settleKeeping(store, dictionary, options.keep, Object.keys(draft.entities))
  const digest = digestFor(dictionary, options)
  const { hashed } = options
  const needsBodies = hashed !== undefined && (hashed.rebuild || refill || dictionary.revision !== revision)
  const readsAll = (needsBodies || refill) && !first
  if (readsAll) options.onReread?.(store.count)
  const ingest = new Ingest(store, dictionary, { sync: n, draft, needsBodies, digest })
  const work: Work = { store, ingest, reader: new Reader(service, options.ahead), signal: options.signal, progress: options.progress }
  const mark = before?.mark ?? (await latestEnd(work))
  store.run('insert into sync (n, began, mark) values (?, ?, ?)', n, Date.now(), mark)
  const outcome = options.full || readsAll ? await readAll(work) : await incremental(work, { first, mark, incomplete: options.incomplete })
  const newest = first ? mark : ingest.latestEnd(mark)
  await findFormerLabels(service, dictionary, ingest.unlisted)
  if (!hashed && ingest.tally.changed + ingest.tally.gone > 0) forgetUnlisted(dictionary, (_, text) => isSaid(store, text))
  store.transaction(() => {
    store.run('update sync set ended = ?, mark = ?, complete = 1, requests = ? where n = ?', Date.now(), newest, service.requests, n)
    store.saveCount(n)
    store.saveDictionary(dictionary)
    if (outcome.full) store.setMeta('refill', 'no')
    if (outcome.full && outcome.agrees) store.setMeta('full', JSON.stringify({ sync: n, at: new Date().toISOString() }))
  })
  const renamed = !first && dictionary.revision !== revision
  return {
    ...ingest.tally,
    ...outcome,
    reread: readsAll,
    sync: n,
    answers: store.count,
    requests: service.requests,
    decode_warnings: ingest.warnings,
    unlisted: ingest.unlisted.texts,
    renamed,
    dictionary,
  }
}

/** Reads the questions before any answer, so that answers can be decoded. */
async function refresh(
  store: Store,
  service: SurveyAnswers,
  dictionary: Dictionary,
  n: number,
  { keys, labels, former }: SyncOptions,
): Promise<Drafted> {
  const survey = await service.survey()
  const stamp = JSON.stringify([survey.updated_at ?? null, survey.published_at ?? null])
  // A report counts all answers, which is slow: it is requested only when something may have been published.
  const isNew = survey.updated_at === undefined || store.meta('survey') !== stamp
  const report = isNew ? await service.report() : undefined
  updateDictionary(dictionary, { survey, report, sync: n, keys, labels, former })
  store.transaction(() => {
    store.saveDictionary(dictionary)
    // One that could not be read is asked for by the next sync.
    if (!isNew || report) store.setMeta('survey', stamp)
    // The draft's, where it is what respondents see; any other only where nothing else is known.
    if (isPublic(survey) || store.meta('logic') === undefined)
      store.setMeta('logic', JSON.stringify({ ids: screensOf(survey), conditions: survey.conditions ?? null }))
  })
  return { ...draftOf(survey), former }
}

/** As it stands in JSON, or as JSON itself. */
const isSaid = (store: Store, text: string): boolean =>
  store.number(
    'select exists (select 1 from answer where gone is null and (instr(body, ?) > 0 or instr(body, ?) > 0))',
    JSON.stringify(text).slice(1, -1),
    text,
  ) === 1

/** The key is asked for where something needs it. */
function digestFor(dictionary: Dictionary, { digest }: SyncOptions): Digest {
  if (!Object.values(unusualKeeping(dictionary)).includes('hashed')) {
    delete dictionary.digests
    return (text) => text
  }
  // Only syncs into stores of their own keep everything.
  if (!digest) throw new Error('Digests need a key')
  const made = digest(dictionary.digests)
  dictionary.digests = made.fingerprint
  return made.digest
}

interface Steps {
  first: boolean
  mark: number
  incomplete: SyncOptions['incomplete']
}

async function incremental(work: Work, { first, mark, incomplete }: Steps): Promise<ReadOutcome> {
  let end = await readTail(work)
  const gone = work.store.count - end
  if (!first) {
    await readFinished(work, mark)
    if (incomplete !== 'none') await readOpen(work, incomplete === 'all')
  }
  // New answers that came in meanwhile stand behind the end that was read.
  if (work.store.count - end !== gone) end = await readTail(work)
  return reconcile(work, end)
}
