import type { AnyOperation } from '../../src/contract/core/operation.ts'
import { isObject } from '../../src/text/is-object.ts'
import { groups, operationOf, picture, unnamed } from '../operations/anchor-requests.ts'

/** What a participant asks of each operation: with a survey and a folder of their own, hidden ones, or ones that were never there. */
export interface Subject {
  quiz: number
  folder: number
  /** Things of the survey: those of the open one, of a hidden one, or none. */
  webhook: number
  password: number
  email: number
  version: number
  favorite: number
  campaign: number
  contacts: number
}

export interface Asked {
  /** Path variables beside the survey's. */
  path?: Record<string, string | number>
  query?: string
  body?: unknown
}

type Requests = readonly ((of: Subject) => Asked)[]

const send = (...bodies: readonly unknown[]): Requests => bodies.map((body) => () => ({ body }))
const ask = (...queries: readonly string[]): Requests => queries.map((query) => () => ({ query }))

/** What of a request names something that can be hidden. */
const named: Readonly<Record<string, (of: Subject) => unknown>> = {
  folderId: ({ folder }) => folder,
  folder_id: ({ folder }) => folder,
  webhookId: ({ webhook }) => webhook,
  passwordId: ({ password }) => password,
  emailId: ({ email }) => email,
  versionId: ({ version }) => version,
  questionId: ({ favorite }) => favorite,
}

const withNamed = (of: Subject, given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, named[name]?.(of) ?? value]))

/** A form where a field is a file, else the body itself. */
function bodyOf(of: Subject, body: unknown): unknown {
  if (!isObject(body)) return body
  const fields = Object.entries(withNamed(of, body))
  if (!fields.some(([, value]) => typeof value === 'string' && value.startsWith('@'))) return Object.fromEntries(fields)
  const form = new FormData()
  for (const [name, value] of fields) {
    const text = String(value)
    if (!text.startsWith('@')) form.set(name, text)
    else form.set(name, new Blob([text.endsWith('.png') ? picture : 'A\nB\n']), text.slice(1))
  }
  return form
}

const rows = Object.values(groups)
  .flat()
  .map(([, request, body]) => ({ request, body, operation: operationOf(request) }))

/** The anchors' requests, about what the participant names. Other things are the demo's first. */
const anchored = ({ method, path }: AnyOperation): Requests =>
  rows
    .filter(({ operation }) => operation === `${method} ${unnamed(path)}`)
    .map(({ request, body }) => (of) => {
      const [address = '', query = ''] = request.slice(method.length + 1).split('?')
      const variables = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(address)?.groups ?? {}
      const { id: _survey, ...others } = Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, name !== 'workspace_id' && /^\d+$/.test(value) ? '1' : value]),
      )
      return {
        path: withNamed(of, others) as Record<string, string>,
        query: query.replaceAll(/(?<=^|&)(\w+)=[^&]*/g, (pair, name: string) =>
          named[name] ? `${name}=${String(named[name](of))}` : pair,
        ),
        body: bodyOf(of, body),
      }
    })

const hours = { start_utc: '2027-01-04T09:00:00Z', end_utc: '2027-01-04T10:00:00Z' }
const lists = ['', 'sort=name&order=asc', 'limit=1&offset=1']

/** What the anchors don't ask: about another survey than that of the path, pages, things that the demo has. */
const special: Readonly<Record<string, Requests>> = {
  'quiz.list': [...ask(...lists), ({ folder }) => ({ query: `folder_id=${folder}` })],
  'quiz.move': [({ folder }) => ({ body: { folder_id: folder } })],
  'folder.create': send({ name: 'New' }, { name: 'Zq7hidden Customers' }, { name: 'Drafts' }),
  'folder.reorder': [({ folder }) => ({ body: { folder_ids: [folder] } })],
  'version.list': ask('', 'per_page=1'),
  'export.print': send({ format: 'txt' }, { format: 'html' }),
  'answer.list': ask('', 'is_complete=true', 'ids[]=1'),
  'export.csv': ask('', 'ids[]=1', 'excludedIds[]=1'),
  'export.summary-filtered': send({ ids: [1, 2] }),
  'report.view': send({}, { ids: [1, 2, 3] }),
  'integration.logs': ask('integration=messenger_a', 'integration=messenger_b'),
  'integration.resend': send({ integration: 'messenger_a' }, { integration: 'messenger_a', log_id: 1 }),
  'webhook.resend': [({ webhook }) => ({ path: { webhookId: webhook }, body: { log_id: 1 } })],
  'messenger.change': [() => ({ path: { messenger: 'messenger_a' }, body: { action: 'test' } })],
  'sheets.change': send({ action: 'export_all', export_mode: 'new_file' }),
  'crm.quizzes': [...ask(...lists), ({ folder }) => ({ query: `folder_id=${folder}` })],
  'crm.settings-set': send({ settings: [] }),
  'email.recipient-confirm': [({ email }) => ({ path: { emailId: email }, body: { action: 'confirm', confirmation_code: '999999' } })],
  'smtp.use': send({ action: 'show' }, { action: 'logs' }, { action: 'logs', limit: 1, offset: 1 }, { action: 'test' }),
  'mailing.view': [
    ...ask(
      ...['campaigns', 'contact_lists', 'templates', 'reputation', 'balance', 'settings', 'smtp_logs'].map((name) => `section=${name}`),
      'section=campaigns&search=spring',
    ),
    ({ campaign }) => ({ query: `section=campaign&campaign_id=${campaign}` }),
    ({ campaign }) => ({ query: `section=recipients&campaign_id=${campaign}` }),
    ({ contacts }) => ({ query: `section=contacts&list_id=${contacts}` }),
  ],
  'favorite.save': [
    ({ quiz }) => ({ body: { name: 'New', widget_type: 'rating', data: { type: 'rating' }, source_quiz_id: quiz } }),
    ({ favorite }) => ({ body: { favorite_question_id: favorite, name: 'Renamed', widget_type: 'rating', data: { type: 'rating' } } }),
  ],
  'template.list': ask('', 'limit=1', 'limit=1&offset=1', 'limit=100'),
  'quiz.from-template': [
    ({ quiz, folder }) => ({ body: { template_id: quiz, folder_id: folder } }),
    ({ quiz }) => ({ body: { template_id: quiz, folder_id: 3 } }),
  ],
  'promo.list': ask(...lists),
  'promo.create': send({ name: 'Own', codes: ['A'] }),
  'promo.rename': [() => ({ path: { list_id: 1 }, body: { name: 'Letter' } })],
  'promo.codes': ask('list_id=1&limit=1', 'list_id=2&limit=1'),
  'promo.add': send({ list_id: 2, codes: ['B'] }),
  'promo.remove': [() => ({ path: { code_id: 501 } })],
  'promo.attach': [({ quiz }) => ({ path: { list_id: 1 }, body: { quize_ids: [quiz] } })],
  'promo.detach': [({ quiz }) => ({ body: { quize_ids: [quiz] } })],
  'promo.sync': [({ quiz }) => ({ body: { list_id: 1, quize_ids: [quiz] } }), () => ({ body: { list_id: 1, quize_ids: [] } })],
  'promo.pinned': ask('list_id=1', 'list_id=1&limit=1', 'list_id=1&search=zq7', 'list_id=2&offset=1'),
  'promo.delete': [() => ({ path: { list_id: 1 } })],
  'role.set': send({ role_id: 2, permissions: {} }),
  'member.access': [() => ({ path: { memberId: 1 } }), () => ({ path: { memberId: 5 } })],
  'scheduler.edit': [() => ({ path: { schedulerId: 1 }, body: { name: 'Visits' } })],
  'scheduler.duplicate': [() => ({ path: { schedulerId: 1 } })],
  'booking.list': ask('from=2020-01-01&to=2040-01-01'),
  'booking.edit': [() => ({ path: { bookingId: 1 }, body: { status: 'confirmed' } })],
  'block.add': send({ scheduler_id: 1, ...hours }),
  'block.remove': [() => ({ path: { blockId: 1 } })],
  'scheduler.delete': [() => ({ path: { schedulerId: 1 } })],
  'quiz.restore': [({ quiz }) => ({ body: { ids: [quiz] } })],
  'folder.delete': [
    ({ folder }) => ({ path: { folderId: folder } }),
    ({ folder }) => ({ path: { folderId: folder }, body: { confirm_delete_quizzes: true } }),
  ],
}

/** What takes away what others ask about comes last. */
const last = ['quiz.save', 'quiz.delete', 'quiz.restore', 'folder.delete']
const turn = ({ id, method }: AnyOperation): number => 1 + last.indexOf(id) || (method === 'DELETE' ? 0.5 : 0)

/** All operations, in the order in which they are asked. */
export const inTurn = (operations: readonly AnyOperation[]): AnyOperation[] => operations.toSorted((a, b) => turn(a) - turn(b))

export const requestsOf = (operation: AnyOperation): Requests => special[operation.id] ?? anchored(operation)
