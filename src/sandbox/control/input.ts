/** Input of the control address, and checks that several actions need. */
import type { ControlHook } from '../engine/handler.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Service } from '../store/service.ts'
import { ControlError } from './error.ts'

/** Any JSON object: each action checks the fields that it uses. */
export type ActionInput = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

export function optionalText(value: unknown, name: string): string | undefined {
  if (!isGiven(value)) return undefined
  if (typeof value !== 'string') throw new ControlError(`${name} must be text`)
  return value
}

export const optionalNumber = (value: unknown, name: string): number | undefined =>
  isGiven(value) ? wholeNumber(value, name, 0) : undefined

export const percent = (value: unknown, name: string): number => {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) throw new ControlError(`${name} must be 0 to 100 percent`)
  return value
}

export const wholeNumber = (value: unknown, name: string, min: number): number => {
  if (!Number.isSafeInteger(value) || Number(value) < min) throw new ControlError(`${name} must be a whole number of at least ${min}`)
  return Number(value)
}

/** A hook for what each survey has of its own. */
export const ofSurvey =
  (what: string, act: (service: Service, quiz: QuizRecord) => object): ControlHook =>
  (service, { quiz }) => {
    if (!quiz) throw new ControlError(`${what} belongs to a survey: name the survey`)
    return { quiz_id: quiz.id, ...act(service, quiz) }
  }
