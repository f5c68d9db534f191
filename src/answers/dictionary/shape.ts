/** What is known of a survey's questions: kept forever, so that old answers keep their meaning. */

/** How the answers to a question are typed. */
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

/** One of the things to choose from, or a row of a matrix. */
export interface KnownOption {
  id: string
  /** The number that stands for it in data; never given to another one. */
  code: number
  /** The present title, and those that it had. */
  title: string
  was: string[]
  /** The survey no longer has it. */
  gone: boolean
  /** Words of an answer that fitted no option. */
  unlisted?: true
  /** Points; they make an order of what is chosen. */
  score?: number
}

export interface KnownQuestion {
  /** Number in the store: another one when the question changed its kind. */
  n: number
  id: string
  /** Name for analysis. */
  key: string
  type: string
  kind: Kind
  title: string
  /** Options, or columns of a matrix. */
  options: KnownOption[]
  /** Of a matrix. */
  rows: KnownOption[]
  /** What may be given where a number is asked for, as the draft has it. */
  span?: { min: number; max: number; step: number }
  order: number
  /** Number of the sync that saw it first, and of the first one that no longer did. */
  since: number
  until: number | null
}

export interface Dictionary {
  format: 1
  quiz: number
  name: string
  /** Grows when what was written before must be written again: a renamed option, another key. */
  revision: number
  questions: KnownQuestion[]
}

export const emptyDictionary = (quiz: number): Dictionary => ({ format: 1, quiz, name: '', revision: 1, questions: [] })

export const hasOptions = (kind: Kind): boolean => ['single', 'multiple', 'ranking', 'matrix', 'matrix-multiple'].includes(kind)

/** `[[number of the question, what the service said], ...]` */
export type Given = readonly (readonly [n: number, answer: unknown])[]
