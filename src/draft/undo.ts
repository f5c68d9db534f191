import { CommandError } from '../errors.ts'
import { managedBy, merge, treeOf, type Content } from '../model/document/index.ts'
import { pathsIn } from './change.ts'
import type { StoredChange } from './stored.ts'

/** What is there now, without the change. */
export function undoing(id: number, { before, after }: StoredChange, now: Content): Content {
  const there = managedBy(before, now)
  const { content, entries } = merge(treeOf(managedBy(before, after)), treeOf(there), treeOf(before))
  const conflicts = entries.filter(({ side }) => side === 'conflict')
  if (conflicts.length > 0)
    throw new CommandError('refused', `Survey ${id} was changed since, in the same place: ${pathsIn(conflicts, now, before)}`, {
      code: 'changed_meanwhile',
      hint: 'Nothing was sent',
    })
  return content
}
