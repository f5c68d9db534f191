/** `integration triage`: what arrives where, the worst first; and what failed once more. */
import { ownCommand, type Extras, type Options } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import { readCount, readDuration } from '../../cli/values.ts'
import { checkCrm } from '../../contract/integrations/crm.ts'
import { viewEmails } from '../../contract/integrations/email.ts'
import { listIntegrationLogs, listIntegrations, resendIntegrationLogs } from '../../contract/integrations/integration.ts'
import { viewSheets } from '../../contract/integrations/sheets.ts'
import { listWebhookLogs, listWebhooks, resendWebhookLogs } from '../../contract/integrations/webhook.ts'
import { listQuizzes, viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError } from '../../errors.ts'
import type { TriageRow } from '../../account/triage/triage.ts'
import { metersOf } from '../meters.ts'
import type { Column } from '../../output/columns.ts'
import { counted } from '../../text/counted.ts'
import { namedSurveys } from '../named-surveys.ts'

const columns: Column[] = [
  'state',
  'survey',
  'name',
  'channel',
  'failed',
  'waiting',
  { path: 'last_success', label: 'last arrived', as: 'time' },
  { path: 'last_failure', label: 'last failed', as: 'time' },
  'cause',
  'next',
]

const flags = {
  since: { flag: '--since <duration>', about: 'Deliveries of this time (default 90d)' },
  resend: { flag: '--resend', about: 'Send again what failed: one first, the others only if it arrives' },
  maxErrors: { flag: '--max-errors <n>', about: 'Stop a channel after so many failures (default 1)' },
} as const satisfies Extras

export const triageCommand = ownCommand('triage', {
  summary: 'Show where answers do not arrive as they should, the worst first (exit 1: something fails)',
  positionals: ['[surveys...]'],
  arguments: { surveys: 'Surveys, by id, virtual_id, address or exact name (default: all)' },
  extra: flags,
  examples: [
    'integration triage 43',
    "integration triage 42 --json --jq '.[] | select(.failed > 0) | .next' || true",
    'integration triage 43 --resend',
  ],
  also: [
    listQuizzes,
    viewQuiz,
    listIntegrations,
    listIntegrationLogs,
    listWebhooks,
    listWebhookLogs,
    viewEmails,
    viewSheets,
    checkCrm,
    resendIntegrationLogs,
    resendWebhookLogs,
  ],
  run: async (context, { surveys = [] }, options) => runTriage(context, surveys, options),
})

async function runTriage(
  context: Context,
  surveys: readonly string[],
  { since, resend = false, maxErrors }: Options<typeof flags>,
): Promise<void> {
  const most = readCount(maxErrors, '--max-errors') ?? 1
  const from = new Date(Date.now() - readDuration(since ?? '90d', '--since')).toISOString()
  const { isBad, isCalm, triage } = await import('../../account/triage/triage.ts')
  const ids = await namedSurveys(context, surveys)
  await context.service.patience()
  const { progress, end } = metersOf(context)
  const rows = await triage(context.service, ids, { since: from, isList: surveys.length === 0, progress }).finally(end)
  if (resend) return sendAgain(context, rows, most)
  const bad = rows.filter(isBad)
  const summary = `${counted(bad.length, 'channel')} of ${counted(ids.length, 'survey')} deliver${bad.length === 1 ? 's' : ''} nothing, or not all`
  const first = bad[0]?.next ? `First of all: ${bad[0].next}` : undefined
  if (context.show.form.forPerson) {
    // Before what may fill many screens.
    const above = bad.length > 0 ? [{ heading: summary, bars: [], lines: first === undefined ? [] : [first] }] : []
    await showBySurvey(context, rows, surveys.length === 0 ? isCalm : ({ state }) => state === 'not_connected', above)
  } else {
    const shown = context.show.form.asData ? rows : rows.filter(({ state }) => state !== 'not_connected')
    await context.show.rows([shown.map(({ log: _, ...row }) => row)], columns)
  }
  if (bad.length > 0) throw new CommandError('refused', summary, first === undefined ? {} : { hint: first })
  context.show.note(`${counted(ids.length, 'survey')}: nothing fails`)
}

/** By survey, with what helps; of what is left out how much there is. */
async function showBySurvey(
  { show }: Context,
  rows: readonly TriageRow[],
  isLeftOut: (row: TriageRow) => boolean,
  above: Parameters<Context['show']['charts']>[0],
): Promise<void> {
  const shown = Map.groupBy(
    rows.filter((row) => !isLeftOut(row)),
    ({ survey, name }) => `${survey} "${name}"`,
  )
  await show.charts([...above, ...[...shown].map(([heading, own]) => ({ heading, bars: [], lines: own.flatMap(linesOf) }))])
  const counts = (['ok', 'off', 'not_connected'] as const)
    .map((state) => [rows.filter((row) => row.state === state && isLeftOut(row)).length, state.replace('_', ' ')] as const)
    .filter(([count]) => count > 0)
  if (counts.length > 0)
    show.note(`${shown.size > 0 ? 'Besides' : 'Channels'}: ${counts.map((count) => count.join(' ')).join(', ')} (all of them: --json)`)
}

function linesOf({ state, channel, failed, waiting, last_success, cause, next }: TriageRow): string[] {
  const facts = [
    failed > 0 && `${failed} failed`,
    waiting > 0 && `${waiting} waiting`,
    cause,
    last_success !== null && `last arrived ${last_success.replace('T', ' ').slice(0, 16)} UTC`,
  ].filter(Boolean)
  const line = `${signOf(state)} ${channel}: ${[state.replace('_', ' '), ...facts].join(', ')}`
  return [line, ...(next === null ? [] : [`    ${next}`])]
}

/** As findings of checks have them. */
const signOf = (state: TriageRow['state']): string =>
  ['failing', 'revoked', 'blocked'].includes(state) ? '✗' : ['unreadable', 'waiting'].includes(state) ? '!' : '·'

const resentColumns: Column[] = ['survey', 'channel', 'sent', 'arrived', 'failed', 'left', 'cause']

async function sendAgain(
  context: Context,
  rows: Awaited<ReturnType<typeof import('../../account/triage/triage.ts').triage>>,
  maxErrors: number,
): Promise<void> {
  const failed = rows.reduce((sum, { log }) => sum + (log?.failed.length ?? 0), 0)
  if (failed === 0) return context.show.note('Nothing to send again: no failed delivery of this time is left')
  const [{ resendAll }, { journaled }, { journalOf }] = await Promise.all([
    import('../../account/triage/resend.ts'),
    import('../../project/apply/journaled.ts'),
    import('../journal.ts'),
  ])
  if (context.flags.dryRun) return void (await resendAll(context.service, rows, { maxErrors: Infinity, once: (_, { send }) => send() }))
  const journal = journalOf(context, 'triage', context.settings.address(), await context.settings.workspace())
  const results = await journaled({ journal }, (once) => resendAll(context.service, rows, { maxErrors, once }))
  await context.show.rows([results], resentColumns)
  const left = results.reduce((sum, one) => sum + one.failed + one.left, 0)
  if (left > 0)
    throw new CommandError(
      'refused',
      `${counted(left, 'delivery', 'deliveries')} did not arrive or ${left === 1 ? 'was' : 'were'} not tried, as what went first failed`,
    )
}
