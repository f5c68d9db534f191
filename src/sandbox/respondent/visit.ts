/** One request to a survey's page, with everything known about the respondent. */
import { rulesOf, type Rule } from '../../model/logic.ts'
import type { AnswerRecord } from '../store/entities.ts'
import { deviceOf } from './device.ts'
import { fieldOf, type ReceivedForm } from '../pages/form.ts'
import { hasEnded } from './admission.ts'
import { cookieToken, isToken, newToken, screensFor } from './session.ts'
import type { RespondentStore, Survey } from './store.ts'
import { wordingOf, type Wording } from './wording.ts'

export interface Visit {
  store: RespondentStore
  /** In the publication that the answer was started with. */
  survey: Survey
  /** In the latest publication. */
  latest: Survey
  /** Whether the draft is shown, and nothing is recorded. */
  preview: boolean
  /** Path of the survey's page. */
  base: string
  query: URLSearchParams
  secure: boolean
  ip: string
  userAgent: string
  device: AnswerRecord['device']
  token: string
  answer: AnswerRecord | undefined
  ids: string[]
  rules: Rule[]
  say: Wording
  lang: 'ru' | 'en'
}

/** A request and the survey that it is for. */
export interface Arrival {
  store: RespondentStore
  survey: Survey
  preview: boolean
  base: string
  request: Request
  ip: string
}

/**
 * `form` is the posted form, which names its token and publication. Without a form the cookie decides, and a new answer
 * follows one that has ended.
 */
export function openVisit({ store, survey, preview, base, request, ip }: Arrival, form?: ReceivedForm): Visit {
  const url = new URL(request.url)
  const userAgent = request.headers.get('user-agent') ?? ''
  const token = form && fieldOf(form, 'token')
  const known = token && isToken(token) ? token : cookieToken(request)
  const stored = known && !preview ? store.answer(known) : undefined
  const answer = stored?.quiz_id === survey.id ? stored : undefined
  // A token without a stored answer is accepted only from the form, not from the cookie; that of another survey's answer, from neither.
  const own = answer || (token && !stored) ? known : undefined
  const versionId = answer ? answer.version_id : form && !preview ? Number(fieldOf(form, 'version')) : null
  const shown = versionId && versionId !== survey.version_id ? (store.publication(survey, versionId) ?? survey) : survey
  return {
    store,
    latest: survey,
    preview,
    ip,
    userAgent,
    answer,
    base,
    query: url.searchParams,
    secure: url.protocol === 'https:',
    device: deviceOf(userAgent),
    ...screensOf(shown, own ?? newToken()),
  }
}

const screensOf = (survey: Survey, token: string) => ({
  survey,
  token,
  ids: screensFor(survey.version, token),
  rules: rulesOf(survey.version.conditions),
  say: wordingOf(survey.version),
  lang: survey.version.settings.lang ?? ('ru' as const),
})

/** The same visit, about to start a new answer. */
export const renewed = (visit: Visit): Visit => ({ ...visit, ...screensOf(visit.latest, newToken()), answer: undefined })

export const isResumed = ({ answer }: Visit): boolean => answer !== undefined && !hasEnded(answer) && Object.keys(answer.values).length > 0

/** Seconds left for the whole survey; `null` without a time limit. */
export function secondsLeft({
  survey: {
    version: { settings },
  },
  answer,
  store,
}: Visit): number | null {
  if (!settings.filling_time_enabled || !settings.filling_time_seconds) return null
  if (!answer) return settings.filling_time_seconds
  return settings.filling_time_seconds - (store.now().getTime() - Date.parse(answer.date_start)) / 1000
}
