/** The tables of `answers.sqlite`. */
import type { Database } from '../../system/sqlite.ts'
import { orderedQuestions, type Column, type ColumnType } from '../dictionary/columns.ts'
import { labelOf } from '../dictionary/options.ts'
import type { KnownQuestion } from '../dictionary/shape.ts'
import type { Derivation } from './work.ts'

/** Columns of a table: SQLite takes 2000. */
const mostColumns = 1900
/** Parts of a compound select: SQLite takes 500. */
const mostParts = 400

export interface WideTable {
  name: string
  columns: readonly Column[]
  /** The first is the id; the others stand together among all cells, from here on. */
  from: number
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string | null): string => (text === null ? 'null' : `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`)

/** `answers`, and `answers_2` … for what doesn't fit; each begins with the id. */
export function columnTables(columns: readonly Column[]): WideTable[] {
  const tables: WideTable[] = []
  const rest = columns.length - 1
  for (let from = 1; from === 1 || from <= rest; from += mostColumns - 1) {
    const name = tables.length === 0 ? 'answers' : `answers_${tables.length + 1}`
    tables.push({ name, from, columns: [...columns.slice(0, 1), ...columns.slice(from, from + mostColumns - 1)] })
  }
  return tables
}

const sqlTypes: Record<ColumnType, string> = {
  integer: 'integer',
  number: 'real',
  boolean: 'integer',
  label: 'text',
  text: 'text',
  date: 'text',
  time: 'text',
  timestamp: 'text',
}

const declared = ({ name, type, question }: Column): string =>
  name === 'id' && !question ? 'id integer primary key' : `${quoted(name)} ${sqlTypes[type]}`

/** Creates or extends the tables. Returns the number of the sync that the rows are from; 0 where all have to be written. */
export function setUp(database: Database, work: Derivation, tables: readonly WideTable[]): number {
  database.exec('create table if not exists surveyctl (quiz integer, sync integer, revision integer)')
  const known = database.get<{ sync: number; revision: number }>('select quiz, sync, revision from surveyctl')
  const isCurrent = known !== undefined && known.revision === work.dictionary.revision && !work.rewrite && !isOutgrown(database, tables)
  const views = namesIn(database, `select name from sqlite_master where type = 'view'`)
  for (const name of views) database.exec(`drop view ${quoted(name)}`)
  const present = namesIn(database, `select name from sqlite_master where type = 'table' and name like 'answers%'`)
  if (!isCurrent) for (const name of present) database.exec(`drop table ${quoted(name)}`)
  for (const table of tables) extend(database, table)
  describe(database, work)
  longView(database, tables)
  if (!known) database.run('insert into surveyctl values (?, 0, 0)', work.dictionary.quiz)
  return isCurrent ? known.sync : 0
}

const namesIn = (database: Database, sql: string, ...values: string[]): string[] =>
  database.all<{ name: string }>(sql, ...values).map(({ name }) => name)

const columnsIn = (database: Database, table: string): Set<string> =>
  new Set(namesIn(database, `select name from pragma_table_info(?)`, table))

/**
 * Whether existing rows need a value other than null in a new column: that of a new option (false, where the question was
 * answered), or one that moved to another table.
 */
function isOutgrown(database: Database, tables: readonly WideTable[]): boolean {
  const present = tables.map(({ name, columns }) => ({ columns, names: columnsIn(database, name) }))
  const known = new Set(present.flatMap(({ names }) => [...names]))
  const asked = new Set(tables.flatMap(({ columns }) => columns.filter(({ name }) => known.has(name)).map(({ question }) => question)))
  return present.some(({ columns, names }) =>
    columns.some(({ name, type, question }) => {
      if (names.has(name)) return false
      return known.has(name) ? name !== 'id' : type === 'boolean' && question !== undefined && asked.has(question)
    }),
  )
}

/** Creates a table, or adds the columns that it lacks. */
function extend(database: Database, { name, columns }: WideTable): void {
  database.exec(`create table if not exists ${name} (${columns.map(declared).join(', ')})`)
  const present = columnsIn(database, name)
  for (const column of columns) if (!present.has(column.name)) database.exec(`alter table ${name} add column ${declared(column)}`)
}

function describe(database: Database, { dictionary }: Derivation): void {
  database.exec(`drop table if exists questions; drop table if exists options;
    create table questions (key text primary key, question_id text, type text, kind text, title text, position integer, removed integer);
    create table options (key text, part text, code integer, option_id text, label text, removed integer, primary key (key, part, code));`)
  const question = database.prepare('insert into questions values (?, ?, ?, ?, ?, ?, ?)')
  const option = database.prepare('insert into options values (?, ?, ?, ?, ?, ?)')
  orderedQuestions(dictionary).forEach(({ key, id, type, kind, title, options, rows, until }, index) => {
    question.run(key, id, type, kind, title, index + 1, Number(until !== null))
    for (const one of options) option.run(key, 'option', one.code, one.id, labelOf(one), Number(one.gone))
    for (const one of rows) option.run(key, 'row', one.code, one.id, labelOf(one), Number(one.gone))
  })
}

/** The view with one row for each given value. It consists of further views, since SQLite bounds the parts of a select. */
function longView(database: Database, tables: readonly WideTable[]): void {
  const parts = tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) => (column.question && !column.part ? [longPart(name, column, column.question, columns)] : [])),
  )
  const views: string[] = []
  for (let from = 0; from < parts.length; from += mostParts) {
    views.push(`answers_long_${views.length + 1}`)
    database.exec(`create view ${views.at(-1)} as ${parts.slice(from, from + mostParts).join(' union all ')}`)
  }
  const all = views.map((view) => `select * from ${view}`).join(' union all ')
  database.exec(
    `create view answers_long as ${all || 'select null answer_id, null key, null "row", null code, null label, null number, null text, null position where 0'}`,
  )
}

function longPart(table: string, column: Column, question: KnownQuestion, beside: readonly Column[]): string {
  const { row, option, type } = column
  const [name, key] = [quoted(column.name), literal(question.key)]
  const line = (values: { code?: string; label?: string; number?: string; text?: string; position?: string }): string =>
    `select id answer_id, ${key} key, ${literal(row ? labelOf(row) : null)} "row", ${values.code ?? 'null'} code, ${values.label ?? 'null'} label,
      ${values.number ?? 'null'} number, ${values.text ?? 'null'} text, ${values.position ?? 'null'} position from ${table}`
  const label = option && { code: String(option.code), label: literal(labelOf(option)) }
  if (label && type === 'boolean') return `${line(label)} where ${name} = 1`
  if (question.kind === 'ranking') return `${line({ ...label, position: name })} where ${name} is not null`
  const ofOption = `from options where options.key = ${key} and part = 'option'`
  if (type === 'label')
    return `${line({ code: `(select code ${ofOption} and label = ${name} limit 1)`, label: name })} where ${name} is not null`
  if (question.kind === 'number') return `${line({ number: name })} where ${name} is not null`
  if (type === 'integer') return `${line({ code: name, label: `(select label ${ofOption} and code = ${name})` })} where ${name} is not null`
  const urls = beside.find((one) => one.part === 'urls' && one.question === question)
  const values = { text: name, ...(urls && { label: `nullif(${quoted(urls.name)}, '')` }) }
  return `${line(values)} where ${name} is not null`
}
