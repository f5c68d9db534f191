/**
 * The state of a survey in an environment: its id, and what files and service had in common last (the base of the next
 * comparison). It is committed to the repository, so it holds no secrets, and nothing that changes with every run.
 */
import { createHash } from 'node:crypto'
import { usageError } from '../../errors.ts'
import { isObject, type Content } from '../../model/document/shape.ts'
import { hasConflictMarkers } from '../../model/document/text.ts'
import { sameTree, sameValue, treeOf, type Tree } from '../../model/document/tree.ts'
import { filesOf } from '../files/read-within.ts'
import { writeWithin } from '../files/write-within.ts'
import { statePath } from '../files/layout.ts'
import type { Project } from '../files/project.ts'
import { wrongIn } from './shape.ts'
import type { Ids } from '../sections/section.ts'
import { toCopy } from '../../text/to-copy.ts'
import { parseExactly } from '../../text/exact.ts'

export interface State extends SurveyPlace {
  /** Just made from here: nothing was sent yet, so what it has is no one's change. */
  fresh?: true
  /** What both had last; absent where it isn't known. */
  base?: Content
  /** Ids of webhooks, recipients and the like, by section and key. */
  ids?: Readonly<Record<string, Ids>>
  /** Media that were uploaded or downloaded, by path in the survey's folder. */
  media?: Readonly<Record<string, Medium>>
  /**
   * Hash of the draft as it was saved or pulled last; `saved`: it holds what was saved from here, and not published. Without a
   * hash it was being sent when the work was cut off.
   */
  draft?: { digest?: string; saved?: true }
  /** Hash of the draft as it was published: from here, or, without a version, when that publication was first seen. */
  published?: { version_id: number | null; digest: string; at?: string | null }
}

export interface Medium {
  sha256: string
  url: string
}

/** `next`, with the former value of each section that is equal: files and service may spell the same value in different ways. */
export const keepSpelling = (before: Content = {}, next: Content): Content =>
  Object.fromEntries(
    Object.entries(next).map(([name, value]) => [
      name,
      before[name] !== undefined && isSame(name, before[name], value) ? before[name] : value,
    ]),
  )

/** What is spelled alike needs no trees. */
const isSame = (name: string, a: unknown, b: unknown): boolean => sameValue(a, b) || sameTree(treeOf({ [name]: a }), treeOf({ [name]: b }))

/** Sections that weren't read this time keep their base. */
export const withBase = (state: State, base: Content, ids: State['ids'] = {}): State => ({
  ...state,
  base: keepSpelling(state.base, { ...state.base, ...base }),
  ...withIds(state, ids),
})

export const withIds = (state: State, ids: State['ids'] = {}): Pick<State, 'ids'> => {
  const all = {
    ...state.ids,
    ...Object.fromEntries(Object.entries(ids).filter(([name, own]) => Object.keys(own).length > 0 || state.ids?.[name])),
  }
  return Object.keys(all).length > 0 ? { ids: all } : {}
}

/** A hash that is the same for equal contents, however they are spelled. */
export const digestOf = (content: Content): string => digestOfTree(treeOf(content))

export const digestOfTree = ({ canonicalText }: Tree): string => createHash('sha256').update(canonicalText).digest('hex')

export function readState({ root }: Project, environment: string, key: string, read = filesOf(root).read): State | undefined {
  const path = statePath(environment, key)
  const text = read(path)
  if (text === undefined) return undefined
  const broken = (what = ''): Error =>
    usageError(`${path} is broken${what}`, toCopy`Restore it from version control, or: surveyctl project adopt ${key} SURVEY`)
  let data: unknown
  try {
    // Without the byte order mark that some editors insert.
    data = parseExactly(text.replace(/^\ufeff/, ''))
  } catch {
    if (!hasConflictMarkers(text)) throw broken()
    throw usageError(
      `${path} has a conflict that a merge left`,
      toCopy`Take either side; no old one overwrites anything: git checkout --ours ${path}`,
    )
  }
  if (!isObject(data)) throw broken()
  const wrong = wrongIn(data)
  if (wrong !== undefined) throw broken(`: ${wrong} is not what surveyctl writes there`)
  const { format: _, sections, ...facts } = data
  // Written by `writeState`; what would do harm was checked above.
  return { ...(facts as object as State), ...(isObject(sections) && { base: sections }) }
}

/** The states of all surveys in all environments. */
export const everyState = (project: Project): State[] =>
  project.config.environments.flatMap(({ name }) => project.keys.flatMap((key) => readState(project, name, key) ?? []))

/** With sorted keys, so that the file doesn't change where nothing changed. */
export function writeState({ root }: Project, environment: string, key: string, { base, ...facts }: State): void {
  const data = { format: 1, ...facts, ...(base && { sections: base }) }
  writeWithin(root, statePath(environment, key), `${JSON.stringify(sortedKeys(data), null, 1)}\n`)
}

/** Sorted are the keys of objects only: the order of lists matters. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => sortedKeys(item ?? null))
  if (!isObject(value)) return value
  const told = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(told.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, sortedKeys(inner)]))
}

type States = readonly (readonly [key: string, state: SurveyPlace | undefined])[]

/** Refuses a copied state: two folders would overwrite each other's survey. */
export function refuseDuplicates(states: States, environment: string): void {
  const known = new Map<number, string>()
  for (const [key, state] of states) {
    if (!state) continue
    const other = known.get(state.quiz_id)
    if (other !== undefined)
      throw usageError(
        `${statePath(environment, other)} and ${statePath(environment, key)} are both of survey ${state.quiz_id}`,
        toCopy`Forget it under the name that is to be another survey: surveyctl project forget ${key}, or ${other}`,
      )
    known.set(state.quiz_id, key)
  }
}

/** Refuses the state of another account, in which the same id may be another survey. */
export function refuseForeign(states: States, environment: string, account: Account): void {
  for (const [key, state] of states) {
    if (!state || (state.base_url === account.base_url && state.workspace_id === account.workspace_id)) continue
    throw usageError(
      `${statePath(environment, key)} is of ${state.base_url}, account ${state.workspace_id}; this profile is of ${account.base_url}, account ${account.workspace_id}`,
      'Give the profile of that account (--profile), or name an environment for each account in surveyctl.yaml',
    )
  }
}

export interface Account {
  base_url: string
  workspace_id: number
}

export interface SurveyPlace extends Account {
  quiz_id: number
}
