/** From what a person calls a survey or folder to its id. */
import type { QuizRow } from '../contract/core/records.ts'
import { CommandError } from '../errors.ts'

/** Reads the list of surveys, current or archived. */
export type QuizReader = (list: 'current' | 'archived') => Promise<QuizRow[]>

const isId = (reference: string): boolean => /^\d{1,15}$/.test(reference) && Number(reference) > 0

/** The short identifier at the end of a survey's address. */
const addressTail = (address: string): string =>
  address
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1) ?? ''

const isAddress = (reference: string): boolean => /^https?:\/\//i.test(reference)

/** Surveys that a reference fits: its exact name, its virtual_id, or its address (shared or preview). */
export function matching(rows: readonly QuizRow[], reference: string): QuizRow[] {
  if (isAddress(reference)) {
    const exact = rows.filter(({ url_shared }) => url_shared === reference)
    const found =
      exact.length > 0 ? exact : rows.filter(({ url_shared }) => url_shared && addressTail(url_shared) === addressTail(reference))
    // A name may look like an address.
    if (found.length > 0) return found
  }
  const byName = rows.filter(({ name }) => name === reference)
  return byName.length > 0
    ? byName
    : rows.filter((row) => row.virtual_id === reference || (row.url_shared && addressTail(row.url_shared) === reference))
}

/** Finds survey ids; the list is read once, and only when a reference is not an id already. */
export class References {
  readonly #read: QuizReader
  #rows: Promise<QuizRow[]> | undefined
  #archived: Promise<QuizRow[]> | undefined

  constructor(read: QuizReader) {
    this.#read = read
  }

  async quiz(reference: string | number): Promise<number> {
    const text = String(reference).trim()
    if (isId(text)) return Number(text)
    if (text === '') throw new CommandError('usage', 'An empty survey reference')
    const found = matching(await this.surveys(), text)
    const all = found.length > 0 ? found : matching(await this.#archivedSurveys(), text)
    if (all.length === 1) return all[0]!.id
    if (all.length === 0) {
      throw new CommandError('not_found', `No survey is called "${text}"`, {
        code: 'quiz_not_found',
        hint: 'To see them: surveyctl quiz list',
      })
    }
    throw new CommandError(
      'usage',
      `"${text}" fits ${all.length} surveys: ${all
        .slice(0, 10)
        .map(({ id, folder }) => `${id}${folder?.name ? ` (${folder.name})` : ''}`)
        .join(', ')}`,
      {
        hint: 'Give the id of the one you mean',
      },
    )
  }

  async folder(reference: string | number): Promise<number> {
    const text = String(reference).trim()
    if (isId(text)) return Number(text)
    const names = new Map<number, string>()
    for (const { folder } of await this.surveys()) if (folder?.name) names.set(folder.id, folder.name)
    const ids = [...names].filter(([, name]) => name === text).map(([id]) => id)
    if (ids.length === 1) return ids[0]!
    if (ids.length > 1)
      throw new CommandError('usage', `"${text}" fits ${ids.length} folders: ${ids.join(', ')}`, {
        hint: 'Give the id of the one you mean',
      })
    throw new CommandError('not_found', `No folder with surveys is called "${text}"`, {
      code: 'folder_not_found',
      hint: 'Folders are known by the surveys in them; an empty one needs its id. To see them: surveyctl folder list',
    })
  }

  surveys(): Promise<QuizRow[]> {
    return (this.#rows ??= this.#read('current'))
  }

  #archivedSurveys(): Promise<QuizRow[]> {
    return (this.#archived ??= this.#read('archived'))
  }
}
