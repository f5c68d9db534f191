/** What a draft is to be: an assistant's file, or single changes of it. All that is wrong is told at once, by the names that it wrote. */
import { documentOf, readDocument } from '../../draft/document.ts'
import type { Draft } from '../../draft/read.ts'
import { usageError } from '../../errors.ts'
import { formatText, type Content, type IdMap, type SurveyDocument } from '../../model/document/index.ts'
import { didYouMean } from '../../text/nearest.ts'
import { someOf } from '../budget.ts'
import { textIn, type ToolValues } from '../values.ts'
import { fieldSlips, logicSlips, settingSlips, topicsFor } from './slips.ts'

interface Edit {
  screen?: string
  set?: Record<string, unknown>
  remove?: boolean
  add?: Record<string, unknown>
  after?: string
  section?: string
}

const names = ['screen', 'set', 'remove', 'add', 'after', 'section'] as const satisfies (keyof Edit)[]

/** Sections of named values; a name or note of its own is for a file. */
const maps: readonly string[] = ['settings', 'conditions', 'texts']

type Screens = NonNullable<SurveyDocument['screens']>

/** All that is wrong is told at once. */
function edited(document: SurveyDocument, edits: readonly Edit[]): SurveyDocument {
  const next: SurveyDocument = structuredClone(document)
  const screens: Screens = (next.screens ??= [])
  const problems = edits.flatMap((edit, index) => {
    const problem = mixed(edit) ?? apply(next, screens, edit)
    const strange = Object.keys(edit).filter((name) => !(names as readonly string[]).includes(name))
    return [
      ...strange.map((name) => `edits.${index}.${name}: there is no such field${didYouMean(name, names)}`),
      ...(problem === undefined ? [] : [`edits.${index} ${problem}`]),
    ]
  })
  if (problems.length > 0) throw usageError(problems, `Screens: ${someOf(screens.map(({ key }) => key))}`)
  return next
}

/** One of two things would be left undone. */
function mixed(edit: Edit): string | undefined {
  const { section, add, remove } = edit
  const [kind, ...also]: (keyof Edit)[] =
    section !== undefined ? ['section', 'set'] : add ? ['add', 'after'] : remove ? ['remove', 'screen'] : ['screen', 'set', 'after']
  const others = names.filter((name) => name !== kind && !also.includes(name) && edit[name] !== undefined && edit[name] !== false)
  return others.length === 0 ? undefined : `has ${others.join(', ')} beside ${kind}: make two edits of it`
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
  if (add) {
    if (typeof add.key !== 'string' || typeof add.type !== 'string') return 'add needs key and type'
    return insert(screens, { ...add, key: add.key, type: add.type }, after)
  }
  const at = screens.findIndex(({ key }) => key === screen)
  const found = screens[at]
  if (!found)
    return screen === undefined
      ? 'must name a screen, a section, or what to add'
      : `names screen "${screen}", which does not exist${nearIn(screens, screen)}`
  if (set && 'key' in set && set.key !== screen)
    return 'sets key, which is only what the screen is called here: another one is another screen'
  if (!remove && !set && after === undefined) return 'needs set, after, or remove: true'
  if (set) Object.assign(found, set)
  if (after === screen) return `puts "${after}" after itself`
  if (!remove && after === undefined) return undefined
  screens.splice(at, 1)
  const problem = remove ? undefined : insert(screens, found, after)
  // So that what comes after finds it.
  if (problem !== undefined) screens.splice(at, 0, found)
  return problem
}

const nearIn = (screens: Screens, key: string): string => didYouMean(key, screens.map((one) => one.key)) // prettier-ignore

function insert(screens: Screens, screen: Screens[number], after: string | undefined): string | undefined {
  const at = after === undefined ? screens.findIndex(({ key }) => key === 'submit') : screens.findIndex(({ key }) => key === after) + 1
  if (after !== undefined && at === 0) return `names screen "${after}", which does not exist${nearIn(screens, after)}`
  screens.splice(at < 0 ? screens.length : at, 0, screen)
  return undefined
}

export interface WantedDraft {
  wanted: Content
  idMap: IdMap
  /** Fields that nothing here knows; the service may. */
  unknown: readonly string[]
}

export function wantedOf(draft: Draft, idMap: IdMap, input: ToolValues): WantedDraft {
  const given = textIn(input, 'file')
  const document = given === undefined ? edited(documentOf(draft, idMap), input.edits as Edit[]) : undefined
  const { content, problems, idMap: known } = readDocument(given ?? formatText(document), idMap)
  // Nobody has written lines where there were edits: screens are told by their keys.
  const keys = document?.screens?.map(({ key }) => key) ?? []
  const inWords = (message: string): string =>
    message.replace(/^screens\.(\d+)\.?/, (_, index) => `screen "${keys[Number(index)] ?? index}": `)
  const { slips, unknown } = fieldSlips(draft.content.screens, content.screens)
  const settings = problems.length > 0 ? [] : settingSlips(draft, content)
  const logic = problems.length > 0 ? [] : logicSlips(draft.content.conditions, content.conditions, known)
  const lines = [
    ...problems.map(({ line, column, message }) => (document ? inWords(message) : `file:${line}:${column} ${message}`)),
    ...slips,
    ...settings,
    ...logic,
  ]
  if (lines.length > 0) throw usageError(lines, topicsFor(lines, draft.content.screens, content.screens))
  return { wanted: content, idMap: known, unknown }
}
