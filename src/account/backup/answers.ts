/** The answers of a survey, a line each; of an earlier backup only what is new is read. */
import { crc32 } from 'node:zlib'
import { listAnswers } from '../../contract/answers/answer.ts'
import { idOf } from '../../answers/answer-facts.ts'
import { inOrder } from '../../answers/sync/passes.ts'
import { maxPageRows } from '../../answers/sync/lateness.ts'
import { Reader, type ReadPage } from '../../answers/sync/reader.ts'
import type { AnswerPages, AnswerPlace } from '../../answers/sync/service.ts'
import type { Progress } from '../../answers/derive/work.ts'
import type { oneAtATime } from '../../system/in-parallel.ts'
import type { Folder } from '../folder.ts'
import { storeFiles, uploadsOf } from './media.ts'
import { pathOf } from './reads.ts'
import { linesOf, objectIn } from './lines.ts'
import type { BackupOptions } from './manifest.ts'
import type { Earlier, Writer } from './writer.ts'

/** What a backup is to hold, and how it is read. */
export interface BackupWanted extends BackupOptions {
  /** Read all answers again, where an earlier backup has some. */
  fullAnswers: boolean
  /** Pages of answers that are requested ahead. */
  ahead: number
  /** What is large, of one survey after the other: so much is held at once, and told of, however many surveys are read. */
  inTurn: ReturnType<typeof oneAtATime>
  progress: Progress
}

/** An answer as the service wrote it. */
type Written = AnswerPlace & { text: Uint8Array }

/** `false`: some came, went or moved while they were read, so these are not all. */
export async function storeAnswers(writer: Writer, id: number, wanted: BackupWanted): Promise<boolean> {
  const path = pathOf(listAnswers, { id }, 'rows')
  const { earlier } = writer
  let areAll = true
  if (!writer.files.has(path)) {
    const known = !wanted.fullAnswers && earlier && (await writer.isInEarlier(path)) ? knownIn(earlier.folder, path) : undefined
    if (earlier && known) await writer.orGap(path, listAnswers, () => storeNewer(writer, earlier, { id, known }, wanted))
    else areAll = await readAll(writer, id, wanted)
  }
  if (wanted.files) {
    const uploads = new Set<string>()
    for (const line of writer.folder.lines(path)) for (const address of uploadsOf(JSON.parse(line))) uploads.add(address)
    await storeFiles(writer, id, 'files', [...uploads], wanted.progress)
  }
  return areAll
}

const readerOf = (writer: Writer, id: number, { ahead }: BackupWanted): Reader<Written> => new Reader(pagesOf(writer, id), ahead)

function pagesOf({ service }: Writer, quiz: number): AnswerPages<Written> {
  return {
    quiz,
    page: async (query) => {
      let texts: readonly Uint8Array[] = []
      const read = service.rows(listAnswers, { id: quiz, ...query }, { texts: (given) => (texts = given) })
      const rows = [...(await read.page())].flat()
      // Of each row there is a text; what was parsed of it is not held.
      return {
        rows: rows.map((row, index) => ({ id: idOf(row), date_start: row.date_start, date_end: row.date_end, text: texts[index]! })),
        total: read.total,
      }
    },
  }
}

/** A row that arrives meanwhile stands at the end, so none is passed over. */
async function readAll(writer: Writer, id: number, wanted: BackupWanted): Promise<boolean> {
  const known = new Set<number>()
  let listed = 0
  await writer.storeList(listAnswers, { id }, async (writing) => {
    const reader = readerOf(writer, id, wanted)
    const isKnown = (row: Written): boolean => known.has(row.id)
    const take = ({ rows, total }: ReadPage<Written>): number => {
      const news = [...rows].filter((row) => known.size < known.add(row.id).size)
      writing.write(linesOf(news.map(({ text }) => text)))
      listed = total ?? known.size
      if (listed > maxPageRows) wanted.progress(`Survey ${id}: answers`, known.size, listed)
      return news.length
    }
    for await (const page of reader.pages(inOrder, 0, isKnown)) take(page)
    // One may be stored after others that were begun later: it stands among those that were read.
    if (known.size < listed) await fromNewest(reader.pages({ ...inOrder, order: 'desc' }, 0, isKnown), take)
  })
  return known.size >= listed
}

/** Until more than a page of them is no news. */
async function fromNewest(pages: AsyncIterable<ReadPage<Written>>, take: (page: ReadPage<Written>) => number): Promise<void> {
  let same = 0
  for await (const page of pages) {
    same = take(page) > 0 ? 0 : same + page.rows.count
    if (same > maxPageRows) return
  }
}

/** The checksum of each answer, by its id; `undefined`: somebody made a file of something else. */
function knownIn(folder: Folder, path: string): Map<number, number> | undefined {
  const known = new Map<number, number>()
  for (const line of folder.lines(path)) {
    const id = idIn(line)
    if (id === undefined) return undefined
    known.set(id, crc32(line))
  }
  return known
}

function idIn(line: string): number | undefined {
  const id = objectIn(line)?.id
  return Number.isSafeInteger(id) ? Number(id) : undefined
}

/** The earlier backup's answers with those since: what was begun since stands at the end of the list, what was completed since at the end by `date_end`. */
async function storeNewer(
  writer: Writer,
  { folder }: Earlier,
  { id, known }: { id: number; known: ReadonlyMap<number, number> },
  wanted: BackupWanted,
): Promise<void> {
  const path = pathOf(listAnswers, { id }, 'rows')
  const changed = new Map<number, string>()
  const isKnown = (row: Written): boolean => known.has(row.id) || changed.has(row.id)
  /** Returns how many rows of the page are new or changed. */
  const take = ({ rows }: ReadPage<Written>): number => {
    let news = 0
    for (const { id: row, text } of rows) {
      const line = linesOf([text]).toString().trimEnd()
      if (known.get(row) === crc32(line) || changed.get(row) === line) continue
      changed.set(row, line)
      news++
    }
    return news
  }
  const reader = readerOf(writer, id, wanted)
  for await (const page of reader.pages(inOrder, Math.max(0, known.size - maxPageRows), isKnown)) take(page)
  await fromNewest(reader.pages({ sort: 'date_end', order: 'desc', is_complete: true }, 0, isKnown), take)
  if (changed.size === 0 && (await writer.inherit(path, listAnswers.id))) return
  await writer.write(path, listAnswers.id, async (writing) => {
    for (const line of folder.lines(path)) {
      const row = idIn(line) ?? NaN
      writing.write(Buffer.from(`${changed.get(row) ?? line}\n`))
      changed.delete(row)
    }
    for (const line of changed.values()) writing.write(Buffer.from(`${line}\n`))
  })
}
