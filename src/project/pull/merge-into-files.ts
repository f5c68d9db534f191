/** Merges the service's changes into the files. What both changed in different ways is a conflict, and stays as in the files. */
import { managedBy } from '../../model/document/codec.ts'
import { merge, type MergeEntry } from '../../model/document/merge.ts'
import { isObject, type Content } from '../../model/document/shape.ts'
import { treeOf } from '../../model/document/tree.ts'
import { rebased } from '../plan/compare.ts'
import type { Environment } from '../files/config.ts'
import type { Observed } from '../plan/observe.ts'
import type { Project } from '../files/project.ts'
import { appearedIn, asFirstPulled } from './appeared.ts'
import type { PathOf } from '../files/file-places.ts'
import { sectionOf } from '../sections/index.ts'
import type { State } from '../state/state.ts'
import type { SurveyFile } from '../files/survey-file.ts'
import { writeChanged } from '../files/write-survey.ts'

export interface Pulled {
  /** Files that were written. */
  files: string[]
  conflicts: MergeEntry[]
  /** Changes of the files that were kept, which the service doesn't have. */
  kept: MergeEntry[]
  base: Content | undefined
}

export interface PullOptions {
  /** What was is brought into the files, not what is: what files and service had in common last stays as it is remembered. */
  ofThePast?: boolean
  /** The service wins. */
  theirs?: boolean
  /** Also settings that the file doesn't have. */
  allSettings?: boolean
}

export async function pullInto(
  project: Project,
  environment: Environment,
  { ours, state, observed }: { ours: SurveyFile; state: State | undefined; observed: Observed },
  { theirs = false, allSettings = false }: PullOptions,
  fetch: (content: Content) => Promise<PathOf>,
): Promise<Pulled> {
  const content = allSettings ? withAllSettings(ours.content, observed.content) : ours.content
  const there = managedBy(content, observed.content)
  const mine = Object.fromEntries(Object.keys(there).map((name) => [name, content[name]]))
  const base = state?.base && managedBy(content, rebased(state.base, there, content))
  const { content: merged, entries } = theirs
    ? // In a conflict, a merge takes the second one's value: here the service's.
      merge(treeOf(base ?? mine), treeOf(base ? there : mine), treeOf(base ? mine : there))
    : merge(base && treeOf(base), treeOf(mine), treeOf(there))
  const conflicts = theirs ? [] : entries.filter(({ side }) => side === 'conflict')
  const wanted = { ...content, ...readable(merged), ...asFirstPulled(appearedIn(content, state?.base, observed)) }
  const files = writeChanged(project, ours, wanted, environment, await fetch(wanted))
  return {
    files,
    conflicts,
    kept: entries.filter(({ side }) => side === (theirs && base ? 'ours' : 'theirs')),
    base: baseAfter(observed.content, state?.base, conflicts),
  }
}

/** Sections that files know. */
const readable = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).filter(([name]) => sectionOf(name) !== undefined))

const withAllSettings = (ours: Content, theirs: Content): Content =>
  ours.settings === undefined ? ours : { ...ours, settings: { ...asObject(theirs.settings), ...asObject(ours.settings) } }

const asObject = (value: unknown): object => (isObject(value) ? value : {})

/** Sections with a conflict keep their base, so that the conflict stays one. */
function baseAfter(found: Content, before: Content | undefined, conflicts: readonly MergeEntry[]): Content | undefined {
  const open = new Set(conflicts.flatMap(({ path: [section] }) => section ?? []))
  if (open.size > 0 && !before) return undefined
  return { ...before, ...found, ...Object.fromEntries([...open].map((name) => [name, before?.[name]])) }
}
