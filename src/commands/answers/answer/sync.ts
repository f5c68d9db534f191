import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { warningTexts } from '../../../answers/decode/warnings.ts'
import { ownCommand } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readDuration } from '../../../cli/times.ts'
import { version } from '../../../cli/place.ts'
import { listAnswers } from '../../../contract/answers/answer.ts'
import { listQuizzes, viewQuiz } from '../../../contract/surveys/quiz.ts'
import { viewReport } from '../../../contract/answers/report.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { sleep } from '../../../system/timers.ts'
import { keepHeapSmall } from '../../small-heap.ts'
import { meterOf, pagesAhead } from './reading.ts'
import { lineOf, warn } from './sync-lines.ts'
import type { Change, DestinationFlags } from '../../../answers/folder/destinations.ts'
import type { Synced, Wanted } from '../../../answers/folder/sync.ts'

interface Options extends DestinationFlags {
  values?: 'labels' | 'codes'
  incomplete?: 'recent' | 'all' | 'none'
  withNetwork?: boolean
  safeCsv?: boolean
  full?: boolean
  rewrite?: boolean
  keys?: string
  allowSchemaChange?: boolean
}

interface Target {
  quiz: number
  /** Absent: the database holds all that is remembered. */
  folder?: string
}

/** Whether only databases are named, and no folder behind the surveys. */
function isDirect(given: readonly string[], all: boolean, { add, stop }: Change): boolean {
  if (add.urls.length === 0 || add.formats.length + stop.urls.length + stop.formats.length > 0 || stop.databases) return false
  const last = given.at(-1)
  return all ? last === undefined : given.length === 1 || (last !== undefined && /^\d+$/.test(last) && !existsSync(last))
}

/** One survey has the folder itself, several have a folder each in it. */
async function targetsOf(context: Context, given: readonly string[], all: boolean, change: Change): Promise<Target[]> {
  const direct = isDirect(given, all, change)
  const [surveys, folder] = direct ? [given, undefined] : [given.slice(0, -1), given.at(-1)]
  if ((folder === undefined && !direct) || (surveys.length === 0 && !all))
    throw usageError(
      'A survey and a folder are required',
      'For example: surveyctl answer sync 42 answers; a database needs no folder: --to postgres://USER@HOST/DATABASE',
    )
  if (surveys.length > 0 && all) throw usageError('Give either surveys or --all')
  const [only, ...others] = surveys
  if (folder !== undefined && only !== undefined && others.length === 0) {
    const quiz = await context.ask.quiz(only)
    const { isOfSurveys } = await import('../../../answers/folder/folder.ts')
    return [{ quiz, folder: isOfSurveys(folder) ? join(folder, String(quiz)) : folder }]
  }
  const ids = all ? await everySurvey(context) : await Promise.all(surveys.map((survey) => context.ask.quiz(survey)))
  return [...new Set(ids)].map((quiz) => ({ quiz, ...(folder !== undefined && { folder: join(folder, String(quiz)) }) }))
}

async function everySurvey(context: Context): Promise<number[]> {
  const ids: number[] = []
  for await (const rows of context.service.rows(listQuizzes, {})) ids.push(...rows.map(({ id }) => Number(id)))
  return ids
}

async function wantedOf(
  context: Context,
  { values, incomplete, withNetwork, safeCsv, full, rewrite, keys, allowSchemaChange, ...destinations }: Options,
  several: boolean,
): Promise<Wanted> {
  const { readChange } = await import('../../../answers/folder/destinations.ts')
  const { readNaming } = await import('./keys.ts')
  const { formerLabels } = await import('./former.ts')
  return {
    destinations: readChange(destinations, several),
    values,
    incomplete,
    withNetwork,
    safeCsv,
    full: full === true,
    rewrite: rewrite === true,
    mayChange: allowSchemaChange === true,
    version,
    ...(await readNaming(context, keys)),
    former: (quiz) => formerLabels(context, quiz),
    ahead: pagesAhead(context),
    progress: () => {},
  }
}

async function syncAll(context: Context, targets: readonly Target[], wanted: Wanted): Promise<{ done: Synced[]; failed: Failed[] }> {
  const { syncFolder } = await import('../../../answers/folder/sync.ts')
  const { syncDirect } = await import('../../../answers/folder/direct.ts')
  const { databasesOf } = await import('../../../answers/folder/destinations.ts')
  const base_url = String(context.settings.current.value('base_url'))
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
      context.show.warn(/^Survey \d+[ :]/.test(error.message) ? error.message : `Survey ${quiz}: ${error.message}`)
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

function failureOf(failed: readonly Failed[], { length }: readonly Target[]): CommandError {
  const [first, ...others] = failed.map(({ error }) => error)
  const isOne = others.every(({ kind }) => kind === first?.kind)
  const kind = failed.length < length ? 'partial' : isOne && first ? first.kind : 'unavailable'
  const details = failed.map(({ quiz, error: { kind: of, message, facts } }) => {
    const { code = null, hint = null, retryable = false } = facts
    return { quiz_id: quiz, kind: of, code, message, hint, retryable }
  })
  return new CommandError(kind, `${failed.length} of ${length} surveys could not be synced`, {
    details,
    hint: 'The warnings above say why',
    retryable: failed.every(({ error }) => error.facts.retryable === true),
  })
}

async function once(context: Context, targets: readonly Target[], wanted: Wanted, strict: boolean): Promise<void> {
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
  else for (const one of done) await context.show.done(one, lineOf(one), one.quiz)
  if (failed.length > 0) throw failureOf(failed, targets)
  if (done.some(({ destinations }) => destinations.some(({ kept = [] }) => kept.length > 0)))
    throw new CommandError('partial', 'Some answers that are deleted on the service could not be deleted in the database')
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
      values: { flag: '--values <form>', about: 'How a chosen option is written', choices: ['labels', 'codes'] },
      keys: { flag: '--keys <file>', about: 'Names of the variables: UUID: KEY lines, as YAML or JSON' },
      full: { flag: '--full', about: 'Read everything again, to find edits that changed no date' },
      rewrite: { flag: '--rewrite', about: 'Write all files again, and rows of databases that somebody changed' },
      allowSchemaChange: { flag: '--allow-schema-change', about: 'Columns of a database may get other names, as questions did' },
      every: { flag: '--every <time>', about: 'Sync again and again until interrupted, e.g. every 5m', endless: true },
      withNetwork: { flag: '--with-network', about: "Also keep respondents' IP addresses and browsers" },
      safeCsv: { flag: '--safe-csv', about: 'Write CSV so that a spreadsheet runs no formula of an answer (kept for later syncs)' },
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
    run: async (context, { target }, { every, strict, all, ...options }) => {
      const given = target ?? []
      const wanted = await wantedOf(context, options, all === true || given.length > 2)
      const targets = await targetsOf(context, given, all === true, wanted.destinations)
      const pause = every === undefined ? undefined : readDuration(every, '--every')
      if (pause !== undefined && pause < 1000) throw usageError('--every must be at least 1s')
      for (;;) {
        await once(context, targets, wanted, strict === true)
        if (pause === undefined) return
        await sleep(pause, context.service.signal)
      }
    },
  },
  [listAnswers, viewQuiz, viewReport, listQuizzes],
)
