import type { AnswerProblem, ProblemCode } from './definition.ts'

const wordings: Readonly<Record<ProblemCode, string>> = {
  required: 'it must be answered',
  invalid_answer: 'it is not of the form in which such answers are stored',
  invalid_email: 'it is no e-mail address',
  invalid_phone: 'it is no phone number',
  invalid_number: 'it must be a number from {min} to {max}, on a step of its scale',
  invalid_date: 'it must be written as 2026-01-31, 09:30 or 2026-01-31T09:30, as the question asks',
  too_early: 'it must not be before {min}',
  too_late: 'it must not be after {max}',
  too_few: 'at least {n} options must be chosen',
  too_many: 'at most {n} options can be chosen',
  too_long: 'it can have {n} characters',
  rank_all: 'each option must have its place',
  answer_each_row: 'each row must be answered',
  too_many_files: 'it can have {n} files',
  file_too_large: 'a file can have {size}',
  file_type_not_allowed: 'the file must be of {types}',
}

/** What is wrong with an answer, for who writes a survey. */
export const problemText = ({ code, facts = {} }: AnswerProblem): string =>
  wordings[code].replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? name))
