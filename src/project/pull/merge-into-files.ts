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
  /** What is pulled is a backup, so the state goes on saying what files and service had in common last. */
  isBackup?: boolean
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
  const { merged, conflicts, kept } = (theirs ? mergedForService : mergedForFiles)(base, mine, there)
  const wanted = { ...content, ...known(merged), ...asFirstPulled(appearedIn(content, state?.base, observed)) }
  const files = writeChanged(project, ours, wanted, environment, await fetch(wanted))
  return {
    files,
    conflicts,
    kept,
    base: baseAfter(observed.content, state?.base, conflicts),
  }
}

interface MergedSides extends Pick<Pulled, 'conflicts' | 'kept'> {
  merged: Content
}

/** `merge` leaves a conflict as it is in what it names theirs: here in the files. */
function mergedForFiles(base: Content | undefined, files: Content, service: Content): MergedSides {
  const { content, entries } = merge(base && treeOf(base), treeOf(files), treeOf(service))
  const of = (side: MergeEntry['side']): MergeEntry[] => entries.filter((entry) => entry.side === side)
  return { merged: content, conflicts: of('conflict'), kept: of('theirs') }
}

/** The service wins each conflict. Without a base every difference counts as its change. */
function mergedForService(base: Content | undefined, files: Content, service: Content): MergedSides {
  if (!base) return { merged: merge(treeOf(files), treeOf(files), treeOf(service)).content, conflicts: [], kept: [] }
  const { content, entries } = merge(treeOf(base), treeOf(service), treeOf(files))
  return { merged: content, conflicts: [], kept: entries.filter(({ side }) => side === 'ours') }
}

/** Sections that files know. */
const known = (content: Content): Content => Object.fromEntries(Object.entries(content).filter(([name]) => sectionOf(name) !== undefined))

const withAllSettings = (ours: Content, theirs: Content): Content =>
  ours.settings === undefined ? ours : { ...ours, settings: { ...asObject(theirs.settings), ...asObject(ours.settings) } }

const asObject = (value: unknown): object => (isObject(value) ? value : {})

/** Sections with a conflict keep their base, so that the conflict stays one. */
function baseAfter(found: Content, before: Content | undefined, conflicts: readonly MergeEntry[]): Content | undefined {
  const open = new Set(conflicts.flatMap(({ path: [section] }) => section ?? []))
  if (open.size > 0 && !before) return undefined
  return { ...before, ...found, ...Object.fromEntries([...open].map((name) => [name, before?.[name]])) }
}
