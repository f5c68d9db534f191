/** A rule examines one survey as it was read, and reports problems with the commands that fix them. */
import { questionTypes, type QuestionType } from '../contract/surveys/question.ts'
import { type Widgets } from '../contract/core/records.ts'
import type { Result } from '../contract/core/operation.ts'
import type { viewEmails } from '../contract/integrations/email.ts'
import type { listAttachedCodes } from '../contract/surveys/promo.ts'
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
  | 'media'

export interface Text {
  code: string
  standard_text?: string | null | undefined
  user_text?: string | null | undefined
}

export type Facts = Readonly<Record<string, unknown>>

/** Only what the contract says of an answer: a rule about another field doesn't compile, where it would never speak. */
type Known<T> = T extends readonly (infer One)[]
  ? readonly Known<One>[]
  : T extends object
    ? { readonly [K in keyof T as string extends K ? never : K]: Known<T[K]> }
    : T

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
  detail: Facts
  parts: {
    texts?: { ru: readonly Text[]; en: readonly Text[] }
    emails?: Known<Result<typeof viewEmails>>
    webhooks?: { hook: Facts; failures: number; deliveries: number }[]
    integrations?: Readonly<Record<string, Facts>>
    /** CRMs that are on: their connection, and the mapping where it could be read. */
    crm?: Readonly<Record<string, Facts>>
    promo?: Known<Result<typeof listAttachedCodes>>
    tariff?: Facts
    passwords?: number
    versions?: { newest: string | undefined }
    payment?: Facts
    qr?: Facts
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

export interface Rule {
  id: string
  severity: Severity
  /** One sentence: what goes wrong otherwise. */
  why: string
  needs?: readonly Part[]
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

export const isKnownType = (type: string): boolean => questionTypes.some((known) => known === type)

/** Those of a type that is known here. */
export const questionsOf = (survey: Snapshot): Placed[] => screensOf(survey).filter(({ question }) => isKnownType(question.type))

/** The questions of one type, as that type. */
export const questionsOfType = <T extends QuestionType>(survey: Snapshot, type: T): (Placed & { question: QuestionOf<T> })[] =>
  questionsOf(survey).filter((each): each is Placed & { question: QuestionOf<T> } => each.question.type === type)

export const nameOf = ({ id, number, question }: Placed): string => {
  const title = plain(question.title)
  return number === undefined ? id : `question ${number}${title ? ` "${title}"` : ''}`
}

/** A title without markup and blanks at its ends. */
export const plain = (title: unknown): string => (typeof title === 'string' ? withoutMarkup(title).trim() : '')
