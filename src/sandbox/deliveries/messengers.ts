/** Sends messages to the chats of a messenger, with a log entry for each recipient. */
import { findAnswer } from '../store/answers/answer.ts'
import { connectionOf, type Messenger, type MessengerState, type Recipient } from '../store/integrations/connection.ts'
import { messengers } from '../../contract/integrations/integration.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import { sendToInbox } from '../store/inbox.ts'
import type { Service } from '../store/service.ts'
import type { RecordOf } from '../store/records.ts'
import { asText, linesOf } from './wording.ts'

interface MessengerLog {
  answer_id: number
  recipient_id: string
  recipient: string
  status: 'sent' | 'failed'
  error: string | null
  attempt: number
  created_at: string
  sent_at: string | null
}

export const messengerLogs = ({ store }: Service) => store.records<MessengerLog>('messenger_log')

export function notifyMessengers(service: Service, quiz: QuizRecord, answer: AnswerRecord): void {
  for (const messenger of messengers) {
    const state = connectionOf(service.store, quiz, 'messenger', messenger)
    if (!state?.is_active || !service.plan(quiz.workspace_id).options[messenger]) continue
    for (const recipient of state.recipients) {
      const sent = send(service, quiz, messenger, state, recipient, textOf(service, quiz, state, answer))
      messengerLogs(service).insert(
        {
          answer_id: answer.id,
          recipient_id: recipient.id,
          recipient: recipient.title,
          attempt: 1,
          created_at: service.now().toISOString(),
          ...sent,
        },
        { workspace_id: quiz.workspace_id, quiz_id: quiz.id, key: messenger },
      )
    }
  }
}

/** Resends a failed message. Its answer or its recipient may be gone by now. */
export function resend(service: Service, quiz: QuizRecord, messenger: Messenger, state: MessengerState, log: RecordOf<MessengerLog>): void {
  const answer = findAnswer(service.store, log.answer_id)
  const recipient = state.recipients.find(({ id }) => id === log.recipient_id)
  const outcome: Outcome =
    answer && recipient
      ? send(service, quiz, messenger, state, recipient, textOf(service, quiz, state, answer))
      : { status: 'failed', error: answer ? 'The recipient was removed' : 'The answer is gone', sent_at: null }
  messengerLogs(service).update(log.id, { ...outcome, attempt: log.attempt + 1 })
}

type Outcome = Pick<MessengerLog, 'status' | 'error' | 'sent_at'>

/** Sends one message; fails when the bot's access to its chats was revoked. */
export function send(
  service: Service,
  quiz: QuizRecord,
  messenger: Messenger,
  state: MessengerState,
  { id, title }: Recipient,
  text: string,
): Outcome {
  if (state.revoked) return { status: 'failed', error: 'The bot no longer has access to the chat', sent_at: null }
  sendToInbox(service, quiz, { channel: messenger, to: `${title} (${id})`, subject: state.subject || null, text })
  return { status: 'sent', error: null, sent_at: service.now().toISOString() }
}

function textOf(service: Service, quiz: QuizRecord, { hidden_widget_ids, buttons_enabled }: MessengerState, answer: AnswerRecord): string {
  const lines = asText(linesOf(service.store, quiz, answer, { without: hidden_widget_ids }))
  const head = `${quiz.name}: answer ${answer.id}`
  return [head, lines, buttons_enabled && '[Open the answer] [Open the survey]'].filter(Boolean).join('\n')
}
