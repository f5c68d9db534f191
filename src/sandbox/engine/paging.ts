/** Pages of lists, in the service's two forms: by offset, and by page number. */

export interface OffsetInput {
  limit?: number | undefined
  offset?: number | undefined
}
interface PageInput {
  page?: number | undefined
  per_page?: number | undefined
}

type OffsetPage<T> = { total: number; limit: number; offset: number; data: T[] }
type NumberedPage<T> = { items: T[]; total: number; page: number; per_page: number; last_page: number }

/** Where rows come from: an array with all of them, or their count and a function that reads a part. */
export type PageSource<T> = readonly T[] | { total: number; read: (limit: number, offset: number) => T[] }

const sourceOf = <T>(source: PageSource<T>): { total: number; read: (limit: number, offset: number) => T[] } =>
  'read' in source ? source : { total: source.length, read: (limit, offset) => source.slice(offset, offset + limit) }

/** `{total, limit, offset, data}`. The engine has filled in the operation's default limit; without one, all rows are read. */
export function offsetPage<T>(source: PageSource<T>, { limit, offset = 0 }: OffsetInput): OffsetPage<T> {
  const { total, read } = sourceOf(source)
  const size = limit ?? total
  return { total, limit: size, offset, data: read(size, offset) }
}

/** `{items, total, page, per_page, last_page}`. */
export function numberedPage<T>(source: PageSource<T>, { page = 1, per_page = 20 }: PageInput): NumberedPage<T> {
  const { total, read } = sourceOf(source)
  return { items: read(per_page, (page - 1) * per_page), total, page, per_page, last_page: Math.max(1, Math.ceil(total / per_page)) }
}
