/** Writes all files that are derived from the store. Each of them can be deleted: the next sync writes it again. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appendChanges, writeTombstones } from './changes.ts'
import { writeLong, writeWide } from './csv.ts'
import { fileOf, type Format } from './formats.ts'
import { parquet } from './parquet.ts'
import { ndjson, writePartitions } from './partitions.ts'
import { replaceFile } from '../../system/replace-file.ts'
import { removeLeftovers } from './draft.ts'
import { readme } from './readme.ts'
import { updateSqlite } from './sqlite.ts'
import { isStale, saveProgress, progressOf, type Derivation } from './work.ts'
import type { Store } from '../store/store.ts'
import { orderedQuestions } from '../dictionary/columns.ts'
import { describeDictionary } from '../dictionary/describe.ts'

const wholeFiles = [
  { format: 'csv', write: writeWide },
  { format: 'csv-long', write: writeLong },
  { format: 'sqlite', write: updateSqlite },
] as const

/** `schema`: of the PostgreSQL database that is written as well, for the README. */
export async function derive(work: Derivation, formats: readonly Format[], schema?: string): Promise<void> {
  removeLeftovers(work.folder)
  writeIfOther(join(work.folder, 'dictionary.json'), `${JSON.stringify(describeDictionary(work.dictionary), undefined, 2)}\n`)
  const partitioned = [ndjson, parquet].filter(({ name }) => formats.includes(name))
  await writePartitions(work, partitioned)
  const changed = work.store.number('select coalesce(max(changed), 0) from month')
  // It has tables of questions and options as well.
  const described = hashOf(JSON.stringify(orderedQuestions(work.dictionary)))
  const isCurrent = (format: Format): boolean => format !== 'sqlite' || work.store.meta('described') === described
  for (const { format, write } of wholeFiles.filter(({ format }) => formats.includes(format))) {
    const path = join(work.folder, fileOf[format])
    if (!work.rewrite && !isStale(work, changed, format) && isCurrent(format) && existsSync(path)) continue
    await write(work, path)
    saveProgress(work, format)
    if (format === 'sqlite') work.store.setMeta('described', described)
  }
  if (formats.includes('changes')) await appendChanges(work)
  if (work.rewrite || isStale(work, latestGone(work), 'tombstones')) {
    await writeTombstones(work)
    saveProgress(work, 'tombstones')
  }
  writeReadme(work, readme(work.dictionary, formats, schema))
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const textOf = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

function writeIfOther(path: string, text: string): void {
  if (textOf(path) !== text) replaceFile(path, text, 0o600)
}

/** Once somebody has changed it, it is theirs. */
export function isOwnReadme(store: Store, folder: string): boolean {
  const [present, written] = [textOf(join(folder, 'README.md')), store.meta('readme')]
  return present === undefined || written === undefined || hashOf(present) === written
}

function writeReadme({ store, folder }: Derivation, text: string): void {
  const path = join(folder, 'README.md')
  if (!isOwnReadme(store, folder)) return
  writeIfOther(path, text)
  store.setMeta('readme', hashOf(text))
}

/** The latest sync that found a deletion, among what changed since tombstones were written: reading all of ten million answers takes a second. */
const latestGone = (work: Derivation): number =>
  work.store.number('select coalesce(max(gone), 0) from answer where changed > ?', progressOf(work, 'tombstones')?.sync ?? -1)
