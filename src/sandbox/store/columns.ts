/** The columns of the records that have a table of their own. JSON columns are for what is never queried by its parts; booleans are 0 and 1. */
import type {
  AnswerRecord,
  FileRecord,
  FolderRecord,
  MemberRecord,
  QuizRecord,
  RoleRecord,
  VersionRecord,
  WorkspaceRecord,
} from './entities.ts'

/**
 * As SQLite declares it, and never null where the record's field isn't. A folder of an older sandbox gets the columns that it lacks: for
 * its rows, a column that must not be null needs a default, or `fill`, an SQL expression for their value.
 */
type Column<T> = null extends T ? string : `${string} not null${string}` | `${string} primary key${string}` | Filled

interface Filled {
  type: string
  fill: string
}

export type AnyColumn = string | Filled

/** A column for each field of the record. */
type ColumnsOf<T> = { readonly [Field in keyof T]-?: Column<T[Field]> }

export const id = 'integer primary key autoincrement'
export const [number, text] = ['integer not null', 'text not null'] as const

export const workspace: ColumnsOf<WorkspaceRecord> = { id, name: text, owner_id: number, plan: text, created_at: text }

export const role: ColumnsOf<RoleRecord> = { id, workspace_id: number, name: text, permissions: text, folder_permissions: text }

export const member: ColumnsOf<MemberRecord> = {
  id,
  workspace_id: number,
  role_id: 'integer',
  name: text,
  email: text,
  is_owner: number,
  permissions: text,
  created_at: text,
}

export const folder: ColumnsOf<FolderRecord> = {
  id,
  workspace_id: number,
  user_id: number,
  name: text,
  pos: number,
  is_default: number,
  created_at: text,
  updated_at: text,
  deleted_at: 'text',
}

export const quiz: ColumnsOf<QuizRecord> = {
  id,
  workspace_id: number,
  folder_id: number,
  member_id: number,
  type: text,
  virtual_id: 'text not null unique',
  name: text,
  notes: text,
  draft: text,
  published: 'text',
  version_id: 'integer',
  is_template: number,
  campaign: 'text',
  promo_list_id: 'integer',
  ai_quiz_job: 'text',
  created_at: text,
  updated_at: text,
  published_at: 'text',
  archive_at: 'text',
  deleted_at: 'text',
  // The address of a survey's page must not reveal that of its preview.
  preview_key: { type: 'text', fill: 'lower(hex(randomblob(16)))' },
}

export const version: ColumnsOf<VersionRecord> = { id, quiz_id: number, number, content: text, member_id: number, created_at: text }

export const answer: ColumnsOf<AnswerRecord> = {
  id,
  quiz_id: number,
  token: 'text not null unique',
  version_id: 'integer',
  date_start: text,
  date_end: 'text',
  is_complete: number,
  is_screenout: number,
  is_deleted: number,
  ip_address: text,
  user_agent: text,
  device: text,
  values: text,
  hidden: text,
  score: 'real',
  promo_code: 'text',
  updated_at: text,
}

export const file: ColumnsOf<FileRecord> = {
  id: 'text primary key',
  workspace_id: number,
  quiz_id: 'integer',
  name: text,
  type: text,
  size: number,
  purpose: text,
  created_at: text,
}
