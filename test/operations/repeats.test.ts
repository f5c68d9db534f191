/** What is repeated after a lost answer is done already: the second request is answered as the first was, and changes nothing more. */
import { expect, it } from 'vitest'
import { isWrite } from '../../src/contract/core/operation.ts'
import { operationsByGroup } from '../../src/contract/operations.ts'
import { tableNames } from '../../src/sandbox/store/schema.ts'
import { useSandbox } from '../support/served.ts'
import { groups, operationOf, unnamed } from './anchor-requests.ts'

const served = useSandbox('demo')

const repeatable = new Map(
  operationsByGroup()
    .flatMap(({ operations }) => operations)
    .filter((operation) => isWrite(operation) && operation.repeatable)
    .map(({ id, method, path }) => [`${method} ${unnamed(path)}`, id]),
)
/** A form with a file is sent as it stands by nobody. */
const isForm = (body: unknown): boolean => JSON.stringify(body ?? '').includes('"@')

const cases = Object.values(groups)
  .flat()
  .map(([, request, body]) => ({ request, body, id: repeatable.get(operationOf(request)) }))
  .filter(({ id, body }) => id !== undefined && !isForm(body))

/** The anchors name things that aren't there as well: of each kind the demo has a first one. */
const ofDemo = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null).replaceAll(/"(list_id|payment_account_id)":\d+/g, '"$1":1')) ?? undefined

/** All that the sandbox keeps. Times are later, and a file that is made anew has another id. */
const kept = (): object => {
  const { store } = served.sandbox.service
  const passing = /\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
  const rows = (table: string) => store.all(`select * from ${table}`).map((row) => JSON.stringify(row).replaceAll(passing, ''))
  return Object.fromEntries(tableNames.map((table) => [table, rows(table)]))
}

it.each(cases)('$id: $request', async ({ request, body }) => {
  const { sandbox, control } = served
  for (const what of ['crm_a', 'crm_b', 'sheets', 'messenger_a', 'seller']) await control('connect', { quiz: 42, what })
  const { passwords } = (await sandbox.request('POST', '/quiz/42/passwords', { password: 'one' })).body
  const named = request
    .replace(/passwords\/\d+/, `passwords/${passwords[0].password_id}`)
    .replace(/(versions|list|attach|schedulers|bookings)\/\d+/, '$1/1')
  const [method = '', path = ''] = named.split(' ')
  const send = async () => {
    const { status, body: said } = await sandbox.request(method, path, ofDemo(body))
    return [status, said?.code]
  }
  const first = await send()
  expect(first, 'the demo has what is named').toEqual([200, undefined])
  await sandbox.idle()
  const once = kept()
  expect(await send()).toEqual(first)
  await sandbox.idle()
  expect(kept()).toEqual(once)
})
