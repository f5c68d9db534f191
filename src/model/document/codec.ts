/** Converts between what the service has (`Content`) and what people edit (`SurveyDocument`). Anything unknown passes unchanged. */
import { questionFaults } from '../../contract/surveys/question-rules.ts'
import type { Widgets } from '../../contract/core/records.ts'
import { fieldNames } from './fields.ts'
import { areIds, areOptionIds, fixedId, fixedKeys, generationOf, isKey, keysById } from './ids.ts'
import { withOptionIds } from './option-ids.ts'
import { fromReferences, toReferences } from './references.ts'
import { isSection, questionDefaults, sectionNames, sections, type Section } from './sections.ts'
import { isObject, type Content, type DocumentProblem, type IdMap, type MakeId, type Screen, type SurveyDocument } from './shape.ts'
import { isKeyed } from './tree.ts'
import { plainly } from '../../text/exact.ts'
import { own } from '../../text/own.ts'

export function toDocument(content: Content, idMap: IdMap): SurveyDocument {
  const document: SurveyDocument = { format: 1 }
  for (const name of sectionNames.filter((section) => content[section] !== undefined)) {
    if (name !== 'screens') document[name] = toReferences(content[name], idMap)
    else if (content.screens) document.screens = toScreens(content.screens, idMap)
  }
  return document
}

function toScreens({ ids, entities }: Widgets, { questions, options }: IdMap): Screen[] {
  const keys = keysById(questions)
  return ids.map((id) => {
    const key = keys.get(id) ?? id
    const { type = '', ...fields } = own(entities, id) ?? {}
    const names = keysById(own(options, key) ?? {})
    const set = Object.entries(fields).filter(
      ([name, value]) => value !== null && value !== '' && plainly(value) !== questionDefaults.get(name),
    )
    const known = fieldNames(String(type))
    const placeOf = (field: string): number => known.indexOf(field) + 1 || known.length + 1
    const ordered = set.sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
    return { key, type: String(type), ...Object.fromEntries(ordered.map(([name, value]) => [name, renamed(value, names)])) }
  })
}

/** Options with their ids replaced. */
const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown =>
  names.size > 0 && isKeyed(value) ? value.map((item) => ({ ...item, id: names.get(String(item.id)) ?? item.id })) : value

/** The document with its ids, for a file that is used without an `ids.yaml`. */
export const withIds = (document: SurveyDocument, { questions, options }: IdMap): SurveyDocument => ({
  ...document,
  ids: { questions, ...(Object.keys(options).length > 0 && { options }) },
})

function readIds(ids: unknown, given: IdMap, problems: DocumentProblem[]): IdMap {
  const { questions = {}, options = {} } = isObject(ids) ? ids : { questions: null }
  if (areIds(questions) && areOptionIds(options)) return { ...given, questions, options }
  problems.push({ path: ['ids'], message: 'must hold questions: a UUID for each key' })
  return given
}

export interface Decoded {
  content: Content
  /** With the ids of what is new. */
  idMap: IdMap
  problems: DocumentProblem[]
}

/** The inverse of `toDocument`. Keys that the map doesn't have are new questions. Problems are not thrown but returned, all of them. */
export function fromDocument(document: unknown, given: IdMap, mint: MakeId): Decoded {
  const problems: DocumentProblem[] = []
  const idMap = isObject(document) && document.ids !== undefined ? readIds(document.ids, given, problems) : given
  if (!isObject(document)) return { content: {}, idMap, problems: [{ path: [], message: 'must be an object with format: 1' }] }
  if (document.format !== 1) problems.push({ path: ['format'], message: 'must be 1' })
  for (const name of Object.keys(document))
    if (!['format', 'ids'].includes(name) && !isSection(name))
      problems.push({ path: [name], message: `is not a section; there are ${sectionNames.join(', ')}` })
  const content: Content = {}
  const screens = document.screens === undefined ? undefined : readScreens(document.screens, idMap, mint, problems)
  if (screens) content.screens = screens.widgets
  const known = screens?.idMap ?? idMap
  for (const name of sectionNames)
    if (name !== 'screens' && document[name] !== undefined) content[name] = fromReferences(document[name], known, [name], problems)
  return { content, idMap: known, problems }
}

function readScreens(
  screens: unknown,
  idMap: IdMap,
  mint: MakeId,
  problems: DocumentProblem[],
): { widgets: Widgets; idMap: IdMap } | undefined {
  if (!Array.isArray(screens)) {
    problems.push({ path: ['screens'], message: 'must be a list' })
    return undefined
  }
  const widgets: Widgets = { ids: [], entities: {} }
  const questions: Record<string, string> = { ...idMap.questions }
  const seen = new Set<string>()
  screens.forEach((given: unknown, index) => {
    const screen = isObject(given) ? withOptionIds(given) : given
    const found = problemsOfScreen(screen, seen)
    problems.push(...found.map(({ path, message }) => ({ path: ['screens', index, ...path], message })))
    const { key, ...fields } = isObject(screen) ? screen : { key: undefined }
    if (typeof key !== 'string' || seen.has(key)) return
    seen.add(key)
    const id = fixedKeys.includes(key) ? key : (own(questions, key) ?? mint(key, generationOf(idMap, key)))
    if (id !== key) questions[key] = id
    const ids = new Map(Object.entries(own(idMap.options, key) ?? {}))
    widgets.ids.push(id)
    const named = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, renamed(value, ids)]))
    // One without a type is among the problems.
    widgets.entities[id] = named as { type: string }
  })
  return { widgets, idMap: { ...idMap, questions } }
}

function problemsOfScreen(screen: unknown, seen: ReadonlySet<string>): DocumentProblem[] {
  if (!isObject(screen)) return [{ path: [], message: 'must be an object with key and type' }]
  const { key, type } = screen
  const problems: DocumentProblem[] = []
  if (typeof key !== 'string' || !isKey(key))
    problems.push({ path: ['key'], message: 'must be a key: a lower-case letter, then letters, digits and hyphens, up to 40 in all' })
  else if (seen.has(key)) problems.push({ path: ['key'], message: `"${key}" is used twice` })
  if (fixedKeys.includes(String(key)) && key !== type) problems.push({ path: ['type'], message: `must be ${String(key)}, as its key` })
  else if (fixedId(type) !== undefined && key !== type)
    problems.push({ path: ['key'], message: `must be ${String(type)}, as its type: there is one such screen` })
  return [...problems, ...questionFaults(plainly(screen))]
}

/** The part of `theirs` that `ours` manages: its sections, and in partial sections its keys. */
export function managedBy(ours: Content, theirs: Content): Content {
  const managed = Object.keys(ours).filter((name) => ours[name] !== undefined && theirs[name] !== undefined)
  return Object.fromEntries(managed.map((name) => [name, keysAs(ours[name], theirs[name], levelsOf(name))]))
}

/** Down to how many levels only those keys of a section are managed that the document has. */
export const levelsOf = (name: string): number => {
  const section: Section | undefined = isSection(name) ? sections[name] : undefined
  return section?.partial ?? 0
}

function keysAs(model: unknown, value: unknown, levels: number): unknown {
  if (levels === 0 || !isObject(model) || !isObject(value)) return value
  const keys = Object.keys(model).filter((key) => value[key] !== undefined)
  return Object.fromEntries(keys.map((key) => [key, keysAs(model[key], value[key], levels - 1)]))
}
