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

/** `form` is the posted form, which names its token and publication; without one the cookie names the token. */
export function openVisit({ store, survey, preview, base, request, ip }: Arrival, form?: ReceivedForm): Visit {
  const url = new URL(request.url)
  const userAgent = request.headers.get('user-agent') ?? ''
  const formToken = form && fieldOf(form, 'token')
  const token = formToken && isToken(formToken) ? formToken : cookieToken(request)
  const stored = token && !preview ? store.answer(token) : undefined
  const answer = stored?.quiz_id === survey.id ? stored : undefined
  // Without a stored answer a token is accepted only with a form, not from the cookie alone; that of another survey's answer never is.
  const ownToken = answer || (formToken && !stored) ? token : undefined
  const startedWith = answer ? answer.version_id : form ? Number(fieldOf(form, 'version')) : null
  const isEarlier = !preview && startedWith && startedWith !== survey.version_id
  const shown = isEarlier ? (store.publication(survey, startedWith) ?? survey) : survey
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
    ...screensOf(shown, ownToken ?? newToken()),
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
