/** `sandbox answer`: respondents made up, who answer now; webhooks and the like hear of them. */
import { ControlError } from './error.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Service } from '../engine/handler.ts'
import { percent, whole, type Input } from './input.ts'
import { insertMade, keepAnswer, madeAnswers } from '../seed/made-answers.ts'
import { roomForAnswers } from '../engine/plan.ts'

/** Answers a write stores: others get their turn in between. */
const portion = 200
const largePortion = 1000
/** More than this are made for their number: no letter, webhook or file is. */
const mostDelivered = 10_000

type Made = ReturnType<typeof madeAnswers>

export interface Tally {
  quiz_id: number
  answers: number
  complete: number
  incomplete: number
  screenout: number
  deleted: number
  /** Whether integrations heard of them. */
  delivered: boolean
}

/** Beyond all calendars there are no dates. */
const mostDays = 36_525

export function needAnswerable({ id, published, archive_at }: QuizRecord): void {
  if (!published) throw new ControlError(`Survey ${id} isn't published`, 400)
  if (archive_at !== null) throw new ControlError(`Survey ${id} is archived`, 400)
}

export async function respond(service: Service, quiz: QuizRecord, input: Input): Promise<Tally> {
  const { count = 1, seed = service.now().getTime(), days = 0 } = input
  needAnswerable(quiz)
  whole(count, 'count', 1)
  if (whole(days, 'days', 0) > mostDays) throw new ControlError(`days must be at most ${mostDays}: a hundred years`)
  const shares = {
    incompletePercent: percent(input.incomplete, 'incomplete'),
    screenoutPercent: percent(input.screenout, 'screenout'),
    deletedPercent: percent(input.deleted, 'deleted'),
  }
  const delivered = count <= mostDelivered
  const made = madeAnswers(service, quiz, { count, seed, days, ...shares, files: delivered })
  const tally: Tally = { quiz_id: quiz.id, answers: 0, complete: 0, incomplete: 0, screenout: 0, deleted: 0, delivered }
  while (tally.answers < count) await service.write(() => storeSome(service, quiz, made, tally))
  return tally
}

function storeSome(service: Service, quiz: QuizRecord, made: Made, tally: Tally): void {
  const room = roomForAnswers(service, quiz.workspace_id)
  if (room === 0) throw new ControlError(`The plan has no answers left; ${tally.answers} were stored`, 400)
  for (let left = Math.min(tally.delivered ? portion : largePortion, room); left > 0; left--) {
    const { value, done } = made.next()
    if (done) return
    if (!tally.delivered) insertMade(service, quiz, value)
    else {
      const answer = keepAnswer(service, quiz, value)
      if (!answer.is_deleted) service.answered(quiz, answer)
    }
    tally.answers++
    tally[value.is_deleted ? 'deleted' : value.is_screenout ? 'screenout' : value.is_complete ? 'complete' : 'incomplete']++
  }
}
