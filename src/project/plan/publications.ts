/** Which drafts an apply publishes: what was changed from here, and what was named. */
import { CommandError, usageError } from '../../errors.ts'
import { chosenKeys, type Project } from '../files/project.ts'
import type { SurveyPlan } from './plan-data.ts'
import type { Outcome } from '../apply/outcome.ts'
import { whyUnpublished, type Unpublished } from './unpublished.ts'
import { word } from '../../text/to-copy.ts'

export interface PublishChoice {
  /** What this run changes, and what an earlier apply saved. */
  ours: boolean
  /** Also drafts that others left, and surveys that were never published. */
  all: boolean
  /** These, whatever is known of them. */
  keys: readonly string[]
  /** The surveys of the run were named one by one. */
  isNamed: boolean
}

type Waiting = Pick<SurveyPlan, 'key' | 'unpublished'>

export function isChosen({ ours, all, keys, isNamed }: PublishChoice, { key, unpublished }: Waiting): boolean {
  if (unpublished === null) return false
  if (keys.includes(key)) return true
  if (unpublished === 'unknown') return false
  return all || (ours && (unpublished === 'ours' || (isNamed && unpublished === 'first')))
}

/** Whether there is, as far as is known, a draft that respondents don't see. */
const isWaiting = (unpublished: Unpublished | null): boolean => unpublished !== null && unpublished !== 'unknown'

/** `--publish` names surveys of this run. */
export function refuseOutsideRun({ keys }: PublishChoice, project: Project, run: readonly string[]): void {
  if (keys.length > 0) chosenKeys(project, keys)
  const others = keys.filter((key) => !run.includes(key))
  if (others.length > 0) throw usageError(`--publish ${others.join(', ')}: this run is of ${run.join(', ')}`)
}

export function refuseUnanswered({ keys }: PublishChoice, surveys: readonly SurveyPlan[]): void {
  const lines = surveys.flatMap(({ key, unanswered }) =>
    unanswered !== undefined && keys.includes(key) ? [`--publish ${key}: ${key} ${unanswered}, so nobody would answer it`] : [],
  )
  if (lines.length > 0) throw new CommandError('refused', ['Nothing was sent', ...lines], { code: 'never_answered' })
}

/** `partners, onboarding (never published before)`; what this run changes needs no reason. */
export const withReasons = (surveys: readonly SurveyPlan[]): string =>
  surveys.map((survey) => (survey.unpublished === 'ours' && changesDraft(survey) ? survey.key : withReason(survey))).join(', ')

const withReason = ({ key, unpublished }: Waiting): string => (unpublished === null ? key : `${key} (${whyUnpublished[unpublished]})`)

/** What a plan says of publications: a line for `--publish`, one for `--publish-all`. */
export function publicationLines(surveys: readonly SurveyPlan[]): string[] {
  const ours = surveys.filter(({ unpublished }) => unpublished === 'ours')
  const others = surveys.filter(({ unpublished }) => isWaiting(unpublished) && unpublished !== 'ours')
  return [
    ...(ours.length > 0 ? [`"apply --publish" would publish: ${withReasons(ours)}`] : []),
    ...(others.length > 0 ? [`"apply --publish-all" would also publish: ${withReasons(others)}`] : []),
  ]
}

/** After an apply: what of it waits for its publication, and how that is done. */
export function unpublishedLines(outcomes: readonly Outcome[], { ours }: PublishChoice): string[] {
  const changed = outcomes.filter(({ done, unpublished }) => done.length > 0 || unpublished === 'mixed')
  const waiting = outcomes.filter(({ unpublished }) => unpublished === 'ours')
  const unnamed = changed.filter(({ unpublished }) => unpublished === 'first' || unpublished === 'mixed')
  return [
    ...(waiting.length > 0 && !ours
      ? [`Not published yet: ${waiting.map(({ key }) => key).join(', ')}. To publish: surveyctl project apply --publish`]
      : []),
    ...(unnamed.length > 0
      ? [`Not published: ${unnamed.map(withReason).join(', ')}. To publish ${unnamed.length > 1 ? 'them' : 'it'}: ${publishing(unnamed)}`]
      : []),
  ]
}

const changesDraft = ({ changes }: SurveyPlan): boolean =>
  changes.some(({ effect, side }) => effect === 'draft' && (side === 'ours' || side === 'blind'))

const publishing = (outcomes: readonly { key: string }[]): string =>
  ['surveyctl project apply', ...outcomes.map(({ key }) => `--publish ${word(key)}`)].join(' ')
