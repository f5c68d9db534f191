/** `integration triage`: whether answers arrive where they should, a row a survey and channel, worst first. */
import { checkCrm, crms } from '../../contract/integrations/crm.ts'
import { viewEmails } from '../../contract/integrations/email.ts'
import { listIntegrations, messengers } from '../../contract/integrations/integration.ts'
import { viewSheets } from '../../contract/integrations/sheets.ts'
import { listWebhooks } from '../../contract/integrations/webhook.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import type { Progress } from '../../answers/derive/work.ts'
import { CommandError } from '../../errors.ts'
import { unlessGone } from '../../project/plan/observe.ts'
import type { Service } from '../../service.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { toCopy } from '../../text/to-copy.ts'
import { deliveriesOf, type Channel, type Entry } from './logs.ts'

/** The worst first. */
export const states = ['failing', 'revoked', 'blocked', 'unreadable', 'waiting', 'off', 'not_connected', 'ok'] as const

export interface TriageRow {
  survey: number
  name: string
  channel: string
  state: (typeof states)[number]
  last_success: string | null
  last_failure: string | null
  failed: number
  waiting: number
  cause: string | null
  /** The command that helps. */
  next: string | null
}

/** With what can be sent again. */
export interface Triaged extends TriageRow {
  log?: { channel: Channel; failed: readonly Entry[] }
}

/** What is well, or not wanted: among hundreds of surveys a person looks for the others. */
export const isCalm = ({ state }: TriageRow): boolean => state === 'ok' || state === 'off' || state === 'not_connected'
export const isBad = ({ state }: TriageRow): boolean => state === 'failing' || state === 'revoked' || state === 'blocked'

const atOnce = 4

/** `isList`: a survey that was deleted since they were listed is left out. */
export async function triage(
  service: Service,
  surveys: readonly number[],
  { since, isList, progress = () => {} }: { since: string; isList: boolean; progress?: Progress },
): Promise<Triaged[]> {
  const rows: Triaged[] = []
  let done = 0
  await inParallel(surveys, atOnce, async (survey) => {
    const look = () => rowsOf(service, survey, since)
    rows.push(...((isList ? await unlessGone(look, 'quiz_not_found') : await look()) ?? []))
    progress('Surveys', ++done, surveys.length)
  })
  return rows.sort((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || b.failed - a.failed || a.survey - b.survey)
}

async function rowsOf(service: Service, survey: number, since: string): Promise<Triaged[]> {
  const { name } = await service.call(viewQuiz, { id: survey })
  const base = { survey, name: name ?? '' }
  return [
    ...(await orUnreadable(base, 'webhooks', () => webhookRows(service, base, since))),
    ...(await orUnreadable(base, 'integrations', () => integrationRows(service, base, since))),
    ...(await orUnreadable(base, 'letters', () => letterRows(service, base))),
  ]
}

type Base = Pick<TriageRow, 'survey' | 'name'>
type Found = Partial<TriageRow> & Pick<TriageRow, 'channel' | 'state'>

const row = (base: Base, found: Found): TriageRow => ({
  ...base,
  last_success: null,
  last_failure: null,
  failed: 0,
  waiting: 0,
  cause: null,
  next: null,
  ...found,
})

/** What a right or the plan keeps from being read is a row of its own, never taken for well. */
async function orUnreadable(base: Base, channel: string, read: () => Promise<Triaged[]>): Promise<Triaged[]> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CommandError && ['forbidden', 'refused'].includes(error.kind))) throw error
    return [row(base, { channel, state: 'unreadable', cause: error.message })]
  }
}

async function webhookRows(service: Service, base: Base, since: string): Promise<Triaged[]> {
  const { survey } = base
  const { items } = await service.call(listWebhooks, { id: survey })
  const found: Triaged[] = []
  for (const { id, title, url, is_active } of items) {
    const channel = `webhook ${id} "${title || url}"`
    if (is_active !== true) found.push(row(base, { channel, state: 'off', next: toCopy`surveyctl webhook enable ${survey} ${id}` }))
    else {
      const fixFor = (cause: string): string => webhookFix(survey, id, cause)
      const one = await unlessGone(
        () => logRow(service, base, { channel, log: { survey, webhook: id }, fixFor }, since),
        'webhook_not_found',
      )
      if (one) found.push(one)
    }
  }
  return found
}

/** What is wrong with the address is mended there; what was down is sent again. */
function webhookFix(survey: number, id: number, cause: string): string {
  if (/^(host name not found|redirect|not there)/.test(cause)) return toCopy`surveyctl webhook edit ${survey} ${id} --url URL`
  if (cause.startsWith('not let in')) return toCopy`surveyctl webhook edit ${survey} ${id} --header 'NAME: VALUE'`
  return toCopy`surveyctl integration triage ${survey} --resend`
}

interface Logged {
  channel: string
  log: Channel
  /** The command that helps, by the cause of the last failure. */
  fixFor: (cause: string) => string
}

async function logRow(service: Service, base: Base, { channel, log, fixFor }: Logged, since: string): Promise<Triaged> {
  const { failed, waiting, ...times } = await deliveriesOf(service, log, since)
  const cause = failed.at(-1)?.cause ?? null
  const state = failed.length > 0 ? 'failing' : waiting > 0 ? 'waiting' : 'ok'
  return {
    ...row(base, { channel, state, ...times, failed: failed.length, waiting, cause, next: cause === null ? null : fixFor(cause) }),
    log: { channel: log, failed },
  }
}

async function integrationRows(service: Service, base: Base, since: string): Promise<Triaged[]> {
  const { survey } = base
  const { integrations } = await service.call(listIntegrations, { id: survey })
  const found: Triaged[] = []
  for (const [channel, state] of Object.entries(integrations)) {
    if (!state.connected) found.push(row(base, { channel, state: 'not_connected' }))
    else if (state.allowed_by_tariff === false || (state.enabled && state.blocked))
      found.push(
        row(base, { channel, state: 'blocked', cause: state.blocked ?? 'plan', next: toCopy`surveyctl integration list ${survey}` }),
      )
    else if (!state.enabled) found.push(row(base, { channel, state: 'off' }))
    else found.push(...(await orUnreadable(base, channel, async () => [await connectedRow(service, base, channel, since)])))
  }
  return found
}

async function connectedRow(service: Service, base: Base, channel: string, since: string): Promise<Triaged> {
  const { survey } = base
  const messenger = messengers.find((name) => name === channel)
  if (messenger) {
    const fixFor = (cause: string): string =>
      cause === 'chat gone'
        ? toCopy`surveyctl messenger view ${survey} ${messenger}`
        : toCopy`surveyctl integration triage ${survey} --resend`
    return logRow(service, base, { channel, log: { survey, messenger }, fixFor }, since)
  }
  const crm = crms.find((name) => name === channel)
  if (crm) {
    const { connection_ok } = await service.call(checkCrm, { id: survey, crm })
    return connection_ok === false
      ? revoked(base, channel, toCopy`surveyctl crm check ${survey} ${crm}`)
      : row(base, { channel, state: 'ok' })
  }
  if (channel !== 'sheets') return row(base, { channel, state: 'ok' })
  const { requires_reconnect, last_synced_at = null, pending } = await service.call(viewSheets, { id: survey })
  if (requires_reconnect === true) return revoked(base, channel, toCopy`surveyctl sheets view ${survey}`)
  const waiting = typeof pending === 'number' ? pending : 0
  return row(base, { channel, state: waiting > 0 ? 'waiting' : 'ok', waiting, last_success: last_synced_at })
}

const revoked = (base: Base, channel: string, next: string): TriageRow =>
  row(base, { channel, state: 'revoked', cause: 'access was taken back: a person connects it again in the cabinet', next })

async function letterRows(service: Service, base: Base): Promise<Triaged[]> {
  const { survey } = base
  const { settings, recipients = [] } = await service.call(viewEmails, { id: survey })
  if (settings?.owner_enabled !== true)
    return [row(base, { channel: 'letters', state: 'off', next: toCopy`surveyctl email enable ${survey} owner` })]
  const unconfirmed = recipients.filter((recipient) => recipient.confirmed === false)
  const [first] = unconfirmed
  return [
    row(base, {
      channel: 'letters',
      state: first ? 'waiting' : 'ok',
      waiting: unconfirmed.length,
      ...(first && { cause: 'not confirmed by the recipient', next: toCopy`surveyctl email recipient-resend ${survey} ${first.id}` }),
    }),
  ]
}
