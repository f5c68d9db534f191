/** From what a person calls a survey or folder to its id. */
import type { QuizRow } from '../../contract/core/records.ts'
import { CommandError } from '../../errors.ts'
import { nearest } from '../../text/nearest.ts'
import type { Pickable } from '../context.ts'
import { isId } from '../values.ts'

/** Reads the list of surveys, current or archived. */
export type QuizReader = (list: 'current' | 'archived') => Promise<QuizRow[]>

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

/** Has one of several chosen, where a person is there to ask. */
export type Choose = (message: string, list: readonly Pickable<number>[]) => Promise<number>

/** Finds survey ids; the list is read once, and only when a reference is not an id already. */
export class References {
  readonly #read: QuizReader
  readonly #choose: Choose | undefined
  #rows: Promise<QuizRow[]> | undefined
  #archived: Promise<QuizRow[]> | undefined

  constructor(read: QuizReader, choose?: Choose) {
    this.#read = read
    this.#choose = choose
  }

  async quiz(reference: string | number): Promise<number> {
    const text = String(reference).trim()
    if (isId(text)) return Number(text)
    if (text === '') throw new CommandError('usage', 'An empty survey reference')
    const found = matching(await this.surveys(), text)
    const all = found.length > 0 ? found : matching(await this.#archivedSurveys(), text)
    if (all.length > 0) return this.#only(text, 'surveys', all.map(surveyChoice))
    const near = nearestNames(
      text,
      (await this.surveys()).map(({ id, name }) => ({ id, name })),
    )
    throw new CommandError('not_found', `No survey is called "${text}"${near}`, {
      code: 'quiz_not_found',
      hint: 'To see them: surveyctl quiz list',
    })
  }

  async folder(reference: string | number): Promise<number> {
    const text = String(reference).trim()
    if (isId(text)) return Number(text)
    const folders = await this.#folders()
    const found = folders.filter(({ name }) => name === text)
    if (found.length > 0)
      return this.#only(
        text,
        'folders',
        found.map(({ id, name }) => ({ value: id, name: `${name} (${id})` })),
      )
    throw new CommandError('not_found', `No folder with surveys is called "${text}"${nearestNames(text, folders)}`, {
      code: 'folder_not_found',
      hint: 'Folders are known by the surveys in them; an empty one needs its id. To see them: surveyctl folder list',
    })
  }

  /** The only one that fits, or the one that a person chooses. */
  async #only(text: string, things: string, found: readonly Pickable<number>[]): Promise<number> {
    const [first, ...others] = found
    if (first && others.length === 0) return first.value
    if (this.#choose) return this.#choose(`"${text}" fits ${found.length} ${things}`, found)
    const candidates = found.slice(0, 10).map(({ value, description }) => `${value}${description ? ` (${description})` : ''}`)
    throw new CommandError('usage', `"${text}" fits ${found.length} ${things}: ${candidates.join(', ')}`, {
      hint: 'Give the id of the one you mean',
    })
  }

  surveys(): Promise<QuizRow[]> {
    return (this.#rows ??= this.#read('current'))
  }

  #archivedSurveys(): Promise<QuizRow[]> {
    return (this.#archived ??= this.#read('archived'))
  }

  async #folders(): Promise<{ id: number; name: string }[]> {
    const names = new Map<number, string>()
    for (const { folder } of await this.surveys()) if (folder?.name) names.set(folder.id, folder.name)
    return [...names].map(([id, name]) => ({ id, name }))
  }

  surveyChoices = async (): Promise<Pickable<number>[]> => (await this.surveys()).map(surveyChoice)
  folderChoices = async (): Promise<Pickable<number>[]> =>
    (await this.#folders()).map(({ id, name }) => ({ value: id, name: `${name} (${id})` }))
}

const surveyChoice = ({ id, name, folder }: QuizRow): Pickable<number> => ({
  value: id,
  name: `${name ?? ''} (${id})`,
  description: String(folder?.name ?? ''),
})

/** Suggests names of another case, longer, or with a typo's difference. */
function nearestNames(text: string, named: readonly { id: number; name?: string | null | undefined }[]): string {
  const word = text.toLowerCase()
  const parts = named.filter(({ name }) => name?.toLowerCase().includes(word))
  const slip = nearest(
    text,
    named.flatMap(({ name }) => name ?? []),
  )
  const candidates = parts.length > 0 ? parts : named.filter(({ name }) => slip !== undefined && name === slip)
  if (candidates.length === 0) return ''
  const shown = candidates.slice(0, 3).map(({ id, name }) => `"${name}" (${id})`)
  return `; did you mean ${shown.join(' or ')}?`
}
