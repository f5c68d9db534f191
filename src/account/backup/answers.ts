/** The answers of a survey, a line each; of an earlier backup only what is new is read. */
import { crc32 } from 'node:zlib'
import { listAnswers } from '../../contract/answers/answer.ts'
import { idOf } from '../../answers/dictionary/row.ts'
import { inOrder } from '../../answers/sync/passes.ts'
import { maxPageRows } from '../../answers/sync/lateness.ts'
import { Reader, type ReadPage } from '../../answers/sync/reader.ts'
import type { AnswerPages, Placed } from '../../answers/sync/service.ts'
import { keepFiles, uploadsOf } from './media.ts'
import { pathOf } from './reads.ts'
import type { Wanted } from './survey.ts'
import { linesOf } from './lines.ts'
import type { Earlier, Writer } from './writer.ts'

/** An answer as the service wrote it. */
type Written = Placed & { text: Uint8Array }

/** `false`: some came, went or moved while they were read, so these are not all. */
export async function keepAnswers(writer: Writer, id: number, wanted: Wanted): Promise<boolean> {
  const path = pathOf(listAnswers, { id }, 'rows')
  const { earlier } = writer
  let areAll = true
  if (!writer.files.has(path))
    if (!wanted.fullAnswers && earlier && (await writer.isKnown(path))) await increase(writer, earlier, id, wanted)
    else areAll = await readAll(writer, id, wanted)
  if (wanted.files) {
    const uploads = new Set<string>()
    for (const line of writer.folder.lines(path)) for (const address of uploadsOf(JSON.parse(line))) uploads.add(address)
    await keepFiles(writer, id, 'files', [...uploads], wanted.progress)
  }
  return areAll
}

const readerOf = (writer: Writer, id: number, { ahead }: Wanted): Reader<Written> => new Reader(pagesOf(writer, id), ahead)

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
async function readAll(writer: Writer, id: number, wanted: Wanted): Promise<boolean> {
  const known = new Set<number>()
  let listed = 0
  await writer.list(listAnswers, { id }, async (writing) => {
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

/** What was begun since stands at the end, what was completed since among the last ones that ended. */
async function increase(writer: Writer, { folder }: Earlier, id: number, wanted: Wanted): Promise<void> {
  const path = pathOf(listAnswers, { id }, 'rows')
  const known = new Map<number, number>()
  for (const line of folder.lines(path)) known.set(idOf(JSON.parse(line)), crc32(line))
  const changed = new Map<number, string>()
  const isKnown = (row: Written): boolean => known.has(row.id) || changed.has(row.id)
  const take = ({ rows }: ReadPage<Written>): number => [...rows].filter(isNews).length
  const isNews = ({ id: row, text }: Written): boolean => {
    const line = linesOf([text]).toString().trimEnd()
    if (known.get(row) === crc32(line) || changed.get(row) === line) return false
    changed.set(row, line)
    return true
  }
  const reader = readerOf(writer, id, wanted)
  for await (const page of reader.pages(inOrder, Math.max(0, known.size - maxPageRows), isKnown)) take(page)
  await fromNewest(reader.pages({ sort: 'date_end', order: 'desc', is_complete: true }, 0, isKnown), take)
  if (changed.size === 0 && (await writer.inherit(path, listAnswers.id))) return
  await writer.write(path, listAnswers.id, async (writing) => {
    for (const line of folder.lines(path)) {
      const row = idOf(JSON.parse(line))
      writing.write(Buffer.from(`${changed.get(row) ?? line}\n`))
      changed.delete(row)
    }
    for (const line of changed.values()) writing.write(Buffer.from(`${line}\n`))
  })
}
