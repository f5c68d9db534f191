/** The tables of the first sandbox, as its folders still have them: never changed. What came later is added when such a folder is opened. */
export const firstSandboxSchema = `
create table if not exists workspace (id integer primary key autoincrement, name text not null, owner_id integer not null, plan text not null, created_at text not null);
create table if not exists role (id integer primary key autoincrement, workspace_id integer not null, name text not null, permissions text not null, folder_permissions text not null);
create table if not exists member (
  id integer primary key autoincrement, workspace_id integer not null, role_id integer, name text not null, email text not null,
  is_owner integer not null, permissions text not null, created_at text not null
);
create table if not exists api_key (key text primary key, workspace_id integer not null, member_id integer not null, created_at text not null, revoked_at text);
create table if not exists folder (
  id integer primary key autoincrement, workspace_id integer not null, user_id integer not null, name text not null, pos integer not null,
  is_default integer not null, created_at text not null, updated_at text not null, deleted_at text
);
create index if not exists folder_workspace on folder (workspace_id, pos);

create table if not exists quiz (
  id integer primary key autoincrement, workspace_id integer not null, folder_id integer not null, member_id integer not null, type text not null,
  virtual_id text not null unique, name text not null, notes text not null, draft text not null, published text, version_id integer,
  is_template integer not null, campaign text, promo_list_id integer, ai_quiz_job text,
  created_at text not null, updated_at text not null, published_at text, archive_at text, deleted_at text
);
create index if not exists quiz_workspace on quiz (workspace_id, deleted_at, id);
create index if not exists quiz_folder on quiz (folder_id);
create index if not exists quiz_promo on quiz (promo_list_id) where promo_list_id is not null;

create table if not exists version (id integer primary key autoincrement, quiz_id integer not null, number integer not null, content text not null, member_id integer not null, created_at text not null);
create index if not exists version_quiz on version (quiz_id, id);
create table if not exists password (id integer primary key autoincrement, quiz_id integer not null, number integer not null, digest text not null, created_at text not null, unique (quiz_id, digest));

create table if not exists answer (
  id integer primary key autoincrement, quiz_id integer not null, token text not null unique, version_id integer,
  date_start text not null, date_end text, is_complete integer not null, is_screenout integer not null, is_deleted integer not null,
  ip_address text not null, user_agent text not null, device text not null, "values" text not null, hidden text not null,
  score real, promo_code text, updated_at text not null
);
create index if not exists answer_quiz on answer (quiz_id, is_complete, id);
create index if not exists answer_order on answer (quiz_id, id);
create index if not exists answer_start on answer (quiz_id, date_start, id, is_complete, is_screenout, is_deleted);
create index if not exists answer_version on answer (quiz_id, version_id);
create index if not exists answer_ip on answer (quiz_id, ip_address);
create index if not exists answer_end on answer (quiz_id, date_end, id, is_complete, is_screenout, is_deleted);

create table if not exists promo_list (id integer primary key autoincrement, workspace_id integer not null, name text not null, created_at text not null, updated_at text not null);
create index if not exists promo_list_workspace on promo_list (workspace_id);
create table if not exists promo_code (
  id integer primary key autoincrement, list_id integer not null, code text not null, used integer not null default 0, used_at text, answer_id integer,
  updated_at text not null, unique (list_id, code)
);
create index if not exists promo_code_list on promo_code (list_id, id);
create index if not exists promo_code_used on promo_code (list_id, used, id);
create index if not exists promo_code_updated on promo_code (list_id, updated_at);

create table if not exists record (
  kind text not null, id integer not null, workspace_id integer, quiz_id integer, key text, data text not null, primary key (kind, id)
) without rowid;
create index if not exists record_quiz on record (kind, quiz_id, key, id);
create index if not exists record_workspace on record (kind, workspace_id, key, id);
create index if not exists record_key on record (kind, key, id);

create table if not exists file (
  id text primary key, workspace_id integer not null, quiz_id integer, name text not null, type text not null, size integer not null,
  purpose text not null, created_at text not null
);
create index if not exists file_workspace on file (workspace_id, size);
create table if not exists sequence (name text primary key, last integer not null) without rowid;
`
