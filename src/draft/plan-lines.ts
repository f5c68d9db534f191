/** What a change of a draft would do, line by line. */
import { idMapOf, difference, pathText, treeOf, type Change, type Content } from '../model/document/index.ts'

const signs = { add: '+', remove: '-', change: '~', move: '>' } as const

/** `whole`: values as they are, not cut. */
export function changeLines(before: Content, after: Content, whole = false): string[] {
  const name = namer(before, after)
  return difference(treeOf(before), treeOf(after)).map((change) =>
    `${signOf(change)} ${name(change.path)}  ${valuesText(change, name, whole)}`.trimEnd(),
  )
}

/** A field that is set for the first time is a change of its question. */
const signOf = ({ kind, path }: Change): string =>
  path.length > 2 && kind !== 'move' && typeof path[2] === 'string' && path.length === 3 ? '~' : signs[kind]

type Name = (path: readonly string[]) => string

/** Paths with keys: of what is there now, then of what is new. */
export function namer(before: Content, after: Content): Name {
  const none = { ids: [], entities: {} }
  const old = idMapOf(before.screens ?? none)
  const idMap = idMapOf(after.screens ?? none, old)
  const all = { ...idMap, questions: { ...idMap.questions, ...old.questions } }
  return (path) => pathText(path, all)
}

function valuesText({ kind, before, after }: Change, name: Name, whole: boolean): string {
  if (kind === 'move') return typeof after === 'string' ? `after ${name([after])}` : 'to the beginning'
  if (kind === 'add') return shown(after, whole)
  return kind === 'remove'
    ? `${shown(before, whole)} → unset`.replace(/^(question .*) → unset$/, '$1')
    : `${shown(before, whole)} → ${shown(after, whole)}`
}

const most = 80

function shown(value: unknown, whole: boolean): string {
  if (isQuestion(value)) return `question (${value.type})${typeof value.title === 'string' ? ` ${JSON.stringify(value.title)}` : ''}`
  const text = value === undefined ? 'unset' : JSON.stringify(value)
  return whole || text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

const isQuestion = (value: unknown): value is { type: string; title?: unknown } =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
