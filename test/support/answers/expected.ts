/**
 * What a table of typed answers must hold, made from what respondents chose, by rules that are written out here: nothing of
 * the decoder is used. A moment is text: 2026-01-31, 09:30, 2026-01-31T09:30 (of no zone) or 2026-01-31T09:30:00.000Z.
 */
import type { AnswerValue, FileValue, Question } from '../../../src/model/survey.ts'

export type Cell = string | number | boolean | null
export type Type = 'integer' | 'code' | 'number' | 'boolean' | 'text' | 'date' | 'time' | 'local' | 'moment'

export interface Column {
  name: string
  label: string
  type: Type
  measure: 'nominal' | 'ordinal' | 'scale'
  /** What a code stands for. */
  codes?: readonly (readonly [code: number, label: string])[]
}

/** One line of a long table: row, code, label, number, text, position. */
export type Entry = readonly [string | null, number | null, string | null, number | null, string | null, number | null]

/** A question, the columns that it takes, and what stands in them. */
export interface Asked {
  key: string
  question: Question
  columns: readonly Column[]
  cells: (value: AnswerValue) => Cell[]
  json: (value: AnswerValue) => unknown
  entries: (value: AnswerValue) => Entry[]
}

export interface Option {
  id: string
  title: string
  /** How it is coded. */
  code: number
}

export const listed = (options: readonly Option[]) => options.map(({ id, title }) => ({ id, title }))
const codesOf = (options: readonly Option[]): [number, string][] => options.map(({ code, title }) => [code, title])
const find = (options: readonly Option[], id: unknown): Option => options.find((option) => option.id === id)!
const lineOf = (option: Option): Entry => [null, option.code, option.title, null, null, null]

export function single(key: string, question: Question, options: readonly Option[]): Asked {
  const chosen = (value: AnswerValue): Option => find(options, [value].flat()[0])
  return {
    key,
    question,
    columns: [{ name: key, label: question.title!, type: 'code', measure: 'nominal', codes: codesOf(options) }],
    cells: (value) => [chosen(value).code],
    json: (value) => chosen(value).title,
    entries: (value) => [lineOf(chosen(value))],
  }
}

export function multiple(key: string, title: string, options: readonly Option[]): Asked {
  const chosen = (value: AnswerValue): Option[] => options.filter(({ id }) => (value as string[]).includes(id))
  return {
    key,
    question: { type: 'choice', title, choiceMultiple: true, choiceEntities: listed(options) },
    columns: options.map((one) => ({
      name: `${key}_${one.code}`,
      label: `${title} - ${one.title}`,
      type: 'boolean',
      measure: 'nominal',
    })),
    cells: (value) => options.map((one) => chosen(value).includes(one)),
    json: (value) => chosen(value).map((one) => one.title),
    entries: (value) => chosen(value).map(lineOf),
  }
}

export function ranking(key: string, title: string, options: readonly Option[]): Asked {
  const chosen = (value: AnswerValue): Option[] => (value as string[]).map((id) => find(options, id))
  return {
    key,
    question: { type: 'ranking', title, rankingEntities: listed(options) },
    columns: options.map((one) => ({
      name: `${key}_${one.code}`,
      label: `${title} - ${one.title}`,
      type: 'integer',
      measure: 'ordinal',
    })),
    cells: (value) => options.map((one) => chosen(value).indexOf(one) + 1 || null),
    json: (value) => chosen(value).map((one) => one.title),
    entries: (value) => chosen(value).map((one, index) => [null, one.code, one.title, null, null, index + 1]),
  }
}

export function matrix(key: string, title: string, rows: readonly Option[], columns: readonly Option[], several: boolean): Asked {
  const inRow = (value: AnswerValue, row: Option): Option[] =>
    columns.filter(({ id }) => (value as Record<string, string[]>)[row.id]?.includes(id))
  const answered = (value: AnswerValue): Option[] => rows.filter((row) => inRow(value, row).length > 0)
  const label = (...parts: string[]): string => [title, ...parts].join(' - ')
  return {
    key,
    question: { type: 'matrix', title, matrixMultiple: several, matrixRows: listed(rows), matrixColumns: listed(columns) },
    columns: rows.flatMap((row): Column[] =>
      several
        ? columns.map((one) => ({
            name: `${key}_${row.code}_${one.code}`,
            label: label(row.title, one.title),
            type: 'boolean',
            measure: 'nominal',
          }))
        : [{ name: `${key}_${row.code}`, label: label(row.title), type: 'code', measure: 'nominal', codes: codesOf(columns) }],
    ),
    cells: (value) =>
      rows.flatMap((row): Cell[] => {
        const chosen = inRow(value, row)
        if (!several) return [chosen[0]?.code ?? null]
        return columns.map((one) => (chosen.length === 0 ? null : chosen.includes(one)))
      }),
    json: (value) =>
      Object.fromEntries(
        answered(value).map((row) => {
          const titles = inRow(value, row).map((one) => one.title)
          return [row.title, several ? titles : titles[0]]
        }),
      ),
    entries: (value) => rows.flatMap((row) => inRow(value, row).map((one): Entry => [row.title, one.code, one.title, null, null, null])),
  }
}

export const number = (key: string, question: Question): Asked => ({
  key,
  question,
  columns: [
    question.type === 'slider'
      ? { name: key, label: question.title!, type: 'number', measure: 'scale' }
      : { name: key, label: question.title!, type: 'integer', measure: 'ordinal' },
  ],
  cells: (value) => [value as number],
  json: (value) => value,
  entries: (value) => [[null, null, null, value as number, null, null]],
})

const ofText = (key: string, question: Question, type: Type, measure: Column['measure']): Asked => ({
  key,
  question,
  columns: [{ name: key, label: question.title!, type, measure }],
  cells: (value) => [value as string],
  json: (value) => value,
  entries: (value) => [[null, null, null, null, value as string, null]],
})

export const text = (key: string, question: Question): Asked => ofText(key, question, 'text', 'nominal')

export const moment = (key: string, title: string, kind: 'date' | 'time' | 'datetime'): Asked =>
  ofText(key, { type: 'datetime', title, datetimeKind: kind }, kind === 'datetime' ? 'local' : kind, 'scale')

export function files(key: string, title: string): Asked {
  const of = (value: AnswerValue): FileValue[] => value as FileValue[]
  return {
    key,
    question: { type: 'file', title },
    columns: [
      { name: key, label: title, type: 'text', measure: 'nominal' },
      { name: `${key}_urls`, label: `${title} - addresses`, type: 'text', measure: 'nominal' },
    ],
    cells: (value) => [
      of(value)
        .map(({ name }) => name)
        .join('; '),
      of(value)
        .map(({ url }) => url)
        .join('; '),
    ],
    json: (value) => of(value).map(({ name, url }) => ({ name, url })),
    entries: (value) => of(value).map(({ name, url }, index) => [null, null, url || null, null, name, index + 1]),
  }
}
