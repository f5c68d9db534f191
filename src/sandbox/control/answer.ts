/** `sandbox answer`: respondents made up, who answer now; webhooks and the like hear of them. */
import { ControlError } from './error.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Service } from '../engine/handler.ts'
import { keepAnswer, madeAnswers } from '../seed/made-answers.ts'
import { hasRoomForAnswer } from '../engine/plan.ts'

/** Answers a write stores: others get their turn in between. */
const portion = 200

type Input = Readonly<Record<string, any>>

const percent = (value: unknown, name: string): number => {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) throw new ControlError(`${name} must be 0 to 100 percent`)
  return value
}

export async function respond(service: Service, quiz: QuizRecord, input: Input): Promise<unknown> {
  const { count = 1, seed = service.now().getTime() } = input
  if (!quiz.published) throw new ControlError(`Survey ${quiz.id} isn't published`, 400)
  if (quiz.archive_at !== null) throw new ControlError(`Survey ${quiz.id} is archived`, 400)
  if (!Number.isSafeInteger(count) || count < 1) throw new ControlError('count must be a whole number from 1')
  const shares = {
    incompletePercent: percent(input.incomplete, 'incomplete'),
    screenoutPercent: percent(input.screenout, 'screenout'),
    deletedPercent: percent(input.deleted, 'deleted'),
  }
  const made = madeAnswers(service, quiz, { count, seed, days: 0, ...shares })
  const tally = { quiz_id: quiz.id, answers: 0, complete: 0, incomplete: 0, screenout: 0, deleted: 0 }
  while (tally.answers < count) await service.write(() => storeSome(service, quiz, made, tally))
  return tally
}

function storeSome(service: Service, quiz: QuizRecord, made: ReturnType<typeof madeAnswers>, tally: Record<string, number>): void {
  for (let left = portion; left > 0; left--) {
    if (!hasRoomForAnswer(service, quiz.workspace_id))
      throw new ControlError(`The plan has no answers left; ${tally.answers} were stored`, 400)
    const { value, done } = made.next()
    if (done) return
    const answer = keepAnswer(service, quiz, value)
    const kind = answer.is_deleted ? 'deleted' : answer.is_screenout ? 'screenout' : answer.is_complete ? 'complete' : 'incomplete'
    tally.answers!++
    tally[kind]!++
    if (!answer.is_deleted) service.answered(quiz, answer)
  }
}
