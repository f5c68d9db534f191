/** What is different between two backups, or a backup and the account: each change once. */
import type { Progress } from '../answers/derive/work.ts'
import { changeLines } from '../draft/plan-lines.ts'
import { difference } from '../model/document/difference.ts'
import { withNewIds, type NewIds } from '../model/document/renew-ids.ts'
import type { Content } from '../model/document/shape.ts'
import { treeOf } from '../model/document/tree.ts'
import { inParallel } from '../system/in-parallel.ts'
import type { Side } from './side.ts'

export interface AccountChange {
  /** `null`: of the account itself. */
  survey: number | null
  name: string
  /** `unreadable`: one of the two doesn't show it, so it could not be compared. */
  status: 'added' | 'removed' | 'changed' | 'unreadable'
  path: string | null
  before?: unknown
  after?: unknown
  /** In words. */
  line: string
}

/** What surveys of one side are on the other, by their ids. */
export interface Counterparts {
  of: (id: number) => { id: number; questions?: NewIds | undefined } | undefined
  /** Whether surveys that are nobody's counterpart are told as new. */
  isAll: boolean
}

export const themselves: Counterparts = { of: (id) => ({ id }), isAll: true }

const atOnce = 4

export async function compareSides(before: Side, after: Side, counterparts: Counterparts, progress: Progress): Promise<AccountChange[]> {
  const [old, now] = [await before.surveys(), await after.surveys()]
  // Before the surveys, which are in folders and have lists of codes.
  const ofAccount = await compareAccounts(before, after, [...old.keys()][0], [...now.keys()][0])
  const pairs = [...old].map(([id, name]) => ({ id, name, other: counterparts.of(id) }))
  const found = new Map<number, AccountChange[]>()
  await inParallel(pairs, atOnce, async ({ id, name, other }) => {
    if (other === undefined || !now.has(other.id)) found.set(id, [whole(id, name, 'removed')])
    else found.set(id, await compareSurvey(before, after, { id, other, name }))
    progress('Surveys', found.size, pairs.length)
  })
  const others = new Set(pairs.map(({ other }) => other?.id))
  return [
    ...pairs.flatMap(({ id }) => found.get(id) ?? []),
    // With a map, surveys of the other account that were never here are none of this comparison's.
    ...[...now].flatMap(([id, name]) => (others.has(id) || old.has(id) || !counterparts.isAll ? [] : [whole(id, name, 'added')])),
    ...ofAccount,
  ]
}

const whole = (survey: number, name: string, status: 'added' | 'removed'): AccountChange => ({
  survey,
  name,
  status,
  path: null,
  line: status === 'removed' ? '- is gone' : '+ is new',
})

interface Pair {
  id: number
  other: { id: number; questions?: NewIds | undefined }
  name: string
}

async function compareSurvey(before: Side, after: Side, { id, other, name }: Pair): Promise<AccountChange[]> {
  const [old, now] = [await before.survey(id), await after.survey(other.id)]
  if (!old || !now) return [whole(id, name, 'removed')]
  return changesOf(id, name, { ...old, content: withNewIds(old.content, other.questions ?? {}) }, now)
}

interface Seen {
  content: Content
  unreadable: Readonly<Record<string, string>>
}

/** What one side doesn't show is told once, and isn't taken for a change. */
export function changesOf(survey: number | null, name: string, old: Seen, now: Seen): AccountChange[] {
  const unreadable = { ...old.unreadable, ...now.unreadable }
  const shown = ({ content }: Seen): Content =>
    Object.fromEntries(Object.entries(content).filter(([section]) => unreadable[section] === undefined))
  const [a, b] = [shown(old), shown(now)]
  const lines = changeLines(a, b)
  return [
    ...difference(treeOf(a), treeOf(b)).map(({ path, before, after }, index): AccountChange => ({
      survey,
      name,
      status: 'changed',
      path: path.join('.'),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      line: lines[index] ?? '',
    })),
    ...Object.entries(unreadable).map(([section, why]): AccountChange => ({
      survey,
      name,
      status: 'unreadable',
      path: section,
      line: `? ${section}  ${why}`,
    })),
  ]
}

async function compareAccounts(before: Side, after: Side, old: number | undefined, now: number | undefined): Promise<AccountChange[]> {
  const [was, is] = [await before.account(old), await after.account(now)]
  // Only a folder in which both have surveys is shown by both.
  const renamed = after.earlier === before ? [...before.folders].filter(([id, name]) => (after.folders.get(id) ?? name) !== name) : []
  const called = (name: (id: number) => unknown): Content =>
    renamed.length === 0 ? {} : { folders: Object.fromEntries(renamed.map(([id, old]) => [old, { name: name(id) }])) }
  return changesOf(
    null,
    'the account',
    { ...was, content: { ...was.content, ...called((id) => before.folders.get(id)) } },
    { ...is, content: { ...is.content, ...called((id) => after.folders.get(id)) } },
  )
}
