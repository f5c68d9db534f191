/** One side of a comparison: surveys and what belongs to the account, in the form in which both are compared. */
import { createHash } from 'node:crypto'
import { viewAppearance } from '../contract/answers/appearance.ts'
import { listRoles } from '../contract/account/role.ts'
import { listSchedulers } from '../contract/account/scheduler.ts'
import type { AnyOperation, Input, Row } from '../contract/core/operation.ts'
import { listFavorites } from '../contract/surveys/favorite.ts'
import { listCodes, listPromos } from '../contract/surveys/promo.ts'
import { listArchivedQuizzes, listQuizzes } from '../contract/surveys/quiz.ts'
import type { Content } from '../model/document/shape.ts'
import { withAddresses } from '../model/document/media.ts'
import { implicit, type Environment } from '../project/files/config.ts'
import { isUnreadable, observe, type Observed } from '../project/plan/observe.ts'
import { cachedReads, type Cached } from '../project/sections/section.ts'
import type { Service } from '../service.ts'
import { isObject } from '../text/is-object.ts'
import { idIn, Names } from './names.ts'

/** An account, read as the environment of a project is: it has no ids of its own for names, as those of two accounts differ. */
export const accountEnvironment: Environment = { ...implicit, name: 'account' }

interface SideOptions {
  /** What stands for the addresses of media that are the same on the other side. */
  media?: ReadonlyMap<string, string>
  /** Both sides are one account: there the ids are the same. */
  isSame?: boolean
  /** That account as it was: what has another name now is called as then. */
  earlier?: Side | undefined
}

export class Side {
  readonly service: Service
  readonly workspace: number
  readonly earlier: Side | undefined
  /** Names by id, of those in which surveys are. */
  readonly folders = new Map<number, string>()
  readonly #run: Cached = cachedReads()
  readonly #media: ReadonlyMap<string, string>
  readonly #isSame: boolean
  readonly names: Names
  /** Ids of webhooks and the like, by survey. */
  readonly ids = new Map<number, Observed['ids']>()

  constructor(service: Service, workspace: number, { media = new Map(), isSame = false, earlier }: SideOptions = {}) {
    this.service = service
    this.workspace = workspace
    this.earlier = earlier
    this.#media = media
    this.#isSame = isSame
    this.names = new Names(earlier?.names)
  }

  /** Names by id, archived ones at the end. */
  async surveys(): Promise<Map<number, string>> {
    const all = new Map<number, string>()
    const take = ({ id, name, folder }: Row<typeof listQuizzes>): void => {
      all.set(id, name ?? '')
      if (folder?.name) this.folders.set(folder.id, folder.name)
    }
    for await (const rows of this.service.rows(listQuizzes, { sort: 'id', order: 'asc' })) rows.forEach(take)
    for (const row of await this.service.call(listArchivedQuizzes, {})) take(row)
    this.names.assign(
      'folders',
      [...this.folders].map(([id, name]) => ({ id, name })),
    )
    return all
  }

  /** `undefined`: it was deleted meanwhile. */
  survey = async (id: number): Promise<Observed | undefined> => {
    const found = await observe(this.service, id, this.environment(), {
      key: 'survey',
      wanted: () => true,
      state: { ids: this.earlier?.ids.get(id) ?? {} },
      acrossSurveys: this.#run,
    })
    if (found) this.ids.set(id, found.ids)
    return found && { ...found, content: withAddresses(found.content, this.#media) }
  }

  /** Folders after `surveys`, lists after `promoLists`. */
  environment = (): Environment => ({
    ...accountEnvironment,
    folders: this.names.idsOf('folders'),
    promo: this.names.idsOf('promo lists'),
  })

  /** Things of the account by their names, and parts that can't be read; after `surveys`. */
  async account(anySurvey: number | undefined): Promise<{ content: Content; unreadable: Record<string, string> }> {
    const content: Content = {}
    const unreadable: Record<string, string> = {}
    const { service, workspace: workspace_id } = this
    const parts = {
      roles: () => this.#roles(),
      schedulers: () => this.#listed('schedulers', listSchedulers, { workspace_id }),
      favorites: () => this.#listed('favorites', listFavorites, { workspace_id }),
      appearance: async () => this.#withoutIds('appearance', await service.call(viewAppearance, { workspace_id })),
      'promo lists': () => (anySurvey === undefined ? Promise.resolve({}) : this.#promo(anySurvey)),
    } satisfies Record<string, () => Promise<unknown>>
    for (const [name, read] of Object.entries(parts)) {
      try {
        content[name] = await read()
      } catch (error) {
        if (!isUnreadable(error)) throw error
        unreadable[name] = error.message
      }
    }
    return { content, unreadable }
  }

  /** Folders of a role by their names: one that was deleted and made anew has another id. */
  async #roles(): Promise<unknown> {
    const { items } = await this.service.call(listRoles, { workspace_id: this.workspace })
    const rightsOf = (given: unknown): [folder: number, permissions: unknown][] =>
      Array.isArray(given) ? given.filter(isObject).map(({ folder_id, permissions }) => [Number(folder_id), permissions]) : []
    const folders = new Set(items.flatMap(({ folder_permissions: given }) => rightsOf(given).map(([id]) => id)))
    const unnamed = [...folders].filter((id) => this.names.nameOf('folders', id) === undefined)
    // Nothing tells its name; of another account its id says nothing either.
    const name = (id: number): string => (this.#isSame ? `folder ${id}, which no survey is in` : 'a folder that no survey is in')
    this.names.assign(
      'unnamed folders',
      unnamed.map((id) => ({ id, name: name(id) })),
    )
    const nameOf = (id: number): string | undefined => this.names.nameOf('folders', id) ?? this.names.nameOf('unnamed folders', id)
    const rights = (given: unknown): unknown =>
      Array.isArray(given) ? new Map(rightsOf(given).map(([id, permissions]) => [nameOf(id), permissions])) : given
    return this.#withoutIds(
      'roles',
      items.map(({ folder_permissions: given, ...role }) => ({ ...role, folder_permissions: rights(given) })),
    )
  }

  /** Any survey of the account may ask. */
  async promoLists(id: number): Promise<Map<string, { id: number; name: string }>> {
    const lists: { id: number; name: string }[] = []
    for await (const rows of this.service.rows(listPromos, { id, sort: 'id', order: 'asc' }))
      for (const { id: list_id, name } of rows) lists.push({ id: list_id, name: name ?? '' })
    return this.names.assign('promo lists', lists)
  }

  async #promo(id: number): Promise<unknown> {
    const found: [string, unknown][] = []
    for (const [key, { id: list_id, name }] of await this.promoLists(id)) found.push([key, { name, ...(await this.#codes(id, list_id)) }])
    return Object.fromEntries(found)
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

  async #listed<Op extends AnyOperation>(kind: string, operation: Op, input: Input<Op>): Promise<unknown> {
    const answer: unknown = await this.service.call(operation, input)
    return this.#withoutIds(kind, isObject(answer) ? answer[operation.rows ?? 'items'] : [])
  }

  /** `kind`: where it stands, so that ids of other things are not mistaken for its own. */
  #withoutIds(kind: string, value: unknown): unknown {
    // By names, which may be called as what is left out.
    if (value instanceof Map) return Object.fromEntries(value)
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, inner]) => (ignored.has(name) ? [] : [[name, this.#withoutIds(`${kind}.${name}`, inner)]])),
      )
    if (!Array.isArray(value)) return value
    const things = value.filter(isNamed)
    if (things.length < value.length) return value.map((item) => this.#withoutIds(kind, item))
    const named = this.names.assign(
      kind,
      things.map((thing) => ({ ...thing, id: idIn(thing) })),
    )
    return Object.fromEntries([...named].map(([key, thing]) => [key, this.#withoutIds(`${kind}.${key}`, thing)]))
  }
}

interface Account {
  service: Service
  workspace: number
}

export function sidesOf(was: Account, is: Account, known: { isSame: boolean; media?: ReadonlyMap<string, string> }): [Side, Side] {
  const earlier = new Side(was.service, was.workspace, known)
  return [earlier, new Side(is.service, is.workspace, { ...known, ...(known.isSame && { earlier }) })]
}

/** An account as it was and as it is, for what is compared survey by survey: what was renamed since is called as it was. */
export async function namedSides(was: Service, is: Service): Promise<[Side, Side]> {
  const sides = sidesOf({ service: was, workspace: 0 }, { service: is, workspace: 0 }, { isSame: true })
  for (const side of sides) {
    const [anySurvey] = (await side.surveys()).keys()
    try {
      if (anySurvey !== undefined) await side.promoLists(anySurvey)
    } catch (error) {
      if (!isUnreadable(error)) throw error
    }
  }
  return sides
}

/** Fields that say something of this copy or of the moment only. */
const ignored: ReadonlySet<string> = new Set([
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

const isNamed = (value: unknown): value is Record<string, unknown> & { name: string } => isObject(value) && typeof value.name === 'string'
