/** `account backup`: progress, and a summary that can be filed. */
import type { Context } from '../../../cli/context.ts'
import { version } from '../../../cli/place.ts'
import { backUp } from '../../../account/backup/backup.ts'
import type { Gap, Manifest } from '../../../account/backup/manifest.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { bytesText } from '../../../model/question/index.ts'
import { counted } from '../../../text/counted.ts'
import { metersOf } from '../../meters.ts'
import { goingOn } from './going-on.ts'
import { keepHeapSmall } from '../../small-heap.ts'

interface Options {
  from?: string | undefined
  /** An empty one stands for the flag alone. */
  answers?: readonly string[]
  files?: boolean
  media?: boolean
  allowGaps?: boolean
}

export async function backUpAccount(
  context: Context,
  dir: string,
  { from, answers, files = false, media = false, allowGaps }: Options,
): Promise<void> {
  keepHeapSmall()
  const full = answers?.includes('full') === true
  const odd = answers?.find((extent) => extent !== '' && extent !== 'full')
  if (odd !== undefined) throw usageError(`--answers ${odd}: there are --answers and --answers=full`)
  const account = await context.settings.account()
  const wantsAnswers = answers !== undefined || files
  // As many as are asked for at once: nothing else is read of these answers meanwhile.
  const ahead = Math.min(context.flags.concurrency ?? 8, 8)
  const [all, inside] = [metersOf(context), metersOf(context)]
  const request = { root: dir, from, answers: wantsAnswers, full, files, media, tool: `surveyctl ${version}`, ahead }
  const work = backUp(context.service, account, { ...request, progress: all.progress, progressInside: inside.progress })
  const manifest = await goingOn(work.finally(() => [inside, all].forEach(({ end }) => end())))
  await context.show.done(summaryOf(dir, manifest), backupLines(dir, manifest), dir)
  refuseGaps(manifest, allowGaps === true)
}

export const summaryOf = (folder: string, { files: _, addresses: __, ...facts }: Manifest): Record<string, unknown> => ({
  folder,
  ...facts,
})

export function backupLines(dir: string, { workspace_id, base_url, begun, ended, counts, options, gaps, torn, from }: Manifest): string[] {
  const { surveys, answers, codes, media, files, bytes } = counts
  const parts = [
    counted(surveys, 'survey'),
    options.answers ? counted(answers, 'answer') : 'no answers (--answers)',
    counted(codes, 'promo code'),
    options.media ? counted(media, 'medium', 'media') : 'no media (--media)',
    ...(options.files ? [counted(files, 'upload')] : []),
    bytesText(bytes),
  ]
  return [
    `Backup of account ${workspace_id} at ${base_url} in ${dir}: ${parts.join(', ')}`,
    `Read from ${begun} to ${ended}${from === null ? '' : `; what had not changed since is of ${from}`}`,
    ...gapLines(gaps),
    ...(torn.length > 0 ? [`Changed while they were read, so not of one moment: ${torn.map((id) => `survey ${id}`).join(', ')}`] : []),
  ]
}

/** By reason: one right that is missing is missing for every survey. */
export function gapLines(gaps: readonly Gap[]): string[] {
  const reasons = new Map<string, Set<string>>()
  for (const { operation, why } of gaps) reasons.set(why, (reasons.get(why) ?? new Set()).add(operation))
  return [...reasons].map(([why, operations]) => `Not in it (${[...operations].join(', ')}): ${why}`)
}

function refuseGaps({ gaps, torn }: Manifest, areAllowed: boolean): void {
  if (torn.length > 0)
    throw new CommandError('partial', `${counted(torn.length, 'survey')} changed while being read, three times over`, {
      code: 'torn',
      hint: 'Make another backup while nobody edits them',
    })
  if (gaps.length === 0 || areAllowed) return
  throw new CommandError(
    'partial',
    `The backup has ${counted(gaps.length, 'gap')}: what a right, the plan or a lost connection keeps from being read`,
    {
      code: 'gaps',
      hint: 'If that is intended: --allow-gaps',
    },
  )
}
