/** The tables `questions`, `options` and `variables`, comments, and the lines of `answers_long`. */
import { createHash } from 'node:crypto'
import { orderedQuestions } from '../dictionary/columns.ts'
import { labelOf } from '../dictionary/options.ts'
import type { Dictionary, KnownQuestion } from '../dictionary/shape.ts'
import type { Connection } from './connect.ts'
import type { PlacedColumn } from './layout.ts'
import { literal, identifier, storable, tableIn } from './sql.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

export interface Description {
  hash: string
  statements: string[]
}

export function describe(schema: string, dictionary: Dictionary, placed: readonly PlacedColumn[]): Description {
  const statements = [
    ...tablesOf(schema, dictionary, placed),
    ...placed.map((one) => comment(schema, one)),
    ...tableComments(schema, dictionary, placed),
  ]
  return { hash: hashOf(statements.join(';')), statements }
}

/** Sends many statements in one request. */
export async function run(connection: Connection, statements: readonly string[]): Promise<void> {
  if (statements.length > 0) await connection.query(statements.join(';\n'))
}

function tablesOf(schema: string, dictionary: Dictionary, placed: readonly PlacedColumn[]): string[] {
  const into = (table: string, columns: string, rows: readonly object[]): string[] => [
    `create table if not exists ${tableIn(schema, table)} (${columns})`,
    `delete from ${tableIn(schema, table)}`,
    `insert into ${tableIn(schema, table)} select * from json_populate_recordset(null::${tableIn(schema, table)}, ${literal(JSON.stringify(rows))})`,
  ]
  const ordered = orderedQuestions(dictionary)
  const questions = ordered.map(({ key, id, type, kind, title, until }, index) => ({
    key,
    question_id: id,
    type,
    kind,
    title: storable(title),
    position: index + 1,
    removed: until !== null,
  }))
  const options = ordered.flatMap(({ key, options: list, rows }) =>
    [[list, 'option'] as const, [rows, 'row'] as const].flatMap(([some, part]) =>
      some.map((one) => ({ key, part, code: one.code, option_id: storable(one.id), label: storable(labelOf(one)), removed: one.gone })),
    ),
  )
  const variables = placed.map(({ identity, column, table, name, type }, index) => ({
    identity: storable(identity),
    variable: column.name,
    table_name: table,
    column_name: name,
    type,
    label: storable(column.label),
    key: column.question?.key ?? null,
    position: index + 1,
  }))
  return [
    ...into(
      'questions',
      'key text primary key, question_id text, type text, kind text, title text, position integer, removed boolean',
      questions,
    ),
    ...into(
      'options',
      'key text, part text, code integer, option_id text, label text, removed boolean, primary key (key, part, code)',
      options,
    ),
    ...into(
      'variables',
      'identity text primary key, variable text, table_name text, column_name text, type text, label text, key text, position integer',
      variables,
    ),
  ]
}

const comment = (schema: string, { table, name, column }: PlacedColumn): string =>
  `comment on column ${tableIn(schema, table)}.${identifier(name)} is ${literal(column.label)}`

const tableComments = (schema: string, { quiz, name }: Dictionary, placed: readonly PlacedColumn[]): string[] =>
  [
    ...[...new Set(placed.map(({ table }) => table))].map((table) => [table, `Answers of survey ${quiz} "${name}", one row each`]),
    ['answers_long', 'One row for each given value'],
    ['questions', 'Questions with their keys; removed: no longer in what is published'],
    ['options', 'Options, columns and rows of questions, with their codes'],
    ['variables', 'Which column of which table holds which variable'],
    ['runs', 'Syncs: done, running, incomplete, failed or interrupted'],
    ['deletions', 'Answers that were deleted on the service, and when that was seen'],
    ['surveyctl', 'Memory of surveyctl answer sync'],
    ['surveyctl_seen', 'Memory of surveyctl answer sync: what it saw of each answer'],
  ].map(([table, text]) => `comment on table ${tableIn(schema, table!)} is ${literal(text!)}`)

/** How the given values of a question are read from the wide tables. */
export interface LongLines {
  key: string
  /** The same as long as nothing of it changes. */
  hash: string
  lines: readonly string[]
}

/** By the question's identity. */
export function longLines(placed: readonly PlacedColumn[]): Map<string, LongLines> {
  const questions = Map.groupBy(placed, ({ column }) => column.question)
  return new Map(
    [...questions].flatMap(([question, some]): [string, LongLines][] => {
      if (!question) return []
      const lines = some.flatMap((one) => (one.column.part ? [] : [longLine(one, question, some)]))
      const labels = question.options.map((option) => [option.code, labelOf(option)])
      return [
        [
          `${question.id} ${question.digestOf ?? question.kind}`,
          { key: question.key, lines, hash: hashOf(JSON.stringify([question.key, lines, labels])) },
        ],
      ]
    }),
  )
}

/** Fills `answers_long` from the wide tables: each row of them joined with a list of what its columns hold. */
export function fillLong(schema: string, placed: readonly PlacedColumn[], lines: readonly string[], where: string): string {
  const [first, ...others] = [...new Set(placed.map(({ table }) => table))].map((table) => tableIn(schema, table))
  const none = '(null::text, null::text, null::integer, null::text, null::double precision, null::text, null::integer)'
  return `insert into ${identifier(schema)}.answers_long (answer_id, key, "row", code, label, number, text, position)
    select a.id, s.key, s."row", coalesce(s.code, o.code), coalesce(s.label, o.label), s.number, s.text, s.position
    from ${first} a ${others.map((table) => `join ${table} using (id)`).join(' ')}
    cross join lateral (values ${[none, ...lines].join(',\n')}) s (key, "row", code, label, number, text, position)
    left join lateral (select code, label from ${identifier(schema)}.options o where o.key = s.key and o.part = 'option'
      and ((s.code is null and o.label = s.label) or (s.label is null and o.code = s.code)) order by code limit 1) o on true
    where s.key is not null and ${where}`
}

function longLine({ column, name, type }: PlacedColumn, question: KnownQuestion, beside: readonly PlacedColumn[]): string {
  const { row, option } = column
  const [cell, key] = [identifier(name), literal(question.key)]
  const line = (values: { code?: string; label?: string; number?: string; text?: string; position?: string }, isThere: string): string =>
    `(case when ${isThere} then ${key} end, ${literal(row ? labelOf(row) : null)}, ${values.code ?? 'null'}, ${values.label ?? 'null'}, ${values.number ?? 'null'}, ${values.text ?? 'null'}, ${values.position ?? 'null'})`
  const named = option && { code: String(option.code), label: literal(labelOf(option)) }
  if (named && type === 'boolean') return line(named, cell)
  const there = `${cell} is not null`
  if (question.kind === 'ranking') return line({ ...named, position: cell }, there)
  if (column.type === 'label') return line({ label: cell }, there)
  if (question.kind === 'number') return line({ number: cell }, there)
  if (column.type === 'integer') return line({ code: cell }, there)
  const urls = beside.find((one) => one.column.part === 'urls' && one.column.question === question)
  if (urls) return line({ text: cell, label: `nullif(${identifier(urls.name)}, '')` }, there)
  if (type === 'date' || type === 'text') return line({ text: `${cell}::text` }, there)
  return line({ text: type === 'time' ? `to_char(${cell}, 'HH24:MI')` : `to_char(${cell}, 'YYYY-MM-DD"T"HH24:MI')` }, there)
}
