import type { mailingSections } from '../../../contract/integrations/mailing.ts'
import * as contract from '../../../contract/integrations/mailing.ts'
import { ControlError } from '../../control/error.ts'
import { refuse } from '../../store/refusal.ts'
import type { Call, ControlHook, HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import { smtpLogs, smtpOf } from '../../deliveries/mail.ts'
import { addMailing, mailings, type MailingCampaign, type CampaignRecipient } from '../../store/integrations/mailing.ts'
import { offsetPage } from '../../engine/paging.ts'
import { requiredField } from '../../engine/sent.ts'
import { rowOf, type RecordOf, type Owner, type Records } from '../../store/records.ts'
import { visibilityFor, ofWholeAccount } from '../../store/surveys/visibility.ts'

type MailingCall = Call<typeof contract.viewMailings>

export const handlers: HandlersOf<typeof contract> = {
  viewMailings: (call) => ({ status: true, section: call.input.section, ...sections[call.input.section](call) }),
}

/** A page of the rows that contain the searched text; rows of hidden surveys are left out. */
function page<T extends object>({ input, actor, service }: MailingCall, rows: RecordOf<T>[], shown: (row: RecordOf<T>) => object) {
  const wanted = input.search?.toLowerCase()
  const found = rows
    .filter(visibilityFor(service.store, actor))
    .map(shown)
    .filter(
      (row) =>
        wanted === undefined || Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().includes(wanted)),
    )
  const { data: items, ...rest } = offsetPage(found, input)
  return { ...rest, items }
}

/** A record of this account, or 400 `not_found` with the section. */
function needRecord<T extends object>({ input, workspace, actor, service }: MailingCall, records: Records<T>, id: number): RecordOf<T> {
  const record = records.get(id, { workspace_id: workspace.id })
  return record && visibilityFor(service.store, actor)(record) ? record : refuse(400, 'not_found', { section: input.section })
}

const campaignOf = (call: MailingCall): RecordOf<MailingCampaign> =>
  needRecord(call, mailings(call.service).campaigns, requiredField('campaign_id', call.input.campaign_id))

const latestFirst = ({ workspace }: MailingCall): Owner & { order: 'desc' } => ({ workspace_id: workspace.id, order: 'desc' })

const sections: Record<(typeof mailingSections)[number], (call: MailingCall) => Record<string, unknown>> = {
  campaigns: (call) => page(call, mailings(call.service).campaigns.list(latestFirst(call)), (campaign) => shownCampaign(call, campaign)),
  campaign: (call) => ({ campaign: shownCampaign(call, campaignOf(call)) }),
  recipients: (call) => {
    const { id } = campaignOf(call)
    const { statuses = [] } = call.input
    const rows = mailings(call.service)
      .recipients.list({ key: String(id) })
      .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    return page(call, rows, rowOf)
  },
  contact_lists: (call) =>
    page(call, mailings(call.service).lists.list(latestFirst(call)), (list) => ({
      ...rowOf(list),
      contacts_count: mailings(call.service).contacts.count({ key: String(list.id) }),
    })),
  contacts: (call) => {
    const { id } = needRecord(call, mailings(call.service).lists, requiredField('list_id', call.input.list_id))
    return page(call, mailings(call.service).contacts.list({ key: String(id) }), rowOf)
  },
  templates: (call) => page(call, mailings(call.service).templates.list(latestFirst(call)), rowOf),
  reputation: (call) => ({ reputation: reputationOf(call) }),
  balance: (call) => {
    const { recipients } = call.workspace.plan.limits
    const used = visibleRecipients(call).length
    const month = call.service.now()
    const resets_on = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
    return {
      balance: {
        letters_used: used,
        letters_left: recipients === null ? null : ofWholeAccount(call.actor, Math.max(recipients - used, 0)),
        resets_on,
      },
    }
  },
  settings: ({ service, workspace }) => {
    const smtp = smtpOf(service, workspace.id)
    return {
      settings: {
        from_name: workspace.name,
        from_address: smtp?.from_address ?? 'surveys@example.com',
        reply_to_address: null,
        domain_verified: smtp?.is_active ?? false,
      },
    }
  },
  smtp_logs: (call) => {
    const { items: logs, ...rest } = page(call, smtpLogs(call.service).list(latestFirst(call)), rowOf)
    return { ...rest, logs }
  },
}

/** Of all campaigns of the account. */
const visibleRecipients = ({ service, workspace, actor }: MailingCall): CampaignRecipient[] =>
  mailings(service).recipients.list({ workspace_id: workspace.id }).filter(visibilityFor(service.store, actor))

function shownCampaign({ service }: MailingCall, campaign: RecordOf<MailingCampaign>): Record<string, unknown> {
  const rows = mailings(service).recipients.list({ key: String(campaign.id) })
  const { id, title, subject, status, list_id, created_at } = campaign
  return {
    id,
    title,
    subject,
    status,
    quiz_id: campaign.quiz_id,
    list_id,
    created_at,
    recipients_count: rows.length,
    sent_count: rows.filter((row) => row.status !== 'failed').length,
    opened_count: rows.filter((row) => row.status === 'opened').length,
    bounced_count: rows.filter((row) => row.status === 'bounced').length,
  }
}

function reputationOf(call: MailingCall): Record<string, unknown> {
  const { days = 30 } = call.input
  const since = new Date(call.service.now().getTime() - days * 86_400_000).toISOString()
  const rows = visibleRecipients(call).filter(({ sent_at }) => sent_at >= since)
  const sent = rows.filter(({ status }) => status !== 'failed').length
  const bounced = rows.filter(({ status }) => status === 'bounced').length
  const rate = sent === 0 ? 0 : Math.round((bounced / sent) * 1000) / 10
  return {
    days,
    sent,
    delivered: sent - bounced,
    bounced,
    complaints: 0,
    bounce_rate: rate,
    complaint_rate: 0,
    score: Math.round(100 - rate),
  }
}

const add: ControlHook = (service, { workspace, quiz, input }) => {
  const { title = 'Spring mailing', contacts = 40 } = input
  if (typeof title !== 'string' || title === '') throw new ControlError('title must be a text that is not empty')
  if (!Number.isSafeInteger(contacts) || Number(contacts) < 1 || Number(contacts) > 10_000)
    throw new ControlError('contacts must be 1 to 10000')
  return addMailing(service, workspace.id, { title, contacts: Number(contacts), quiz_id: quiz?.id ?? null })
}

export const hooks: Hooks = { control: { 'mailing add': add } }

export const seed: Seed = (service, { workspace }) => {
  addMailing(service, workspace.id, { title: 'Spring mailing', contacts: 60, quiz_id: 42, days_ago: 10 })
}
