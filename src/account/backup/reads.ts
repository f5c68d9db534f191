/** Every read of the contract: the file of a backup that holds its answer, or why none does. */
import { pathNames, type AnyOperation } from '../../contract/core/operation.ts'

type Given = Readonly<Record<string, unknown>>

/** By operation, the place of its answer without an ending; names in braces are of the request. */
const storedAt = new Map(
  Object.entries<string>({
    'quiz.list': 'account/surveys',
    'quiz.archived': 'account/archived',
    'tariff.view': 'account/tariff',
    'domain.view': 'account/domain',
    'storage.view': 'account/storage',
    'storage.usage': 'account/usage',
    'storage.hidden-files': 'account/hidden-files',
    'appearance.view': 'account/appearance',
    'role.list': 'account/roles',
    'template.list': 'account/templates',
    'favorite.list': 'account/favorites',
    'scheduler.list': 'account/schedulers',
    'booking.list': 'account/bookings',
    'partner.view': 'account/partner',
    'mailing.view': 'account/mailings.{section}',
    'promo.list': 'account/promo',
    'promo.codes': 'promo/{list_id}',
    'promo.pinned': 'promo/{list_id}.surveys',
    'quiz.view': 'surveys/{id}/quiz',
    'text.list': 'surveys/{id}/texts.{lang}',
    'email.view': 'surveys/{id}/emails',
    'webhook.list': 'surveys/{id}/webhooks',
    'integration.list': 'surveys/{id}/integrations',
    'messenger.view': 'surveys/{id}/{messenger}',
    'sheets.view': 'surveys/{id}/sheets',
    'automation.view': 'surveys/{id}/automation',
    'crm.view': 'surveys/{id}/{crm}',
    'crm.fields': 'surveys/{id}/{crm}.mapping',
    'crm.settings': 'surveys/{id}/crm_a.settings',
    'counter.view': 'surveys/{id}/{service}',
    'qr.view': 'surveys/{id}/qr',
    'payment.view': 'surveys/{id}/payment',
    'password.list': 'surveys/{id}/passwords',
    'version.list': 'surveys/{id}/versions',
    'report.view': 'surveys/{id}/report',
    'ai-report.view': 'surveys/{id}/ai-report',
    'export.print': 'surveys/{id}/print',
    'answer.list': 'surveys/{id}/answers',
    'export.sav': 'surveys/{id}/answers',
  }),
)

const sameAnswers = 'the same answers in another form: answers.ndjson has them all'
const shownElsewhere = 'of a mailing or a list of contacts: those are made and sent in the cabinet'
const directory = "the directory of the CRM itself, which is that system's to keep"

/** Why an answer is not stored. */
export const excluded = new Map(
  Object.entries<string>({
    'tariff.list': 'the plans that are offered: the same for every account',
    'member.access': 'members are known by their ids only, and no operation adds one',
    'crm.check': 'whether the connection works right now',
    'crm.lists': directory,
    'crm.account': directory,
    'crm.quizzes': 'the surveys again; what connects each is in its own folder',
    'promo.attached-codes': 'the codes again; promo/ has every list with the surveys that it is attached to',
    'promo.import-file': 'it reads a file of this machine, nothing of the account',
    'report.files': "parts of the answers; --files brings the respondents' uploads",
    'report.inputs': 'parts of the answers',
    'webhook.logs': 'deliveries of the past: they can be neither restored nor sent from a copy',
    'integration.logs': 'deliveries of the past: they can be neither restored nor sent from a copy',
    'export.csv': sameAnswers,
    'export.xlsx': sameAnswers,
    'export.word': sameAnswers,
    'export.report': sameAnswers,
    'export.report-word': sameAnswers,
    'export.summary': sameAnswers,
    'export.summary-filtered': sameAnswers,
  }),
)

/** Sections of mailings that are kept; the others need an id, or are figures of today. */
export const mailingSections = ['campaigns', 'contact_lists', 'templates', 'settings'] as const
export const excludedMailings = {
  campaign: shownElsewhere,
  recipients: shownElsewhere,
  contacts: shownElsewhere,
  reputation: 'figures of today',
  balance: 'figures of today',
  smtp_logs: 'deliveries of the past',
} satisfies Record<string, string>

export const isStored = ({ id }: Pick<AnyOperation, 'id'>): boolean => storedAt.has(id)

const endings = new Map(Object.entries<string>({ 'export.print': 'html', 'export.sav': 'zip' }))

/** The file of an answer, or of all rows of a list. */
export function pathOf({ id }: AnyOperation, input: Given, form: 'answer' | 'rows' = 'answer'): string {
  const place = storedAt.get(id)
  if (place === undefined) throw new Error(`${id} is not kept in a backup`)
  let path = place
  for (const name of pathNames(place)) path = path.replace(`{${name}}`, String(input[name]))
  return `${path}.${endings.get(id) ?? (form === 'rows' ? 'ndjson' : 'json')}`
}

/** Bookings are asked for by days: all that an account may have. */
export const allDays = { from: '2000-01-01', to: '2099-12-31' }
