/** E-mails about an answer: to the author and the confirmed recipients, and to the respondent. */
import { findMember } from '../store/account/account.ts'
import type { Letter } from '../../contract/integrations/email.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { Service } from '../store/service.ts'
import { sendMail, smtpOf } from './mail.ts'
import { asText, linesOf } from './wording.ts'

export interface LetterState {
  enabled: boolean
  subject: string
  letter: string
  use_default_tmpl: boolean
  reply_to_address: string
  send_promo_code: boolean
  formatted_letter: string
  raw_html: string
  raw_enabled: boolean
  excluded_questions: string[]
}

export interface EmailState {
  owner: LetterState
  client: LetterState & { source: string }
}

export interface EmailRecipient {
  email: string
  enabled: boolean
  confirmed: boolean
  code: string
}

export const emailsOf = ({ store }: Service) => store.records<EmailState>('emails')
export const recipientsOf = ({ store }: Service) => store.records<EmailRecipient>('email_recipient')

export function sendLetters(service: Service, quiz: QuizRecord, answer: AnswerRecord): void {
  const state = emailsOf(service).find({ quiz_id: quiz.id })
  if (state?.owner.enabled) for (const to of ownerAddresses(service, quiz)) sendLetter(service, quiz, answer, 'owner', state.owner, to)
  const respondent = state?.client.enabled ? clientAddress(service, quiz, answer, state.client.source) : undefined
  if (state && respondent) sendLetter(service, quiz, answer, 'client', state.client, respondent)
}

function ownerAddresses(service: Service, quiz: QuizRecord): Set<string> {
  const author = findMember(service.store, quiz.workspace_id, quiz.member_id)?.email
  const copies = recipientsOf(service)
    .list({ quiz_id: quiz.id })
    .filter(({ enabled, confirmed }) => enabled && confirmed)
  return new Set([...(author ? [author] : []), ...copies.map(({ email }) => email)])
}

/** The respondent's address: from the hidden variable `source`, or from the first e-mail question. */
function clientAddress({ store }: Service, quiz: QuizRecord, answer: AnswerRecord, source: string): string | undefined {
  if (source !== '') return answer.hidden[source]
  return linesOf(store, quiz, answer).find(({ answer_type }) => answer_type === 'email')?.answer
}

function sendLetter(service: Service, quiz: QuizRecord, answer: AnswerRecord, whose: Letter, letter: LetterState, to: string): void {
  const lines = linesOf(service.store, quiz, answer, { without: letter.excluded_questions })
  const promo = letter.send_promo_code && answer.promo_code ? `Promo code: ${answer.promo_code}` : ''
  const subject = letter.subject || (whose === 'owner' ? `New answer: ${quiz.name}` : `Your answer: ${quiz.name}`)
  const text = [
    bodyOf(service, quiz, letter, whose),
    asText(lines),
    promo,
    letter.reply_to_address && `Replies go to: ${letter.reply_to_address}`,
  ]
    .filter(Boolean)
    .join('\n\n')
  sendMail(service, { workspace_id: quiz.workspace_id, quiz_id: quiz.id, to, subject, text })
}

/** The account's own HTML is used only with its own mail service. */
function bodyOf(
  service: Service,
  quiz: QuizRecord,
  { raw_enabled, raw_html, use_default_tmpl, formatted_letter, letter }: LetterState,
  whose: Letter,
): string {
  if (raw_enabled && raw_html && smtpOf(service, quiz.workspace_id)?.is_active) return raw_html
  const own = use_default_tmpl ? '' : formatted_letter || letter
  return own || (whose === 'owner' ? `"${quiz.name}" was answered.` : `Thank you for answering "${quiz.name}".`)
}
