/** What the service has of an import, for batches whose outcome is unknown. */
import type { Service } from '../service.ts'
import { codesAtOnce, listCodes, listPromos } from '../contract/surveys/promo.ts'
import type { CodeList } from './code-list.ts'
import type { Target } from './noted.ts'

export class Lookup {
  readonly #service: Service
  /** Survey by which the lists are reached. */
  readonly #id: number

  constructor(service: Service, id: number) {
    this.#service = service
    this.#id = id
  }

  /** How many codes a list has. */
  async count(list_id: number): Promise<number> {
    const { stats, total } = await this.#service.call(listCodes, { id: this.#id, list_id, limit: 1 })
    return stats?.total ?? (typeof total === 'number' ? total : 0)
  }

  /** The highest id of a list. */
  async newestList(): Promise<number> {
    const { data } = await this.#service.call(listPromos, { id: this.#id, sort: 'id', order: 'desc', limit: 1 })
    return data[0]?.id ?? 0
  }

  /** The list that an earlier request made, if it was carried out: of that name, and newer than those before it. */
  async createdList(name: string, newest: number): Promise<number | undefined> {
    for await (const rows of this.#service.rows(listPromos, { id: this.#id, search: name, sort: 'id', order: 'desc' })) {
      const found = rows.find((row) => row.name === name && row.id > newest)
      if (found) return found.id
      if (rows.some((row) => row.id <= newest)) return undefined
    }
    return undefined
  }

  /**
   * Codes of a batch that the list doesn't have. The newest come first, and ids only grow: once a code of an earlier
   * batch shows up, or all that came since the import began was seen, nothing of this batch can follow.
   */
  async missing({ list_id, before }: Target, codes: CodeList, batch: number, all: readonly string[]): Promise<string[]> {
    const missing = new Set(all)
    let since = (await this.count(list_id)) - before
    if (since <= 0) return [...missing]
    for await (const rows of this.#service.rows(listCodes, { id: this.#id, list_id, sort: 'id', order: 'desc' })) {
      for (const { code } of rows) missing.delete(code)
      since -= rows.length
      const isEarlier = rows.some(({ code }) => (codes.indexOf(code) ?? Infinity) < batch * codesAtOnce)
      if (isEarlier || since <= 0 || missing.size === 0) break
    }
    return [...missing]
  }
}
