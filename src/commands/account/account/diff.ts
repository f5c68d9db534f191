/** `account diff`: survey by survey, in words. */
import type { Context } from '../../../cli/context.ts'
import { compareSides, themselves, type AccountChange, type Counterparts } from '../../../account/diff.ts'
import type { Manifest } from '../../../account/backup/manifest.ts'
import { sidesOf } from '../../../account/side.ts'
import { openBackup } from '../../../account/stored.ts'
import { Ended, usageError } from '../../../errors.ts'
import type { BackedUpAccount } from '../../../account/backup/backup.ts'
import { areNewIds } from '../../../model/document/renew-ids.ts'
import type { Service } from '../../../service.ts'
import { counted } from '../../../text/counted.ts'
import { metersOf } from '../../meters.ts'
import { isObject } from '../../../text/is-object.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { own } from '../../../text/own.ts'

interface Options {
  live?: boolean
  /** A file that `account restore` wrote. */
  map?: string | undefined
}

export async function diffAccounts(
  context: Context,
  dir: string,
  other: string | undefined,
  { live = false, map }: Options,
): Promise<void> {
  if (live && other !== undefined) throw usageError(`Either ${other} or --live: compared are two sides`)
  const before = await openBackup(dir, context.service)
  const known = map === undefined ? undefined : await context.ask.readData(map)
  const media = sameMedia(before.manifest, known)
  const { service, account } = await otherOf(context, other)
  const isSame = account.base_url === before.manifest.base_url && account.workspace_id === before.manifest.workspace_id
  const was = { service: before.service, workspace: before.manifest.workspace_id }
  const sides = sidesOf(was, { service, workspace: account.workspace_id }, { isSame, media })
  const counterparts = map === undefined ? themselves : counterpartsIn(map, known, isSame)
  if (other === undefined) await context.service.patience()
  context.show.note(`Since ${dir} was read (${before.manifest.begun}): ${other ?? 'the account as it is now'}`)
  const { progress, end } = metersOf(context)
  const changes = await compareSides(...sides, counterparts, progress).finally(end)
  await showChanges(context, changes)
  const real = changes.filter(({ status }) => status !== 'unreadable')
  if (live && isSame && real.some(({ status, path }) => status === 'removed' && path === null))
    context.show.note(toCopy`To bring back what is gone: surveyctl account restore ${dir} --from-trash`)
  if (real.length > 0) throw new Ended(10)
  context.show.note(`No differences${changes.length > 0 ? `; not compared: ${counted(changes.length, 'part')}` : ''}`)
}

async function otherOf(context: Context, dir: string | undefined): Promise<{ service: Service; account: BackedUpAccount }> {
  if (dir !== undefined) return openBackup(dir, context.service).then(({ service, manifest }) => ({ service, account: manifest }))
  return { service: context.service, account: await context.settings.account() }
}

/** In the account of the backup only what was gone was made anew; the rest is there as itself. */
function counterpartsIn(file: string, value: unknown, isSame: boolean): Counterparts {
  const surveys = isObject(value) && isObject(value.surveys) ? value.surveys : undefined
  if (!surveys) throw usageError(`${file} is no map of a restore: it has no "surveys"`)
  return {
    of: (id) => {
      const made = own(surveys, String(id))
      if (!isObject(made) || typeof made.id !== 'number') return isSame ? { id } : undefined
      return { id: made.id, ...(areNewIds(made.questions) && { questions: made.questions }) }
    },
    isAll: isSame,
  }
}

/** What a restore uploaded anew has another address, and is the same file: its hash stands for both. */
function sameMedia({ addresses, files }: Manifest, map: unknown): ReadonlyMap<string, string> {
  const media = isObject(map) && isObject(map.media) ? map.media : {}
  const uploaded = Object.entries(media).map(([name, address]) => [String(address), name.replace(/^\d+ /, '')] as const)
  const hashes = new Set(uploaded.map(([, sha256]) => sha256))
  const kept = Object.entries(addresses).map(([address, path]) => [address, files[path]?.sha256 ?? ''] as const)
  return new Map([...uploaded, ...kept.filter(([, sha256]) => hashes.has(sha256))])
}

const columns = ['survey', 'name', 'status', 'path', 'line']

export async function showChanges(context: Context, changes: readonly AccountChange[]): Promise<void> {
  if (!context.show.form.forPerson)
    return changes.length > 0 || context.show.form.asData ? context.show.rows([changes], columns) : undefined
  const groups = Map.groupBy(changes, ({ survey, name }) => (survey === null ? name : `${survey} "${name}"`))
  await context.show.charts([...groups].map(([heading, own]) => ({ heading, bars: [], lines: own.map(({ line }) => line) })))
}
