/** Counts the decoded answers to one question, in a way for each kind of question. */
import type { Value } from '../decode/decoder.ts'
import { labelOf } from '../dictionary/options.ts'
import type { KnownQuestion } from '../dictionary/shape.ts'
import { numberFacts } from './numbers.ts'
import { Codes, Ranks } from './options.ts'
import { percentOf, type AnswerFacts } from './result.ts'
import { Texts, type TextBudget } from './texts.ts'

export interface QuestionTally {
  add: (value: Value, times: number) => void
  facts: (top: number) => AnswerFacts
}

export function tallyOf(question: KnownQuestion, budget: TextBudget): QuestionTally {
  const { kind } = question
  switch (kind) {
    case 'single':
    case 'multiple':
      return chosen(question)
    case 'ranking':
      return ranked(question)
    case 'matrix':
    case 'matrix-multiple':
      return cells(question)
    case 'number':
      return numbers(question)
    case 'text':
      return texts(budget)
    case 'date':
    case 'time':
    case 'datetime':
      return moments()
    case 'file':
      return files()
    default:
      return kind satisfies never
  }
}

function chosen({ kind, options }: KnownQuestion): QuestionTally {
  const codes = new Codes()
  return {
    add: (value, times) => value.is === 'codes' && codes.add(value.codes, times),
    facts: () => {
      const shown = codes.options(options)
      const all = shown.reduce((sum, { count }) => sum + count, 0)
      return { answered: codes.answered, ...(kind === 'multiple' && { sum_percent: percentOf(all, codes.answered) }), options: shown }
    },
  }
}

function ranked({ options }: KnownQuestion): QuestionTally {
  const ranks = new Ranks()
  return {
    add: (value, times) => value.is === 'codes' && ranks.add(value.codes, times),
    facts: () => ({ answered: ranks.answered, options: ranks.options(options) }),
  }
}

function cells({ rows, options }: KnownQuestion): QuestionTally {
  const counted = new Map<number, Codes>()
  let answered = 0
  return {
    add: (value, times) => {
      if (value.is !== 'cells' || value.cells.length === 0) return
      answered += times
      for (const [row, columns] of value.cells) {
        const codes = counted.get(row) ?? new Codes()
        counted.set(row, codes)
        codes.add(columns, times)
      }
    },
    facts: () => ({
      answered,
      rows: rows
        .filter(({ code, gone }) => !gone || counted.has(code))
        .map((row) => {
          const codes = counted.get(row.code) ?? new Codes()
          const shown = codes.options(options)
          return { code: row.code, label: labelOf(row), answered: codes.answered, options: shown, ...(row.gone && { removed: true }) }
        }),
    }),
  }
}

function numbers(question: KnownQuestion): QuestionTally {
  const counts = new Map<number, number>()
  return {
    add: (value, times) => value.is === 'number' && counts.set(value.number, (counts.get(value.number) ?? 0) + times),
    facts: () => numberFacts(question, counts),
  }
}

function texts(budget: TextBudget): QuestionTally {
  const counted = new Texts(budget)
  return {
    add: (value, times) => value.is === 'text' && counted.add(value.text, times),
    facts: (top) => counted.facts(top),
  }
}

/** Dates and times, whose texts sort in order of time. */
function moments(): QuestionTally {
  let answered = 0
  let range: { first: string; last: string } | null = null
  return {
    add: (value, times) => {
      if (value.is !== 'text') return
      const { text } = value
      answered += times
      const { first, last } = range ?? { first: text, last: text }
      range = { first: first < text ? first : text, last: last > text ? last : text }
    },
    facts: () => ({ answered, range }),
  }
}

function files(): QuestionTally {
  let answered = 0
  let count = 0
  return {
    add: (value, times) => {
      if (value.is !== 'files') return
      answered += times
      count += value.files.length * times
    },
    facts: () => ({ answered, files: count }),
  }
}
