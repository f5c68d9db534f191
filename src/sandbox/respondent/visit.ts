/** One request for a survey's page, with all that is known of who asks. */
import { rulesOf, type Rule } from '../../model/logic.ts'
import type { AnswerRecord } from '../store/entities.ts'
import { deviceOf } from './device.ts'
import { fieldOf, type Form } from './form.ts'
import { hasEnded } from './admission.ts'
import { cookieToken, isToken, newToken, screensFor } from './session.ts'
import type { RespondentStore, Survey } from './store.ts'
import { wordingOf, type Wording } from './wording.ts'

export interface Visit {
  store: RespondentStore
  /** As the publication has it that was begun. */
  survey: Survey
  /** As it was published last. */
  latest: Survey
  /** The draft is shown, and nothing is recorded. */
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

/** Who asks for which survey. */
export interface Arrival {
  store: RespondentStore
  survey: Survey
  preview: boolean
  base: string
  request: Request
  ip: string
}

/**
 * `form` is what was posted, with the token and the publication that it was made of; a plain visit goes by the cookie, and
 * begins anew after an ended answer.
 */
export async function openVisit({ store, survey, preview, base, request, ip }: Arrival, form?: Form): Promise<Visit> {
  const url = new URL(request.url)
  const userAgent = request.headers.get('user-agent') ?? ''
  const token = form && fieldOf(form, 'token')
  const known = token && isToken(token) ? token : cookieToken(request)
  const answer = known && !preview ? await store.answer(survey.id, known) : undefined
  // A token that stands for nothing in the store is only good when it came with the form.
  const own = answer || token ? known : undefined
  const begun = answer ? answer.version_id : form && !preview ? Number(fieldOf(form, 'version')) : null
  const shown = begun && begun !== survey.version_id ? ((await store.publication(survey, begun)) ?? survey) : survey
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

/** The same visitor with an answer of its own to begin. */
export const renewed = (visit: Visit): Visit => ({ ...visit, ...screensOf(visit.latest, newToken()), answer: undefined })

export const isResumed = ({ answer }: Visit): boolean => answer !== undefined && !hasEnded(answer) && Object.keys(answer.values).length > 0

/** Seconds left of the time for the whole survey; `null` when it isn't limited. */
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
