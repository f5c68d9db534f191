/** Everything that the service sent to the outside, for `sandbox inbox`. */
import type { Channel, Inbox, Message, Service } from './service.ts'

export interface InboxRow {
  id: number
  at: string
  channel: Channel
  quiz_id: number | null
  to: string
  subject: string | null
  text: string
  code: string | null
}

type StoredMessage = Omit<InboxRow, 'id' | 'quiz_id'>

export const inboxOf = (service: Pick<Service, 'store' | 'now'>): Inbox => ({
  send: ({ workspace_id, quiz_id = null, channel, to, subject = null, text, code = null }: Message) =>
    service.store
      .records<StoredMessage>('inbox')
      .insert({ at: service.now().toISOString(), channel, to, subject, text, code }, { workspace_id, quiz_id, key: channel }),
})

interface Wanted {
  after?: number | undefined
  channel?: string | undefined
  workspace_id?: number | undefined
  /** Only this many, latest first. */
  latest?: number
}

/** Messages with an id above `after`, of one channel or all. */
export function readInbox({ store }: Pick<Service, 'store'>, { after = 0, channel, workspace_id, latest }: Wanted): InboxRow[] {
  return store
    .records<StoredMessage>('inbox')
    .list({
      ...(channel !== undefined && { key: channel }),
      ...(workspace_id !== undefined && { workspace_id }),
      ...(latest !== undefined && { order: 'desc', limit: latest }),
    })
    .filter(({ id }) => id > after)
    .map(({ id, at, channel: sent, quiz_id, to, subject, text, code }) => ({ id, at, channel: sent, quiz_id, to, subject, text, code }))
}
