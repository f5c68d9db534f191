/** One side of a comparison: surveys and what belongs to the account, in the form in which both are compared. */
import { createHash } from 'node:crypto'
import { viewAppearance } from '../contract/answers/appearance.ts'
import { listRoles } from '../contract/account/role.ts'
import { listSchedulers } from '../contract/account/scheduler.ts'
import type { AnyOperation, Input } from '../contract/core/operation.ts'
import { listFavorites } from '../contract/surveys/favorite.ts'
import { listCodes, listPromos } from '../contract/surveys/promo.ts'
import { listArchivedQuizzes, listQuizzes } from '../contract/surveys/quiz.ts'
import { CommandError } from '../errors.ts'
import type { Content } from '../model/document/shape.ts'
import { withAddresses } from '../project/apply/media-addresses.ts'
import type { Environment } from '../project/files/config.ts'
import { observe, type Observed } from '../project/plan/observe.ts'
import { cachedReads, type Cached } from '../project/sections/section.ts'
import type { Service } from '../service.ts'
import { isObject } from '../text/is-object.ts'

/** Names only: what a backup is compared with may have other ids. */
export const everywhere: Environment = {
  name: 'account',
  protected: false,
  read_only: false,
  folders: {},
  themes: {},
  promo: {},
  sellers: {},
}

export class Side {
  readonly service: Service
  readonly workspace: number
  readonly #run: Cached = cachedReads()
  /** What stands for the addresses of media that are the same on the other side. */
  readonly #media: ReadonlyMap<string, string>

  constructor(service: Service, workspace: number, media: ReadonlyMap<string, string> = new Map()) {
    this.service = service
    this.workspace = workspace
    this.#media = media
  }

  /** Names by id, archived ones at the end. */
  async surveys(): Promise<Map<number, string>> {
    const all = new Map<number, string>()
    for await (const rows of this.service.rows(listQuizzes, { sort: 'id', order: 'asc' }))
      for (const { id, name } of rows) all.set(id, name ?? '')
    for (const { id, name } of await this.service.call(listArchivedQuizzes, {})) all.set(id, name ?? '')
    return all
  }

  /** `undefined`: it was deleted meanwhile. */
  survey = async (id: number): Promise<Observed | undefined> => {
    const found = await observe(this.service, id, everywhere, () => true, { key: 'survey', acrossSurveys: this.#run })
    return found && { ...found, content: withAddresses(found.content, this.#media) }
  }

  /** Things of the account by their names, and parts that can't be read. */
  async account(some: number | undefined): Promise<{ content: Content; unreadable: Record<string, string> }> {
    const content: Content = {}
    const unreadable: Record<string, string> = {}
    const { service, workspace: workspace_id } = this
    const parts = {
      roles: () => this.#roles(),
      schedulers: () => named(service, listSchedulers, { workspace_id }),
      favorites: () => named(service, listFavorites, { workspace_id }),
      appearance: async () => withoutIds(await service.call(viewAppearance, { workspace_id })),
      'promo lists': () => (some === undefined ? Promise.resolve({}) : this.#promo(some)),
    } satisfies Record<string, () => Promise<unknown>>
    for (const [name, read] of Object.entries(parts)) {
      try {
        content[name] = await read()
      } catch (error) {
        if (!(error instanceof CommandError && ['forbidden', 'refused', 'not_found'].includes(error.kind))) throw error
        unreadable[name] = error.message
      }
    }
    return { content, unreadable }
  }

  /** Folders of a role by their names: one that was deleted and made anew has another id. */
  async #roles(): Promise<unknown> {
    const folders = new Map<number, string>()
    for await (const rows of this.service.rows(listQuizzes, { sort: 'id', order: 'asc' }))
      for (const { folder } of rows) if (folder?.name) folders.set(folder.id, folder.name)
    for (const { folder } of await this.service.call(listArchivedQuizzes, {})) if (folder?.name) folders.set(folder.id, folder.name)
    const { items } = await this.service.call(listRoles, { workspace_id: this.workspace })
    const rights = (given: unknown): unknown =>
      Array.isArray(given)
        ? Object.fromEntries(
            given
              .filter(isObject)
              .map(({ folder_id: id, permissions }) => [
                folders.get(Number(id)) ?? `folder ${String(id)}, which no survey is in`,
                permissions,
              ]),
          )
        : given
    return byName(items.map(({ folder_permissions: given, ...role }) => ({ ...partsOf(role), folder_permissions: rights(given) })))
  }

  async #promo(id: number): Promise<unknown> {
    const lists: Record<string, unknown> = {}
    for await (const rows of this.service.rows(listPromos, { id, sort: 'id', order: 'asc' }))
      for (const { id: list_id, name } of rows) lists[freeName(lists, name ?? '', list_id)] = await this.#codes(id, list_id)
    return lists
  }

  /** Counts, and a hash by which other codes of the same number are told. */
  async #codes(id: number, list_id: number): Promise<Record<string, unknown>> {
    const hash = createHash('sha256')
    const counts = { unused: 0, used: 0 }
    for await (const rows of this.service.rows(listCodes, { id, list_id, sort: 'id', order: 'asc' }))
      for (const { code, used } of rows) {
        counts[used ? 'used' : 'unused']++
        hash.update(`${code}\n`)
      }
    return { ...counts, codes: hash.digest('hex').slice(0, 12) }
  }
}

/** Of this copy, and of the moment: never compared. */
const own: ReadonlySet<string> = new Set([
  'id',
  'workspace_id',
  'created_at',
  'updated_at',
  'favorite_question_id',
  'source_quiz_id',
  'source_widget_id',
  'members_count',
  'allowed',
])

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutIds)
    return value.every((item) => isObject(item) && typeof item.name === 'string') ? byName(items) : items
  }
  return isObject(value) ? partsOf(value) : value
}

const partsOf = (value: object): object =>
  Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (own.has(name) ? [] : [[name, withoutIds(inner)]])))

function byName(items: readonly unknown[]): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  items.forEach((item, index) => {
    if (isObject(item)) found[freeName(found, String(item.name), index)] = item
  })
  return found
}

const freeName = (taken: object, name: string, id: number): string => (Object.hasOwn(taken, name) ? `${name} (${id})` : name)

async function named<Op extends AnyOperation>(service: Service, operation: Op, input: Input<Op>): Promise<unknown> {
  const answer: unknown = await service.call(operation, input)
  return withoutIds(isObject(answer) ? answer[operation.rows ?? 'items'] : [])
}
