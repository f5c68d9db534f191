/**
 * Rewrites the NDJSON file of a month in which few answers changed: the lines of all others are copied, which is about ten times
 * faster than making them.
 */
import { closeSync, openSync, statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { Table } from '../dictionary/table.ts'
import type { StoredRow } from '../store/store.ts'
import { lineOf, Lines } from './lines.ts'
import { Draft } from './draft.ts'
import { progressOf, type Derivation } from './work.ts'

/** Finding the place of one line takes as long as writing this many. */
const minRowsPerChange = 30
/** A bound, as they are sorted in memory. */
const mostChanged = 10_000

const within = 'from answer where start >= ? and start < ?'

/** Returns whether the file was written, under its temporary name. Where it isn't as the last sync left it, it isn't, and has to be written as a whole. */
export async function patch(work: Derivation, month: string, path: string, [from, until]: readonly [number, number]): Promise<boolean> {
  const known = progressOf(work, 'ndjson', month)
  if (!known || work.rewrite || known.revision !== work.dictionary.revision || known.size === 0) return false
  if (statSync(path, { throwIfNoEntry: false })?.size !== known.size) return false
  const rows = work.store.number(`select count(*) ${within} and gone is null`, from, until)
  const changed = work.store.number(`select count(*) ${within} and changed > ?`, from, until, known.sync)
  if (changed > mostChanged || changed * minRowsPerChange > rows) return false
  const changes = work.store.iterate<StoredRow>(
    `select id, start, end, state, body, net, gone ${within} and changed > ? order by start, id`,
    from,
    until,
    known.sync,
  )
  const file = openSync(path, 'r')
  const draft = new Draft(path)
  try {
    const table = new Table(work.dictionary, work.values)
    const lines = new Lines(file, known.size)
    const isWhole = lines.keys === table.keys && (await merge(work, { lines, draft, table }, changes)) === rows && lines.areOurs
    if (isWhole) draft.end()
    else draft.discard()
    return isWhole
  } catch (error) {
    draft.discard()
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
 * Returns how many lines were written. That is more than there are answers where the begin of one changed, as its old line is not
 * searched for; the caller then writes the whole file.
 */
async function merge({ signal }: Derivation, { lines, draft, table }: Parts, changes: Iterable<StoredRow>): Promise<number> {
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
  for (const answer of changes) {
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
