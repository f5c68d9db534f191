/** Decoded values as JSON and as rows of a long table. */
import type { Value } from '../decode/decoder.ts'
import { labelOf } from './options.ts'
import type { KnownOption, KnownQuestion } from './shape.ts'

/** One line of a long table. */
interface LongRow {
  row: string | null
  code: number | null
  label: string | null
  number: number | null
  text: string | null
  position: number | null
}

const none: LongRow = { row: null, code: null, label: null, number: null, text: null, position: null }

const labelsOf = (options: readonly KnownOption[]): Map<number, string> => new Map(options.map((option) => [option.code, labelOf(option)]))

export class ValueFormatter {
  readonly #question: KnownQuestion
  readonly #labels: ReadonlyMap<number, string>
  readonly #rowLabels: ReadonlyMap<number, string>
  readonly #rowNames: ReadonlyMap<number, string>

  constructor(question: KnownQuestion) {
    this.#question = question
    this.#labels = labelsOf(question.options)
    this.#rowLabels = labelsOf(question.rows)
    this.#rowNames = namesOf(question.rows)
  }

  #label = (code: number): string => this.#labels.get(code) ?? String(code)

  json(value: Value, values: 'labels' | 'codes'): unknown {
    const { kind } = this.#question
    const shown = (code: number): string | number => (values === 'codes' ? code : this.#label(code))
    const first = ([code]: readonly number[]): string | number | null => (code === undefined ? null : shown(code))
    switch (value.is) {
      case 'codes':
        return kind === 'single' ? first(value.codes) : value.codes.map(shown)
      case 'cells':
        return Object.fromEntries(
          value.cells.map(([row, codes]) => [
            values === 'codes' ? row : (this.#rowNames.get(row) ?? String(row)),
            kind === 'matrix' ? first(codes) : codes.map(shown),
          ]),
        )
      case 'number':
        return value.number
      case 'text':
        return value.text
      case 'files':
        return value.files
      default:
        return value satisfies never
    }
  }

  longRows(value: Value): LongRow[] {
    switch (value.is) {
      case 'codes':
        return value.codes.map((code, index) => ({
          ...none,
          code,
          label: this.#label(code),
          ...(this.#question.kind === 'ranking' && { position: index + 1 }),
        }))
      case 'cells':
        return value.cells.flatMap(([row, codes]) =>
          codes.map((code) => ({ ...none, row: this.#rowLabels.get(row) ?? String(row), code, label: this.#label(code) })),
        )
      case 'number':
        return [{ ...none, number: value.number }]
      case 'text':
        return [{ ...none, text: value.text }]
      case 'files':
        return value.files.map(({ name, url }, index) => ({ ...none, text: name, label: url || null, position: index + 1 }))
      default:
        return value satisfies never
    }
  }
}

/** Rows as names of an object's members: of rows with one title, the later ones have their codes behind it. */
function namesOf(rows: readonly KnownOption[]): Map<number, string> {
  const names = new Map<number, string>()
  const taken = new Set<string>()
  for (const row of rows) {
    let name = labelOf(row)
    while (taken.has(name)) name = `${name} (${row.code})`
    taken.add(name)
    names.set(row.code, name)
  }
  return names
}
