/**
 * Three-way merge of normal forms: base, theirs (the service's) and ours. The result is theirs, as it was read, with our changes;
 * where both changed the same, it has theirs, and an entry notes the conflict.
 */
import type { Widgets } from '../../contract/core/records.ts'
import { isItems, keysOf } from './difference.ts'
import { idBefore, mergeOrder, movedIds } from './order.ts'
import type { Content, Path } from './shape.ts'
import { fieldsTree, itemsTree, sameTree, type FieldsNode, type Items, type Tree } from './tree.ts'

export interface MergeEntry {
  path: Path
  kind: 'add' | 'change' | 'remove' | 'move'
  side: 'ours' | 'theirs' | 'conflict'
  base?: unknown
  theirs?: unknown
  ours?: unknown
}

export interface MergedContent {
  /** The merged content, section by section. */
  content: Content
  /** What each side changed; nothing where both agree. */
  entries: MergeEntry[]
}

/** Stands for a base that isn't known: then every difference is a conflict. */
const unknown = Symbol('no base')
type Base = Tree | undefined | typeof unknown

const inBase = (base: Base, look: (tree: Tree) => Tree | undefined): Base => (base === unknown || !base ? base : look(base))

export function merge(base: FieldsNode | undefined, theirs: FieldsNode, ours: FieldsNode): MergedContent {
  const entries: MergeEntry[] = []
  const merged = mergeTree([], base ?? unknown, theirs, ours, entries)
  // Merged of two contents, it is one.
  return { content: merged?.value as Content, entries }
}

function mergeTree(path: Path, base: Base, theirs: Tree | undefined, ours: Tree | undefined, entries: MergeEntry[]): Tree | undefined {
  if (sameTree(theirs, ours)) return theirs
  const parts = bothSides(theirs, ours)
  const from = base !== unknown && base && base.kind !== theirs?.kind ? unknown : base
  if (parts?.kind === 'fields') return mergeFields(path, from, parts.theirs, parts.ours, entries)
  if (parts) return mergeItems(path, from, parts.theirs, parts.ours, entries)
  if (base !== unknown && sameTree(ours, base)) return note('theirs', path, base, theirs, ours, entries)
  return note(base !== unknown && sameTree(theirs, base) ? 'ours' : 'conflict', path, base, theirs, ours, entries)
}

type Sides = { kind: 'fields'; theirs: FieldsNode; ours: FieldsNode } | { kind: 'items'; theirs: Items; ours: Items }

function bothSides(theirs: Tree | undefined, ours: Tree | undefined): Sides | undefined {
  if (theirs?.kind === 'fields' && ours?.kind === 'fields') return { kind: 'fields', theirs, ours }
  return isItems(theirs) && isItems(ours) ? { kind: 'items', theirs, ours } : undefined
}

function note(
  side: MergeEntry['side'],
  path: Path,
  base: Base,
  theirs: Tree | undefined,
  ours: Tree | undefined,
  entries: MergeEntry[],
): Tree | undefined {
  const from = base === unknown ? undefined : base
  const [old, now] = side === 'ours' ? [theirs, ours] : [from, theirs]
  entries.push({
    path,
    side,
    kind: old === undefined ? 'add' : now === undefined ? 'remove' : 'change',
    ...(from && { base: from.value }),
    ...(theirs && { theirs: theirs.value }),
    ...(ours && { ours: ours.value }),
  })
  return side === 'ours' ? ours : theirs
}

function mergeFields(path: Path, base: Base, theirs: FieldsNode, ours: FieldsNode, entries: MergeEntry[]): Tree {
  const value: Record<string, unknown> = { ...theirs.value }
  const fields = new Map<string, Tree>()
  const names = keysOf(theirs.fields, ours.fields, base !== unknown && base?.kind === 'fields' ? base.fields : undefined)
  for (const name of names) {
    const from = inBase(base, (tree) => (tree.kind === 'fields' ? tree.fields.get(name) : undefined))
    const [their, our] = [theirs.fields.get(name), ours.fields.get(name)]
    const merged = mergeTree([...path, name], from, their, our, entries)
    if (merged) fields.set(name, merged)
    if (merged !== their) setOrDelete(value, name, merged)
  }
  return fieldsTree(value, fields)
}

function setOrDelete(value: Record<string, unknown>, name: string, tree: Tree | undefined): void {
  if (tree) value[name] = tree.value
  else delete value[name]
}

function mergeItems(path: Path, base: Base, theirs: Items, ours: Items, entries: MergeEntry[]): Tree {
  const from = base !== unknown && isItems(base) ? base.items : undefined
  const items = new Map<string, Tree>()
  for (const id of keysOf(theirs.items, ours.items, from)) {
    const old = inBase(base, () => from?.get(id))
    const merged = mergeTree([...path, id], old, theirs.items.get(id), ours.items.get(id), entries)
    if (merged) items.set(id, merged)
  }
  const order = orderOf(path, from && [...from.keys()], theirs, ours, items, entries)
  // The order holds only ids of `items`.
  const sorted = new Map(order.map((id) => [id, items.get(id)!]))
  return itemsTree(theirs.kind, built(theirs.kind, sorted, theirs.value), sorted)
}

function built(kind: Items['kind'], items: ReadonlyMap<string, Tree>, theirs: unknown): unknown {
  const values = [...items].map(([id, { value }]) => [id, value] as const)
  if (kind === 'items') return values.map(([, value]) => value)
  // Items that aren't a list are the screens of a survey.
  return { ...(theirs as Widgets), ids: values.map(([id]) => id), entities: Object.fromEntries(values) }
}

/** The merged order. Without a base, a different order is a conflict of its own. */
function orderOf(
  path: Path,
  from: string[] | undefined,
  theirs: Items,
  ours: Items,
  kept: ReadonlyMap<string, Tree>,
  entries: MergeEntry[],
): string[] {
  const [their, our] = [[...theirs.items.keys()], [...ours.items.keys()]]
  const { order, conflicts } = mergeOrder(from ?? our, their, our, new Set(kept.keys()))
  const conflicting = new Set(from ? conflicts : movedIds(their, our))
  const noteMove = (id: string, side: MergeEntry['side'], base: readonly string[] | undefined): void => {
    const at = (ids: readonly string[]): string | null => idBefore(ids, id) ?? null
    entries.push({ path: [...path, id], kind: 'move', side, ...(base && { base: at(base) }), theirs: at(their), ours: at(our) })
  }
  for (const id of conflicting) noteMove(id, 'conflict', from)
  if (!from) return order
  const [ourMoves, theirMoves] = [movedIds(from, our), movedIds(from, their)]
  const moved = movedIds(their, our)
  for (const id of ourMoves) if (kept.has(id) && moved.has(id) && !conflicting.has(id)) noteMove(id, 'ours', from)
  for (const id of theirMoves) if (kept.has(id) && moved.has(id) && !ourMoves.has(id) && !conflicting.has(id)) noteMove(id, 'theirs', from)
  return order
}
