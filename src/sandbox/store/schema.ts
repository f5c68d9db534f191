/**
 * Tables of the sandbox. A folder of `--data` may be an older sandbox's: it gets the tables and columns that it lacks, and then the
 * indexes, which may be of such columns.
 */
import type { Database } from '../../system/sqlite.ts'
import * as columns from './columns.ts'

const { id, number, text } = columns

const promo_code = {
  id,
  list_id: number,
  code: text,
  used: 'integer not null default 0',
  used_at: 'text',
  answer_id: 'integer',
  updated_at: text,
}

interface Table {
  columns: Readonly<Record<string, columns.AnyColumn>>
  /** On several columns at once. */
  constraint?: string
  /** SQLite's table options. */
  options?: string
}

const tables = {
  workspace: { columns: columns.workspace },
  role: { columns: columns.role },
  member: { columns: columns.member },
  api_key: { columns: { key: 'text primary key', workspace_id: number, member_id: number, created_at: text, revoked_at: 'text' } },
  folder: { columns: columns.folder },
  quiz: { columns: columns.quiz },
  version: { columns: columns.version },
  password: { columns: { id, quiz_id: number, number, digest: text, created_at: text }, constraint: 'unique (quiz_id, digest)' },
  answer: { columns: columns.answer },
  promo_list: { columns: { id, workspace_id: number, name: text, created_at: text, updated_at: text } },
  promo_code: { columns: promo_code, constraint: 'unique (list_id, code)' },
  record: {
    columns: { kind: text, id: number, workspace_id: 'integer', quiz_id: 'integer', key: 'text', data: text },
    constraint: 'primary key (kind, id)',
    options: 'without rowid',
  },
  file: { columns: columns.file },
  sequence: { columns: { name: 'text primary key', last: number }, options: 'without rowid' },
} satisfies Record<string, Table>

export type TableName = keyof typeof tables

const indexes = `
create index if not exists folder_workspace on folder (workspace_id, pos);
create index if not exists quiz_workspace on quiz (workspace_id, deleted_at, id);
create index if not exists quiz_folder on quiz (folder_id);
create index if not exists quiz_promo on quiz (promo_list_id) where promo_list_id is not null;
create index if not exists version_quiz on version (quiz_id, id);
create index if not exists answer_quiz on answer (quiz_id, is_complete, id);
create index if not exists answer_order on answer (quiz_id, id);
create index if not exists answer_start on answer (quiz_id, date_start, id, is_complete, is_screenout, is_deleted);
create index if not exists answer_version on answer (quiz_id, version_id);
create index if not exists answer_ip on answer (quiz_id, ip_address);
create index if not exists answer_end on answer (quiz_id, date_end, id, is_complete, is_screenout, is_deleted);
create index if not exists promo_list_workspace on promo_list (workspace_id);
create index if not exists promo_code_list on promo_code (list_id, id);
create index if not exists promo_code_used on promo_code (list_id, used, id);
create index if not exists promo_code_updated on promo_code (list_id, updated_at);
create index if not exists record_quiz on record (kind, quiz_id, key, id);
create index if not exists record_workspace on record (kind, workspace_id, key, id);
create index if not exists record_key on record (kind, key, id);
create index if not exists file_workspace on file (workspace_id, size);
`

export const tableNames = [...Object.keys(tables), 'sqlite_sequence']

export function prepare(database: Database): void {
  for (const [table, { columns: declared, constraint, options = '' }] of Object.entries<Table>(tables)) {
    const parts = Object.entries(declared).map(([name, column]) => `"${name}" ${typeof column === 'string' ? column : column.type}`)
    database.exec(`create table if not exists ${table} (${[...parts, ...(constraint ? [constraint] : [])].join(', ')}) ${options}`)
    const existing = new Set(database.all<{ name: string }>('select name from pragma_table_info(?)', table).map(({ name }) => name))
    for (const [name, column] of Object.entries(declared)) if (!existing.has(name)) addColumn(database, table, name, column)
  }
  database.exec(indexes)
}

function addColumn(database: Database, table: string, name: string, column: columns.AnyColumn): void {
  const { type, fill } = typeof column === 'string' ? { type: column, fill: undefined } : column
  database.transaction(() => {
    database.exec(`alter table ${table} add column "${name}" ${type}`)
    if (fill !== undefined) database.exec(`update ${table} set "${name}" = ${fill}`)
  })
}
