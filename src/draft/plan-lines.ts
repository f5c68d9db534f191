/** What a change of a draft would do, line by line. */
import { isQuestion, valuesText, valueText } from './value-text.ts'
import { noScreens } from '../model/document/shape.ts'
import { idMapOf, difference, pathText, treeOf, type Change, type Content } from '../model/document/index.ts'

const signs = { add: '+', remove: '-', change: '~', move: '>' } as const

/** `whole`: values as they are, not cut. */
export function changeLines(before: Content, after: Content, whole = false, name = namer(before, after)): string[] {
  return difference(treeOf(before), treeOf(after)).map((change) =>
    `${signOf(change)} ${name(change.path)}  ${changeText(change, name, whole)}`.trimEnd(),
  )
}

/** A field of a screen that is set or unset (`screens.ID.FIELD`) is a change of the screen. */
const signOf = ({ kind, path }: Change): string => (path.length === 3 && kind !== 'move' ? '~' : signs[kind])

type Name = (path: readonly string[]) => string

/** Paths with keys: of what is there now, then of what is new. */
export function namer(before: Content, after: Content): Name {
  const old = idMapOf(before.screens ?? noScreens)
  const idMap = idMapOf(after.screens ?? noScreens, old)
  const all = { ...idMap, questions: { ...idMap.questions, ...old.questions } }
  return (path) => pathText(path, all)
}

function changeText({ kind, before, after }: Change, name: Name, whole: boolean): string {
  if (kind === 'move') return typeof after === 'string' ? `after ${name([after])}` : 'to the beginning'
  const form = { whole, keyOf: (id: string) => name([id]) }
  if (kind === 'add') return valueText(after, form)
  if (kind === 'remove') return isQuestion(before) ? valueText(before, form) : `${valueText(before, form)} → unset`
  return valuesText(before, after, form)
}
