/** `changes.ndjson`: what each sync brought, appended for whoever follows; `tombstones.ndjson`: what was deleted. */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs'
import { appending } from '../../system/small-file.ts'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Table } from '../dictionary/table.ts'
import type { Kept } from '../store/store.ts'
import { placeFile } from './place.ts'
import { mark, markOf, type Derivation } from './work.ts'

const name = 'changes'
const batchLength = 256 * 1024

/** Behind what is known to be whole: a run that was killed may have left more. */
export async function appendChanges(work: Derivation): Promise<void> {
  const path = join(work.folder, 'changes.ndjson')
  const known = markOf(work, name)
  const present = existsSync(path) ? statSync(path).size : 0
  // Somebody took it away, or emptied it, when it was read: it goes on from there.
  const from = Math.min(known?.size ?? 0, present)
  if (known && known.sync >= work.sync && present === known.size) return
  const file = openSync(path, appending, 0o600)
  try {
    ftruncateSync(file, from)
    const size = from + (await write(work, file, known?.sync ?? 0))
    fsyncSync(file)
    mark(work, name, '', size)
  } finally {
    closeSync(file)
  }
}

async function write(work: Derivation, file: number, since: number): Promise<number> {
  const table = new Table(work.dictionary, work.values)
  const rows = work.store
    .prepared('select id, start, end, state, body, net, gone, changed from answer where changed > ? order by changed, id')
    .iterate(since) as unknown as Iterable<Kept & { changed: number }>
  let [batch, size, count] = ['', 0, 0]
  const flush = (): void => {
    const bytes = Buffer.from(batch)
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    size += bytes.length
    batch = ''
  }
  for (const { changed, ...answer } of rows) {
    batch +=
      answer.gone === null
        ? `{"op":"upsert","sync":${changed},${table.members(answer)}}\n`
        : `{"op":"delete","sync":${changed},"id":${answer.id}}\n`
    if (batch.length > batchLength) flush()
    if (++count % 5000 === 0) {
      await setImmediate()
      work.signal.throwIfAborted()
    }
  }
  flush()
  return size
}

export async function writeTombstones(work: Derivation): Promise<void> {
  const rows = work.store
    .prepared(
      // By what changed in runs that found any gone: to look at each of ten million answers takes half a minute.
      `select answer.id, sync.n as sync, strftime('%Y-%m-%dT%H:%M:%SZ', sync.began / 1000, 'unixepoch') as found
        from sync cross join answer on answer.changed = sync.n
        where sync.gone > 0 and answer.gone is not null order by sync.n, answer.id`,
    )
    .iterate()
  await placeFile(join(work.folder, 'tombstones.ndjson'), (draft) => {
    for (const row of rows) draft.text(`${JSON.stringify(row)}\n`)
  })
}
