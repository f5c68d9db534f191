/** Compares files, service and base (what both had last): who changed what, and what has to be sent. Pure. */
import { levelsOf, managedBy } from '../../model/document/codec.ts'
import { merge, type MergeEntry } from '../../model/document/merge.ts'
import { danglingIds } from '../../model/document/references.ts'
import { isSection, sections } from '../../model/document/sections.ts'
import { isObject, type Content } from '../../model/document/shape.ts'
import { sameTree, treeOf, type Tree } from '../../model/document/tree.ts'
import { sectionOf } from '../sections/index.ts'
import { withValueAt } from './with-value.ts'
import type { Observed } from './observe.ts'
import type { Ids } from '../sections/section.ts'
import { digestOfTree } from '../state/state.ts'
import { faultsOf } from '../sections/screens.ts'

export interface Comparison {
  entries: MergeEntry[]
  /** What the service is to have, of what the files manage. */
  merged: Content
  /** Of what the files manage, as the service has it. */
  theirs: Content
  /** Problems that neither side has alone, but the merged survey has. */
  clashes: string[]
  /** Differences that can't be sent. */
  remarks: string[]
  refused: string[]
  /** Sections that can't be read: they are sent as a whole, where they aren't what was sent last. */
  sentUnread: string[]
  /** What the files want, without what can't be read or sent now. */
  ours: Content
  /** Of `theirs`, as `digestOf` gives it. */
  digest: string
}

interface Trees {
  content: Content
  entries: MergeEntry[]
  theirTree: Tree
}

function withTrees(base: Content | undefined, theirs: Content, ours: Content): Trees {
  const [theirTree, ourTree] = [treeOf(theirs), treeOf(ours)]
  // Equal: whatever the base is, there is nothing to merge.
  if (sameTree(theirTree, ourTree)) return { content: theirs, entries: [], theirTree }
  return { ...merge(base && treeOf(base), theirTree, ourTree), theirTree }
}

/** `observed`: absent where there is no such survey; `resend`: sections that can't be read, and are sent even where they equal what was sent last. */
export function compare(
  ours: Content,
  base: Content | undefined,
  observed: Pick<Observed, 'content' | 'unreadable' | 'ids'> | undefined,
  resend: readonly string[],
): Comparison {
  const { content: found, unreadable: reasons, ids } = observed ?? { content: {}, unreadable: {}, ids: {} }
  const unreadable = Object.keys(reasons)
  const sides = { ours, theirs: managedBy(ours, found) }
  const readable = withoutUnreadable(sides, base, unreadable, resend)
  const sendable = withoutUnsendable(readable.sides, unreadable)
  const { theirs, ours: own } = sendable.sides
  const { content, entries, theirTree } = withTrees(base && managedBy(own, rebased(base, theirs, own)), theirs, own)
  const merged = { ...content, ...Object.fromEntries(readable.sentUnread.map((name) => [name, ours[name]])) }
  const both = entries.some(({ side }) => side === 'theirs') && entries.some(({ side }) => side === 'ours')
  return {
    entries,
    merged,
    theirs,
    remarks: sendable.remarks,
    clashes: both ? clashesOf(merged, own) : [],
    refused: [...readable.refused, ...refusalsOf(theirs, merged, ids)],
    sentUnread: readable.sentUnread,
    ours: own,
    digest: digestOfTree(theirTree),
  }
}

interface Sides {
  ours: Content
  theirs: Content
}

/** Takes out the sections that can't be read; those that were changed here are sent as a whole, or refused. */
function withoutUnreadable(
  { ours, theirs }: Sides,
  base: Content | undefined,
  unreadable: readonly string[],
  resend: readonly string[],
): { sides: Sides } & Pick<Comparison, 'sentUnread' | 'refused'> {
  const taken = unreadable.filter((name) => ours[name] !== undefined && !isReadOnly(name))
  const changed = taken.filter((name) => resend.includes(name) || base?.[name] === undefined || differs(name, managedBy(ours, base), ours))
  const refused = changed.filter((name) => sectionOf(name)?.mustBeRead && (base?.[name] !== undefined || resend.includes(name)))
  return {
    sides: { ours: without(ours, taken), theirs },
    sentUnread: changed.filter((name) => !sectionOf(name)?.mustBeRead),
    refused: refused.map(
      (name) => `${name}: was changed here or has to be sent again, but this key cannot read it on the service, so it cannot be sent`,
    ),
  }
}

/** Takes out what only a person can change: sections that nothing writes, and connections that have to be made first. */
function withoutUnsendable({ ours, theirs }: Sides, unreadable: readonly string[]): { sides: Sides } & Pick<Comparison, 'remarks'> {
  const fixed = Object.keys(ours).filter(isReadOnly)
  const remarks = fixed
    .filter((name) => !unreadable.includes(name) && differs(name, theirs, ours))
    .map((name) => `${name} differs on the service; it can only be changed in the cabinet`)
  const sides = { ours: without(ours, fixed), theirs: without(theirs, fixed) }
  for (const name of Object.keys(sides.ours)) {
    const waits = sectionOf(name)?.waitsForPerson?.({ now: theirs[name], next: sides.ours[name] }) ?? []
    for (const { path, why } of waits) {
      sides.ours = { ...sides.ours, ...withValueAt(sides.ours, theirs, [name, ...path]) }
      remarks.push(`${[name, ...path].join('.')} ${why}`)
    }
  }
  return { sides, remarks }
}

const without = (content: Content, names: readonly string[]): Content =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name)))

/** The base, updated for what a person has connected since because the files want it: that is no one's change. */
export const rebased = (base: Content, theirs: Content, ours: Content): Content =>
  Object.fromEntries(
    Object.entries(base).map(([name, value]) => [name, sectionOf(name)?.rebase?.(value, { now: theirs[name], next: ours[name] }) ?? value]),
  )

const isReadOnly = (name: string): boolean => isSection(name) && 'readOnly' in sections[name] && sectionOf(name)?.refuses === undefined

/** Values that a merge found equal are the same object. */
const differs = (name: string, a: Content, b: Content): boolean =>
  a[name] !== b[name] && withTrees(undefined, { [name]: a[name] }, { [name]: b[name] }).entries.length > 0

/** A merge of two good surveys may name a question that the other side removed. */
function clashesOf({ screens, conditions }: Content, ours: Content): string[] {
  if (!screens) return []
  const dangling = danglingIds(conditions, screens.ids)
  const before = new Set(ours.screens ? danglingIds(ours.conditions, ours.screens.ids) : [])
  const named = dangling.filter((id) => !before.has(id)).map((id) => `conditions name question ${id}, which was removed on the service`)
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
 * The base after sending: what files and service have in common now. `expected` is what the service was to have, `found` what it
 * has. In a section that was `sent`, any difference is somebody's change: it stays one, so that the next run doesn't overwrite it.
 */
export function nextBase(expected: Content, ours: Content, found: Content, sent: ReadonlySet<string> = new Set()): Content {
  const common = withTrees(managedBy(ours, expected), ours, managedBy(ours, found)).content
  const whole = Object.entries(common).map(([name, value]) => {
    const kept = sent.has(name) && ours[name] !== undefined ? ours[name] : value
    return [name, withUnmanaged(kept, found[name], levelsOf(name))]
  })
  return { ...found, ...Object.fromEntries(whole) }
}

/** Keys that no file has are remembered as found, so that one that a file names later has a base. */
function withUnmanaged(value: unknown, found: unknown, levels: number): unknown {
  if (levels === 0 || !isObject(value) || !isObject(found)) return value
  const inner = Object.entries(value).map(([key, own]) => [key, withUnmanaged(own, found[key], levels - 1)])
  return { ...found, ...Object.fromEntries(inner) }
}
