/** Sends e-mails: through the account's own mail service when that is on, else through the platform's. */
import { sendToInbox } from '../store/inbox.ts'
import type { Service } from '../store/service.ts'
import type { RecordOf } from '../store/records.ts'

export interface SmtpState {
  host: string
  port: number
  encryption: 'tls' | 'starttls'
  username: string
  from_address: string
  is_active: boolean
  /** False after `sandbox revoke smtp`. */
  reachable: boolean
}

export interface SmtpLog {
  created_at: string
  to: string
  subject: string
  status: 'sent' | 'failed'
  error: string | null
}

export const smtpOf = ({ store }: Service, workspace_id: number): RecordOf<SmtpState> | undefined =>
  store.records<SmtpState>('smtp').find({ workspace_id })
export const smtpLogs = ({ store }: Service) => store.records<SmtpLog>('smtp_log')

export interface Mail {
  workspace_id: number
  quiz_id?: number
  to: string
  subject: string
  text: string
  code?: string
}

export function sendMail(service: Service, { workspace_id, ...mail }: Mail): void {
  const own = smtpOf(service, workspace_id)
  if (own?.is_active) {
    const failure = own.reachable ? null : 'The mail service did not answer'
    smtpLogs(service).insert(
      { created_at: service.now().toISOString(), to: mail.to, subject: mail.subject, status: failure ? 'failed' : 'sent', error: failure },
      { workspace_id, quiz_id: mail.quiz_id ?? null },
    )
    if (failure) return
  }
  sendToInbox(service, { workspace_id, id: mail.quiz_id }, { channel: 'email', ...mail })
}
