/** Rules about letters, promo codes and colours, judged by what the service really answers: each speaks where it should, and not beside it. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const send = (path: string, body: object) => served.sandbox.request('POST', path, body)

async function found(id: number): Promise<string[]> {
  const { json } = await served.run(`quiz check ${id} --json --fail-on never`)
  return (json as { rule: string }[]).map(({ rule }) => rule)
}

/** A survey with nothing connected. */
async function bare(): Promise<number> {
  return (await send('/quiz', { folder_id: 1 })).body.id
}

it('nobody is notified until the letter to the author is on', async () => {
  const id = await bare()
  expect(await found(id)).toContain('nobody-notified')
  await send(`/quiz/${id}/emails/toggle`, { type: 'owner', enabled: true })
  expect(await found(id)).not.toContain('nobody-notified')
})

it('a letter to respondents has nowhere to go, unless a hidden variable has their address', async () => {
  const id = await bare()
  expect(await found(id)).not.toContain('client-letter-nowhere')
  await send(`/quiz/${id}/emails/toggle`, { type: 'client', enabled: true })
  expect(await found(id)).toContain('client-letter-nowhere')
  await send(`/quiz/${id}/emails/template`, { client_source: 'mail' })
  expect(await found(id)).not.toContain('client-letter-nowhere')
})

it('a letter promises a code where no list is attached', async () => {
  const id = await bare()
  await send(`/quiz/${id}/emails/template`, { owner_send_promo_code: true })
  await send(`/quiz/${id}/emails/toggle`, { type: 'owner', enabled: true })
  expect(await found(id)).toContain('letter-without-promo')
  await send(`/quiz/${id}/promo/attach/1`, { quize_ids: [id] })
  expect(await found(id)).not.toContain('letter-without-promo')
})

it('an attached list has no codes left, too few, or enough', async () => {
  const id = await bare()
  const { body } = await send(`/quiz/${id}/promo/list`, { name: 'Few', codes: ['A', 'B'] })
  await send(`/quiz/${id}/promo/attach/${body.list_id}`, { quize_ids: [id] })
  await send(`/quiz/${id}/settings/info`, { limit_answer_count_enabled: true, limit_answer_count_value: 3 })
  expect(await found(id)).toEqual(expect.arrayContaining(['promo-low']))
  expect(await found(id)).not.toContain('promo-empty')
  await send(`/quiz/${id}/promo/codes`, { list_id: body.list_id, codes: ['C'] })
  expect(await found(id)).not.toContain('promo-low')
  const { data } = (await served.sandbox.request('GET', `/quiz/${id}/promo/codes?list_id=${body.list_id}`)).body
  for (const { id: code } of data) await served.sandbox.request('DELETE', `/quiz/${id}/promo/codes/${code}`)
  expect(await found(id)).toContain('promo-empty')
})

it('one person may collect codes', async () => {
  const id = await bare()
  await send(`/quiz/${id}/settings/info`, { multiple_ip: true, allow_multiple_answer: true })
  expect(await found(id)).not.toContain('promo-farming')
  await send(`/quiz/${id}/promo/attach/1`, { quize_ids: [id] })
  expect(await found(id)).toContain('promo-farming')
})

it('colours of a theme are too close to each other, or not', async () => {
  const { store } = served.sandbox.service
  const id = await bare()
  await send(`/quiz/${id}/applyTheme/1`, {})
  expect(await found(id)).not.toContain('low-contrast')
  store.run("update quiz set draft = replace(draft, '#1f2933', '#dddddd') where id = ?", id)
  expect(await found(id)).toContain('low-contrast')
})
