/** Everything that the service sent to the outside, for `sandbox inbox`. */
import type { Service } from './service.ts'

export const channels = ['email', 'messenger_a', 'messenger_b', 'sheets', 'crm_a', 'crm_b', 'automation', 'webhook'] as const

interface Message {
  channel: (typeof channels)[number]
  to: string
  subject?: string | null
  text: string
  /** The confirmation code that the text contains. */
  code?: string | null
}

export type InboxRow = Required<Message> & { id: number; at: string; quiz_id: number | null }

const messagesOf = ({ store }: Service) => store.records<Omit<InboxRow, 'id' | 'quiz_id'>>('inbox')

/** The survey that a message is about; only its account for one that is about none. */
type About = { workspace_id: number; id?: number | undefined }

export function sendToInbox(
  service: Service,
  { workspace_id, id }: About,
  { channel, to, subject = null, text, code = null }: Message,
): void {
  const at = service.now().toISOString()
  messagesOf(service).insert({ at, channel, to, subject, text, code }, { workspace_id, quiz_id: id ?? null, key: channel })
}

interface InboxFilter {
  after?: number | undefined
  channel?: string | undefined
  workspace_id?: number | undefined
  /** Only this many, latest first. */
  latest?: number
}

/** Messages with an id above `after`, of one channel or all. */
export function readInbox(service: Service, { after = 0, channel, workspace_id, latest }: InboxFilter): InboxRow[] {
  return messagesOf(service)
    .list({
      ...(channel !== undefined && { key: channel }),
      ...(workspace_id !== undefined && { workspace_id }),
      ...(latest !== undefined && { order: 'desc', limit: latest }),
    })
    .filter(({ id }) => id > after)
    .map(({ id, at, channel: sent, quiz_id, to, subject, text, code }) => ({ id, at, channel: sent, quiz_id, to, subject, text, code }))
}
