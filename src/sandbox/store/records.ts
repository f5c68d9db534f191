/** Records: small things of one kind, stored as JSON (integration states, webhooks, logs, schedulers, presets ...). */
import type { Bindable, Database } from '../../system/sqlite.ts'

/** What records need of the store. (Importing the class would be circular.) */
type RecordStore = Database & { next(sequence: string): number; reserve(sequence: string, number: number): void }

/** What a record belongs to, and is found by. `key` is any text: for an entry of a webhook's log it is the webhook's id. */
export interface Owner {
  workspace_id?: number | null
  quiz_id?: number | null
  key?: string | null
}

/** A record as it is read: its own fields, with its id and what it belongs to. */
export type RecordOf<T> = T & { id: number; workspace_id: number | null; quiz_id: number | null; key: string | null }

export interface Selection extends Owner {
  order?: 'asc' | 'desc'
  limit?: number
  offset?: number
}

type Row = RecordOf<{ data: string }>

export class Records<T extends object> {
  readonly #store: RecordStore
  readonly #kind: string

  constructor(store: RecordStore, kind: string) {
    this.#store = store
    this.#kind = kind
  }

  /** Returns the id: the next of this kind, which was never used before, or the given one (for seeds). */
  insert(data: T, owner: Owner = {}, id?: number): number {
    const sequence = `record:${this.#kind}`
    if (id !== undefined) this.#store.reserve(sequence, id)
    const chosen = id ?? this.#store.next(sequence)
    this.#store.run(
      'insert into record (kind, id, workspace_id, quiz_id, key, data) values (?, ?, ?, ?, ?, ?)',
      this.#kind,
      chosen,
      owner.workspace_id ?? null,
      owner.quiz_id ?? null,
      owner.key ?? null,
      JSON.stringify(data),
    )
    return chosen
  }

  /** The record with this id, if it belongs to the owner. */
  get(id: number, owner: Owner = {}): RecordOf<T> | undefined {
    const { where, values } = this.#where(owner)
    const row = this.#store.get<Row>(`select * from record where ${where} and id = ?`, ...values, id)
    return row && read<T>(row)
  }

  /** The oldest match. */
  find(selection: Selection): RecordOf<T> | undefined {
    return this.list({ ...selection, limit: 1 })[0]
  }

  /** In the order of their creation (`order: 'desc'`: latest first). */
  list({ order = 'asc', limit, offset, ...owner }: Selection = {}): RecordOf<T>[] {
    const { where, values } = this.#where(owner)
    return this.#store
      .all<Row>(`select * from record where ${where} order by id ${order} limit ? offset ?`, ...values, limit ?? -1, offset ?? 0)
      .map((row) => read<T>(row))
  }

  /** For pages of a list, latest first. */
  latest(owner: Owner): { total: number; read: (limit: number, offset: number) => RecordOf<T>[] } {
    return { total: this.count(owner), read: (limit, offset) => this.list({ ...owner, order: 'desc', limit, offset }) }
  }

  count(owner: Owner = {}): number {
    const { where, values } = this.#where(owner)
    return this.#store.number(`select count(*) from record where ${where}`, ...values)
  }

  /** Changes the given fields; the others stay. Returns the record as it is now. */
  update(id: number, patch: Partial<T>): RecordOf<T> {
    const record = this.#existing(id)
    const data = fieldsOf<T>({ ...record, ...patch })
    this.#store.run('update record set data = ? where kind = ? and id = ?', JSON.stringify(data), this.#kind, id)
    return { ...record, ...patch }
  }

  /** Creates or changes the only record of this owner, e.g. a survey's settings of an integration. */
  put(owner: Owner, data: T): RecordOf<T> {
    const record = this.find(owner)
    return record ? this.update(record.id, data) : this.#existing(this.insert(data, owner))
  }

  remove(id: number): boolean {
    return this.#store.run('delete from record where kind = ? and id = ?', this.#kind, id).changes > 0
  }

  removeAll(owner: Owner): number {
    const { where, values } = this.#where(owner)
    return this.#store.run(`delete from record where ${where}`, ...values).changes
  }

  #existing(id: number): RecordOf<T> {
    const record = this.get(id)
    if (!record) throw new Error(`No ${this.#kind} ${id}`)
    return record
  }

  #where(owner: Owner): { where: string; values: Bindable[] } {
    const given = (['workspace_id', 'quiz_id', 'key'] as const).filter((name) => owner[name] !== undefined)
    return {
      where: ['kind = ?', ...given.map((name) => `${name} is ?`)].join(' and '),
      values: [this.#kind, ...given.map((name) => owner[name])],
    }
  }
}

/** A record's own fields. */
export const fieldsOf = <T extends object>({ id: _id, workspace_id: _workspace, quiz_id: _quiz, key: _key, ...fields }: RecordOf<T>) =>
  fields

/** Its own fields after its id, as lists show most records. */
export const rowOf = <T extends object>(record: RecordOf<T>) => ({ id: record.id, ...fieldsOf(record) })

function read<T>({ id, workspace_id, quiz_id, key, data }: Row): RecordOf<T> {
  const fields: T = JSON.parse(data)
  return { ...fields, id, workspace_id, quiz_id, key }
}
