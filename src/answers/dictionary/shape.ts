/** What is known of a survey's questions. Nothing is ever removed, so that old answers keep their meaning. */

/** The type of a question's answers. */
export type Kind =
  | 'single'
  | 'multiple'
  | 'ranking'
  | 'matrix'
  | 'matrix-multiple'
  | 'number'
  | 'text'
  | 'date'
  | 'time'
  | 'datetime'
  | 'file'

/** An option of a question, or a row or column of a matrix. */
export interface KnownOption {
  id: string
  /** The number that stands for it in data; never given to another option. */
  code: number
  title: string
  /** Former titles. */
  was: string[]
  /** The survey no longer has it. */
  gone: boolean
  /** Not an option of the survey: a text of an answer that matched none. */
  unlisted?: true
  /** From when on it was offered; absent where it was from the first sync on. */
  since?: string
  /** Points that the option gives; by them options can be ordered. */
  score?: number
}

export interface KnownQuestion {
  /** Number in the store. A question that changed its kind gets a new one. */
  n: number
  id: string
  /** Name of its variables. */
  key: string
  type: string
  kind: Kind
  title: string
  /** Options, or columns of a matrix. */
  options: KnownOption[]
  /** Rows of a matrix. */
  rows: KnownOption[]
  /** What it is, where digests stand for its answers. */
  digestOf?: Kind
  /** A value between two whole numbers was given. */
  fraction?: true
  /** Bounds of a number, as in the draft. */
  span?: { min: number; max: number; step: number }
  order: number
  /** Number of the sync that saw it first. */
  since: number
  /** Number of the first sync that no longer saw it; null while the survey has it. */
  until: number | null
}

/** `hashed`: a digest stands for it. */
export type Keeping = 'plain' | 'hashed' | 'excluded'

export interface Dictionary {
  format: 1
  quiz: number
  name: string
  /** Grows when what was written before must be written again: a renamed option, another key. */
  revision: number
  questions: KnownQuestion[]
  /** What was decided about parts of answers, and when; see `keeping.ts`. */
  keeping?: Record<string, { how: Keeping; at: string }>
  /** Fingerprint of the key of digests. */
  digests?: string
}

export const emptyDictionary = (quiz: number): Dictionary => ({ format: 1, quiz, name: '', revision: 1, questions: [] })

/** The question of an answer in the store: the dictionary has all that were ever met. */
export function questionNumber({ questions }: Dictionary, n: number): KnownQuestion {
  const found = questions.find((question) => question.n === n)
  if (!found) throw new Error(`The dictionary has no question number ${n}`)
  return found
}

export const hasOptions = (kind: Kind): boolean => ['single', 'multiple', 'ranking', 'matrix', 'matrix-multiple'].includes(kind)

/** What an answer gives to each question, as the service said it: the `body` of a stored answer. */
export type GivenAnswers = readonly (readonly [n: number, answer: unknown])[]

/** The inverse of how `Ingest` writes a body; nothing else writes one. */
export const parseBody = (body: string): GivenAnswers => JSON.parse(body) as GivenAnswers

/** Address and browser, in the order of `networkNames`. Nothing but `Ingest` writes them. */
export const parseNetwork = (net: string | null | undefined): readonly (string | null)[] =>
  net ? (JSON.parse(net) as (string | null)[]) : []
