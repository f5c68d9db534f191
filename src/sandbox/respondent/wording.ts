/** Texts of the page: the survey's own, or else the standard ones, with `{facts}` filled in. */
import type { AnswerProblem } from '../../model/question/index.ts'
import { textOf, type TextCode } from './standard-texts.ts'
import type { Content } from '../../model/survey.ts'

export type Wording = (code: TextCode, facts?: Readonly<Record<string, string | number>>) => string

export const wordingOf =
  (version: Content): Wording =>
  (code, facts = {}) =>
    textOf(version, code).replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(facts, name) ? String(facts[name]) : whole))

export const problemText = (say: Wording, { code, facts }: AnswerProblem): string => say(code, facts)
