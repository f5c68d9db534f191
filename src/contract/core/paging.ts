import { integer, type Fields } from './fields.ts'

/** How a list comes in pages. */
export interface Paging {
  by: 'offset' | 'page'
  /** Rows of the service's default page; absent: all. */
  size?: number
  /** The largest page that may be asked for; absent: no bound. */
  max?: number
}

export const pagingFields = ({ by, size, max }: Paging): Fields =>
  by === 'offset'
    ? {
        limit: integer('Rows to read', { min: 1, ...(max && { max }), ...(size && { default: size }) }),
        offset: integer('Rows to skip', { min: 0, default: 0 }),
      }
    : {
        page: integer('Page to read', { min: 1, default: 1 }),
        per_page: integer('Rows a page', { min: 1, ...(max && { max }), ...(size && { default: size }) }),
      }
