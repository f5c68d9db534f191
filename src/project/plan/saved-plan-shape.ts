/** What a saved plan must look like. A person may have edited it: each problem is told with its place in the file. */
import { createQuiz } from '../../contract/surveys/quiz.ts'
import { uploadMedia, uploadOptionImage } from '../../contract/surveys/media.ts'
import { isWrite } from '../../contract/core/operation.ts'
import * as z from '../../contract/core/schema.ts'
import { isKey } from '../../model/document/ids.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { counted } from '../../text/counted.ts'
import { sectionEntries } from '../sections/index.ts'

const must = (what: string): string => `must be ${what}`
const text = z.string(must('text'))
const map = must('an object')
const list = must('a list')

const key = text.check(z.refine((value) => isKey(String(value)), must('the key of a survey')))
const digest = z.string(must('a digest')).check(z.regex(/^[\da-f]{64}$/, must('a digest: 64 characters of 0 to 9 and a to f')))

/** What an apply may send. */
const isAction = (id: unknown): boolean =>
  [createQuiz, uploadMedia, uploadOptionImage].some((operation) => operation.id === id) ||
  sectionEntries().some(([, { uses = [] }]) => uses.some((operation) => isWrite(operation) && operation.id === id))

const request = z.looseObject({ operation: text.check(z.refine(isAction, must('an action of "project apply", such as quiz.save'))) }, map)

const survey = z.looseObject({ key, changes: z.array(z.unknown(), list), requests: z.array(request, list) }, map)

const digests = z.object({ files: digest, state: z.nullable(digest), theirs: z.nullable(digest) }, map)

const savedPlan = z.looseObject(
  {
    format: z.literal(1, must('1: another version of surveyctl wrote this plan')),
    environment: text,
    base_url: text,
    workspace_id: z.number(must('a number')),
    surveys: z.array(survey, list),
    saved: z.object(
      {
        environment: text,
        keys: z.array(key, list),
        exact: z.boolean(must('true or false')),
        resend: z.optional(text),
        digests: z.record(text, digests, map),
      },
      map,
    ),
  },
  map,
)

export type PlanFile = z.infer<typeof savedPlan>

const mostTold = 10

/** The plan, or all that is wrong with it. */
export function readShape(data: unknown): { plan: PlanFile } | { problems: DocumentProblem[] } {
  const { data: plan, error } = savedPlan.safeParse(data)
  const found = (error?.issues ?? []).map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    message: isThere(data, path) ? message : `is missing: it ${message}`,
  }))
  const problems = plan ? disagreements(plan) : found
  if (plan && problems.length === 0) return { plan }
  const more = problems.length - mostTold
  return more <= 1
    ? { problems }
    : { problems: [...problems.slice(0, mostTold), { path: [], message: `has ${counted(more, 'more problem')}` }] }
}

/** What each survey was planned on must be known, of those that are applied and of no others. */
function disagreements({ environment, surveys, saved }: PlanFile): DocumentProblem[] {
  const keys = new Set(saved.keys)
  const others = (names: readonly string[], path: DocumentProblem['path']): DocumentProblem[] => [
    ...names.flatMap((name) => (keys.has(name) ? [] : [{ path, message: `names ${name}, which is missing in saved.keys` }])),
    ...[...keys].flatMap((name) => (names.includes(name) ? [] : [{ path, message: `must hold ${name}, which saved.keys names` }])),
  ]
  return [
    ...(environment === saved.environment ? [] : [{ path: ['saved', 'environment'], message: must(`${environment}, as "environment"`) }]),
    ...others(
      surveys.map((one) => one.key),
      ['surveys'],
    ),
    ...others(Object.keys(saved.digests), ['saved', 'digests']),
  ]
}

function isThere(data: unknown, path: readonly PropertyKey[]): boolean {
  let value = data
  for (const part of path) value = Array.isArray(value) || isObject(value) ? Reflect.get(value, part) : undefined
  return value !== undefined
}
