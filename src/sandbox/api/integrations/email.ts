import { randomInt } from 'node:crypto'
import * as contract from '../../../contract/integrations/email.ts'
import { emailsOf, recipientsOf, sendLetters, type EmailRecipient, type EmailState, type LetterState } from '../../deliveries/emails.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { invalid, overPlan, refuse } from '../../store/refusal.ts'
import { leftOf } from '../../store/account/plan.ts'
import type { HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { sendMail } from '../../deliveries/mail.ts'
import { questionIds } from '../../store/surveys/quiz.ts'
import type { RecordOf } from '../../store/records.ts'

export const handlers: HandlersOf<typeof contract> = {
  viewEmails: ({ quiz, service }) => shown(service, quiz),

  setEmailTemplate: ({ input: { id: _quiz, ...given }, quiz, service }) => {
    const { owner, client } = stateOf(service, quiz)
    storeState(service, quiz, {
      owner: { ...owner, ...withoutPrefix(given, 'owner_') },
      client: { ...client, ...withoutPrefix(given, 'client_') },
    })
    return shown(service, quiz)
  },

  setEmailQuestions: ({ input, quiz, service }) => {
    if (!emailsOf(service).find({ quiz_id: quiz.id })) refuse(400, 'emails_not_initialized')
    const { owner, client } = stateOf(service, quiz)
    const { owner_excluded_questions: ofOwner, client_excluded_questions: ofClient } = input
    const known = questionIds(quiz.draft)
    const sent = [...(ofOwner ?? []), ...(ofClient ?? [])]
    const unknown = [...new Set(sent.filter((id) => !known.includes(id)))]
    if (unknown.length > 0) refuse(400, 'unknown_questions', { unknown })
    storeState(service, quiz, {
      owner: { ...owner, excluded_questions: ofOwner ?? owner.excluded_questions },
      client: { ...client, excluded_questions: ofClient ?? client.excluded_questions },
    })
    return shown(service, quiz)
  },

  toggleEmail: ({ input: { type, enabled }, quiz, service }) => {
    const state = stateOf(service, quiz)
    const unchanged = state[type].enabled === enabled
    storeState(service, quiz, { ...state, [type]: { ...state[type], enabled } })
    return { status: true, quiz_id: quiz.id, type, enabled, ...(unchanged && { unchanged }) }
  },

  addEmailRecipient: ({ input: { email }, quiz, service }) => {
    const recipients = recipientsOf(service).list({ quiz_id: quiz.id })
    if (recipients.some((recipient) => recipient.email.toLowerCase() === email.toLowerCase())) refuse(400, 'email_taken')
    if (leftOf(service, quiz.workspace_id, 'recipients', recipients.length) < 1) overPlan()
    // The first recipient initialises the survey's e-mails.
    storeState(service, quiz, stateOf(service, quiz))
    const email_id = recipientsOf(service).insert(
      { email, enabled: true, confirmed: false, code: '' },
      { workspace_id: quiz.workspace_id, quiz_id: quiz.id },
    )
    sendCode(service, quiz, needRecipient(service, quiz, email_id))
    return { status: true, quiz_id: quiz.id, email_id, recipients: recipientRows(service, quiz) }
  },

  removeEmailRecipient: ({ input, quiz, service }) => {
    recipientsOf(service).remove(needRecipient(service, quiz, input.emailId).id)
    return { status: true, quiz_id: quiz.id, email_id: input.emailId }
  },

  toggleEmailRecipient: ({ input, quiz, service }) => {
    const { id, enabled } = needRecipient(service, quiz, input.emailId)
    recipientsOf(service).update(id, { enabled: !enabled })
    return { status: true, quiz_id: quiz.id, email_id: id, enabled: !enabled }
  },

  confirmEmailRecipient: ({ input, quiz, service }) => {
    const recipient = needRecipient(service, quiz, input.emailId)
    const answer = { status: true, quiz_id: quiz.id, email_id: recipient.id }
    if (recipient.confirmed) return { ...answer, confirmed: true, unchanged: true }
    if (input.action === 'resend_code') {
      sendCode(service, quiz, recipient)
      return { ...answer, confirmed: false }
    }
    if (input.confirmation_code !== recipient.code) invalid({ confirmation_code: 'is not the code that was sent' })
    recipientsOf(service).update(recipient.id, { confirmed: true })
    return { ...answer, confirmed: true }
  },
}

export const hooks: Hooks = { answered: sendLetters }

const defaultLetter = (): LetterState => ({
  enabled: false,
  subject: '',
  letter: '',
  use_default_tmpl: true,
  reply_to_address: '',
  send_promo_code: false,
  formatted_letter: '',
  raw_html: '',
  raw_enabled: false,
  excluded_questions: [],
})

const defaultState = (): EmailState => ({ owner: defaultLetter(), client: { ...defaultLetter(), source: '' } })

/** The stored settings, or the defaults while the survey's e-mails aren't initialised; `storeState` initialises them. */
const stateOf = (service: Service, quiz: QuizRecord): EmailState => emailsOf(service).find({ quiz_id: quiz.id }) ?? defaultState()

const storeState = (service: Service, quiz: Pick<QuizRecord, 'id' | 'workspace_id'>, { owner, client }: EmailState): void =>
  void emailsOf(service).put({ workspace_id: quiz.workspace_id, quiz_id: quiz.id, key: null }, { owner, client })

/** The sent fields of one letter, without the prefix of their names. */
const withoutPrefix = (given: Readonly<Record<string, unknown>>, prefix: string): Partial<LetterState> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value]] : [],
    ),
  )

function shown(service: Service, quiz: QuizRecord) {
  const { owner, client } = stateOf(service, quiz)
  return {
    status: true,
    quiz_id: quiz.id,
    settings: { ...withPrefix('owner_', owner), ...withPrefix('client_', client) },
    recipients: recipientRows(service, quiz),
    owner_excluded_questions: owner.excluded_questions,
    client_excluded_questions: client.excluded_questions,
  }
}

const withPrefix = (prefix: string, { excluded_questions: _excluded, ...fields }: LetterState): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]))

/** Recipients without their confirmation codes. */
const recipientRows = (service: Service, quiz: QuizRecord) =>
  recipientsOf(service)
    .list({ quiz_id: quiz.id })
    .map(({ id, email, enabled, confirmed }) => ({ id, email, enabled, confirmed }))

const needRecipient = (service: Service, quiz: QuizRecord, id: number): RecordOf<EmailRecipient> =>
  recipientsOf(service).get(id, { quiz_id: quiz.id }) ?? refuse(400, 'not_found')

/** Sends a new code, which makes the previous one invalid. */
function sendCode(service: Service, quiz: QuizRecord, { id, email }: RecordOf<EmailRecipient>): void {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  recipientsOf(service).update(id, { code })
  sendMail(service, {
    workspace_id: quiz.workspace_id,
    quiz_id: quiz.id,
    to: email,
    code,
    subject: 'Confirm your address',
    text: `Your code is ${code}. With it your address is confirmed to receive copies of answers to "${quiz.name}".`,
  })
}

/** Recipient 1 gets copies, 2 is unconfirmed (code 123456), 3 is switched off. */
export const seed: Seed = (service, { workspace }) => {
  const quiz = { id: 42, workspace_id: workspace.id }
  storeState(service, quiz, { ...defaultState(), owner: { ...defaultLetter(), enabled: true, subject: 'New answer' } })
  const owner = { workspace_id: workspace.id, quiz_id: 42 }
  recipientsOf(service).insert({ email: 'copies@example.org', enabled: true, confirmed: true, code: '' }, owner, 1)
  recipientsOf(service).insert({ email: 'waiting@example.org', enabled: true, confirmed: false, code: '123456' }, owner, 2)
  recipientsOf(service).insert({ email: 'former@example.org', enabled: false, confirmed: true, code: '' }, owner, 3)
}
