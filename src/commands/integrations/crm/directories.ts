/** The directories of a CRM (fields, pipelines, users) as rows, whatever their shape. */
import { isObject } from '../../../text/is-object.ts'

export interface DirectoryRow {
  section: string
  id: unknown
  name: unknown
  type: unknown
  belongs_to: unknown
}

/** Lists inside an entry (stages of a pipeline, kinds of a field) are rows of their own. */
function entryRows(section: string, entry: unknown, belongs_to: unknown, key?: string): DirectoryRow[] {
  if (!isObject(entry)) return [{ section, id: key ?? entry, name: key === undefined ? undefined : entry, type: undefined, belongs_to }]
  const id = entry.id ?? key
  return [
    { section, id, name: entry.name ?? entry.title, type: entry.type, belongs_to },
    ...Object.entries(entry).flatMap(([name, values]) =>
      Array.isArray(values) && values.some(isObject) ? values.flatMap((value) => entryRows(name, value, id)) : [],
    ),
  ]
}

export const directoryRows = (directories: Readonly<Record<string, unknown>>): DirectoryRow[] =>
  Object.entries(directories).flatMap(([section, content]) => {
    if (Array.isArray(content)) return content.flatMap((entry) => entryRows(section, entry, undefined))
    return isObject(content)
      ? Object.entries(content).flatMap(([key, entry]) =>
          Array.isArray(entry) ? entry.flatMap((one) => entryRows(key, one, undefined)) : entryRows(section, entry, undefined, key),
        )
      : []
  })
