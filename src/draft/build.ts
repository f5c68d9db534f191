/** A survey that the AI builds, once it has ended. */
import { viewQuiz } from '../contract/surveys/quiz.ts'
import { CommandError } from '../errors.ts'
import type { Service } from '../service.ts'
import { poll } from '../system/poll.ts'
import { toCopy } from '../text/to-copy.ts'

const working = ['pending', 'queued', 'processing', 'running', 'in_progress']

/** `until`: the moment up to which it is waited for. */
export async function builtSurvey(service: Service, id: number, until: number) {
  const look = async () => {
    const survey = await service.call(viewQuiz, { id })
    return working.includes(survey.ai_quiz_job?.status ?? '') ? undefined : survey
  }
  const built = await poll(service, look, { every: 1000, until })
  if (!built)
    throw new CommandError('unavailable', `Survey ${id} is still being built`, {
      hint: toCopy`To see how far it is: surveyctl quiz view ${id}; to wait longer: --timeout SECONDS, of which it waits ten times as many`,
    })
  const job = built.ai_quiz_job
  if (job?.status && /fail|error|refus/.test(job.status))
    throw new CommandError('refused', `The build of survey ${id} ended with "${job.status}"`, { details: job })
  return built
}
