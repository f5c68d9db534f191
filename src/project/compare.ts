/** Files, service and what both had last: who changed what, and what is to be sent. Pure. */
import { levelsOf, managedBy } from '../model/document/codec.ts'
import { merge, type MergeEntry } from '../model/document/merge.ts'
import { danglingIds } from '../model/document/references.ts'
import { isSection, sections } from '../model/document/sections.ts'
import { isObject, type Content } from '../model/document/shape.ts'
import { sameTree, treeOf } from '../model/document/tree.ts'
import { sectionOf } from './sections/index.ts'
import { withValueAt } from './resolve.ts'
import type { Ids } from './sections/section.ts'
import { faultsOf } from './sections/screens.ts'

export interface Comparison {
  entries: MergeEntry[]
  /** As the service is to be, of what the files manage. */
  merged: Content
  /** Of what the files manage, as the service has it. */
  theirs: Content
  /** What each side may have right, and both together have not. */
  clashes: string[]
  /** Differences of what nothing can write. */
  remarks: string[]
  refused: string[]
  /** Sections that can't be read here, and are sent whole as they aren't what was sent last. */
  sentUnread: string[]
  /** What the files want, as far as it can be seen and brought about now. */
  ours: Content
}

function withTrees(base: Content | undefined, theirs: Content, ours: Content): { content: Content; entries: MergeEntry[] } {
  const [their, our] = [treeOf(theirs), treeOf(ours)]
  // What both come from says nothing then.
  return sameTree(their, our) ? { content: theirs, entries: [] } : merge(base && treeOf(base), their, our)
}

/** `unseen`: sections that can't be read; `resend`: those of them that are sent whatever was sent last. */
export function compare(
  ours: Content,
  base: Content | undefined,
  observed: Content,
  unseen: readonly string[] = [],
  ids: Readonly<Record<string, Ids>> = {},
  resend: readonly string[] = [],
): Comparison {
  const theirs = managedBy(ours, observed)
  const own = { ...ours }
  const hidden = unseen.filter((name) => ours[name] !== undefined && !isReadOnly(name))
  for (const name of hidden) delete own[name]
  const changed = hidden.filter((name) => resend.includes(name) || base?.[name] === undefined || differs(name, managedBy(ours, base), ours))
  const blind = changed.filter((name) => !sectionOf(name)?.mustBeRead)
  const stuck = changed.filter((name) => sectionOf(name)?.mustBeRead && (base?.[name] !== undefined || resend.includes(name)))
  const remarks: string[] = []
  for (const name of Object.keys(ours).filter(isReadOnly)) {
    if (!unseen.includes(name) && differs(name, theirs, ours))
      remarks.push(`${name} is another one on the service, and can be changed in the cabinet only`)
    delete own[name]
    delete theirs[name]
  }
  for (const name of Object.keys(own)) {
    for (const { path, why } of sectionOf(name)?.waitsForPerson?.({ now: theirs[name], next: own[name] }) ?? []) {
      Object.assign(own, withValueAt(own, theirs, [name, ...path]))
      remarks.push(`${[name, ...path].join('.')} ${why}`)
    }
  }
  const { content, entries } = withTrees(base && managedBy(own, rebased(base, theirs)), theirs, own)
  const merged = { ...content, ...Object.fromEntries(blind.map((name) => [name, ours[name]])) }
  const refused = [
    ...stuck.map(
      (name) => `${name}: was changed here, or is to be sent again, and nothing of it can be sent, since it cannot be read here`,
    ),
    ...refusalsOf(theirs, merged, ids),
  ]
  const both = entries.some(({ side }) => side === 'theirs') && entries.some(({ side }) => side === 'ours')
  return { entries, merged, theirs, remarks, clashes: both ? clashesOf(merged, own) : [], refused, sentUnread: blind, ours: own }
}

/** Of what was connected meanwhile because the files want it, nothing is anyone's change. */
export const rebased = (base: Content, theirs: Content): Content =>
  Object.fromEntries(Object.entries(base).map(([name, value]) => [name, sectionOf(name)?.rebase?.(value, theirs[name]) ?? value]))

const isReadOnly = (name: string): boolean => isSection(name) && 'readOnly' in sections[name] && sectionOf(name)?.refuses === undefined

/** What is in step is the very same value after a merge. */
const differs = (name: string, a: Content, b: Content): boolean =>
  a[name] !== b[name] && withTrees(undefined, { [name]: a[name] }, { [name]: b[name] }).entries.length > 0

/** A merge of two good surveys may name a question that the other side removed. */
function clashesOf({ screens, conditions }: Content, ours: Content): string[] {
  if (!screens) return []
  const dangling = danglingIds(conditions, screens.ids)
  const before = new Set(ours.screens ? danglingIds(ours.conditions, ours.screens.ids) : [])
  const named = dangling.filter((id) => !before.has(id)).map((id) => `conditions name question ${id}, which the service has no more`)
  return [...named, ...faultsOf(screens).map((fault) => `screens: ${fault}`)]
}

function refusalsOf(theirs: Content, merged: Content, ids: Readonly<Record<string, Ids>>): string[] {
  return changedSections(theirs, merged).flatMap((name) =>
    (sectionOf(name)?.refuses?.({ now: theirs[name], next: merged[name], ids: ids[name] ?? {} }) ?? []).map(
      (message) => `${name}: ${message}`,
    ),
  )
}

/** Sections that have to be sent to get from one to the other. */
export function changedSections(now: Content, next: Content): string[] {
  return Object.keys(next).filter((name) => next[name] !== undefined && (now[name] === undefined || differs(name, now, next)))
}

/**
 * The base after something was sent: what files and service have in common now. `expected` was to be there and `found` is;
 * what was kept of the service's changes is none of ours. Of what was `sent`, anything else that is found is somebody's
 * change: it stays one, and the next run does not overwrite it.
 */
export function nextBase(expected: Content, ours: Content, found: Content, sent: ReadonlySet<string> = new Set()): Content {
  const common = withTrees(managedBy(ours, expected), ours, managedBy(ours, found)).content
  const whole = Object.entries(common).map(([name, value]) => {
    const kept = sent.has(name) && ours[name] !== undefined ? ours[name] : value
    return [name, withUnmanaged(kept, found[name], levelsOf(name))]
  })
  return { ...found, ...Object.fromEntries(whole) }
}

/** Keys that no file has stay as they were found: one that a file names later is compared with something. */
function withUnmanaged(value: unknown, found: unknown, levels: number): unknown {
  if (levels === 0 || !isObject(value) || !isObject(found)) return value
  const inner = Object.entries(value).map(([key, own]) => [key, withUnmanaged(own, found[key], levels - 1)])
  return { ...found, ...Object.fromEntries(inner) }
}
