/** A section of a survey: how it is read, what its value must be, and which requests bring a change of it. A file each. */
import type { Context } from '../../cli/context.ts'
import type { AnyOperation, Result } from '../../contract/core/operation.ts'
import type { viewQuiz } from '../../contract/quiz.ts'
import type { LocalFile } from '../../model/document/media.ts'
import type { DocumentProblem, Path } from '../../model/document/shape.ts'
import type { Environment } from '../config.ts'

export type View = Result<typeof viewQuiz>

/** As it was made: nobody answered, published or extended it. */
export const isUntouched = ({ answer_count = 0, is_published, widgets }: View): boolean =>
  answer_count === 0 && is_published !== true && (widgets?.ids.length ?? 0) <= 2

/** In this order: what narrows comes first, what opens comes last, so that half done sends too little. */
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
export const isLate = ({ stage }: Pick<Step, 'stage'>): boolean => stage === 'qr' || stage === 'archive'

/** What is known once the survey is there. */
export interface Known {
  id: number
  folderId: (name: string) => number
  /** Of one of the section's things, also of one that was made by a step before. */
  idOf: (key: string) => number
  /** Path of a file in the file system, by its path in the project. */
  fileAt: (path: string) => string
  /** The address that a file of media got. */
  addressOf: (address: string) => string
}

/** What a read goes by. */
export interface Reading {
  context: Context
  id: number
  environment: Environment
  /** Name of the survey's folder. */
  key: string
  /** The file's value; `undefined`: there is no file yet. */
  ours: unknown
  /** What files and service had in common last; `undefined`: nobody knows. */
  base: unknown
  /** Ids of the section's things, as they are remembered. */
  ids: Ids
  /** A request that several sections need is made once. */
  shared: Reads
  /** One that tells of many surveys is made once for all of them. */
  run: Reads
}

export type Reads = <T>(name: string, read: () => Promise<T>) => Promise<T>

/** Asks once for each name. */
export function readOnce(): Reads {
  const known = new Map<string, Promise<unknown>>()
  return (name, read) => {
    const asked = known.get(name) ?? read()
    known.set(name, asked)
    return asked as ReturnType<typeof read>
  }
}

/** Ids of things by the keys that files give them. */
export type Ids = Readonly<Record<string, number>>

export interface Found {
  value: unknown
  ids?: Ids
}

export interface Step {
  stage: Stage
  section: string
  operation: AnyOperation
  input: (known: Known) => Readonly<Record<string, unknown>>
  /** Environment variables whose values are sent. */
  needs?: readonly string[]
  /** The file that it sends; `file`: its path in the project. */
  upload?: LocalFile & { file: string }
  /** Whom it sends a letter. */
  letterTo?: string
  /** What it makes, and where the answer names its id. */
  makes?: { key: string; id: (answer: unknown) => number | undefined }
  /** Looked at directly before: whether the service has it so already. */
  isDone?: (context: Context, known: Known) => Promise<boolean>
}

/** A section's value on the service and as it is to be; `now` is undefined where it isn't shown, or there is no survey yet. */
export interface SectionChange {
  now: unknown
  next: unknown
  ids: Ids
}

export interface Section {
  /** The operations that read and write it, beside the survey's own read. */
  uses?: readonly AnyOperation[]
  /** From the survey's own read; `undefined`: the service doesn't show it. */
  see?: (view: View, environment: Environment) => unknown
  /** By requests of its own, which are made only where a file has the section. */
  read?: (reading: Reading) => Promise<Found>
  /** Nothing of it is sent where it can't be read: what is there would be made twice. */
  needsSight?: true
  /** What is wrong with a value of a file; paths begin inside of the section. */
  problems?: (value: unknown) => DocumentProblem[]
  /** A file's value as it is compared: names to ids. A text: what is wrong with it. */
  resolve?: (value: unknown, environment: Environment, base?: unknown) => { value: unknown } | { problem: string }
  /** The other way. */
  spell?: (value: unknown, environment: Environment) => unknown
  /** What of it a first pull writes. */
  first?: (value: unknown) => unknown
  /** Whether a first pull leaves it out of the file. */
  isUsual?: (value: unknown) => boolean
  /** What of a change only a person can bring about, and nobody has yet: it is left as it is, and told. */
  waits?: (change: Pick<SectionChange, 'now' | 'next'>) => { path: Path; why: string }[]
  /** The base to compare with, where that of before doesn't do any more. */
  begun?: (base: unknown, now: unknown) => unknown
  /** What of a change can't be sent, in words. */
  refuses?: (change: SectionChange) => string[]
  /** What of a change can't be had back. */
  losses?: (context: Context, id: number, change: SectionChange) => Promise<string[]>
  /** Without it nothing can write the section: a difference is told, and left. */
  steps?: (change: SectionChange) => Omit<Step, 'section'>[]
}

const wrong = (message: string): DocumentProblem[] => [{ path: [], message }]

export const isText =
  (most: number, least = 0) =>
  (value: unknown): DocumentProblem[] =>
    typeof value === 'string' && [...value].length >= least && [...value].length <= most
      ? []
      : wrong(least > 0 ? `must be a text of ${least} to ${most} characters` : `must be a text of up to ${most} characters`)

export const isFlag = (value: unknown): DocumentProblem[] => (typeof value === 'boolean' ? [] : wrong('must be true or false'))

export const isMap = (value: unknown): DocumentProblem[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? [] : wrong('must be an object')
