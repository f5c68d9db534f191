/** All that keeps an apply from beginning, at once. */
import { impactLine } from '../../draft/loss.ts'
import { CommandError, usageError } from '../../errors.ts'
import { toCopy } from '../../text/to-copy.ts'
import type { Plans } from './make-plans.ts'
import type { SurveyPlan } from './plan-data.ts'
import type { Planned } from './plan-survey.ts'

/** Returns the plans without surveys that the service cannot make what their files say, where there is something else to send. */
export function refuseBlocked(plans: Plans, { allowLoss = false }: { allowLoss?: boolean }): Plans {
  const { surveys } = plans.data
  refuseUnset(surveys)
  const impossible = new Set(plans.planned.flatMap((planned) => (isImpossible(planned, surveys) ? [planned.key] : [])))
  const others = plans.planned.filter(({ key }) => !impossible.has(key))
  const isAside = others.some(({ steps }) => steps.length > 0)
  const lines = surveys.flatMap(({ key, quiz_id, status, changes, clashes, refused, impact, losses }) => [
    ...changes.flatMap(({ side, path }) =>
      side === 'conflict' && status === 'conflict' ? [`${key}: ${path} was changed here and on the service`] : [],
    ),
    ...(status === 'conflict' ? clashes.map((line) => `${key}: ${line}`) : []),
    ...(status === 'gone' ? [`${key}: the service has no survey ${quiz_id} any more`] : []),
    ...refused.map((line) => `${key}: ${line}`),
    ...(allowLoss ? [] : [...impact.map(impactLine), ...losses].map((line) => `${key}: ${line}`)),
  ])
  const leftOut = new Set(
    surveys.flatMap(({ key, refused }) => (isAside && impossible.has(key) ? refused.map((line) => `${key}: ${line}`) : [])),
  )
  if (lines.every((line) => leftOut.has(line))) return { ...plans, planned: others }
  const risks = surveys.some(({ impact }) => impact.length > 0) && !allowLoss
  const losses = surveys.some((survey) => survey.losses.length > 0) && !allowLoss
  throw new CommandError('refused', ['Nothing was sent', ...lines], {
    code: surveys.some(({ status }) => status === 'conflict') ? 'conflict' : risks ? 'answers_at_risk' : losses ? 'loss' : 'refused',
    hint: hintOf(plans, { risks, losses }),
    details: { surveys: surveys.filter(({ key }) => lines.some((line) => line.startsWith(`${key}:`))) },
  })
}

/** What is wrong with a file is mended first; what no request can do is no reason to leave other surveys as they are. */
const isImpossible = ({ key, comparison }: Planned, surveys: readonly SurveyPlan[]): boolean =>
  comparison.refused.length > 0 && surveys.find((survey) => survey.key === key)?.refused.length === comparison.refused.length

/** All that has to be sent is at hand before the first request. */
function refuseUnset(surveys: readonly SurveyPlan[]): void {
  const unset = surveys.flatMap(({ key, variables }) =>
    variables.flatMap(({ name, is_set }) => (is_set ? [] : [`${key}: ${name} is not set`])),
  )
  if (unset.length > 0) throw usageError(['Nothing was sent', ...unset], 'Set these environment variables: their values are sent')
}

function hintOf({ mistaken, data }: Plans, { risks, losses }: { risks: boolean; losses: boolean }): string {
  if (risks) return 'To continue although answers lose their question or meaning: --allow-loss'
  if (losses) return 'To continue all the same: --allow-loss'
  const conflict = data.surveys
    .flatMap(({ key, status, changes }) => (status === 'conflict' ? changes.map(({ side, path }) => ({ key, side, path })) : []))
    .find(({ side }) => side === 'conflict')
  return mistaken
    ? 'To accept a finding, list it under "suppress" in check.yaml; to send it as it is: --no-check'
    : conflict
      ? toCopy`To decide: surveyctl project resolve ${conflict.key} ${conflict.path} --ours|--theirs`
      : 'To see the whole plan: surveyctl project plan. To leave such a survey out, name the others: surveyctl project apply KEY...'
}
