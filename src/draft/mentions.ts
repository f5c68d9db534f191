/**
 * Where removed questions are still used: CRM mappings, letters, integrations, webhooks, the contact of a payment. Read only
 * when a question is removed; what the key or the plan doesn't allow to be read is reported.
 */
import type { Service } from '../service.ts'
import { crms, viewCrmFields } from '../contract/integrations/crm.ts'
import { viewEmails } from '../contract/integrations/email.ts'
import { listIntegrations, messengers } from '../contract/integrations/integration.ts'
import { viewMessenger } from '../contract/integrations/messenger.ts'
import { viewPayment } from '../contract/account/payment.ts'
import { viewSheets } from '../contract/integrations/sheets.ts'
import { listWebhooks } from '../contract/integrations/webhook.ts'
import { CommandError } from '../errors.ts'
import type { Content } from '../model/document/index.ts'
import { noScreens } from '../model/document/shape.ts'

export interface Mention {
  question: string
  title: string
  /** What names it. */
  by: string
}

export interface Mentions {
  found: Mention[]
  /** What could not be looked at, by why. */
  unread: ReadonlyMap<string, string[]>
}

interface Part {
  by: string
  read: () => Promise<unknown>
}

/** Start and final screen: nothing refers to them by id. */
const fixed = ['welcome', 'submit']

export async function mentionsOfRemoved(service: Service, id: number, before: Content, after: Content): Promise<Mentions> {
  const [old, now] = [before.screens ?? noScreens, after.screens ?? noScreens]
  const removed = old.ids.flatMap((question) => {
    const its = now.entities[question] || fixed.includes(question) ? undefined : old.entities[question]
    return its ? [{ question, title: titleOf(its) }] : []
  })
  const found: Mention[] = []
  const unread = new Map<string, string[]>()
  if (removed.length === 0) return { found, unread }
  const look = async ({ by, read }: Part): Promise<void> => {
    try {
      const text = JSON.stringify(await read())
      for (const each of removed.filter(({ question }) => text.includes(question))) found.push({ ...each, by })
    } catch (error) {
      const why = whyUnread(error)
      unread.set(why, [...(unread.get(why) ?? []), by])
    }
  }
  const connected: Part = {
    by: 'integrations',
    read: async () => {
      const { integrations } = await service.call(listIntegrations, { id })
      const on = (name: string): boolean => integrations[name]?.connected === true
      await Promise.all(partsOf(service, id, on).map(look))
      return ''
    },
  }
  await Promise.all([...always(service, id), connected].map(look))
  return { found: found.toSorted((a, b) => a.by.localeCompare(b.by)), unread }
}

const titleOf = ({ type, title }: { type: string; title?: unknown }): string => (typeof title === 'string' && title ? title : type)

const always = (service: Service, id: number): Part[] => [
  { by: 'letters', read: () => service.call(viewEmails, { id }) },
  { by: 'webhooks', read: () => service.call(listWebhooks, { id }) },
  { by: 'payment', read: () => service.call(viewPayment, { id }) },
]

const partsOf = (service: Service, id: number, on: (name: string) => boolean): Part[] => [
  ...(on('sheets') ? [{ by: 'sheets', read: () => service.call(viewSheets, { id }) }] : []),
  ...messengers.filter(on).map((messenger) => ({ by: messenger, read: () => service.call(viewMessenger, { id, messenger }) })),
  ...crms.filter(on).map((crm) => ({
    by: `mapping to ${crm}`,
    // Of the directories the smallest: what is mapped comes with any of them.
    read: async () => (await service.call(viewCrmFields, { id, crm, sections: ['users'] })).current_mapping ?? {},
  })),
]

function whyUnread(error: unknown): string {
  if (error instanceof CommandError && error.kind !== 'interrupted') return error.message
  throw error
}

export function reportMentions(service: Service, mentions: Mentions): void {
  for (const { title, by } of mentions.found) service.warn(`"${title}" would be removed, but is still used: ${by}`)
  reportUnread(service, mentions)
}

export function reportUnread(service: Service, { unread }: Mentions): void {
  for (const [why, parts] of unread) service.warn(`Not searched for uses of it (${parts.join(', ')}): ${why}`)
}
