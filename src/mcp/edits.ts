/** What a draft is to be: an assistant's file, or single changes of it. All that is wrong is told at once, by the names that it wrote. */
import type { Widgets } from '../contract/core/records.ts'
import { isQuestionType, questionFields } from '../contract/surveys/question.ts'
import { placeOf, unknownFields } from '../contract/surveys/question-rules.ts'
import { documentOf, readDocument } from '../draft/document.ts'
import type { Draft } from '../draft/read.ts'
import { usageError } from '../errors.ts'
import { formatText, type Content, type IdMap, type SurveyDocument } from '../model/document/index.ts'
import { didYouMean, nearest } from '../text/nearest.ts'
import { someOf } from './budget.ts'
import { textIn, type ToolValues } from './values.ts'

interface Edit {
  screen?: string
  set?: Record<string, unknown>
  remove?: boolean
  add?: Record<string, unknown>
  after?: string
  section?: string
}

const names: readonly string[] = ['screen', 'set', 'remove', 'add', 'after', 'section'] satisfies (keyof Edit)[]

/** Sections of named values; a name or note of its own is for a file. */
const maps: readonly string[] = ['settings', 'conditions', 'texts']

type Screens = NonNullable<SurveyDocument['screens']>

/** All that is wrong is told at once. */
function edited(document: SurveyDocument, edits: readonly Edit[]): SurveyDocument {
  const next: SurveyDocument = structuredClone(document)
  const screens: Screens = (next.screens ??= [])
  const problems = edits.flatMap((edit, index) => {
    const problem = apply(next, screens, edit)
    const strange = Object.keys(edit).filter((name) => !names.includes(name))
    return [
      ...strange.map((name) => `edits.${index}.${name}: there is no such field${didYouMean(name, names)}`),
      ...(problem === undefined ? [] : [`edits.${index} ${problem}`]),
    ]
  })
  if (problems.length > 0) throw usageError(problems, `Screens: ${someOf(screens.map(({ key }) => key))}`)
  return next
}

/** What is wrong with it. */
function apply(document: SurveyDocument, screens: Screens, { screen, set, remove, add, after, section }: Edit): string | undefined {
  if (section !== undefined) {
    if (!maps.includes(section)) return `names section "${section}", where there are ${maps.join(', ')}${didYouMean(section, maps)}`
    if (!set) return 'needs set'
    const old = document[section]
    document[section] = typeof old === 'object' && old !== null ? { ...old, ...set } : set
    return undefined
  }
  if (add) return insert(screens, add, after)
  const at = screens.findIndex(({ key }) => key === screen)
  const found = screens[at]
  if (!found)
    return screen === undefined
      ? 'must name a screen, a section, or what to add'
      : `names screen "${screen}", which does not exist${nearIn(screens, screen)}`
  if (remove) screens.splice(at, 1)
  else if (set) Object.assign(found, set)
  else return 'needs set, or remove: true'
  return undefined
}

const nearIn = (screens: Screens, key: string): string => didYouMean(key, screens.map((one) => one.key)) // prettier-ignore

function insert(screens: Screens, add: Record<string, unknown>, after: string | undefined): string | undefined {
  if (typeof add.key !== 'string' || typeof add.type !== 'string') return 'add needs key and type'
  const at = after === undefined ? screens.findIndex(({ key }) => key === 'submit') : screens.findIndex(({ key }) => key === after) + 1
  if (after !== undefined && at === 0) return `names screen "${after}", which does not exist${nearIn(screens, after)}`
  screens.splice(at < 0 ? screens.length : at, 0, { ...add, key: add.key, type: add.type })
  return undefined
}

export function wantedOf(draft: Draft, idMap: IdMap, input: ToolValues): { wanted: Content; idMap: IdMap } {
  const given = textIn(input, 'file')
  const document = given === undefined ? edited(documentOf(draft, idMap), input.edits as Edit[]) : undefined
  const { content, problems, idMap: known } = readDocument(given ?? formatText(document), idMap)
  // Nobody has written lines where there were edits: screens are told by their keys.
  const keys = document?.screens?.map(({ key }) => key) ?? []
  const inWords = (message: string): string =>
    message.replace(/^screens\.(\d+)\.?/, (_, index) => `screen "${keys[Number(index)] ?? index}": `)
  const lines = [
    ...problems.map(({ line, column, message }) => (document ? inWords(message) : `file:${line}:${column} ${message}`)),
    ...slips(draft.content.screens, content.screens),
  ]
  if (lines.length > 0) throw usageError(lines)
  return { wanted: content, idMap: known }
}

/** Fields that look like another one's name, and that the draft hasn't; the service may know more than we do. */
function slips(before: Widgets = nothing, after: Widgets = nothing): string[] {
  const told = ({ ids, entities }: Widgets) =>
    ids.flatMap((id) => {
      const found = entities[id] ? ofScreen({ ids, entities: { [id]: entities[id] } }, id) : []
      return found.map(({ about, path, name, known }) => ({ at: `${id} ${path}`, about, path, meant: nearest(name, known) }))
    })
  const old = new Set(told(before).map(({ at }) => at))
  return told(after).flatMap(({ at, about, path, meant }) =>
    meant === undefined || old.has(at) ? [] : [`${about}: ${path} is not a known field; did you mean ${meant}?`],
  )
}

const nothing: Widgets = { ids: [], entities: {} }

/** Also of a type that is a slip itself. */
function ofScreen(widgets: Widgets, id: string) {
  const entity = widgets.entities[id]
  if (entity === undefined || isQuestionType(entity.type)) return unknownFields(widgets)
  const known = ['type', ...new Set(Object.values(questionFields).flatMap((fields) => Object.keys(fields)))]
  const about = placeOf(widgets, id)
  return Object.keys(entity).flatMap((name) => (known.includes(name) ? [] : [{ about, path: name, name, known }]))
}
