/** What one answer chose, by the names that its options have now. */
import type { AnswerRow } from '../contract/answers/answer.ts'
import type { Service } from '../service.ts'
import { Decoder, type Value } from './decode/decoder.ts'
import type { FormerLabels } from './dictionary/keys.ts'
import { kindOf } from './dictionary/kind.ts'
import { labelOf, titleOf } from './dictionary/options.ts'
import { QuestionIndex } from './dictionary/question-index.ts'
import { stateOf } from './answer-facts.ts'
import { emptyDictionary, hasOptions, type KnownOption, type KnownQuestion } from './dictionary/shape.ts'
import { draftOf, isPublic, updateDictionary } from './dictionary/update.ts'
import { findFormerLabels } from './sync/former.ts'
import { surveyAnswers } from './sync/service.ts'
import { Unlisted } from './sync/unlisted.ts'

export interface Renamed {
  /** By the id of a question: the answer in present labels, where they are others than those it has. */
  now: ReadonlyMap<string, string>
  /** By the id of a question: texts that fit no option. */
  unfit: ReadonlyMap<string, readonly string[]>
}

const isChosen = ({ answer_type: type }: { answer_type?: string | undefined }): boolean => {
  const kind = type === undefined ? undefined : kindOf({ type })
  return kind !== undefined && hasOptions(kind)
}

export async function renamedIn(service: Service, quiz: number, row: AnswerRow, former: FormerLabels): Promise<Renamed> {
  const answers = (row.answers ?? []).filter(isChosen)
  if (answers.length === 0) return { now: new Map(), unfit: new Map() }
  const asked = surveyAnswers(service, quiz)
  const survey = await asked.survey()
  const dictionary = emptyDictionary(quiz)
  // The report of this answer alone also shows what was published.
  const one = { ids: [row.id], is_complete: row.is_complete === true }
  let read: ReturnType<typeof asked.report> | undefined
  const report = (): typeof read & {} => (read ??= asked.report(one))
  updateDictionary(dictionary, { survey, sync: 1, keys: {}, former, ...(!isPublic(survey) && { report: await report() }) })
  const index = new QuestionIndex(dictionary, 1, { ...draftOf(survey), former })
  const unlisted = new Unlisted()
  const given = index.givenIn({ ...row, answers })
  const decoded = () =>
    given.flatMap(([n, said]) => {
      const question = dictionary.questions.find((other) => other.n === n)
      return question ? [{ question, said, ...new Decoder(structuredClone(question)).read(said) }] : []
    })
  for (const { question, unfit, value } of decoded()) if (unfit) unlisted.take(question, unfit, value, { id: row.id, state: stateOf(row) })
  if (unlisted.texts.length > 0) await findFormerLabels({ report }, dictionary, unlisted)
  const now = new Map<string, string>()
  const unfit = new Map<string, string[]>()
  for (const { question, said, value, unfit: texts } of decoded()) {
    if (texts) unfit.set(question.id, [...new Set(texts.map(({ label }) => label))])
    const text = texts || typeof said !== 'string' ? undefined : presentText(question, value)
    if (text !== undefined && text !== titleOf(String(said))) now.set(question.id, text)
  }
  return { now, unfit }
}

/** As the service writes an answer. */
function presentText({ kind, options, rows }: KnownQuestion, value: Value | undefined): string | undefined {
  const label = (list: readonly KnownOption[]) => (code: number) => list.filter((one) => one.code === code).map(labelOf)[0] ?? String(code)
  if (value?.is === 'codes') {
    const labels = value.codes.map(label(options))
    return (kind === 'ranking' ? labels.map((one, at) => `${at + 1}. ${one}`) : labels).join('; ')
  }
  if (value?.is !== 'cells') return undefined
  return value.cells.map(([row, columns]) => `${label(rows)(row)}: ${columns.map(label(options)).join(', ')}`).join('; ')
}
