/** What files can't manage of a survey, because the service doesn't show it or doesn't let it be changed. */
import { isLocal, mediaIn } from '../../model/document/media.ts'
import { isObject, type Content } from '../../model/document/shape.ts'

export interface Gap {
  what: string
  why: 'never shown' | 'not promised to be shown' | 'cannot be written' | 'shown by right only'
  instead: string
  /** Whether a survey has it, as far as can be read. */
  applies?: (content: Content) => boolean
}

/** Whether any of them is connected; `null` stands for one that isn't. */
const hasAny = (value: unknown): boolean => isObject(value) && Object.values(value).some((each) => each !== null)
const isOn = (section: unknown, name: string): boolean => isObject(section) && section[name] === true
const withHeaders = (webhooks: unknown): boolean =>
  isObject(webhooks) && Object.values(webhooks).some((webhook) => isObject(webhook) && hasAny(webhook.headers))

/** What a survey, as it was read, has that no file holds. */
export const gapsOf = (content: Content): string[] => gaps.flatMap(({ what, applies }) => (applies?.(content) ? [what] : []))

export const gaps: readonly Gap[] = [
  {
    what: 'settings, conditions, theme, note, template',
    why: 'not promised to be shown',
    instead: 'where they are hidden, the plan says so; --resend sends them',
  },
  { what: 'body, body_naming of webhooks; version of counters', why: 'not promised to be shown', instead: 'taken as they were sent last' },
  {
    what: 'values of webhook headers',
    why: 'never shown',
    instead: '{env: NAME, rev: N}: a raised rev sends them again',
    applies: ({ webhooks }) => withHeaders(webhooks),
  },
  {
    what: 'passwords of a survey',
    why: 'never shown',
    instead: 'surveyctl password add',
    applies: ({ settings }) => isOn(settings, 'use_password'),
  },
  {
    what: 'confirmation codes and tokens of sellers',
    why: 'never shown',
    instead: 'the cabinet; sellers of an environment name their ids',
  },
  { what: 'content of publications', why: 'never shown', instead: 'the project remembers what it published last' },
  {
    what: 'pictures, videos and sounds that were uploaded, as a list',
    why: 'never shown',
    instead: '{file: media/NAME}: the project remembers what it uploaded; media: files in surveyctl.yaml brings those that questions name',
    applies: ({ screens }) => mediaIn(Object.values(screens?.entities ?? {})).some(({ address }) => !isLocal(address)),
  },
  { what: 'looks, and the list of themes', why: 'never shown', instead: 'a theme by its id, or by a name in environments.ENV.themes' },
  { what: 'folders that hold no survey', why: 'never shown', instead: 'their ids in environments.ENV.folders' },
  { what: 'sets of filters', why: 'never shown', instead: 'surveyctl filter save answers with what it saved' },
  {
    what: 'branding, own mail beyond its state, the trash',
    why: 'never shown',
    instead: 'of the account, no part of a survey: surveyctl branding, smtp, quiz restore',
  },
  { what: 'sorting and number format of a survey in reports', why: 'never shown', instead: 'surveyctl appearance' },
  {
    what: 'hidden variables; type of a survey',
    why: 'cannot be written',
    instead: 'shown and compared; the cabinet changes them',
    applies: ({ hidden, type }) => hasAny(hidden) || (type !== undefined && type !== 'regular'),
  },
  {
    what: 'connecting a spreadsheet, automation connector or CRM; chats of messengers',
    why: 'cannot be written',
    instead: 'a person, once, in the cabinet',
    applies: ({ messengers, sheets, automation, crm }) => [messengers, sheets, automation, crm].some(hasAny),
  },
  {
    what: 'removing payment or the QR code',
    why: 'cannot be written',
    instead: 'the cabinet',
    applies: ({ payment, qr }) => hasAny(payment) || hasAny(qr),
  },
  {
    what: 'mapping of a CRM whose access was revoked',
    why: 'shown by right only',
    instead: 'surveyctl crm check; not readable until it is connected again',
  },
  {
    what: 'integrations, letters, counters, payment without their right or plan option',
    why: 'shown by right only',
    instead: 'a key with the right; not readable without',
  },
]
