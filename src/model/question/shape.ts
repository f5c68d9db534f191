/** What is assumed of a question where its fields are absent or make no sense: the one place that decides. */
import type { QuestionType } from '../../contract/core/records.ts'
import type { DatetimeQuestion, FileQuestion, InputQuestion, Language, Option, Question, Settings } from '../survey.ts'

/** Screens that only show something. */
const silent: readonly QuestionType[] = ['welcome', 'message', 'html', 'submit']
export const isAnswerable = (question: Question): boolean => !silent.includes(question.type)

/** Whether it must be answered, by the survey's `question_required_mode`. */
export function isRequired(question: Question, mode: Settings['question_required_mode']): boolean {
  if (!isAnswerable(question) || question.isBlocked || mode === 'all_optional') return false
  return mode === 'all_required' || question.isRequired === true
}

export interface Choice {
  id: string
  title: string
  score: number
  link?: string
}

/** Options with ids and titles; one without an id goes by its place, from 1. */
export const choices = (options: unknown): Choice[] =>
  !Array.isArray(options)
    ? []
    : (options as (Option | null)[]).map((option, index) => ({
        id: String(option?.id ?? index + 1),
        title: String(option?.title ?? option?.id ?? index + 1),
        score: finite(option?.score, 0),
        ...(option?.link && { link: option.link }),
      }))

const yesNo = { ru: ['Да', 'Нет'], en: ['Yes', 'No'] } as const

/** What can be chosen; none for questions that aren't answered by choosing. */
export function choicesOf(question: Question, lang: Language = 'en'): Choice[] {
  switch (question.type) {
    case 'yesno': {
      const [yes, no] = yesNo[lang]
      return [
        { id: 'yes', title: question.yesnoYesLabel || yes, score: finite(question.yesnoYesScore, 0) },
        { id: 'no', title: question.yesnoNoLabel || no, score: finite(question.yesnoNoScore, 0) },
      ]
    }
    case 'choice':
      return choices(question.choiceImageEntities?.length ? question.choiceImageEntities : question.choiceEntities)
    case 'dropdown':
      return choices(question.dropdownEntities)
    case 'ranking':
      return choices(question.rankingEntities)
    default:
      return []
  }
}

export interface Span {
  min: number
  max: number
  step: number
}

/** Bounds of a question that is answered with a number. */
export function spanOf(question: Question): Span {
  switch (question.type) {
    case 'slider':
      return ordered(finite(question.sliderMin, 0), finite(question.sliderMax, 100), Math.abs(finite(question.sliderStep, 1)) || 1)
    case 'rating':
      return { min: 1, max: Math.min(Math.max(Math.trunc(finite(question.ratingCount, 5)), 1), 20), step: 1 }
    // A scale is drawn value by value, hence a bounded number of them.
    case 'scale': {
      const { min, max } = ordered(Math.trunc(finite(question.scaleFrom, 0)), Math.trunc(finite(question.scaleTo, 10)), 1)
      return { min, max: Math.min(max, min + 100), step: 1 }
    }
    default:
      return { min: 0, max: 0, step: 1 }
  }
}

/** How many options of a choice may be taken. Only a multiple one has bounds of its own. */
export function countsOf(question: Question): { min: number; max: number } {
  if (question.type !== 'choice' || !question.choiceMultiple) return { min: 1, max: 1 }
  const available = choicesOf(question).length
  const max = Math.min(Math.max(Math.trunc(finite(question.choiceMax, available)), 1), available)
  return { min: Math.min(Math.max(Math.trunc(finite(question.choiceMin, 1)), 1), max), max }
}

export const maxLengthOf = (question: InputQuestion): number =>
  Math.max(Math.trunc(finite(question.inputMaxLength, question.inputMultiline ? 5000 : 500)), 1)

export const datetimeKindOf = ({ datetimeKind }: DatetimeQuestion): 'date' | 'time' | 'datetime' =>
  datetimeKind === 'time' || datetimeKind === 'datetime' ? datetimeKind : 'date'

export const fileLimitsOf = (question: FileQuestion): { count: number; bytes: number; extensions: string[] } => ({
  count: Math.min(Math.max(Math.trunc(finite(question.fileMaxCount, 1)), 1), 20),
  bytes: Math.max(finite(question.fileMaxBytes, 10 * 2 ** 20), 1),
  extensions: (Array.isArray(question.fileExtensions) ? question.fileExtensions : []).map((ext) =>
    String(ext).toLowerCase().replace(/^\./, ''),
  ),
})

/** `10 MB`, `500 KB`, `1000 bytes`: rounded down, so that what is said to fit does. */
export function bytesText(bytes: number): string {
  const floor = (unit: number): number => Math.floor((bytes / unit) * 10) / 10
  return bytes >= 2 ** 20 ? `${floor(2 ** 20)} MB` : bytes >= 2 ** 10 ? `${floor(2 ** 10)} KB` : `${bytes} bytes`
}

/** Fields may hold anything: numbers in quotes count, the rest is absent. */
export function finite(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

const ordered = (a: number, b: number, step: number): Span => ({ min: Math.min(a, b), max: Math.max(a, b), step })
