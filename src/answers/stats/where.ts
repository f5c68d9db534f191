/** `--where KEY=CODE`: which answers are counted. */
import { usuallyCached, type Value } from '../decode/decoder.ts'
import { numberOf } from '../decode/plain.ts'
import { optionNamed } from '../dictionary/options.ts'
import type { KnownOption, KnownQuestion } from '../dictionary/shape.ts'
import { CurrentDecoder } from './pending.ts'

/** A question (or a row of a matrix), and the answer that is wanted. */
export interface Condition {
  question: KnownQuestion
  row?: KnownOption
  wanted: number | string
}

export class ConditionTest extends CurrentDecoder {
  readonly #condition: Condition

  constructor(condition: Condition) {
    super(condition.question, usuallyCached)
    this.#condition = condition
  }

  holds(said: unknown): boolean {
    const value = this.decoder.decode(said)
    return value !== undefined && holds(value, this.#condition)
  }
}

function holds(value: Value, { row, wanted }: Condition): boolean {
  switch (value.is) {
    case 'codes':
      return typeof wanted === 'number' && value.codes.includes(wanted)
    case 'cells':
      return value.cells.some(([code, columns]) => code === row?.code && typeof wanted === 'number' && columns.includes(wanted))
    case 'number':
      return value.number === wanted
    case 'text':
      return value.text === wanted
    case 'files':
      return value.files.some(({ name }) => name === wanted)
    default:
      return value satisfies never
  }
}

/** What `KEY=NAME` asks for; `undefined` where the question has no such option, or NAME is no number. */
export function wantedOf({ kind, options }: KnownQuestion, name: string): number | string | undefined {
  switch (kind) {
    case 'single':
    case 'multiple':
    case 'ranking':
    case 'matrix':
    case 'matrix-multiple':
      return optionNamed(options, name)?.code
    case 'number':
      return numberOf(name)
    case 'text':
    case 'date':
    case 'time':
    case 'datetime':
    case 'file':
      return name
    default:
      return kind satisfies never
  }
}
