import { warningTexts } from '../../../answers/decode/warnings.ts'
import { ownCommand } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readDuration } from '../../../cli/times.ts'
import { listAnswers } from '../../../contract/answers/answer.ts'
import { listQuizzes, viewQuiz } from '../../../contract/surveys/quiz.ts'
import { viewReport } from '../../../contract/answers/report.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { sleep } from '../../../system/timers.ts'
import { keepHeapSmall } from '../../small-heap.ts'
import { meterOf } from './reading.ts'
import { lineOf, warn } from './sync-lines.ts'
import { inLog } from './sync-log.ts'
import { targetsOf, type SyncTarget } from './sync-targets.ts'
import { wantedOf } from './sync-wanted.ts'
import type { Synced, Wanted } from '../../../answers/folder/sync.ts'

async function syncAll(context: Context, targets: readonly SyncTarget[], wanted: Wanted): Promise<{ done: Synced[]; failed: Failed[] }> {
  const { syncFolder } = await import('../../../answers/folder/sync.ts')
  const { syncDirect } = await import('../../../answers/folder/direct.ts')
  const { databasesOf } = await import('../../../answers/folder/destinations.ts')
  const base_url = context.settings.address()
  keepHeapSmall()
  const done: Synced[] = []
  const failed: Failed[] = []
  for (const [index, { quiz, folder }] of targets.entries()) {
    const { progress, end } = meterOf(context, quiz)
    try {
      const options = { ...wanted, progress }
      const whose = { quiz, base_url }
      const some =
        folder === undefined
          ? databasesOf(quiz, wanted.destinations).map((one) => () => syncDirect(context.service, whose, one, options))
          : [() => syncFolder(context.service, { ...whose, folder }, options)]
      try {
        for (const work of some) done.push(await work())
      } finally {
        end()
      }
      for (const synced of done.slice(-some.length)) warn(context, synced, wanted.full)
    } catch (error) {
      if (targets.length === 1 || context.service.signal.aborted || !(error instanceof CommandError) || error.kind === 'auth') throw error
      const { hint } = error.facts
      const said = hint === undefined ? error.message : `${error.message}. ${hint}`
      context.show.warn(/^Survey \d+[ :]/.test(said) ? said : `Survey ${quiz}: ${said}`)
      failed.push({ quiz, error })
      const others = targets.slice(index + 1)
      if (!isAway(error) || others.length === 0) continue
      context.show.warn(`The service is away: surveys ${others.map((one) => one.quiz).join(', ')} were not tried`)
      failed.push(...others.map((one) => ({ quiz: one.quiz, error })))
      break
    }
  }
  return { done, failed }
}

interface Failed {
  quiz: number
  error: CommandError
}

/** A request that was given up without an answer: each survey would wait as long for nothing. */
const isAway = ({ kind, facts: { request, status } }: CommandError): boolean =>
  kind === 'unavailable' && request !== undefined && status === undefined

function failureFacts({ quiz, error: { kind, message, facts } }: Failed) {
  const { code = null, hint = null, retryable = false } = facts
  return { quiz_id: quiz, kind, code, message, hint, retryable }
}

function failureOf(failed: readonly Failed[], { length }: readonly SyncTarget[]): CommandError {
  const [first, ...others] = failed.map(({ error }) => error)
  const isOne = others.every(({ kind }) => kind === first?.kind)
  const kind = failed.length < length ? 'partial' : isOne && first ? first.kind : 'unavailable'
  const details = failed.map(failureFacts)
  return new CommandError(kind, `${failed.length} of ${length} surveys could not be synced`, {
    details,
    hint: 'The warnings above say why',
    retryable: failed.every(({ error }) => error.facts.retryable === true),
  })
}

const now = (): string => new Date().toISOString()

interface Manner {
  strict: boolean
  isLog: boolean
}

async function once(context: Context, targets: readonly SyncTarget[], wanted: Wanted, { strict, isLog }: Manner): Promise<void> {
  const { done, failed } = await syncAll(context, targets, wanted)
  const unused = done
    .map(({ unused_keys }) => unused_keys)
    .reduce((all, some) => all.filter((id) => some.includes(id)), Object.keys(wanted.keys))
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
  if (failed.length > 0) throw failureOf(failed, targets)
  if (done.some(({ destinations }) => destinations.some(({ kept = [] }) => kept.length > 0)))
    throw new CommandError('partial', 'Some answers that were deleted on the service could not be deleted in the database')
  const warned = done.filter(({ decode_warnings, agrees }) => !agrees || warningTexts(decode_warnings).length > 0)
  if (strict && warned.length > 0)
    throw new CommandError('differences', 'Some answers could not be decoded', { hint: 'The warnings above say which' })
}

export const sync = ownCommand(
  'sync',
  {
    summary: 'Keep the answers of surveys in a folder, with files for analysis',
    positionals: ['target...'],
    arguments: { target: 'Surveys, and behind them the folder: 42 answers' },
    extra: {
      to: {
        flag: '--to <formats>',
        about:
          'Also write ndjson,parquet,csv,csv-long,sqlite,changes, or a database postgres://USER@HOST/DATABASE; at first ndjson,parquet',
      },
      only: { flag: '--only <formats>', about: 'Write these from now on, and nothing else' },
      stop: { flag: '--stop <formats>', about: 'Write these no longer (postgres: the database); their files stay' },
      schema: { flag: '--schema <name>', about: 'Schema of the database that is named (default survey_ID), created where it is missing' },
      all: { flag: '--all', about: 'Every survey, each in a folder of its own' },
      incomplete: {
        flag: '--incomplete <which>',
        about: 'Incomplete answers to read again: those of the last 30 days, all or none',
        choices: ['recent', 'all', 'none'],
      },
      values: { flag: '--values <form>', about: 'How a chosen option is written', choices: ['labels', 'codes', 'both'] },
      keys: { flag: '--keys <file>', about: 'Names of the variables: UUID: KEY lines, as YAML or JSON' },
      full: { flag: '--full', about: 'Read everything again, to find edits that changed no date' },
      rewrite: { flag: '--rewrite', about: 'Write all files again, and rows of databases that somebody changed' },
      allowSchemaChange: {
        flag: '--allow-schema-change',
        about: 'Allow columns of a database to be renamed or dropped, as their questions were',
      },
      every: { flag: '--every <time>', about: 'Sync again and again until interrupted, e.g. every 5m', endless: true },
      withNetwork: { flag: '--with-network', about: "Also keep respondents' IP addresses and browsers (kept for later syncs)" },
      withoutNetwork: { flag: '--without-network', about: 'Keep them no longer: they are taken out of everything that is written' },
      exclude: {
        flag: '--exclude <keys>',
        about: 'Leave these variables out of everything that is kept, from now on (ip_address and user_agent too)',
      },
      hash: {
        flag: '--hash <keys>',
        about: 'Keep only digests of these, with the key of SURVEYCTL_HASH_KEY or of the folder, from now on',
      },
      include: { flag: '--include <keys>', about: 'Keep these as they are again' },
      grant: { flag: '--grant <roles>', about: 'Roles of the database that may read its tables, those that come later as well' },
      safeCsv: { flag: '--safe-csv', about: 'Write CSV so that a spreadsheet runs no formula of an answer (kept for later syncs)' },
      dryRun: { flag: '--dry-run', about: 'Print what would change, with the statements for tables of databases, and write nothing' },
      log: {
        flag: '--log',
        about: 'Begin each line with a time, as --every does off a terminal; with --json an object a line',
        endless: true,
      },
      strict: { flag: '--strict', about: 'Exit with 10 when an answer could not be decoded' },
    },
    examples: [
      'answer sync 42 answers',
      'answer sync 42 answers --to parquet,sqlite,csv',
      'answer sync 42 answers --only ndjson',
      'answer sync 42 46 answers --to csv',
      'answer sync --all answers --to ndjson',
      'answer sync 42 answers --every 5m',
    ],
    run: async (plain, { target }, { every, log, strict, all, dryRun, ...options }) => {
      const isLog = log === true || (every !== undefined && !plain.show.form.terminal)
      const context = isLog ? inLog(plain) : plain
      const given = target ?? []
      const wanted = await wantedOf(context, options, all === true || given.length > 2)
      const targets = await targetsOf(context, given, all === true, wanted.destinations)
      if (dryRun && every !== undefined) throw usageError('Give either --dry-run or --every')
      if (dryRun) return (await import('./sync-dry-run.ts')).showDryRun(context, targets, wanted)
      const pause = every === undefined ? undefined : readDuration(every, '--every')
      if (pause !== undefined && pause < 1000) throw usageError('--every must be at least 1s')
      for (;;) {
        await once(context, targets, wanted, { strict: strict === true, isLog })
        if (pause === undefined) return
        await sleep(pause, context.service.signal)
      }
    },
  },
  [listAnswers, viewQuiz, viewReport, listQuizzes],
)
