/** A rule examines one survey as it was read, and reports problems with the commands that fix them. */
import { isQuestionType, type QuestionType } from '../contract/surveys/question.ts'
import type { Widgets } from '../contract/core/records.ts'
import type { Result, Row } from '../contract/core/operation.ts'
import type { viewPayment } from '../contract/account/payment.ts'
import type { viewTariff } from '../contract/account/tariff.ts'
import type { checkCrm, viewCrmFields } from '../contract/integrations/crm.ts'
import type { viewEmails } from '../contract/integrations/email.ts'
import type { IntegrationState } from '../contract/integrations/integration.ts'
import type { viewMessenger } from '../contract/integrations/messenger.ts'
import type { viewSheets } from '../contract/integrations/sheets.ts'
import type { useSmtp } from '../contract/integrations/smtp.ts'
import type { listWebhooks } from '../contract/integrations/webhook.ts'
import type { listAttachedCodes } from '../contract/surveys/promo.ts'
import type { viewQr } from '../contract/surveys/qr.ts'
import type { viewQuiz } from '../contract/surveys/quiz.ts'
import type { DefaultText } from '../contract/surveys/text.ts'
import { isObject } from '../text/is-object.ts'
import { withoutMarkup } from '../model/markup.ts'
import { questionIn, type Question, type QuestionOf, type Settings } from '../model/survey.ts'

export type Severity = 'error' | 'warning' | 'info'

/** What a rule may need besides the survey itself, each read by requests of its own. `media`: whether its addresses can be loaded. */
export type Part =
  | 'texts'
  | 'emails'
  | 'webhooks'
  | 'integrations'
  | 'crm'
  | 'promo'
  | 'tariff'
  | 'passwords'
  | 'versions'
  | 'payment'
  | 'qr'
  | 'smtp'
  | 'media'

/** Only what the contract says of an answer: a rule about another field doesn't compile, where it would never speak. */
export type Known<T> = T extends readonly (infer One)[]
  ? readonly Known<One>[]
  : T extends object
    ? { readonly [K in keyof T as string extends K ? never : K]: Known<T[K]> }
    : T

export type Text = Known<DefaultText>
export type Integration = Known<IntegrationState & Partial<Result<typeof viewMessenger> & Result<typeof viewSheets>>>
export type Crm = Known<Result<typeof checkCrm> & Partial<Result<typeof viewCrmFields>>>

/** One survey, as far as it could be read. */
export interface Snapshot {
  /** How commands name it: its id, or SURVEY where there is none yet. */
  survey: string
  name: string
  screens: Widgets
  /** `undefined`: the service doesn't show them. */
  settings?: Partial<Settings> | undefined
  conditions?: unknown
  /** The other fields of `quiz view`. */
  detail: Partial<Known<Result<typeof viewQuiz>>>
  parts: {
    texts?: { ru: readonly Text[]; en: readonly Text[] }
    emails?: Known<Result<typeof viewEmails>>
    webhooks?: { hook: Known<Row<typeof listWebhooks>>; failures: number; deliveries: number }[]
    /** Of those that are connected with what their views add. */
    integrations?: Readonly<Record<string, Integration>>
    /** CRMs that are on: their connection, and the mapping where it could be read. */
    crm?: Readonly<Record<string, Crm>>
    promo?: Known<Result<typeof listAttachedCodes>>
    tariff?: Known<Result<typeof viewTariff>>
    passwords?: number
    versions?: { newest: string | undefined }
    payment?: Known<Result<typeof viewPayment>>
    qr?: Known<Result<typeof viewQr>>
    /** The account's own mail service; not asked for where no letter needs it. */
    smtp?: Known<Result<typeof useSmtp>> | undefined
    /** What is wrong with an address, by address. */
    media?: Readonly<Record<string, string>>
  }
  now: Date
  /** Further options of `check.yaml`. */
  options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface Found {
  /** The question that it is about. */
  screen?: string
  /** The field or setting that it is about. */
  path?: string
  message: string
  /** A command line without `surveyctl`. */
  fix?: string
}

export interface RuleFacts {
  id: string
  severity: Severity
  /** One sentence: what goes wrong otherwise. */
  why: string
}

export interface Rule extends RuleFacts {
  needs?: readonly Part[]
  /** Of a rule that needs parts: whether it may find something new through an edit; left out: never, as it looks at the parts alone. */
  isTouched?: (before: Snapshot, after: Snapshot) => boolean
  run: (snapshot: Snapshot) => Iterable<Found>
}

export interface Placed {
  id: string
  /** From 1; start and final screen have none. */
  number: number | undefined
  question: Question
}

/** The value at a path inside of what the service shows, which promises none of it. */
export const inside = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** Whether an edit changed one of these settings. */
export const settingsTouched =
  (...names: readonly (keyof Settings)[]) =>
  (before: Snapshot, after: Snapshot): boolean =>
    names.some((name) => before.settings?.[name] !== after.settings?.[name])

/** Whether there is one that isn't among the others. */
export function isMore(all: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others)
  return all.some((one) => !known.has(one))
}

/** Screens in their order; ids without a question are skipped. */
export function screensOf({ screens }: Snapshot): Placed[] {
  let number = 0
  return screens.ids.flatMap((id) => {
    const question = questionIn(screens, id)
    if (!question) return []
    const isOwn = id !== 'welcome' && id !== 'submit'
    if (isOwn) number += 1
    return [{ id, number: isOwn ? number : undefined, question }]
  })
}

/** Those of a type that is known here. */
export const questionsOf = (survey: Snapshot): Placed[] => screensOf(survey).filter(({ question }) => isQuestionType(question.type))

/** The questions of one type, as that type. */
export const questionsOfType = <T extends QuestionType>(survey: Snapshot, type: T): (Placed & { question: QuestionOf<T> })[] =>
  questionsOf(survey).filter((each): each is Placed & { question: QuestionOf<T> } => each.question.type === type)

export const nameOf = ({ id, number, question }: Placed): string => {
  const title = plain(question.title)
  if (number === undefined) return id === 'welcome' ? 'the start screen' : 'the final screen'
  return `question ${number}${title ? ` "${title}"` : ''}`
}

/** A title without markup and blanks at its ends. */
export const plain = (title: unknown): string => (typeof title === 'string' ? withoutMarkup(title).trim() : '')
