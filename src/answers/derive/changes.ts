/** `changes.ndjson`: what each sync changed, appended for programs that follow it; `tombstones.ndjson`: what was deleted. */
import { createInterface } from 'node:readline'
import { closeSync, createReadStream, existsSync, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs'
import { appending } from '../../system/small-file.ts'
import { join } from 'node:path'
import { Table } from '../dictionary/table.ts'
import { unusualKeeping, changedKeeping } from '../dictionary/keeping.ts'
import type { StoredRow } from '../store/store.ts'
import { writeAtomically } from './draft.ts'
import { inTurns, progressOf, saveProgress, type Derivation } from './work.ts'

const name = 'changes'
const batchLength = 256 * 1024

/** Appends behind what the last finished sync wrote: one that was killed may have left more, which is cut off. */
export async function appendChanges(work: Derivation): Promise<void> {
  const path = join(work.folder, 'changes.ndjson')
  const known = progressOf(work, name)
  const present = existsSync(path) ? statSync(path).size : 0
  // A follower that has read the file may have removed or emptied it: it then starts again from there.
  const from = Math.min(known?.size ?? 0, present)
  const dropped = await dropMembers(work, path, from)
  const news = work.store.number('select count(*) from (select 1 from answer where changed > ? limit 1)', known?.sync ?? 0)
  if (known && known.sync > 0 && present === known.size && news === 0 && !dropped) return
  if (from > 0) await forget(work, path, from, known?.sync ?? 0)
  const file = openSync(path, appending, 0o600)
  try {
    ftruncateSync(file, from)
    const size = from + (await write(work, file, known?.sync ?? 0))
    fsyncSync(file)
    saveProgress(work, name, '', size)
  } finally {
    closeSync(file)
  }
}

/** Members of what is kept otherwise by now are taken out of earlier lines. */
async function dropMembers({ store, dictionary }: Derivation, path: string, size: number): Promise<boolean> {
  const now = unusualKeeping(dictionary)
  const names = changedKeeping(JSON.parse(store.meta('changes kept') ?? '{}') as Record<string, string>, now)
  if (names.length === 0) return false
  const keys = new Set(dictionary.questions.flatMap(({ id, key }) => (names.includes(id) ? [key, `${key}_code`, `${key}_code_`] : [])))
  if (size > 0)
    await rewrite(path, size, (line) => {
      const members = Object.entries(JSON.parse(line) as Record<string, unknown>)
      return JSON.stringify(Object.fromEntries(members.filter(([name]) => !keys.has(name) && !names.includes(name))))
    })
  store.setMeta('changes kept', JSON.stringify(now))
  return true
}

/** Other lines in the place of earlier ones: blanks fill them up, as followers count bytes. */
const rewrite = (path: string, size: number, change: (line: string) => string): Promise<void> =>
  writeAtomically(path, async (draft) => {
    for await (const line of createInterface({ input: createReadStream(path, { end: size - 1 }), crlfDelay: Infinity })) {
      const text = change(line)
      draft.text(`${text.padEnd(text.length + Buffer.byteLength(line) - Buffer.byteLength(text))}\n`)
    }
  })

/** What deleted answers said is taken out of lines that were written before. */
async function forget({ store }: Derivation, path: string, size: number, since: number): Promise<void> {
  const gone = new Set(store.all<{ id: number }>('select id from answer where changed > ? and gone is not null', since).map(({ id }) => id))
  if (gone.size === 0) return
  await rewrite(path, size, (line) => {
    const [, sync, id] = /^\{"op":"upsert","sync":(\d+),"id":(-?\d+)/.exec(line) ?? []
    return id === undefined || !gone.has(Number(id)) ? line : `{"op":"delete","sync":${sync},"id":${id}}`
  })
}

async function write(work: Derivation, file: number, since: number): Promise<number> {
  const table = new Table(work.dictionary, work.values)
  const rows = work.store.iterate<StoredRow & { changed: number }>(
    'select id, start, end, state, body, net, gone, changed from answer where changed > ? order by changed, id',
    since,
  )
  let [batch, size] = ['', 0]
  const flush = (): void => {
    const bytes = Buffer.from(batch)
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    size += bytes.length
    batch = ''
  }
  for await (const { changed, ...answer } of inTurns(rows, work.signal)) {
    batch +=
      answer.gone === null
        ? `{"op":"upsert","sync":${changed},${table.members(answer)}}\n`
        : `{"op":"delete","sync":${changed},"id":${answer.id}}\n`
    if (batch.length > batchLength) flush()
  }
  flush()
  return size
}

export async function writeTombstones(work: Derivation): Promise<void> {
  const rows = work.store
    .prepared(
      // Only what changed in syncs that found deletions: reading each of ten million answers takes half a minute.
      `select answer.id, sync.n as sync, strftime('%Y-%m-%dT%H:%M:%SZ', sync.began / 1000, 'unixepoch') as found
        from sync cross join answer on answer.changed = sync.n
        where sync.gone > 0 and answer.gone is not null order by sync.n, answer.id`,
    )
    .iterate()
  await writeAtomically(join(work.folder, 'tombstones.ndjson'), (draft) => {
    for (const row of rows) draft.text(`${JSON.stringify(row)}\n`)
  })
}
