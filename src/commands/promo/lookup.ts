/** What the service has of an import, for batches whose outcome is unknown. */
import type { Context } from '../../cli/context.ts'
import { codesAtOnce, listCodes, listPromos } from '../../contract/promo.ts'
import type { CodeList } from './code-list.ts'
import type { Target } from './noted.ts'

const pageRows = 500

export class Lookup {
  readonly #context: Context
  /** Survey by which the lists are reached. */
  readonly #id: number

  constructor(context: Context, id: number) {
    this.#context = context
    this.#id = id
  }

  /** How many codes a list has. */
  async count(list_id: number): Promise<number> {
    const { stats, total } = await this.#context.call(listCodes, { id: this.#id, list_id, limit: 1 })
    return stats?.total ?? (typeof total === 'number' ? total : 0)
  }

  /** The highest id of a list. */
  async newestList(): Promise<number> {
    const { data } = await this.#context.call(listPromos, { id: this.#id, sort: 'id', order: 'desc', limit: 1 })
    return data[0]?.id ?? 0
  }

  /** The list that an earlier request made, if it was carried out: of that name, and newer than those before it. */
  async createdList(name: string, newest: number): Promise<number | undefined> {
    for await (const rows of this.#context.rows(listPromos, { id: this.#id, search: name, sort: 'id', order: 'desc' }, { all: true })) {
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
    for (let offset = 0; since > 0 && missing.size > 0; offset += pageRows) {
      const { data } = await this.#context.call(listCodes, { id: this.#id, list_id, sort: 'id', order: 'desc', limit: pageRows, offset })
      if (data.length === 0) break
      for (const { code } of data) missing.delete(code)
      if (data.some(({ code }) => (codes.indexOf(code) ?? Infinity) < batch * codesAtOnce)) break
      since -= data.length
    }
    return [...missing]
  }
}
