/** Roles that may read the tables: granted once for each table, so that what somebody revoked stays revoked. */
import { CommandError } from '../../errors.ts'
import type { Connection } from './connect.ts'
import { identifier } from './sql.ts'
import { isMemory, isOurs, saveState, type State } from './state.ts'

/** Before anything is read or written. */
export async function checkRoles(connection: Connection, roles: readonly string[]): Promise<void> {
  const missing: string[] = []
  for (const role of roles) {
    const { rows } = await connection.query('select 1 from pg_roles where rolname = $1', [role])
    if (rows.length === 0) missing.push(role)
  }
  if (missing.length > 0)
    throw new CommandError('not_found', `--grant: the database has no role ${missing.map((role) => `"${role}"`).join(', ')}`, {
      hint: `To make one: create role ${identifier(missing[0]!)}`,
    })
}

export const grantStatements = (schema: string, role: string, tables: readonly string[]): string[] => [
  `grant usage on schema ${identifier(schema)} to ${identifier(role)}`,
  `grant select on ${tables.map((name) => `${identifier(schema)}.${identifier(name)}`).join(', ')} to ${identifier(role)}`,
]

interface Granting {
  state: State
  /** Roles that may read from now on. */
  grant: readonly string[]
  destination: { schema: string }
}

export async function grantTo(connection: Connection, { state, grant, destination }: Granting): Promise<void> {
  const known = state.facts.granted ?? {}
  const roles = [...new Set([...Object.keys(known), ...grant])]
  if (roles.length === 0) return
  await connection.transaction(async () => {
    const { rows } = await connection.query(
      `select oid::bigint as oid, relname as name from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1) and relkind in ('r', 'p')`,
      [destination.schema],
    )
    const tables = rows
      .map(({ oid, name }) => ({ oid: Number(oid), name: String(name) }))
      .filter(({ name }) => isOurs(name) && !isMemory(name))
    const granted: Record<string, number[]> = {}
    for (const role of roles) {
      const isAsked = grant.includes(role)
      const fresh = tables.filter(({ oid }) => isAsked || !known[role]?.includes(oid))
      granted[role] = tables.map(({ oid }) => oid)
      if (fresh.length === 0) continue
      const { rows: there } = await connection.query('select 1 from pg_roles where rolname = $1', [role])
      if (there.length === 0) continue
      await connection.query(
        grantStatements(
          destination.schema,
          role,
          fresh.map(({ name }) => name),
        ).join(';'),
      )
    }
    state.facts = { ...state.facts, granted }
    await saveState(connection, destination.schema, state.run, { facts: state.facts })
  })
}
