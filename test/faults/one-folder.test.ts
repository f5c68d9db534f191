/**
 * A participant who sees one folder, and every operation of the contract: no byte of any answer holds a name, an id or a
 * count of what is hidden, and what is hidden is answered as what isn't there.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyOperation } from '../../src/contract/core/operation.ts'
import { groups } from '../../src/sandbox/api/groups.ts'
import { count } from './ledger.ts'
import { inTurn, requestsOf, type Asked, type Subject } from './one-folder-requests.ts'
import { folders, marker, quizzes, twoFolders, type World } from './one-folder.ts'

const operations = inTurn(groups().flatMap(({ routes }) => routes.map(({ operation }) => operation)))

const none = 7_349_990
const own: Subject = {
  quiz: quizzes.own,
  folder: folders.own,
  webhook: 507,
  password: 501,
  email: 501,
  version: 501,
  favorite: 2,
  campaign: none,
  contacts: none,
}
const hidden: Subject = {
  quiz: quizzes.hidden,
  folder: folders.hidden,
  webhook: 7,
  password: 1,
  email: 1,
  version: 1,
  favorite: 1,
  campaign: 1,
  contacts: 1,
}
const unknown: Subject = {
  quiz: quizzes.unknown,
  folder: folders.unknown,
  webhook: none,
  password: none,
  email: none,
  version: none,
  favorite: none,
  campaign: none - 1,
  contacts: none - 1,
}

interface Answered {
  status: number
  /** Everything that came, headers included. */
  bytes: string
  text: string
}

const addressOf = ({ path }: AnyOperation, quiz: number, asked: Asked): string => {
  const ids: Record<string, unknown> = { id: quiz, workspace_id: 7, ...asked.path }
  return `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))}${asked.query ? `?${asked.query}` : ''}`
}

async function request({ sandbox, key }: World, operation: AnyOperation, quiz: number, asked: Asked): Promise<Answered> {
  const { method } = operation
  const isForm = asked.body instanceof FormData
  const answer = await fetch(sandbox.baseUrl + addressOf(operation, quiz, asked), {
    method,
    headers: { authorization: `Bearer ${key}`, ...(!isForm && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: isForm ? (asked.body as FormData) : JSON.stringify(asked.body ?? {}) }),
  })
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  count({ faults: 1 })
  return { status: answer.status, text, bytes: [...answer.headers].join('\n') + text }
}

/** Without what differs from run to run: times, random ids, the port. */
const steady = ({ status, text }: Answered): string =>
  `${status} ${text}`
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, 'TIME')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'UUID')
    .replaceAll(/\/([sp])(\/[\w-]+)+/g, '/$1/PAGE')
    .replaceAll(/"virtual_id":"\w+"/g, '"virtual_id":"PAGE"')
    .replaceAll(/"duration_ms":\d+/g, '"duration_ms":0')

/** An id that the caller sent stands in some refusals. */
const without = (text: string, id: number): string => text.replaceAll(new RegExp(String.raw`\b${id}\b`, 'g'), 'ID')
/** So does a name that the caller chose. */
const ownWords = (text: string, { body }: Asked): string => text.replaceAll(String((body as { name?: string } | undefined)?.name), '')

/** A number of its own: the random ids of files have seven digits in a row now and then. */
const telling = new RegExp(String.raw`${marker}|\b734\d{4}\b`)

let [less, more, third]: World[] = []
beforeAll(async () => {
  less = await twoFolders(false)
  more = await twoFolders(true)
  third = await twoFolders(true)
})
afterAll(async () => {
  await less!.sandbox.close()
  await more!.sandbox.close()
  await third!.sandbox.close()
})

const named = operations.map((operation) => ({ id: operation.id, operation }))

it.each(named)('$id is asked', ({ operation }) => expect(requestsOf(operation)).not.toEqual([]))

describe('with a hidden survey, folder or thing of theirs', () => {
  /** The same request about one that is hidden, and about one that was never there. */
  async function same(operation: AnyOperation, kind: keyof Subject, ask: (id: number) => [quiz: number, Asked]): Promise<void> {
    const [a, b] = [await request(third!, operation, ...ask(hidden[kind])), await request(third!, operation, ...ask(unknown[kind]))]
    const told = without(steady(a), hidden[kind])
    expect(told, kind).toBe(without(steady(b), unknown[kind]))
    expect(told).not.toMatch(telling)
  }

  it.each(named)('$id answers as for one that was never there', async ({ operation }) => {
    for (const make of requestsOf(operation)) {
      if (operation.path.includes('/quiz/{id}')) await same(operation, 'quiz', (quiz) => [quiz, make(own)])
      for (const kind of Object.keys(own) as (keyof Subject)[]) {
        const ask = (instead: number): Asked => make({ ...own, [kind]: instead })
        if (JSON.stringify(ask(hidden[kind])) !== JSON.stringify(make(own)))
          await same(operation, kind, (instead) => [own.quiz, ask(instead)])
      }
    }
  })
})

describe('with a survey and a folder of their own', () => {
  it.each(named)('$id says the same whatever is hidden, and nothing of it', async ({ operation }) => {
    for (const make of requestsOf(operation)) {
      const [a, b] = [await request(less!, operation, own.quiz, make(own)), await request(more!, operation, own.quiz, make(own))]
      for (const { bytes } of [a, b]) expect(ownWords(bytes, make(own))).not.toMatch(telling)
      // Documents hold times in many forms; they are of the open survey alone.
      if (operation.file) expect(b.status).toBe(a.status)
      else expect(steady(b)).toBe(steady(a))
    }
  })
})
