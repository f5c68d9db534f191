/** Small things of one kind, kept as JSON: integration states, webhooks, logs, schedulers, presets ... */

export type Bindable = string | number | bigint | boolean | null | Uint8Array | undefined

/** What records need of the store that keeps them. */
interface Keeper {
  all<T>(sql: string, ...values: Bindable[]): T[]
  get<T>(sql: string, ...values: Bindable[]): T | undefined
  run(sql: string, ...values: Bindable[]): { changes: number }
  count(sql: string, ...values: Bindable[]): number
  next(sequence: string): number
  reserve(sequence: string, number: number): void
}

/** Whose a record is. `key` is a text to find it by, e.g. a webhook's log by its webhook. */
export interface Owner {
  workspace_id?: number | null
  quiz_id?: number | null
  key?: string | null
}

/** A record as it is read: its own fields, with whose it is. */
export type Kept<T> = T & { id: number; workspace_id: number | null; quiz_id: number | null; key: string | null }

export interface Selection extends Owner {
  order?: 'asc' | 'desc'
  limit?: number
  offset?: number
}

interface Row {
  id: number
  workspace_id: number | null
  quiz_id: number | null
  key: string | null
  data: string
}

export class Records<T extends object> {
  readonly #store: Keeper
  readonly #kind: string

  constructor(store: Keeper, kind: string) {
    this.#store = store
    this.#kind = kind
  }

  /** Returns the id: the kind's next, never used before, or the given one (seeds). */
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

  get(id: number): Kept<T> | undefined {
    const row = this.#store.get<Row>('select * from record where kind = ? and id = ?', this.#kind, id)
    return row && read<T>(row)
  }

  /** The first that fits. */
  find(selection: Selection): Kept<T> | undefined {
    return this.list({ ...selection, limit: 1 })[0]
  }

  /** In the order they were made (`order: 'desc'`: latest first). */
  list({ order = 'asc', limit, offset, ...owner }: Selection = {}): Kept<T>[] {
    const { where, values } = this.#where(owner)
    return this.#store
      .all<Row>(`select * from record where ${where} order by id ${order} limit ? offset ?`, ...values, limit ?? -1, offset ?? 0)
      .map((row) => read<T>(row))
  }

  count(owner: Owner = {}): number {
    const { where, values } = this.#where(owner)
    return this.#store.count(`select count(*) from record where ${where}`, ...values)
  }

  /** Changes the given fields; the rest stays. Returns the record as it is now. */
  update(id: number, patch: Partial<T>): Kept<T> {
    const record = this.get(id)
    if (!record) throw new Error(`No ${this.#kind} ${id}`)
    const { id: _id, workspace_id: _workspace, quiz_id: _quiz, key: _key, ...data } = { ...record, ...patch }
    this.#store.run('update record set data = ? where kind = ? and id = ?', JSON.stringify(data), this.#kind, id)
    return { ...record, ...patch }
  }

  /** The record of this owner (a state that a survey has once), made or changed. */
  put(owner: Owner, data: T): Kept<T> {
    const record = this.find(owner)
    if (record) return this.update(record.id, data)
    const id = this.insert(data, owner)
    return this.get(id)!
  }

  /** Gives a record another key. */
  rekey(id: number, key: string | null): void {
    this.#store.run('update record set key = ? where kind = ? and id = ?', key, this.#kind, id)
  }

  remove(id: number): boolean {
    return this.#store.run('delete from record where kind = ? and id = ?', this.#kind, id).changes > 0
  }

  removeAll(owner: Owner): number {
    const { where, values } = this.#where(owner)
    return this.#store.run(`delete from record where ${where}`, ...values).changes
  }

  #where(owner: Owner): { where: string; values: Bindable[] } {
    const given = (['workspace_id', 'quiz_id', 'key'] as const).filter((name) => owner[name] !== undefined)
    return {
      where: ['kind = ?', ...given.map((name) => `${name} is ?`)].join(' and '),
      values: [this.#kind, ...given.map((name) => owner[name])],
    }
  }
}

const read = <T>({ id, workspace_id, quiz_id, key, data }: Row): Kept<T> => ({ ...(JSON.parse(data) as T), id, workspace_id, quiz_id, key })
