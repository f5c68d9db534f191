/** Differences between two normal forms, path by path. */
import { idBefore, movedIds } from './order.ts'
import type { Path } from './shape.ts'
import { sameTree, treeOf, type Items, type Tree } from './tree.ts'

export interface Change {
  path: Path
  /** For `move`, `before` and `after` are the ids of the item in front of it; `null` at the beginning. */
  kind: 'add' | 'change' | 'remove' | 'move'
  before?: unknown
  after?: unknown
}

export function difference(old: Tree | undefined, now: Tree | undefined, path: Path = []): Change[] {
  if (sameTree(old, now)) return []
  if (old?.kind === 'fields' && now?.kind === 'fields')
    return keysOf(old.fields, now.fields).flatMap((name) => difference(old.fields.get(name), now.fields.get(name), [...path, name]))
  if (isItems(old) && isItems(now)) return itemChanges(old, now, path)
  return [
    {
      path,
      kind: old === undefined ? 'add' : now === undefined ? 'remove' : 'change',
      ...(old && { before: old.value }),
      ...(now && { after: now.value }),
    },
  ]
}

/** The keys of a section whose values differ. */
export const changedKeys = (section: string, now: unknown, next: unknown): string[] => [
  ...new Set(difference(treeOf({ [section]: now }), treeOf({ [section]: next })).flatMap(({ path: [, key] }) => key ?? [])),
]

export const isItems = (tree: Tree | undefined): tree is Items => tree?.kind === 'items' || tree?.kind === 'screens'

/** The keys of all maps, those of earlier maps first. */
export const keysOf = (...maps: (ReadonlyMap<string, unknown> | undefined)[]): string[] => [
  ...new Set(maps.flatMap((map) => [...(map?.keys() ?? [])])),
]

function itemChanges(old: Items, now: Items, path: Path): Change[] {
  const [from, to] = [[...old.items.keys()], [...now.items.keys()]]
  const moves = [...movedIds(from, to)].map((id): Change => ({
    path: [...path, id],
    kind: 'move',
    before: idBefore(from, id) ?? null,
    after: idBefore(to, id) ?? null,
  }))
  return [...keysOf(old.items, now.items).flatMap((id) => difference(old.items.get(id), now.items.get(id), [...path, id])), ...moves]
}
