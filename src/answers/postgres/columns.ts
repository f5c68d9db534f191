/** Brings tables to their layout: what is new at once, what readers may hold within two seconds or not yet. */
import { CommandError } from '../../errors.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import type { Connection } from './connect.ts'
import { describe, run } from './describe.ts'
import type { PlacedColumn } from './layout.ts'
import { saveState, type State } from './state.ts'
import { tableIn } from './sql.ts'
import { forbiddenIn, isThere, readPresent, type Changes, type Present } from './tables.ts'

const lockWait = 2000
const lockNotHad = ['55P03', '40P01']

/** Columns that are there; one that is to change its name or type, as it is now. */
const described = (placed: readonly PlacedColumn[], present: Present): PlacedColumn[] => {
  const known = new Map(present.known.map((one) => [one.identity, one]))
  return placed.flatMap((one) => {
    const old = known.get(one.identity)
    if (isThere(present, one)) return [one]
    return old && isThere(present, old) ? [{ ...one, ...old }] : []
  })
}

export class Columns {
  /** All, those that are there, and those that aren't yet. */
  wanted: readonly PlacedColumn[] = []
  present: readonly PlacedColumn[] = []
  missing: readonly PlacedColumn[] = []
  /** Names of those that still hold what is no longer kept. */
  forbidden: readonly string[] = []
  readonly #connection: Connection
  readonly #schema: string
  readonly #state: State
  readonly #dictionary: Dictionary

  constructor(connection: Connection, schema: string, state: State, dictionary: Dictionary) {
    this.#connection = connection
    this.#schema = schema
    this.#state = state
    this.#dictionary = dictionary
  }

  get isBehind(): boolean {
    return this.missing.length + this.forbidden.length > 0
  }

  create(wanted: Changes): Promise<void> {
    return this.#change(wanted, wanted.creations)
  }

  /** False: somebody reads the tables, and has done so for two seconds. */
  async alter(wanted: Changes): Promise<boolean> {
    if (wanted.alterations.length === 0) return true
    // All at once: with one lock after the other, readers of two tables could wait for us, and we for them.
    const tables = [...new Set(this.present.map(({ table }) => tableIn(this.#schema, table)))]
    try {
      await this.#change(wanted, [`lock table ${tables.join(', ')} in access exclusive mode`, ...wanted.alterations], lockWait)
      return true
    } catch (error) {
      if (!(error instanceof CommandError) || !lockNotHad.includes(error.facts.code ?? '')) throw error
      return false
    }
  }

  /** Says in the same transaction which column holds what. */
  async #change(wanted: Changes, statements: readonly string[], wait?: number): Promise<void> {
    const facts = { ...this.#state.facts, dictionary: this.#dictionary }
    await this.#connection
      .transaction(async () => {
        // The dictionary stands there before any row that it explains.
        await saveState(this.#connection, this.#schema, this.#state.run, { facts })
        await run(this.#connection, statements)
        const present = await readPresent(this.#connection, this.#schema)
        const isWhole = ['questions', 'options', 'variables'].every((name) => present.tables.has(name))
        const { hash, statements: description } = describe(this.#schema, this.#dictionary, described(wanted.placed, present))
        if (hash !== this.#state.described || !isWhole) await run(this.#connection, description)
        await saveState(this.#connection, this.#schema, this.#state.run, { described: hash })
        return { hash, present }
      }, wait)
      .then(({ hash, present }) => {
        this.#state.described = hash
        this.present = wanted.placed.filter((one) => isThere(present, one))
        this.missing = wanted.placed.filter((one) => !isThere(present, one))
        this.wanted = wanted.placed
        this.forbidden = forbiddenIn(this.#dictionary, wanted.placed, present).map(({ name }) => name)
      })
  }
}
