/** Single changes of a survey document, as an assistant writes them. */
import { usageError } from '../errors.ts'
import type { SurveyDocument } from '../model/document/index.ts'
import { didYouMean } from '../text/nearest.ts'

export interface Edit {
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
export function edited(document: SurveyDocument, edits: readonly Edit[]): SurveyDocument {
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
  if (problems.length > 0) throw usageError(problems, `Screens: ${screens.map(({ key }) => key).join(', ')}`)
  return next
}

/** What is wrong with it. */
function apply(document: SurveyDocument, screens: Screens, { screen, set, remove, add, after, section }: Edit): string | undefined {
  if (section !== undefined) {
    if (!maps.includes(section))
      return `names section "${section}", where there are ${maps.join(', ')}${didYouMean(section, maps)}`
    if (!set) return 'needs set'
    const old = document[section]
    document[section] = typeof old === 'object' && old !== null ? { ...old, ...set } : set
    return undefined
  }
  if (add) return insert(screens, add, after)
  const at = screens.findIndex(({ key }) => key === screen)
  const found = screens[at]
  if (!found)
    return screen === undefined ? 'must name a screen, a section, or what to add' : `names screen "${screen}", which does not exist`
  if (remove) screens.splice(at, 1)
  else if (set) Object.assign(found, set)
  else return 'needs set, or remove: true'
  return undefined
}

function insert(screens: Screens, add: Record<string, unknown>, after: string | undefined): string | undefined {
  if (typeof add.key !== 'string' || typeof add.type !== 'string') return 'add needs key and type'
  const at = after === undefined ? screens.findIndex(({ key }) => key === 'submit') : screens.findIndex(({ key }) => key === after) + 1
  if (after !== undefined && at === 0) return `names screen "${after}", which does not exist`
  screens.splice(at < 0 ? screens.length : at, 0, { ...add, key: add.key, type: add.type })
  return undefined
}
