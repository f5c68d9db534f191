/** What a posted form says: values, what is wrong with them, and the way that they lead. */
import { walk, type Walk } from '../../model/logic.ts'
import { questionOf, type AnswerValue, type AnswerValues, type FileValue, type Question, type QuestionOf } from '../../model/survey.ts'
import { fileLimitsOf, fileRefusal, isAnswerable, isBlank, isRequired, problemOf } from '../../model/question/index.ts'
import { decode } from './decode.ts'
import type { FileLimits, Form } from './form.ts'
import type { ReceivedFile, Survey } from './store.ts'
import type { Visit } from './visit.ts'
import { problemText } from './wording.ts'

export interface Progress {
  /** As given, to be shown again. */
  given: AnswerValues
  /** Those of them that may be kept. */
  values: AnswerValues
  /** Only of screens on the way. */
  problems: Record<string, string>
  way: Walk
}

/** `lenient`: a screen whose time ran out need not be answered; at the end none of the timed ones need. */
export async function progressOf(visit: Visit, form: Form, lenient: (id: string, question: Question) => boolean): Promise<Progress> {
  const given: AnswerValues = {}
  const refused: Record<string, string> = {}
  for (const [id, question] of asked(visit)) {
    const value = decode(question.type, id, form.entries)
    given[id] = question.type === 'file' ? await filesOf(visit, value as string[]) : value
    if (question.type !== 'file') continue
    for (const { file } of form.files.filter(({ field }) => field === id)) {
      const outcome = await keepUpload(visit, id, file)
      if ('problem' in outcome) refused[id] = outcome.problem
      else (given[id] as FileValue[]).push(outcome.file)
    }
  }
  const progress = judge(visit, given, lenient)
  return { ...progress, problems: { ...progress.problems, ...refused } }
}

/** The same for values that are there already. */
export function judge(visit: Visit, given: AnswerValues, lenient: (id: string, question: Question) => boolean): Progress {
  const {
    say,
    survey: { version },
    ids,
    rules,
  } = visit
  const questions = asked(visit)
  const values = Object.fromEntries(
    questions.filter(([id, question]) => !isBlank(given[id]) && !problemOf(question, given[id], false)).map(([id]) => [id, given[id]!]),
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

/** Only what was asked on the way counts in the end. */
export const onTheWay = ({ values, way }: Progress): AnswerValues =>
  Object.fromEntries(way.path.flatMap((id): [string, AnswerValue][] => (values[id] === undefined ? [] : [[id, values[id]]])))

const asked = ({ ids, survey: { version } }: Visit): [string, Question][] =>
  ids
    .map((id): [string, Question] => [id, questionOf(version, id)!])
    .filter(([, question]) => isAnswerable(question) && !question.isBlocked)

/** A preview keeps no files: the id stands for the name. */
const previewFile = (name: string): FileValue => ({ id: `preview:${name}`, url: '', name, ext: '', size: 0 })

async function filesOf({ preview, store, survey }: Visit, fileIds: readonly string[]): Promise<FileValue[]> {
  if (preview) return fileIds.map((each) => previewFile(each.replace(/^preview:/, '')))
  const files = await Promise.all([...new Set(fileIds)].map((each) => store.file(survey.id, each)))
  return files.filter((file) => file !== undefined)
}

export async function keepUpload(
  { say, preview, store, survey }: Visit,
  questionId: string,
  file: ReceivedFile,
): Promise<{ file: FileValue } | { problem: string }> {
  const question = questionOf(survey.version, questionId)
  if (question?.type !== 'file' || question.isBlocked) return { problem: say('invalid_answer') }
  const refusal = fileRefusal(question, { name: file.name, size: file.bytes.length })
  if (refusal) return { problem: problemText(say, refusal) }
  const kept = preview ? previewFile(file.name) : await store.keepFile(survey.id, file)
  return kept ? { file: kept } : { problem: say('file_not_kept') }
}

/** The largest file that any question takes, and how many all of them take. */
export function fileLimits({ version }: Survey): FileLimits {
  const limits = version.widgets.ids
    .map((id) => questionOf(version, id))
    .filter((question): question is QuestionOf<'file'> => question?.type === 'file')
    .map(fileLimitsOf)
  return { bytes: Math.max(0, ...limits.map(({ bytes }) => bytes)), count: limits.reduce((total, { count }) => total + count, 0) }
}
