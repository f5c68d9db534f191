/** All that is made of the store. Each of these files can be deleted: the next sync makes it again. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appendChanges, writeTombstones } from './changes.ts'
import { writeLong, writeWide } from './csv.ts'
import type { Format } from './formats.ts'
import { ndjson } from './ndjson.ts'
import { parquet } from './parquet.ts'
import { writePartitions } from './partitions.ts'
import { placeText, sweep } from './place.ts'
import { readme } from './readme.ts'
import { keepSqlite } from './sqlite.ts'
import { isStale, mark, markOf, type Derivation } from './work.ts'
import { describeDictionary } from '../dictionary/describe.ts'

/** `schema`: they stand in a database, too. */
export async function derive(work: Derivation, formats: readonly Format[], schema?: string): Promise<void> {
  sweep(work.folder)
  placeText(join(work.folder, 'dictionary.json'), `${JSON.stringify(describeDictionary(work.dictionary), undefined, 2)}\n`)
  const partitioned = [ndjson, parquet].filter(({ name }) => formats.includes(name as Format))
  await writePartitions(work, partitioned)
  const changed = work.store.number('select coalesce(max(changed), 0) from month')
  const wholes = whole(work).filter(({ format }) => formats.includes(format))
  for (const { format, path, write } of wholes) {
    if (!work.rewrite && !isStale(work, changed, format) && existsSync(join(work.folder, path))) continue
    await write(join(work.folder, path))
    mark(work, format)
  }
  if (formats.includes('changes')) await appendChanges(work)
  if (work.rewrite || isStale(work, latestGone(work), 'tombstones')) {
    await writeTombstones(work)
    mark(work, 'tombstones')
  }
  placeText(join(work.folder, 'README.md'), readme(work.dictionary, formats, schema))
}

/** Of what changed since tombstones were written: to look at each of ten million answers takes a second. */
const latestGone = (work: Derivation): number =>
  work.store.number('select coalesce(max(gone), 0) from answer where changed > ?', markOf(work, 'tombstones')?.sync ?? -1)

const whole = (work: Derivation): { format: Format; path: string; write: (path: string) => Promise<void> }[] => [
  { format: 'csv', path: 'csv/wide.csv', write: (path) => writeWide(work, path) },
  { format: 'csv-long', path: 'csv/long.csv', write: (path) => writeLong(work, path) },
  {
    format: 'sqlite',
    path: 'answers.sqlite',
    write: (path) => keepSqlite(work, path),
  },
]
