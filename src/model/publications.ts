/**
 * Matches the options of a question across the publications of a survey.
 *
 * The title is the meaning: an option of the same title is the same one, whatever its id or place. One that has an id of
 * its own is also the same under another title, if no other option took the old one. What fits nothing was removed; it
 * comes after the others.
 */
import type { AnswerKind, Choice, Lists } from './question/index.ts'

/** An option, row or column across all publications. */
export interface MergedChoice extends Choice {
  /** All titles that it ever had. */
  titles: Set<string>
}

export type MergedLists = { readonly [Name in keyof Lists]: readonly MergedChoice[] }

/** Ids of one publication's options, rows and columns in the merged lists. */
export type Renaming = { readonly [Name in keyof Lists]?: ReadonlyMap<string, string> }

export interface MergedPublications {
  lists: MergedLists
  /** One for each publication. */
  renamings: readonly Renaming[]
}

const names = ['options', 'rows', 'columns'] as const

/** `publications`: the lists of each of them, the latest first. */
export function mergeLists(publications: readonly Lists[]): MergedPublications {
  const lists: { -readonly [Name in keyof MergedLists]: MergedLists[Name] } = {}
  const renamings = publications.map((): { [Name in keyof Lists]: ReadonlyMap<string, string> } => ({}))
  for (const name of names) {
    const merged: MergedChoice[] = []
    renamings.forEach((renaming, index) => {
      const list = publications[index]?.[name]
      if (list) renaming[name] = matched(merged, list, index > 0)
    })
    if (publications.some((publication) => publication[name])) lists[name] = merged
  }
  return { lists, renamings }
}

/** Matches each option of a publication with the merged ones, and adds those without a match. Returns the merged ids by former id. */
function matched(merged: MergedChoice[], list: readonly Choice[], older: boolean): Map<string, string> {
  const found = new Map<Choice, MergedChoice>()
  const free = new Set(merged)
  const match = (fits: (choice: Choice, other: MergedChoice) => boolean): void => {
    for (const choice of list) {
      if (found.has(choice)) continue
      const other = [...free].find((each) => fits(choice, each))
      if (!other) continue
      found.set(choice, other)
      free.delete(other)
    }
  }
  match((choice, other) => choice.named && other.named && choice.id === other.id && sameTitle(choice, other))
  match(sameTitle)
  match((choice, other) => choice.named && other.named && choice.id === other.id)
  for (const choice of list) {
    const other = found.get(choice) ?? added(merged, choice, older)
    other.titles.add(choice.title.trim())
    found.set(choice, other)
  }
  return new Map([...found].map(([{ id }, other]) => [id, other.id]))
}

const sameTitle = ({ title }: Choice, { titles }: MergedChoice): boolean => titles.has(title.trim())

function added(merged: MergedChoice[], choice: Choice, older: boolean): MergedChoice {
  const isFree = (id: string): boolean => !merged.some((other) => other.id === id)
  // The place of a removed option says nothing any more.
  let id = older && !choice.named ? choice.title : choice.id
  for (let more = 2; !isFree(id); more++) id = `${choice.title} (${more})`
  const other = { ...choice, id, titles: new Set<string>(), ...(older && { removed: true as const }) }
  merged.push(other)
  return other
}

export const isIdentity = (renaming: Renaming): boolean => Object.values(renaming).every((ids) => [...ids].every(([id, now]) => id === now))

/** An answer's value with ids of the merged lists. */
export function renamed(kind: AnswerKind, value: unknown, { options, rows, columns }: Renaming): unknown {
  const through = (map: ReadonlyMap<string, string> | undefined, ids: unknown): string[] =>
    [ids].flat().map((id) => map?.get(String(id)) ?? String(id))
  switch (kind) {
    case 'options':
    case 'order':
      return through(options, value)
    case 'cells':
      return typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([row, cells]) => [rows?.get(row) ?? row, through(columns, cells)]))
        : value
    case 'number':
    case 'text':
    case 'files':
    case 'nothing':
      return value
  }
}

/** The options that a person means: by id, else by title, else by place. */
export function idsNamed(list: readonly MergedChoice[], wanted: string): string[] {
  const byId = list.filter((choice) => choice.named && choice.id === wanted)
  const byTitle = byId.length > 0 ? byId : list.filter(({ titles }) => titles.has(wanted.trim()))
  return (byTitle.length > 0 ? byTitle : list.filter(({ id }) => id === wanted)).map(({ id }) => id)
}
