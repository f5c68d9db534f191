/** `sandbox answer`: stores generated answers to a survey; small numbers of them are also delivered to webhooks and other integrations. */
import type { GeneratedAnswer } from '../seed/answering.ts'
import { ControlError } from './error.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Service } from '../store/service.ts'
import { optionalNumber, percent, wholeNumber, type ActionInput } from './input.ts'
import { insertGenerated, storeAnswer, generateAnswers } from '../seed/generated-answers.ts'
import { nextTurn } from '../../system/timers.ts'
import { roomForAnswers } from '../store/account/plan.ts'

/** Answers stored in one write, with deliveries or without; other requests are served in between. */
const batch = 200
const largeBatch = 1000
/** More answers than this are only stored: no letters, webhooks, spreadsheet rows or files. */
const maxDelivered = 10_000

type Generated = ReturnType<typeof generateAnswers>

export interface AnswerTally {
  quiz_id: number
  answers: number
  complete: number
  incomplete: number
  screenout: number
  deleted: number
  /** Whether they were delivered to integrations. */
  delivered: boolean
}

/** A hundred years. */
const maxDays = 36_525

export function needAnswerable({ id, published, archive_at }: QuizRecord): void {
  if (!published) throw new ControlError(`Survey ${id} isn't published`, 400)
  if (archive_at !== null) throw new ControlError(`Survey ${id} is archived`, 400)
}

/** `onStart` gets the tally at once; it grows as answers are stored. */
export async function answerSurvey(
  service: Service,
  quiz: QuizRecord,
  input: ActionInput,
  onStart: (tally: AnswerTally) => void = () => {},
): Promise<AnswerTally> {
  needAnswerable(quiz)
  const count = wholeNumber(input.count ?? 1, 'count', 1)
  const seed = optionalNumber(input.seed, 'seed') ?? service.now().getTime()
  const days = wholeNumber(input.days ?? 0, 'days', 0)
  if (days > maxDays) throw new ControlError(`days must be at most ${maxDays} (a hundred years)`)
  const shares = {
    incompletePercent: percent(input.incomplete, 'incomplete'),
    screenoutPercent: percent(input.screenout, 'screenout'),
    deletedPercent: percent(input.deleted, 'deleted'),
  }
  const delivered = count <= maxDelivered
  const generated = generateAnswers(service, quiz, { count, seed, days, ...shares, files: delivered })
  const tally: AnswerTally = { quiz_id: quiz.id, answers: 0, complete: 0, incomplete: 0, screenout: 0, deleted: 0, delivered }
  onStart(tally)
  while (tally.answers < count) {
    await service.write(() => storeBatch(service, quiz, generated, tally))
    // Without this the event loop gets no turn between two writes.
    await nextTurn()
  }
  return tally
}

function stateOf({ is_deleted, is_screenout, is_complete }: GeneratedAnswer): 'deleted' | 'screenout' | 'complete' | 'incomplete' {
  if (is_deleted) return 'deleted'
  if (is_screenout) return 'screenout'
  return is_complete ? 'complete' : 'incomplete'
}

function storeBatch(service: Service, quiz: QuizRecord, generated: Generated, tally: AnswerTally): void {
  const room = roomForAnswers(service, quiz.workspace_id)
  if (room === 0) throw new ControlError(`The plan has no answers left; ${tally.answers} were stored`, 400)
  for (let left = Math.min(tally.delivered ? batch : largeBatch, room); left > 0; left--) {
    const { value, done } = generated.next()
    if (done) return
    if (!tally.delivered) insertGenerated(service, quiz, value)
    else service.answered(quiz, storeAnswer(service, quiz, value))
    tally.answers++
    tally[stateOf(value)]++
  }
}
