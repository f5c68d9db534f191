import * as z from '../core/schema.ts'
import { boolean, choice, idOf, list, required, text, uuid, type Field } from '../core/fields.ts'
import { done, operation } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'
import { atLeastOne, requiredWhen } from '../core/rules.ts'

/** Whose letter: the survey's owner's (and that of who gets copies) or the respondent's. */
export const letters = ['owner', 'client'] as const
export const letterWords: ReadonlyMap<string, Letter> = new Map([['author', 'owner'], ['respondent', 'client']]) // prettier-ignore
export type Letter = (typeof letters)[number]

export const address = (about: string): Field<string, false> =>
  text(about, { max: 254, pattern: /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/, limits: 'an e-mail address' })

/** What each of the two letters has. */
export const letterFields = {
  subject: text('Subject', { max: 500 }),
  letter: text('Text of the letter', { max: 5000 }),
  use_default_tmpl: boolean('Use the standard letter'),
  reply_to_address: text('Address that answers go to; empty: none', {
    max: 254,
    pattern: /^($|[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$)/,
    limits: 'an e-mail address, or empty',
  }),
  send_promo_code: boolean('Put the promo code into the letter'),
  formatted_letter: text('Letter with formatting', { max: 50_000 }),
  raw_html: text('The whole letter as HTML; works only with an own mail service'),
  raw_enabled: boolean('Send the HTML letter; works only with an own mail service'),
}
type LetterFields = typeof letterFields

const prefixed = <L extends Letter>(letter: L): { [K in keyof LetterFields as `${L}_${K & string}`]: LetterFields[K] } =>
  // Object.fromEntries forgets the names that the type above spells out.
  Object.fromEntries(Object.entries(letterFields).map(([name, field]) => [`${letter}_${name}`, field])) as never

const template = {
  ...prefixed('owner'),
  ...prefixed('client'),
  client_source: text("Hidden variable that holds the respondent's address"),
}

export const emailRecipient = z.looseObject({
  id: z.int(),
  email: z.optional(z.string()),
  enabled: z.optional(z.boolean()),
  confirmed: z.optional(z.boolean()),
})

const shownFlag = z.optional(z.nullable(z.boolean()))
const shownIds = z.optional(z.nullable(z.array(z.string())))

const emailSettings = z.looseObject({
  settings: z.optional(
    z.nullable(
      z.looseObject({
        owner_enabled: shownFlag,
        client_enabled: shownFlag,
        owner_send_promo_code: shownFlag,
        client_send_promo_code: shownFlag,
        client_source: z.optional(z.nullable(z.string())),
        owner_raw_enabled: shownFlag,
        client_raw_enabled: shownFlag,
      }),
    ),
  ),
  recipients: z.optional(z.array(emailRecipient)),
  owner_excluded_questions: shownIds,
  client_excluded_questions: shownIds,
})

export const viewEmails = operation({
  id: 'email.view',
  request: 'GET /quiz/{id}/emails',
  sentBack: true,
  summary: 'Show the letters of a survey and who gets copies of answers',
  result: emailSettings,
  right: 'integrations',
  refusals: ['quiz_not_found'],
  offers: [{ thing: 'recipient', at: 'recipients', name: 'email' }],
})

export const setEmailTemplate = operation({
  id: 'email.template',
  request: 'POST /quiz/{id}/emails/template',
  effect: 'live',
  summary: 'Change the letter to the owner or to the client, who answered',
  body: template,
  result: done,
  right: 'integrations',
  repeatable: true,
  replaces: readBack(viewEmails, ({ settings }) => settings),
})

const excluded = (whose: string): Field<string[], false> =>
  list(uuid('Question'), `Questions left out of the ${whose} letter; none: all are in it`)

export const setEmailQuestions = operation({
  id: 'email.questions',
  request: 'POST /quiz/{id}/emails/questions',
  effect: 'live',
  summary: 'Choose the questions that stay out of the letters',
  body: { owner_excluded_questions: excluded("owner's"), client_excluded_questions: excluded("client's") },
  rules: [atLeastOne('owner_excluded_questions', 'client_excluded_questions')],
  result: done,
  right: 'integrations',
  repeatable: true,
  refusals: ['unknown_questions', 'emails_not_initialized'],
  replaces: readBack(viewEmails, (shown) => shown),
})

export const toggleEmail = operation({
  id: 'email.toggle',
  request: 'POST /quiz/{id}/emails/toggle',
  effect: 'sends',
  summary: 'Switch the letter to the owner or to the client, who answered',
  body: { type: required(choice(letters, 'Whose letter', { words: letterWords })), enabled: required(boolean('Whether it is sent')) },
  result: z.looseObject({ unchanged: z.optional(z.boolean()) }),
  right: 'integrations',
  repeatable: true,
})

export const addEmailRecipient = operation({
  id: 'email.recipient-add',
  request: 'POST /quiz/{id}/emails/recipients',
  effect: 'sends',
  summary: 'Add an address that gets copies of answers, once it is confirmed',
  body: { email: required(address('E-mail address')) },
  result: z.looseObject({ email_id: z.optional(z.int()) }),
  right: 'integrations',
  refusals: ['email_taken', 'blocked_by_tariff'],
})

const recipient = { emailId: required(idOf('recipient')) }

export const removeEmailRecipient = operation({
  id: 'email.recipient-remove',
  request: 'DELETE /quiz/{id}/emails/recipients/{emailId}',
  effect: 'deletes',
  summary: 'Remove an address that gets copies',
  params: recipient,
  result: done,
  right: 'integrations',
  refusals: ['not_found'],
})

export const toggleEmailRecipient = operation({
  id: 'email.recipient-toggle',
  request: 'POST /quiz/{id}/emails/recipients/{emailId}/toggle',
  effect: 'sends',
  summary: 'Switch copies to an address on or off',
  params: recipient,
  result: z.looseObject({ enabled: z.optional(z.boolean()) }),
  right: 'integrations',
  refusals: ['not_found'],
})

export const confirmEmailRecipient = operation({
  id: 'email.recipient-confirm',
  request: 'POST /quiz/{id}/emails/recipients/{emailId}/confirm',
  effect: 'sends',
  summary: 'Confirm an address with the code that was sent to it, or have a new code sent',
  params: recipient,
  body: {
    action: required(choice(['confirm', 'resend_code'], 'What to do')),
    confirmation_code: text('Code from the letter', { min: 1, limits: 'not empty' }),
  },
  rules: [requiredWhen('confirmation_code', 'action', 'confirm')],
  result: z.looseObject({ confirmed: z.optional(z.boolean()) }),
  right: 'integrations',
  refusals: ['not_found'],
})
