/** Answers on their way through a counter: from a synced folder, or from the service, page by page. */
import { setImmediate } from 'node:timers/promises'
import { QuestionIndex } from '../../../answers/dictionary/question-index.ts'
import { updateDictionary, type SurveySeen } from '../../../answers/dictionary/update.ts'
import { startOf, stateOf } from '../../../answers/dictionary/row.ts'
import { emptyDictionary, type Dictionary } from '../../../answers/dictionary/shape.ts'
import type { Counter } from '../../../answers/stats/counter.ts'
import { logicIn } from '../../../answers/store/notes.ts'
import type { Selection } from '../../../answers/stats/result.ts'
import type { Context } from '../../../cli/context.ts'
import { listAnswers, type AnswerRow } from '../../../contract/answer.ts'
import { openFolder } from '../../export/typed.ts'
import { readKeys } from '../keys.ts'
import { serviceOf } from '../service.ts'
import { keepHeapSmall } from '../../small-heap.ts'

/** Where answers come from. What is known of the questions may grow while they are read. */
export interface Source {
  dictionary: Dictionary
  /** Screens of the survey in their order. */
  ids: readonly string[]
  read: (counter: Counter, state: Selection['state']) => Promise<void>
  close: () => void
}

export async function folderSource(context: Context, id: number, folder: string): Promise<Source> {
  const store = await openFolder(folder, id)
  const ids = logicIn(store)?.ids ?? []
  const read = async (counter: Counter): Promise<void> => {
    keepHeapSmall()
    for (const rows of store.scan()) {
      for (const [start, state, given] of rows) counter.take({ start, state, given })
      if (counter.isFull) counter.settle()
      await setImmediate()
      context.signal.throwIfAborted()
    }
  }
  return { dictionary: store.dictionary(id), ids, read, close: () => store.close() }
}

const isComplete: Record<Selection['state'], boolean | undefined> = { complete: true, incomplete: false, all: undefined }

export async function serviceSource(
  context: Context,
  id: number,
  { keys, wholly }: { keys: string | undefined; wholly: boolean },
): Promise<Source> {
  keepHeapSmall()
  const service = serviceOf(await context.client(), id)
  const dictionary = emptyDictionary(id)
  const survey: SurveySeen = await service.survey()
  const names = await readKeys(context, keys)
  updateDictionary(dictionary, { survey, sync: 1, keys: names })
  let isReported = false
  /** A report counts all answers, which takes a service long: it is asked for when an answer is met that the draft does not explain. */
  const report = async (): Promise<void> => {
    if (isReported) return
    isReported = true
    updateDictionary(dictionary, { survey, report: await service.report(), sync: 1, keys: names })
  }
  if (wholly) await report()
  const read = async (counter: Counter, state: Selection['state']): Promise<void> => {
    const asked = new QuestionIndex(dictionary, 1)
    const isStrange = strangeness(dictionary)
    const complete = isComplete[state]
    // Oldest first, so that answers that come in meanwhile don't shift the pages.
    const query = { id, sort: 'date_start', order: 'asc', ...(complete !== undefined && { is_complete: complete }) } as const
    for await (const rows of context.rows(listAnswers, query, { all: true })) {
      if (!isReported && rows.some(isStrange)) await report()
      for (const row of rows) counter.take({ start: startOf(row), state: stateOf(row), given: asked.givenIn(row) })
      if (counter.isFull) await settle(counter)
    }
    await settle(counter)
  }
  const settle = async (counter: Counter): Promise<void> => {
    if (!isReported && counter.isDoubtful()) {
      await report()
      counter.renew()
    }
    counter.settle()
  }
  const ids = Array.isArray(survey.widgets?.ids) ? survey.widgets.ids.map(String) : []
  return { dictionary, ids, read, close: () => {} }
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
