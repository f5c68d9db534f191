/** The tables of `store.sqlite`, from which every other file is derived. */

export const storeVersion = 1

export const schema = `
create table meta (name text primary key, value text not null) without rowid;
create table answer (
  id integer primary key,
  start integer not null,
  end integer,
  state integer not null,
  body text not null,
  net text,
  changed integer not null,
  gone integer
);
create index answer_order on answer (start, id) where gone is null;
create index answer_changed on answer (changed);
create table month (month text primary key, changed integer not null) without rowid;
create table sync (
  n integer primary key,
  began integer not null,
  ended integer,
  mark integer,
  complete integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  gone integer not null default 0,
  requests integer not null default 0
);
create table derived (
  format text not null,
  part text not null,
  sync integer not null,
  revision integer not null,
  size integer not null default 0,
  primary key (format, part)
) without rowid;
pragma user_version = ${storeVersion};
`
