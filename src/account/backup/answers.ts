/** The answers of a survey, a line each; of an earlier backup only what is new is read. */
import { crc32 } from 'node:zlib'
import { listAnswers, type AnswerRow } from '../../contract/answers/answer.ts'
import { parseExactly } from '../../text/exact.ts'
import { isObject } from '../../text/is-object.ts'
import { keepUploads } from './media.ts'
import { pathOf } from './reads.ts'
import type { Wanted } from './manifest.ts'
import type { Earlier, Writer } from './writer.ts'

const page = 1000

export async function keepAnswers(writer: Writer, id: number, { fullAnswers, files }: Wanted): Promise<void> {
  const path = pathOf(listAnswers, { id }, 'rows')
  const earlier = writer.earlier
  if (!fullAnswers && earlier?.manifest.files[path] && !writer.files.has(path)) await increase(writer, earlier, id, path)
  // A row that arrives meanwhile stands at the end, so none is passed over.
  else await writer.rows(listAnswers, { id, sort: 'date_start', order: 'asc' })
  if (!files) return
  for (const line of writer.folder.lines(path)) await keepUploads(writer, id, parseExactly(line))
}

const idOf = (line: string): number => {
  const row = parseExactly(line)
  return isObject(row) ? Number(row.id) : NaN
}

/** What was begun since stands at the end, what was completed since among the last ones that ended. */
async function increase(writer: Writer, { folder }: Earlier, id: number, path: string): Promise<void> {
  const known = new Map<number, number>()
  for (const line of folder.lines(path)) known.set(idOf(line), crc32(line))
  const changed = new Map<number, string>()
  const isNews = (row: AnswerRow): boolean => {
    const line = JSON.stringify(row)
    if (known.get(row.id) === crc32(line) || changed.get(row.id) === line) return false
    changed.set(row.id, line)
    return true
  }
  const exact = { exact: () => true }
  const from = Math.max(0, known.size - page)
  for await (const rows of writer.service.rows(listAnswers, { id, sort: 'date_start', order: 'asc', offset: from }, exact))
    rows.filter(isNews)
  let same = 0
  for await (const rows of writer.service.rows(listAnswers, { id, sort: 'date_end', order: 'desc', is_complete: true }, exact)) {
    same = rows.some(isNews) ? 0 : same + rows.length
    if (same > page) break
  }
  if (changed.size === 0 && (await writer.inherit(path, listAnswers.id))) return
  await writer.write(path, listAnswers.id, async (writing) => {
    for (const line of folder.lines(path)) {
      const row = idOf(line)
      writing.write(Buffer.from(`${changed.get(row) ?? line}\n`))
      changed.delete(row)
    }
    for (const line of changed.values()) writing.write(Buffer.from(`${line}\n`))
  })
}
