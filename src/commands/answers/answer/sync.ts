import { warningTexts } from '../../../answers/decode/warnings.ts'
import { ownCommand } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readDuration } from '../../../cli/values.ts'
import { listAnswers } from '../../../contract/answers/answer.ts'
import { listQuizzes, viewQuiz } from '../../../contract/surveys/quiz.ts'
import { viewReport } from '../../../contract/answers/report.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { sleep } from '../../../system/timers.ts'
import { keepHeapSmall } from '../../small-heap.ts'
import { metersOfSurvey } from '../../meters.ts'
import { lineOf, warn } from './sync-lines.ts'
import { inLog } from './sync-log.ts'
import { syncFlags } from './sync-flags.ts'
import { targetsOf } from './sync-targets.ts'
import { wantedOf } from './sync-wanted.ts'
import type { Wanted } from '../../../answers/folder/sync.ts'
import type { SyncTarget } from '../../../answers/folder/sync-all.ts'

const now = (): string => new Date().toISOString()

interface Manner {
  strict: boolean
  isLog: boolean
}

async function once(context: Context, targets: readonly SyncTarget[], wanted: Wanted, { strict, isLog }: Manner): Promise<void> {
  const { failureFacts, syncAll, syncFailure, unusedKeys } = await import('../../../answers/folder/sync-all.ts')
  keepHeapSmall()
  const { done, failed } = await syncAll(context.service, context.settings.address(), targets, wanted, {
    meterOf: (quiz) => metersOfSurvey(context, quiz),
    onSynced: (synced) => warn(context, synced, wanted.full),
  })
  const unused = unusedKeys(done, wanted)
  const [first, ...others] = done
  if (first && unused.length > 0)
    context.show.warn(
      `--keys names ${unused.join(', ')}, which ${others.length === 0 ? `survey ${first.quiz} does not ask` : 'none of the surveys asks'}`,
    )
  if (targets.length !== 1 && context.show.form.asDocument) await context.show.done(done, '')
  else for (const one of done) await context.show.done(isLog ? { at: now(), ...one } : one, lineOf(one), one.quiz)
  // Elsewhere they are warnings.
  if (isLog && context.show.form.asLines)
    for (const one of failed) await context.show.done({ at: now(), quiz: one.quiz, error: failureFacts(one) }, '')
  if (failed.length > 0) throw syncFailure(failed, targets.length)
  if (done.some(({ destinations }) => destinations.some(({ kept = [] }) => kept.length > 0)))
    throw new CommandError('partial', 'Some answers that were deleted on the service could not be deleted in the database')
  const warned = done.filter(({ decode_warnings, agrees }) => !agrees || warningTexts(decode_warnings).length > 0)
  if (strict && warned.length > 0)
    throw new CommandError('differences', 'Some answers could not be decoded', { hint: 'The warnings above say which' })
}

export const sync = ownCommand('sync', {
  summary: 'Keep the answers of surveys in a folder, with files for analysis',
  positionals: ['[target...]'],
  arguments: { target: 'Surveys, and behind them the folder: 42 answers' },
  extra: syncFlags,
  examples: [
    'answer sync 42 answers',
    'answer sync 42 answers --to parquet,sqlite,csv',
    'answer sync 42 answers --only ndjson',
    'answer sync 42 46 answers --to csv',
    'answer sync --all answers --to ndjson',
    'answer sync 42 answers --every 5m',
  ],
  also: [listAnswers, viewQuiz, viewReport, listQuizzes],
  run: async (plain, { target }, { every, log, strict, all, dryRun, ...options }) => {
    const isLog = log === true || (every !== undefined && !plain.show.form.terminal)
    const context = isLog ? inLog(plain) : plain
    const given = target ?? []
    const wanted = await wantedOf(context, options, all === true || given.length > 2)
    const targets = await targetsOf(context, given, all === true, wanted.destinations)
    if (dryRun && every !== undefined) throw usageError('Give either --dry-run or --every')
    if (dryRun) return (await import('./sync-dry-run.ts')).showDryRun(context, targets, wanted)
    const pause = readDuration(every, '--every')
    if (pause !== undefined && pause < 1000) throw usageError('--every must be at least 1s')
    for (;;) {
      await once(context, targets, wanted, { strict: strict === true, isLog })
      if (pause === undefined) return
      await sleep(pause, context.service.signal)
    }
  },
})
