/** The preamble of a test file that has a PostgreSQL of its own. */
import { afterAll, beforeAll } from 'vitest'
import { noPostgres, startPostgres, type Postgres } from './postgres.ts'

/** `undefined` where there can be none. Its members are there in tests and hooks. */
export function usePostgres(): Postgres | undefined {
  if (noPostgres !== undefined) return undefined
  let own: Postgres
  beforeAll(async () => {
    own = await startPostgres()
  })
  afterAll(() => own.stop())
  return new Proxy({} as Postgres, { get: (_, name) => own[name as keyof Postgres] })
}
