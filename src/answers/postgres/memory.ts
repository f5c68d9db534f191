/** What a database remembers of answers, as a store without their bodies: a sync without a folder goes on from it. */
import { withConnection, type Connection } from './connect.ts'
import { Store, type StoredAnswer } from '../store/store.ts'
import { titleOf } from '../dictionary/options.ts'
import { forgetUnlisted, hasUnlisted } from '../dictionary/unlisted-texts.ts'
import { bodyOfHash } from '../sync/hashes.ts'
import { deletedThere } from './rows.ts'
import type { Begun } from './run.ts'
import { identifier, storable } from './sql.ts'

const seenAtOnce = 20_000

export interface Seen extends StoredAnswer {
  hash: string
}

export const answerOf = ({ id, start, end, state, body, net }: Record<string, unknown>): StoredAnswer => ({
  id: Number(id),
  start: Number(start),
  end: end === null ? null : Number(end),
  state: Number(state),
  body: String(body ?? ''),
  net: typeof net === 'string' ? net : null,
})

/** What earlier runs saw, in the order of the ids. */
export async function eachSeen(connection: Connection, schema: string, take: (seen: Seen) => void): Promise<void> {
  for (let after: number | undefined = Number.MIN_SAFE_INTEGER; after !== undefined;) {
    const { rows } = await connection.query(
      `select id, start, "end", state, hash, body from ${identifier(schema)}.surveyctl_seen where id > $1 and state <> ${deletedThere}
        order by id limit ${seenAtOnce}`,
      [after],
    )
    for (const row of rows) take({ ...answerOf(row), hash: String(row.hash) })
    after = rows.length < seenAtOnce ? undefined : Number(rows.at(-1)?.id)
  }
}

/** Nothing of it stays on this machine. */
export async function loadStore({ destination, whose, state }: Begun, signal: AbortSignal): Promise<Store> {
  const store = Store.temporary()
  const { facts, sync, began } = state
  store.setMeta('whose', JSON.stringify(whose))
  for (const [name, value] of Object.entries(facts.meta ?? {})) store.setMeta(name, value)
  if (facts.dictionary) store.saveDictionary(facts.dictionary)
  if (sync > 0) store.run('insert into sync (n, began, mark, complete) values (?, ?, ?, 1)', sync, began, facts.mark ?? null)
  await withConnection(destination, signal, async (connection) => {
    const { dictionary } = facts
    const { schema } = destination
    if (dictionary && hasUnlisted(dictionary)) {
      const { rows } = await connection.query(`select distinct key, label from ${identifier(schema)}.answers_long where label is not null`)
      const said = new Set(rows.map(({ key, label }) => JSON.stringify([key, label])))
      forgetUnlisted(dictionary, (key, text) => said.has(JSON.stringify([key, storable(titleOf(text))])))
      store.saveDictionary(dictionary)
    }
    store.begin()
    await eachSeen(connection, schema, ({ id, start, end, state: how, hash }) =>
      store.run('insert into answer values (?, ?, ?, ?, ?, null, 0, null)', id, start, end, how, bodyOfHash(hash)),
    )
    store.commit()
  })
  return store
}
