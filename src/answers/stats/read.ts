/** Answers on their way through a counter: from a synced folder, or from the service, page by page. */
import { setImmediate } from 'node:timers/promises'
import { listAnswers, type AnswerRow } from '../../contract/answers/answer.ts'
import type { Service } from '../../service.ts'
import { asStored } from '../dictionary/keeping.ts'
import { QuestionIndex } from '../dictionary/question-index.ts'
import type { KnownNames } from '../dictionary/keys.ts'
import { startOf, stateOf } from '../answer-facts.ts'
import { emptyDictionary, type Dictionary } from '../dictionary/shape.ts'
import { draftOf, isPublic, screensOf, updateDictionary, type SurveySeen } from '../dictionary/update.ts'
import { openFolder } from '../folder/folder.ts'
import { logicIn } from '../store/notes.ts'
import { findFormerLabels, type ReportsOf } from '../sync/former.ts'
import { hasOther, surveyAnswers } from '../sync/service.ts'
import type { Counter } from './counter.ts'
import type { StatsSelection } from './result.ts'

/** So many more were read; how many there are, once it is known. */
export type OnProgress = (more: number, expected?: number) => void

/** Where answers come from. What is known of the questions may grow while they are read. */
export interface AnswerSource {
  dictionary: Dictionary
  /** Screens of the survey in their order. */
  ids: readonly string[]
  read: (counter: Counter, state: StatsSelection['state'], onProgress: OnProgress) => Promise<void>
  close: () => void
}

export function folderSource(folder: string, id: number, signal: AbortSignal): AnswerSource {
  const store = openFolder(folder, id)
  const ids = logicIn(store)?.ids ?? []
  const read: AnswerSource['read'] = async (counter, _state, onProgress) => {
    onProgress(0, store.number('select count(*) from answer where gone is null'))
    for (const rows of store.scan()) {
      for (const [start, state, given] of rows) counter.take({ start, state, given })
      if (counter.isFull) counter.settle()
      onProgress(rows.length)
      await setImmediate()
      signal.throwIfAborted()
    }
  }
  return { dictionary: asStored(store.dictionary(id)), ids, read, close: () => store.close() }
}

const isComplete: Record<StatsSelection['state'], boolean | undefined> = { complete: true, incomplete: false, all: undefined }

interface Reading extends KnownNames {
  /** Whether the report is read before the first answer, as what answers mean decides which ones count. */
  reportFirst: boolean
}

export async function serviceSource(service: Service, id: number, { reportFirst, ...naming }: Reading): Promise<AnswerSource> {
  const asked = surveyAnswers(service, id)
  const dictionary = emptyDictionary(id)
  const survey: SurveySeen = await asked.survey()
  updateDictionary(dictionary, { survey, sync: 1, ...naming })
  let isReported = false
  /** A report counts all answers, which takes a service long: it is asked for when an answer is met that the draft does not explain. */
  const report = async (): Promise<void> => {
    if (isReported) return
    isReported = true
    updateDictionary(dictionary, { survey, report: await asked.report(), sync: 1, ...naming })
  }
  if (reportFirst || !isPublic(survey)) await report()
  const read: AnswerSource['read'] = async (counter, state, onProgress) => {
    const questions = new QuestionIndex(dictionary, 1, { ...draftOf(survey), former: naming.former })
    const isStrange = strangeness(dictionary)
    const complete = isComplete[state]
    // Oldest first, so that answers that come in meanwhile don't shift the pages.
    const query = { id, sort: 'date_start', order: 'asc', ...(complete !== undefined && { is_complete: complete }) } as const
    const list = service.rows(listAnswers, query, { exact: hasOther })
    let isTotalKnown = false
    for await (const rows of list) {
      onProgress(rows.length, isTotalKnown ? 0 : list.total)
      isTotalKnown ||= list.total !== undefined
      if (!isReported && rows.some(isStrange)) await report()
      for (const row of rows) counter.take({ id: row.id, start: startOf(row), state: stateOf(row), given: questions.givenIn(row) })
      if (counter.isFull) await settle(counter)
    }
    await settle(counter)
  }
  const reportsOf: ReportsOf = new Map()
  const explain = async (counter: Counter): Promise<void> => {
    let waiting = counter.waiting()
    if (!isReported && waiting.texts.length > 0) {
      await report()
      counter.renew()
      waiting = counter.waiting()
    }
    if (waiting.texts.length > 0 && (await findFormerLabels(asked, dictionary, waiting, reportsOf))) counter.renew()
  }
  const settle = async (counter: Counter): Promise<void> => {
    await explain(counter)
    if (counter.takeUnclear()) await explain(counter)
    counter.settle()
  }
  return { dictionary, ids: screensOf(survey), read, close: () => {} }
}

/** Whether a row answers a question that the draft does not have, or has as one of another type. */
function strangeness({ questions }: Dictionary): (row: AnswerRow) => boolean {
  const types = Map.groupBy(questions, ({ id }) => id)
  return ({ answers = [] }) =>
    answers.some(
      ({ question_id: id, answer_type: type }) =>
        id !== undefined && !types.get(id)?.some((known) => type === undefined || known.type === type),
    )
}
