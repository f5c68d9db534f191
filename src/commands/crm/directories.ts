/** Directories of a CRM as rows: what stands in one field mapping beside what, whatever its shape. */

export interface DirectoryRow {
  section: string
  id: unknown
  name: unknown
  type: unknown
  belongs_to: unknown
}

type Entry = Record<string, unknown>

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists inside an entry (stages of a pipeline, kinds of a field) are rows of their own. */
function entryRows(section: string, entry: unknown, belongs_to: unknown, key?: string): DirectoryRow[] {
  if (!isEntry(entry)) return [{ section, id: key ?? entry, name: key === undefined ? undefined : entry, type: undefined, belongs_to }]
  const id = entry.id ?? key
  const inner = Object.entries(entry).filter(([, value]) => Array.isArray(value) && value.some(isEntry))
  return [
    { section, id, name: entry.name ?? entry.title, type: entry.type, belongs_to },
    ...inner.flatMap(([name, values]) => (values as unknown[]).flatMap((value) => entryRows(name, value, id))),
  ]
}

export const directoryRows = (directories: Readonly<Record<string, unknown>>): DirectoryRow[] =>
  Object.entries(directories).flatMap(([section, content]) => {
    if (Array.isArray(content)) return content.flatMap((entry) => entryRows(section, entry, undefined))
    return isEntry(content)
      ? Object.entries(content).flatMap(([key, entry]) =>
          Array.isArray(entry) ? entry.flatMap((one) => entryRows(key, one, undefined)) : entryRows(section, entry, undefined, key),
        )
      : []
  })
