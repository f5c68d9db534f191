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
    const entity = now.entities[question] || fixed.includes(question) ? undefined : old.entities[question]
    return entity ? [{ question, title: titleOf(entity) }] : []
  })
  const found: Mention[] = []
  const unread = new Map<string, string[]>()
  if (removed.length === 0) return { found, unread }
  const orUnread = async (by: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      const why = whyUnread(error)
      unread.set(why, [...(unread.get(why) ?? []), by])
    }
  }
  const search = ({ by, read }: Part): Promise<void> =>
    orUnread(by, async () => {
      const text = JSON.stringify(await read())
      for (const each of removed.filter(({ question }) => text.includes(question))) found.push({ ...each, by })
    })
  const searchIntegrations = async (): Promise<void> => {
    const { integrations } = await service.call(listIntegrations, { id })
    const isConnected = (name: string): boolean => integrations[name]?.connected === true
    await Promise.all(integrationParts(service, id, isConnected).map(search))
  }
  await Promise.all([...alwaysRead(service, id).map(search), orUnread('integrations', searchIntegrations)])
  return { found: found.toSorted((a, b) => a.by.localeCompare(b.by)), unread }
}

const titleOf = ({ type, title }: { type: string; title?: unknown }): string => (typeof title === 'string' && title ? title : type)

const alwaysRead = (service: Service, id: number): Part[] => [
  { by: 'letters', read: () => service.call(viewEmails, { id }) },
  { by: 'webhooks', read: () => service.call(listWebhooks, { id }) },
  { by: 'payment', read: () => service.call(viewPayment, { id }) },
]

const integrationParts = (service: Service, id: number, isConnected: (name: string) => boolean): Part[] => [
  ...(isConnected('sheets') ? [{ by: 'sheets', read: () => service.call(viewSheets, { id }) }] : []),
  ...messengers.filter(isConnected).map((messenger) => ({ by: messenger, read: () => service.call(viewMessenger, { id, messenger }) })),
  ...crms.filter(isConnected).map((crm) => ({
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
