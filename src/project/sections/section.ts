/** A section of a survey: how it is read, what its value must be, and which requests bring a change of it. A file each. */
import type { Service } from '../../service.ts'
import { check, type AnyOperation, type Input, type Result } from '../../contract/core/operation.ts'
import type { viewQuiz } from '../../contract/surveys/quiz.ts'
import { problemsOfMap } from '../../draft/section-problems.ts'
import type { LocalFile } from '../../model/document/media.ts'
import type { DocumentProblem, Path } from '../../model/document/shape.ts'
import type { Environment } from '../files/config.ts'
import { canonical } from '../../model/document/tree.ts'
import { isObject } from '../../text/is-object.ts'

export type View = Result<typeof viewQuiz>

/** As it was made: nobody answered, published or extended it. */
export const isUntouched = ({ answer_count = 0, is_published, widgets }: View): boolean =>
  answer_count === 0 && is_published !== true && (widgets?.ids.length ?? 0) <= 2

/** The order in which steps are sent: what switches off comes first, what switches on last, so that a change that was cut off rather sends too little. */
export const stages = [
  'unarchive',
  'rename',
  'move',
  'off',
  'media',
  'save',
  'conditions',
  'theme',
  'settings',
  'texts',
  'letters',
  'recipients',
  'webhooks',
  'connections',
  'on',
  'template',
  'qr',
  'archive',
] as const
export type Stage = (typeof stages)[number]

/** What comes after a publication: a QR code leads to it, and an archived survey isn't published any more. */
export const isAfterPublication = ({ stage }: Pick<Step, 'stage'>): boolean => stage === 'qr' || stage === 'archive'

/** What a step needs to know of the survey, once it exists. */
export interface StepContext {
  id: number
  folderId: (name: string) => number
  /** The id behind a key of the section (a webhook, a recipient), also of one that an earlier step has made. */
  idOf: (key: string) => number
  /** Path of a file in the file system, by its path in the project. */
  fileAt: (path: string) => string
  /** The address that a file of media got. */
  addressOf: (address: string) => string
}

/** What reading a section depends on. */
export interface Reading<Value = unknown> {
  service: Service
  id: number
  environment: Environment
  /** Name of the survey's folder. */
  key: string
  /** The file's value; `undefined`: there is no file yet. */
  ours: Value | undefined
  /** What files and service had in common last; `undefined`: not known. */
  base: Value | undefined
  /** Ids by key, as they are remembered. */
  ids: Ids
  /** For a request that several sections need. */
  shared: Cached
  /** For a request that tells of many surveys. */
  acrossSurveys: Cached
}

/** Reads once for each name. */
export type Cached = <T>(name: string, read: () => Promise<T>) => Promise<T>

export function cachedReads(): Cached {
  const known = new Map<string, Promise<unknown>>()
  return (name, read) => {
    const asked = known.get(name) ?? read()
    known.set(name, asked)
    // Each name is read in one place, hence by one type.
    return asked as ReturnType<typeof read>
  }
}

/** Ids of webhooks, recipients and the like, by the keys that files give them. */
export type Ids = Readonly<Record<string, number>>

export interface SectionRead<Value = unknown> {
  value: Value | undefined
  ids?: Ids
}

export type StepFile = LocalFile & { file: string }

/** An environment variable whose value is sent, and what of. */
export interface SentSecret {
  env: string
  of: 'header' | 'address'
}

/** A request that brings a part of a change to the service. */
export interface Step {
  stage: Stage
  section: string
  operation: AnyOperation
  input: (known: StepContext) => Readonly<Record<string, unknown>>
  secrets?: readonly SentSecret[]
  /** The file that it sends; `file`: its path in the project. */
  upload?: StepFile
  /** The address to which the service sends a letter because of it. */
  letterTo?: string
  /** The key of what it makes, and where the answer names its id. */
  makes?: { key: string; id: (answer: unknown) => number | undefined }
  /** Asked directly before: whether the service is in that state already. */
  isDone?: (service: Service, step: StepContext) => Promise<boolean>
}

/** Each step makes the input of its own operation. */
export const sendStep = (
  service: Pick<Service, 'call'>,
  { operation, input }: Step,
  known: StepContext,
  options: { replaced?: Readonly<Record<string, unknown>> } = {},
): Promise<unknown> => service.call<AnyOperation>(operation, input(known) as Input<AnyOperation>, options)

/** A section's value on the service and as it is to be. */
export interface SectionChange<Value = unknown> {
  /** `undefined`: it isn't shown, or there is no survey yet. */
  now: Value | undefined
  next: Value
  ids: Ids
}

export type SectionStep = Omit<Step, 'section'>

/**
 * `Value`: a section as it is compared and remembered; `InFile`: as a file writes it, once `problems` found nothing wrong with
 * it. All but `problems` are methods, so that sections of different values stand in one record.
 */
export interface Section<Value = unknown, InFile = Value> {
  /** The operations that read and write it, beside the survey's own read. */
  uses?: readonly AnyOperation[]
  /** From the survey's own read; `undefined`: the service doesn't show it. */
  fromView?(view: View, environment: Environment): Value | undefined
  /** By requests of its own, which are made only where a file has the section. */
  read?(reading: Reading<Value>): Promise<SectionRead<Value>>
  /** Nothing of it is sent where it can't be read, as what exists would be made twice. */
  mustBeRead?: true
  /** What is wrong with a value of a file; paths begin inside of the section. */
  problems?: (value: unknown) => DocumentProblem[]
  /** A file's value as it is compared, with ids in place of names; or what is wrong with it. */
  resolve?(value: InFile, environment: Environment, base?: Value): { value: Value } | { problem: string }
  /** The inverse of `resolve`. */
  toFile?(value: Value, environment: Environment): unknown
  /** What of it a first pull writes. */
  onFirstPull?(value: Value): unknown
  /** Whether a first pull leaves it out of the file. */
  isDefault?(value: Value): boolean
  /** Parts of a change that only a person can make (connecting an account): they are left as they are, and reported. */
  waitsForPerson?(change: Pick<SectionChange<Value>, 'now' | 'next'>): { path: Path; why: string }[]
  /** The base to compare with, once a person has connected what the files want: what the service has then is no one's change. */
  rebase?(base: Value, change: Pick<SectionChange<Value | undefined>, 'now' | 'next'>): Value
  /** Why a change, or a part of it, can't be sent. */
  refuses?(change: SectionChange<Value>): string[]
  /** What a change loses for good. */
  losses?(service: Service, id: number, change: SectionChange<Value>): Promise<string[]>
  /** Without it nothing can write the section: a difference is reported only. */
  steps?(change: SectionChange<Value>): SectionStep[]
}

const wrong = (message: string): DocumentProblem[] => [{ path: [], message }]

export const problemsOfText =
  (most: number, least = 0) =>
  (value: unknown): DocumentProblem[] =>
    typeof value === 'string' && [...value].length >= least && [...value].length <= most
      ? []
      : wrong(least > 0 ? `must be a text of ${least} to ${most} characters` : `must be a text of up to ${most} characters`)

export const problemsOfFlag = (value: unknown): DocumentProblem[] => (typeof value === 'boolean' ? [] : wrong('must be true or false'))

/** What is wrong with fields that an operation sends; `at`: where they stand in the section. */
export const bodyProblems = (
  operation: AnyOperation,
  fields: Readonly<Record<string, unknown>>,
  at: readonly string[] = [],
): DocumentProblem[] => check(operation, fields, ['body']).map(({ field, message }) => ({ path: [...at, ...field.split('.')], message }))

/** Of a section that holds something by names. */
export const problemsOfEach =
  (problemsOf: (name: string, value: unknown) => DocumentProblem[]) =>
  (value: unknown): DocumentProblem[] =>
    isObject(value) ? Object.entries(value).flatMap(([name, inner]) => problemsOf(name, inner)) : problemsOfMap(value)

/** Of a section that is `null` where there is nothing. */
export const problemsUnlessNull =
  (problemsOf: (fields: Readonly<Record<string, unknown>>) => DocumentProblem[]) =>
  (value: unknown): DocumentProblem[] => {
    if (value === null) return []
    return isObject(value) ? problemsOf(value) : problemsOfMap(value)
  }

export const unknownFields = (fields: object, known: readonly string[], at: readonly string[] = []): DocumentProblem[] =>
  Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: [...at, name], message: `is not known; there are ${known.join(', ')}` }))

/** Fields whose values differ from the service's. */
export function changedFields<T extends object>(now: Partial<T> | null | undefined, next: T): Partial<T> {
  const before: Readonly<Record<string, unknown>> = { ...now }
  const changed = Object.entries(next).filter(([name, value]) => value !== undefined && canonical(value) !== canonical(before[name]))
  // Some of its own fields.
  return Object.fromEntries(changed) as Partial<T>
}

export const mapped = <T, R>(map: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]))

/** Keys of what the service has, and a file that lists all no longer names. */
export const removed = (now: object = {}, next: object): string[] => Object.keys(now).filter((key) => !Object.hasOwn(next, key))
