/** Writes lists in every form, holding only a batch in memory. */
import type { Column } from './columns.ts'
import { plainText } from './format.ts'
import { compactJson, JsonArray } from './json.ts'
import { layout, refuseUnknown, withComputed, type ShownField } from './table/layout.ts'
import type { OutputForm } from './form.ts'
import type { OutputMode } from './mode.ts'
import { openOutput, type Writer } from './output.ts'
import { picker } from './paths.ts'
import type { OutputSink } from './stdout.ts'
import { nextTurn } from '../system/timers.ts'
import { tsvCell } from './text.ts'

export type Batches = Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>

/** Shows a list, and returns how many rows it had. `onHidden` is called with the columns that a narrow terminal has no room for. */
export async function showRows(
  batches: Batches,
  columns: readonly Column[] | undefined,
  mode: OutputMode,
  { sink = openOutput(mode), onHidden = () => {} }: { sink?: OutputSink; onHidden?: (hidden: readonly string[]) => void } = {},
): Promise<number> {
  let count = 0
  const filled = async function* (): AsyncIterable<readonly unknown[]> {
    for await (const batch of batches) {
      if (batch.length === 0) continue
      if (count === 0 && mode.fields) refuseUnknown(mode.fields, columns ?? [], batch)
      count += batch.length
      yield batch
    }
  }
  await writers[mode.form](filled(), columns, mode, sink, onHidden)
  await sink.end()
  return count
}

/** Rows as JSON shows them: whole, or what `--fields` picks. */
function jsonRows(rows: readonly unknown[], columns: readonly Column[] | undefined, fields: OutputMode['fields']): readonly unknown[] {
  if (!fields) return rows
  const [complete, pick] = [withComputed(columns, fields), picker(fields)]
  return rows.map((row) => pick(complete(row)))
}

const writeJson: Writer = async (batches, columns, mode, sink) => {
  if (mode.jq !== undefined) return filterWhole(batches, columns, mode, mode.jq, sink)
  const array = new JsonArray(mode.tty)
  for await (const batch of batches) await sink.write(array.elements(jsonRows(batch, columns, mode.fields)))
  await sink.write(array.close())
}

/** jq gets the list as one array, as `--json` would print it. */
async function filterWhole(
  batches: AsyncIterable<readonly unknown[]>,
  columns: readonly Column[] | undefined,
  mode: OutputMode,
  expression: string,
  sink: OutputSink,
): Promise<void> {
  const { runJq } = await import('./jq/jq.ts')
  const parts: string[] = []
  for await (const batch of batches) parts.push(JSON.stringify(jsonRows(batch, columns, mode.fields)).slice(1, -1))
  await sink.write(await runJq(expression, `[${parts.join(',')}]`, { tty: mode.tty }))
}

const writeNdjson: Writer = async (batches, columns, mode, sink) => {
  const lines = (batch: readonly unknown[]): string =>
    jsonRows(batch, columns, mode.fields)
      .map((row) => `${compactJson(row)}\n`)
      .join('')
  if (mode.jq === undefined) {
    for await (const batch of batches) await sink.write(lines(batch))
    return
  }
  const { runJq } = await import('./jq/jq.ts')
  for await (const batch of mode.endless ? batches : together(batches))
    await sink.write(await runJq(mode.jq, lines(batch), { compact: true, tty: mode.tty }))
}

/** Joins batches that have already arrived, as each run of jq starts a thread. */
async function* together(batches: AsyncIterable<readonly unknown[]>): AsyncIterable<readonly unknown[]> {
  const iterator = batches[Symbol.asyncIterator]()
  let rows: readonly unknown[] = []
  for (let next = iterator.next(); ; next = iterator.next()) {
    if (rows.length > 0 && !(await Promise.race([next, nextTurn()]))) {
      yield rows
      rows = []
    }
    const { done, value } = await next
    if (done) break
    rows = rows.concat(value)
  }
  if (rows.length > 0) yield rows
}

const writeTsv: Writer = async (batches, columns, mode, sink) => {
  let fields: ShownField[] | undefined
  for await (const batch of batches) {
    fields ??= layout(columns, mode.fields, batch)
    const known = fields
    await sink.write(batch.map((row) => `${tsvLine(row, known)}\n`).join(''))
  }
}

const mayNeedCare = (value: unknown): boolean => typeof value === 'string' || typeof value === 'object'

export function tsvLine(row: unknown, fields: readonly ShownField[]): string {
  let line = ''
  let tab = ''
  for (const { read } of fields) {
    const value = read(row)
    line += tab + (mayNeedCare(value) ? tsvCell(plainText(value)) : plainText(value))
    tab = '\t'
  }
  return line
}

const writers: Record<OutputForm, Writer> = {
  human: async (...given) => (await import('./table/row-table.ts')).writeTable(...given),
  tsv: writeTsv,
  json: writeJson,
  ndjson: writeNdjson,
}
