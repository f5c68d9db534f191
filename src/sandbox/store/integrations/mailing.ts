/** Mailings: campaigns to lists of contacts. The real service makes them in the cabinet, the sandbox by `sandbox mailing add`. */
import type { Service } from '../service.ts'

interface ContactList {
  name: string
  created_at: string
}
interface Contact {
  email: string
  name: string
  status: 'active' | 'unsubscribed'
}
export interface MailingCampaign {
  title: string
  subject: string
  status: 'sent'
  list_id: number
  created_at: string
}
const recipientStatuses = ['delivered', 'opened', 'bounced', 'failed'] as const
export interface CampaignRecipient {
  email: string
  status: (typeof recipientStatuses)[number]
  sent_at: string
  opened_at: string | null
  error: string | null
}
export interface Template {
  name: string
  subject: string
  updated_at: string
}

export const mailings = ({ store }: Service) => ({
  campaigns: store.records<MailingCampaign>('mailing_campaign'),
  /** Their key is the campaign's id. */
  recipients: store.records<CampaignRecipient>('mailing_recipient'),
  lists: store.records<ContactList>('contact_list'),
  /** Their key is the list's id. */
  contacts: store.records<Contact>('contact'),
  templates: store.records<Template>('mailing_template'),
})

interface NewMailing {
  title: string
  contacts: number
  quiz_id: number | null
  days_ago?: number
}

/** Adds a campaign that was sent to a new list; most of its letters were delivered. */
export function addMailing(
  service: Service,
  workspace_id: number,
  { title, contacts, quiz_id, days_ago = 0 }: NewMailing,
): { campaign_id: number; list_id: number } {
  const { campaigns, recipients, lists, contacts: people, templates } = mailings(service)
  const owner = { workspace_id }
  const created_at = new Date(service.now().getTime() - days_ago * 86_400_000).toISOString()
  const list_id = lists.insert({ name: `Contacts of ${title}`, created_at }, { ...owner, quiz_id })
  const campaign_id = campaigns.insert({ title, subject: title, status: 'sent', list_id, created_at }, { ...owner, quiz_id })
  templates.insert({ name: title, subject: title, updated_at: created_at }, { ...owner, quiz_id })
  for (let number = 1; number <= contacts; number++) {
    const email = `contact-${list_id}-${number}@example.com`
    people.insert(
      { email, name: `Contact ${number}`, status: number % 15 === 0 ? 'unsubscribed' : 'active' },
      { ...owner, quiz_id, key: String(list_id) },
    )
    recipients.insert({ email, ...deliveryOf(number, created_at) }, { ...owner, quiz_id, key: String(campaign_id) })
  }
  return { campaign_id, list_id }
}

/** Fixed by the recipient's number: some letters fail, some bounce, some are opened. */
function deliveryOf(number: number, sent_at: string): Omit<CampaignRecipient, 'email'> {
  if (number % 20 === 0) return { status: 'failed', sent_at, opened_at: null, error: 'The mail service refused it' }
  if (number % 12 === 0) return { status: 'bounced', sent_at, opened_at: null, error: 'The mailbox does not exist' }
  return number % 3 === 0
    ? { status: 'opened', sent_at, opened_at: sent_at, error: null }
    : { status: 'delivered', sent_at, opened_at: null, error: null }
}
