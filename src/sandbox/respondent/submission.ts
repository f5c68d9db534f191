/** A submitted form: its values, what is wrong with them, and which screens they lead to. */
import { walk, type Walk } from '../../model/walk.ts'
import { questionOf, type AnswerValue, type AnswerValues, type FileValue, type Question } from '../../model/survey.ts'
import { fileLimitsOf, fileRefusal, isAnswerable, isBlank, isRequired, problemOf } from '../../model/question/index.ts'
import { readsOf } from './fields/index.ts'
import { decode } from './decode.ts'
import type { UploadLimits, ReceivedForm, ReceivedFile } from '../pages/form.ts'
import type { Survey } from './store.ts'
import type { Visit } from './visit.ts'
import { problemText } from './wording.ts'

export interface FormProgress {
  /** As entered, to be shown again. */
  given: AnswerValues
  /** The valid ones, to be stored. */
  values: AnswerValues
  /** By question, only for screens that the logic reaches. */
  problems: Record<string, string>
  way: Walk
}

/** `lenient` says which questions may stay unanswered because their time ran out. */
export async function progressOf(
  visit: Visit,
  form: ReceivedForm,
  lenient: (id: string, question: Question) => boolean,
): Promise<FormProgress> {
  const given: AnswerValues = {}
  const refused: Record<string, string> = {}
  for (const [id, question] of openQuestions(visit)) {
    const value = decode(readsOf(question), id, form.entries)
    given[id] = value
    if (!fileLimitsOf(question)) continue
    const files = storedFiles(visit, Array.isArray(value) ? value : [])
    for (const { file } of form.files.filter(({ field }) => field === id)) {
      const outcome = await storeUpload(visit, id, file)
      if ('problem' in outcome) refused[id] = outcome.problem
      else files.push(outcome.file)
    }
    given[id] = files
  }
  const progress = evaluate(visit, given, lenient)
  return { ...progress, problems: { ...progress.problems, ...refused } }
}

/** The same for values that are already decoded. */
export function evaluate(visit: Visit, given: AnswerValues, lenient: (id: string, question: Question) => boolean): FormProgress {
  const {
    say,
    survey: { version },
    ids,
    rules,
  } = visit
  const questions = openQuestions(visit)
  const values = Object.fromEntries(
    questions.flatMap(([id, question]): [string, AnswerValue][] => {
      const value = given[id]
      return value === undefined || isBlank(value) || problemOf(question, value, false) ? [] : [[id, value]]
    }),
  )
  const way = walk(ids, rules, values)
  const problems: Record<string, string> = {}
  for (const [id, question] of questions) {
    if (!way.path.includes(id)) continue
    const required = isRequired(question, version.settings.question_required_mode) && !lenient(id, question)
    const problem = problemOf(question, given[id], required)
    if (problem) problems[id] = problemText(say, problem)
  }
  return { given, values, problems, way }
}

/** The values of screens that the logic reaches: only they count in the end. */
export const reachedValues = ({ values, way }: FormProgress): AnswerValues =>
  Object.fromEntries(way.path.flatMap((id): [string, AnswerValue][] => (values[id] === undefined ? [] : [[id, values[id]]])))

/** Questions that can be answered. */
const openQuestions = ({ ids, survey: { version } }: Visit): [string, Question][] =>
  ids.flatMap((id): [string, Question][] => {
    const question = questionOf(version, id)
    return question && isAnswerable(question) && !question.isBlocked ? [[id, question]] : []
  })

/** A preview stores no files: the id contains the name. */
const previewFile = (name: string): FileValue => ({ id: `preview:${name}`, url: '', name, ext: '', size: 0 })

function storedFiles({ preview, store, survey }: Visit, fileIds: readonly string[]): FileValue[] {
  if (preview) return fileIds.map((each) => previewFile(each.replace(/^preview:/, '')))
  return [...new Set(fileIds)].map((each) => store.file(survey.id, each)).filter((file) => file !== undefined)
}

export async function storeUpload(
  { say, preview, store, survey }: Visit,
  questionId: string,
  file: ReceivedFile,
): Promise<{ file: FileValue } | { problem: string }> {
  const question = questionOf(survey.version, questionId)
  const limits = question && !question.isBlocked ? fileLimitsOf(question) : undefined
  if (!limits) return { problem: say('invalid_answer') }
  const refusal = fileRefusal(limits, { name: file.name, size: file.bytes.length })
  if (refusal) return { problem: problemText(say, refusal) }
  const stored = preview ? previewFile(file.name) : await store.storeFile(survey.id, file)
  return stored ? { file: stored } : { problem: say('file_not_kept') }
}

/** The size of the largest file that any question accepts, and the number that all questions accept together. */
export function uploadLimits({ version }: Survey): UploadLimits {
  const limits = version.widgets.ids.map((id) => questionOf(version, id)).flatMap((question) => (question && fileLimitsOf(question)) ?? [])
  return { bytes: Math.max(0, ...limits.map(({ bytes }) => bytes)), count: limits.reduce((total, { count }) => total + count, 0) }
}
