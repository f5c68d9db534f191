/** `project pull`: what it did, survey by survey, and what it could not bring. */
import type { Context } from '../../../cli/context.ts'
import { readDuration } from '../../../cli/values.ts'
import { CommandError, usageError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { folderOf } from '../../../project/files/layout.ts'
import { counted, firstOf } from '../../../text/counted.ts'
import { journaled } from '../../../project/apply/journaled.ts'
import type { PullOptions } from '../../../project/pull/merge-into-files.ts'
import { pullSurveys, type Pull } from '../../../project/pull/pull-surveys.ts'
import { inProject, type Opening } from './open.ts'

interface Options extends PullOptions {
  env?: string | undefined
  all?: boolean
  patience?: string | undefined
  /** Folder of a backup. */
  fromBackup?: string | undefined
}

export async function pullProject(
  given: Context,
  keys: readonly string[],
  { env, all = false, patience, fromBackup, ...options }: Options,
): Promise<void> {
  if (all && keys.length > 0) throw usageError('Give either keys or --all')
  const wait = readDuration(patience, '--patience')
  await inProject(given, { env }, async (opened) => {
    const from = fromBackup === undefined ? opened : await ofBackup(opened, fromBackup)
    const which = { ...options, all, patience: wait, isBackup: from !== opened }
    await journaled(opened, async () => reportPulled(opened.context, await pullSurveys(from, keys, which)))
  })
}

/** The project with a backup in the service's place. */
async function ofBackup(opened: Opening, dir: string): Promise<Opening> {
  const { openBackup } = await import('../../../account/stored.ts')
  const { service, manifest } = await openBackup(dir, opened.service)
  const { base_url, workspace_id } = await opened.account()
  if (manifest.base_url !== base_url || manifest.workspace_id !== workspace_id)
    throw usageError(`${dir} is a backup of account ${manifest.workspace_id} at ${manifest.base_url}, not of this environment's`)
  return { ...opened, service }
}

const columns: Column[] = [
  'key',
  { path: 'quiz_id', label: 'survey' },
  'status',
  { path: 'files', as: 'list' },
  { path: 'conflicts', as: 'list' },
]

/** On a terminal: the key names the folder already, and its files fit beside it. */
const briefColumns: Column[] = columns.map((column) =>
  typeof column === 'object' && column.path === 'files' ? { ...column, value: briefFiles } : column,
)

function briefFiles({ key, files }: Pull): string {
  const folder = `${folderOf(key)}/`
  return firstOf(
    files.map((file) => (file.startsWith(folder) ? file.slice(folder.length) : file)),
    3,
  )
}

async function reportPulled(context: Context, pulled: readonly Pull[]): Promise<void> {
  if (pulled.length === 0) context.show.note('Nothing to pull. To bring every survey of the account here: surveyctl project pull --all')
  const listed = context.show.form.asData ? pulled : pulled.filter(({ status }) => status !== 'in_step')
  if (listed.length > 0 || context.show.form.asData) await context.show.rows([listed], context.show.form.forPerson ? briefColumns : columns)
  else if (pulled.length > 0) context.show.note(`${counted(pulled.length, 'survey is', 'surveys are')} in step: no file was changed`)
  for (const { key, kept } of pulled) if (kept.length > 0) context.show.note(`${key}: kept as the files have it: ${kept.join(', ')}`)
  const blind = [...new Set(pulled.flatMap((each) => each.blind))]
  if (blind.length > 0) context.show.warn(`Not readable here, and left as the files have it: ${blind.join(', ')}`)
  reportGaps(context, pulled)
  const conflicts = pulled.filter(({ status }) => status === 'conflict')
  if (conflicts.length === 0) return
  throw new CommandError(
    'refused',
    ['Changed here and on the service, in the same place', ...conflicts.map((pull) => `${pull.key}: ${pull.conflicts.join(', ')}`)],
    {
      code: 'conflict',
      hint: 'To decide: surveyctl project resolve KEY PATH --ours|--theirs; to take all that the service has: surveyctl project pull KEY --theirs',
    },
  )
}

/** Once, when a survey comes here: what somebody would look for in its files, and not find. */
export function reportGaps(context: Context, pulled: readonly Pick<Pull, 'key' | 'status' | 'gaps'>[]): void {
  const fresh = pulled.filter(({ status }) => status === 'new')
  const gaps = [...new Set(fresh.flatMap((pull) => pull.gaps))]
  if (gaps.length === 0) return
  const named = gaps.map(
    (gap) =>
      `${gap} (${fresh
        .filter((pull) => pull.gaps.includes(gap))
        .map(({ key }) => key)
        .join(', ')})`,
  )
  context.show.note(`Not kept in files: ${named.join(' · ')}. What there is instead: surveyctl project schema --gaps`)
}
