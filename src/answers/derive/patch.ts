/**
 * The NDJSON of a month in which few answers changed: lines of the others are copied as they stand. To write a line anew takes
 * some ten times as long.
 */
import { closeSync, openSync, statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { Table } from '../dictionary/table.ts'
import type { Kept } from '../store/store.ts'
import { lineOf, Lines } from './lines.ts'
import { Draft } from './place.ts'
import { markOf, type Derivation } from './work.ts'

/** To find the place of one takes as long as to write so many. */
const worth = 30
/** They are sorted in memory. */
const mostChanged = 10_000

const within = 'from answer where start >= ? and start < ?'

/** Whether the file was made, under its temporary name. Where anything is not as it was left here, all of it is to be written. */
export async function patch(work: Derivation, month: string, path: string, [from, until]: readonly [number, number]): Promise<boolean> {
  const known = markOf(work, 'ndjson', month)
  if (!known || work.rewrite || known.revision !== work.dictionary.revision || known.size === 0) return false
  if (statSync(path, { throwIfNoEntry: false })?.size !== known.size) return false
  const rows = work.store.number(`select count(*) ${within} and gone is null`, from, until)
  const changed = work.store.number(`select count(*) ${within} and changed > ?`, from, until, known.sync)
  if (changed > mostChanged || changed * worth > rows) return false
  const news = work.store
    .prepared(`select id, start, end, state, body, net, gone ${within} and changed > ? order by start, id`)
    .iterate(from, until, known.sync) as unknown as Iterable<Kept>
  const file = openSync(path, 'r')
  const draft = new Draft(path)
  try {
    const table = new Table(work.dictionary, work.values)
    const lines = new Lines(file, known.size)
    const isWhole = lines.keys === table.keys && (await merge(work, { lines, draft, table }, news)) === rows && lines.areOurs
    if (isWhole) draft.end()
    else draft.abandon()
    return isWhole
  } catch (error) {
    draft.abandon()
    throw error
  } finally {
    closeSync(file)
  }
}

interface Parts {
  lines: Lines
  draft: Draft
  table: Table
}

/**
 * Returns how many lines there are: more than there are answers where one began at another time before, which is not looked for.
 */
async function merge({ signal }: Derivation, { lines, draft, table }: Parts, news: Iterable<Kept>): Promise<number> {
  let count = 0
  let at = 0
  const copyUntil = async (end: number): Promise<void> => {
    for (const { bytes, ended } of lines.between(at, end)) {
      draft.bytes(bytes)
      count += ended
      await setImmediate()
      signal.throwIfAborted()
    }
    at = end
  }
  for (const answer of news) {
    const line = lines.atLeast(answer, at)
    await copyUntil(line?.from ?? lines.size)
    if (line?.id === answer.id && line.start === answer.start) at = line.until
    if (answer.gone !== null) continue
    draft.text(lineOf(table, answer))
    count++
  }
  await copyUntil(lines.size)
  return count
}
