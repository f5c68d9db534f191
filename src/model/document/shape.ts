/** The types of survey documents; index.ts gives an overview. */
import type { Widgets } from '../../contract/core/records.ts'

/**
 * A survey as the service has it, section by section, with the service's ids. An absent section isn't managed, or wasn't read.
 */
export interface Content {
  screens?: Widgets
  [section: string]: unknown
}

export const noScreens: Widgets = { ids: [], entities: {} }

/** A question in a document: the service's own field names, and a key in place of the id. */
export interface Screen {
  key: string
  type: string
  [field: string]: unknown
}

/** A survey as people read and write it: keys instead of ids, one ordered list of screens, defaults left out. */
export interface SurveyDocument {
  format: 1
  screens?: Screen[]
  [section: string]: unknown
}

/** The ids behind keys. `retired`: keys whose question was removed, with its id and generation; kept for good, so that no key is used for another question unnoticed. */
export interface IdMap {
  questions: Readonly<Record<string, string>>
  /** By question key, then by option key; only of options whose id is a UUID. */
  options: Readonly<Record<string, Readonly<Record<string, string>>>>
  retired: Readonly<Record<string, { id: string; generation: number }>>
}

/** The id of a new question; `generation` counts how often its key was retired before. */
export type MakeId = (key: string, generation: number) => string

/** The path of a value: section, then ids of screens and options, names of fields. */
export type Path = readonly string[]

/** What is wrong with a document, and where. */
export interface DocumentProblem {
  path: (string | number)[]
  message: string
}

export { isObject } from '../../text/is-object.ts'
