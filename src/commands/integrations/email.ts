import { detailLine } from '../confirm-details.ts'
import { command, group, type Extras, type Options } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import * as email from '../../contract/integrations/email.ts'
import type { Input, Result } from '../../contract/core/operation.ts'
import { usageError } from '../../errors.ts'
import type { Column } from '../../output/columns.ts'
import { readObject } from '../read-object.ts'
import { toCopy } from '../../text/to-copy.ts'

const detail: Column[] = [
  { path: 'settings.owner_enabled', label: 'owner letter', as: 'yesno' },
  { path: 'settings.owner_subject', label: 'its subject' },
  { path: 'settings.client_enabled', label: 'client letter', as: 'yesno' },
  { path: 'settings.client_subject', label: 'its subject' },
  { path: 'settings.client_source', label: 'address from' },
  { path: 'recipients', label: 'copies to', value: ({ recipients }: Settings) => recipients?.map(describe).join(', ') },
  { path: 'owner_excluded_questions', label: 'owner letter without', as: 'list' },
  { path: 'client_excluded_questions', label: 'client letter without', as: 'list' },
]

type Settings = Result<typeof email.viewEmails>
type Recipient = NonNullable<Settings['recipients']>[number]

const describe = ({ id, email: address, enabled, confirmed }: Recipient): string =>
  `${address} (${[id, confirmed === false && 'not confirmed', enabled === false && 'off'].filter(Boolean).join(', ')})`

/** The fields of one letter by flags of their own; texts may also come from files. */
const templateFlags = {
  subject: { flag: '--subject <text>', about: `Subject (${email.letterFields.subject.limits})` },
  letter: { flag: '--letter <text>', about: `Text of the letter (${email.letterFields.letter.limits})` },
  letterFile: { flag: '--letter-file <file>', about: 'Text of the letter from a file (- for standard input)' },
  formattedLetterFile: {
    flag: '--formatted-letter-file <file>',
    about: `Letter with formatting, from a file (${email.letterFields.formatted_letter.limits})`,
  },
  rawHtmlFile: { flag: '--raw-html-file <file>', about: 'The whole letter as HTML, from a file; works only with an own mail service' },
  rawEnabled: { flag: '--raw-enabled', about: 'Send the HTML letter' },
  noRawEnabled: { flag: '--no-raw-enabled', about: 'Do not send the HTML letter' },
  useDefaultTmpl: { flag: '--use-default-tmpl', about: 'Use the standard letter' },
  noUseDefaultTmpl: { flag: '--no-use-default-tmpl', about: 'Use your own letter' },
  replyToAddress: { flag: '--reply-to-address <address>', about: "Address that answers go to ('' for none)" },
  sendPromoCode: { flag: '--send-promo-code', about: 'Put the promo code into the letter' },
  noSendPromoCode: { flag: '--no-send-promo-code', about: 'Leave the promo code out' },
  source: { flag: '--source <name>', about: "Hidden variable that holds the respondent's address; client only" },
  file: {
    flag: '--file <file>',
    about:
      'Read the fields from a JSON or YAML file (- for standard input), with or without owner_ or client_ in front; flags override the file',
  },
} as const satisfies Extras

/** Fields of the file, under their full names. */
async function fromFile(context: Context, file: string | undefined, whose: string): Promise<Record<string, unknown>> {
  if (file === undefined) return {}
  const data = await readObject(context, file)
  const fields = Object.entries(data).map(
    ([name, value]) => [Object.hasOwn(email.letterFields, name) ? `${whose}_${name}` : name, value] as const,
  )
  const unknown = fields.map(([name]) => name).filter((name) => !Object.hasOwn(email.setEmailTemplate.body, name))
  if (unknown.length > 0) throw usageError(unknown.map((name) => `--file: unknown field "${name}"`))
  return Object.fromEntries(fields)
}

async function templateFields(context: Context, whose: string, options: Options<typeof templateFlags>): Promise<Record<string, unknown>> {
  const read = async (file: string | undefined): Promise<string | undefined> =>
    file === undefined ? undefined : context.ask.readText(file)
  if (options.letter !== undefined && options.letterFile !== undefined)
    throw usageError('--letter cannot be given together with --letter-file')
  if (options.source !== undefined && whose !== 'client') throw usageError('--source is for the client letter only')
  const given = {
    subject: options.subject,
    letter: options.letter ?? (await read(options.letterFile)),
    formatted_letter: await read(options.formattedLetterFile),
    raw_html: await read(options.rawHtmlFile),
    raw_enabled: options.rawEnabled,
    use_default_tmpl: options.useDefaultTmpl,
    reply_to_address: options.replyToAddress,
    send_promo_code: options.sendPromoCode,
  }
  const fields = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [`${whose}_${name}`, value] as const)
  return {
    ...(await fromFile(context, options.file, whose)),
    ...Object.fromEntries(fields),
    ...(options.source !== undefined && { client_source: options.source }),
  }
}

const template = command('template', email.setEmailTemplate, {
  positionals: ['id', 'letter'],
  arguments: { letter: 'Whose letter: owner, or client (the respondent)' },
  // Its flags are its own: the fields of both letters would be too many.
  fixed: {},
  extra: templateFlags,
  examples: [
    'email template 42 owner --subject "New answer"',
    'email template 42 client --subject "Thank you" --letter-file letter.txt --send-promo-code',
  ],
  run: async (context, input, options) => {
    const { id } = input
    const letter = email.letters.find((each) => each === (email.letterWords.get(input.letter) ?? input.letter))
    if (letter === undefined) throw usageError(`LETTER must be one of ${email.letters.join(', ')}`)
    const fields = await templateFields(context, letter, options)
    if (Object.keys(fields).length === 0) throw usageError('Nothing to change is given', 'See: surveyctl email template --help')
    const result = await context.service.call(email.setEmailTemplate, { id, ...fields })
    await context.show.done(result, `Changed ${Object.keys(fields).join(', ')} of survey ${id}`, id)
  },
})

const toggled = (enabled: boolean) => ({
  positionals: ['id', 'type'] as const,
  fixed: { enabled },
  done: ({ unchanged }: { unchanged?: boolean | undefined }, { id, type }: Input<typeof email.toggleEmail>) =>
    unchanged
      ? `The ${type} letter of survey ${id} is ${enabled ? 'on' : 'off'} already`
      : `Switched the ${type} letter of survey ${id} ${enabled ? 'on' : 'off'}`,
})

export const emailGroup = group('email', {
  summary: 'E-mails sent with each answer, and who gets copies',
  aliases: ['emails'],
  shows: 'email view {id}',
  refusals: {
    unknown_questions: {
      says: '{it} has no such questions',
      also: ': {unknown}',
      hint: 'The questions of the draft: surveyctl quiz view {id} --json',
    },
    emails_not_initialized: {
      says: '{it}: its e-mails have no settings yet',
      hint: 'Write a letter or switch one on first: surveyctl email template {id} owner, surveyctl email enable {id} owner',
    },
  },
  commands: [
    command('view', email.viewEmails, { columns: detail, examples: ['email view 42', "email view 42 --jq '.recipients[].email'"] }),
    template,
    command('questions', email.setEmailQuestions, {
      flags: { owner_excluded_questions: '--owner-excluded', client_excluded_questions: '--client-excluded' },
      summary: "Choose the questions that stay out of the letters ('' for none)",
      done: (_, { id }) => `Changed which questions are in the letters of survey ${id}`,
      examples: ["email questions 42 --owner-excluded ''"],
    }),
    command('enable', email.toggleEmail, { summary: 'Switch a letter on', ...toggled(true), examples: ['email enable 42 client'] }),
    command('disable', email.toggleEmail, { summary: 'Switch a letter off', ...toggled(false), examples: ['email disable 42 owner'] }),
    command('recipient-add', email.addEmailRecipient, {
      positionals: ['id', 'email'],
      done: ({ email_id }, { id, email: address }) => [
        `Added ${address} as recipient ${email_id ?? ''} of survey ${id}`,
        toCopy`It gets copies once confirmed with the code it was sent: surveyctl email recipient-confirm ${id} ${email_id ?? 'EMAIL_ID'} --code CODE`,
      ],
      examples: ['email recipient-add 42 copies@example.com'],
    }),
    command('recipient-remove', email.removeEmailRecipient, {
      confirm: ({ id, emailId }) => `Remove recipient ${emailId} of survey ${id}?`,
      confirmDetails: async (context, { id, emailId }) => {
        const { recipients } = await context.service.call(email.viewEmails, { id })
        const found = recipients?.find((recipient) => recipient.id === emailId)
        return detailLine(`Recipient ${emailId}`, found && describe(found), 'added again it has to confirm its address again')
      },
      done: (_, { id, emailId }) => `Removed recipient ${emailId} of survey ${id}`,
      examples: ['email recipient-remove 42 3 --yes'],
    }),
    command('recipient-toggle', email.toggleEmailRecipient, {
      done: ({ enabled }, { emailId }) =>
        enabled === undefined ? `Switched recipient ${emailId}` : `Switched recipient ${emailId} ${enabled ? 'on' : 'off'}`,
      examples: ['email recipient-toggle 42 1'],
    }),
    command('recipient-confirm', email.confirmEmailRecipient, {
      summary: 'Confirm an address with the code that was sent to it',
      flags: { confirmation_code: '--code' },
      fixed: { action: 'confirm' },
      examples: ['email recipient-confirm 42 2 --code 123456'],
      done: (_, { emailId }) => `Confirmed recipient ${emailId}: it gets copies now`,
    }),
    command('recipient-resend', email.confirmEmailRecipient, {
      summary: 'Have a new code sent to an address',
      fixed: { action: 'resend_code' },
      done: (_, { emailId }) => `Sent a new code to recipient ${emailId}`,
      examples: ['email recipient-resend 42 2'],
    }),
  ],
})
