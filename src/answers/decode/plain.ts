/** Answers to questions without options: numbers, dates and times, files, texts. */
import { readNumber } from '../../text/exact.ts'

export interface FileName {
  name: string
  url: string
}

export function numberOf(answer: unknown): number | undefined {
  if (typeof answer === 'number') return Number.isFinite(answer) ? answer : undefined
  if (typeof answer !== 'string' || answer.trim() === '') return undefined
  const text = answer.trim().replace(',', '.')
  const number = Number(text)
  // A whole number that JavaScript can't represent exactly would become another one.
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return Number(readNumber(text)) === readNumber(text) ? number : undefined
  return Number.isNaN(number) ? undefined : number
}

const forms = {
  date: /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d.*)?$/,
  time: /^(?:\d{4}-\d\d-\d\d[T ])?(\d\d:\d\d)(?::\d\d)?/,
  datetime: /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d)/,
} as const

/** `2026-01-31`, `09:30`, `2026-01-31T09:30`; whatever the service appends (seconds, a zone) is cut off. */
export function momentOf(answer: unknown, kind: 'date' | 'time' | 'datetime'): string | undefined {
  const text = typeof answer === 'string' ? forms[kind].exec(answer.trim())?.[1]?.replace(' ', 'T') : undefined
  if (text === undefined) return undefined
  const whole = kind === 'time' ? `2000-01-01T${text}` : kind === 'date' ? `${text}T00:00` : text
  const time = Date.parse(`${whole}Z`)
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(whole) ? undefined : text
}

/** `a.pdf (https://…); b.pdf (https://…)`, or objects with name and url. */
export function filesOf(answer: unknown): FileName[] {
  if (typeof answer !== 'string') return [answer].flat().flatMap(fileOf)
  const files: FileName[] = []
  let end = 0
  for (const { 0: text, 1: url = '', index } of answer.matchAll(/ \((https?:\/\/[^\s]+?)\)(?=; |$)/g)) {
    files.push({ name: answer.slice(files.length === 0 ? 0 : end + 2, index), url })
    end = index + text.length
  }
  return end === answer.length ? files : [{ name: answer, url: '' }]
}

function fileOf(value: unknown): FileName[] {
  if (typeof value === 'string')
    return /^https?:\/\//.test(value) ? [{ name: value.slice(value.lastIndexOf('/') + 1), url: value }] : [{ name: value, url: '' }]
  if (typeof value !== 'object' || value === null) return []
  const { name, url }: { name?: unknown; url?: unknown } = value
  return [{ name: String(name ?? url ?? ''), url: typeof url === 'string' ? url : '' }]
}

export function textOf(answer: unknown): string {
  if (typeof answer === 'string') return answer
  return Array.isArray(answer) && answer.every((item) => typeof item !== 'object') ? answer.join('; ') : JSON.stringify(answer)
}

export const isBlankAnswer = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  answer === '' ||
  (typeof answer === 'object' && Object.values(answer).every((value) => isBlankAnswer(value)))
