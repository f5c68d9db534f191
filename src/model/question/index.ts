/** Questions of all types: what may be answered, and what an answer means. */
import { questionOf, type AnswerValues, type Content, type Language, type Question, type Settings } from '../survey.ts'
import type {
  AnswerKind,
  RespondentFacts,
  Choice,
  ValueColumn,
  FileLimits,
  ValueKind,
  Limits,
  Lists,
  Numeric,
  AnswerProblem,
  Range,
  Span,
  Tally,
  Written,
} from './definition.ts'
import { countsWithin } from './parts/options.ts'
import { definitionOf, definitionOfType } from './registry.ts'
import { isBlank } from './value.ts'

export { datetimeKindOf } from './datetime.ts'
export type { AnswerKind, Choice, Lists, AnswerProblem, ProblemCode, Span, Tally } from './definition.ts'
export { bytesText, fileRefusal } from './file.ts'
export { maxLengthOf } from './input.ts'
export { barsOf, rangeLabel } from './parts/numbers.ts'
export { isBlank } from './value.ts'

/** What an answer to it is made of. */
export const answerKindOf = (question: Question): AnswerKind => definitionOf(question).answers

/** Bounds of the number that answers it; nothing for other types. */
export const spanOf = (question: Question): Span | undefined => definitionOf(question).number?.span(question)

/** The same as the question has them, whether or not a number fits. */
export const rangeOf = (question: Question): Range | undefined => definitionOf(question).number?.range(question)

/** Least and most options of an answer as the question has them; nothing where it is always one, or none. */
export const limitsOf = (question: Question): Limits | undefined => definitionOf(question).chosen?.limits(question)

/** Whether its options stay the same ones, whatever they are called. */
export const hasFixedOptions = (question: Question): boolean => definitionOf(question).chosen?.fixed === true

/** How many options may be taken. */
export const countsOf = (question: Question): { min: number; max: number } => countsWithin(choicesOf(question).length, limitsOf(question))

/** What is drawn of a number on paper. */
export const scaleOf = (question: Question): ReturnType<Numeric['paper']> | undefined => definitionOf(question).number?.paper(question)

/** What only texts have. */
export const writtenOf = (question: Question): Written | undefined => definitionOf(question).written

/** Which files answer it; nothing for other types. */
export const fileLimitsOf = (question: Question): FileLimits | undefined => definitionOf(question).sent?.limits(question)

/** What a respondent meets. */
export const askedBy = (question: Question): RespondentFacts<Question> => definitionOf(question)

/** Whether it is answered with a grade: a number, but no quantity. */
export const isGrade = (type: string): boolean => definitionOfType(type).number?.isGrade === true

/** Whether an answer is a list of ids, also where it has one only. */
export const isAnsweredByList = (type: string): boolean => Array.isArray(definitionOfType(type).blank)

/** What an answer to a question of this type is made of. */
export const answerKindOfType = (type: string): AnswerKind => definitionOfType(type).answers

export const isAnswerable = (question: Question): boolean => answerKindOf(question) !== 'nothing'

/** Whether it must be answered, by the survey's `question_required_mode`. */
export function isRequired(question: Question, mode: Settings['question_required_mode']): boolean {
  if (!isAnswerable(question) || question.isBlocked || mode === 'all_optional') return false
  return mode === 'all_required' || question.isRequired === true
}

/** Options, or rows and columns; nothing for questions that aren't answered by choosing. */
export const listsOf = (question: Question, lang: Language = 'en'): Lists => definitionOf(question).lists(question, lang)

export const choicesOf = (question: Question): readonly Choice[] => listsOf(question).options ?? []

/** What each of an answer's values is. */
export const heldBy = (question: Question): ValueKind | undefined => definitionOf(question).holds(question)

/** The typed values that an answer consists of: one of the whole, or one of each row, option or both. */
export function columnsOf(question: Question): ValueColumn[] {
  const holds = heldBy(question)
  if (holds === undefined) return []
  const { options = [], rows, columns: codes = options } = listsOf(question)
  const ofRow = (row?: Choice): ValueColumn[] => {
    const column = { ...(row && { row }), holds }
    if (holds === 'code') return [{ ...column, codes }]
    return holds === 'flag' || holds === 'place' ? codes.map((option) => ({ ...column, option })) : [column]
  }
  return rows ? rows.flatMap(ofRow) : ofRow()
}

/** `undefined` when the value is valid. */
export function problemOf(question: Question, value: unknown, required: boolean): AnswerProblem | undefined {
  if (!isAnswerable(question)) return undefined
  if (isBlank(value)) return required ? { code: 'required' } : undefined
  return definitionOf(question).problem(question, value, required)
}

/** An answer as text (for exports, letters, deliveries); empty for a blank one. */
export const answerText = (question: Question, value: unknown, lang: Language = 'en'): string => answerTexts(question, lang)(value)

/** The same for many answers to one question, whose options are looked up once. */
export function answerTexts(question: Question, lang: Language): (value: unknown) => string {
  const definition = definitionOf(question)
  const lists = definition.lists(question, lang)
  return (value) => (isBlank(value) ? '' : definition.text(value, lists))
}

/** Points of an answer: of the options taken, and of a number where its question says that it counts. */
export const scoreOf = (question: Question, value: unknown): number => (isBlank(value) ? 0 : definitionOf(question).score(question, value))

/** Points of a whole answer; `null` where the survey doesn't count them. */
export function totalScore(content: Content, values: AnswerValues): number | null {
  if (!content.settings.scoring_switcher) return null
  return Object.entries(values).reduce((total, [id, value]) => {
    const question = questionOf(content, id)
    return question ? total + scoreOf(question, value) : total
  }, 0)
}

/** What a report shows of one question. `values` holds one entry for each answer that counts, `undefined` where it was skipped. */
export function tally(question: Question, values: Iterable<unknown>, lists: Lists = listsOf(question)): Tally {
  const all = [...values]
  const given = isAnswerable(question) ? all.filter((value) => !isBlank(value)) : []
  return {
    answered: given.length,
    skipped: isAnswerable(question) ? all.length - given.length : 0,
    bars: [],
    rows: [],
    average: null,
    texts: [],
    files: [],
    ...definitionOf(question).count(question, given, lists),
  }
}
