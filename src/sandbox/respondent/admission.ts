/** Who may answer, and when: the survey's restrictions, in the order in which they are checked. */
import ipaddr from 'ipaddr.js'
import type { AnswerRecord } from '../store/entities.ts'
import { momentAt } from '../store/account/zone.ts'
import type { Settings } from '../../model/survey.ts'
import type { RespondentStore, Survey } from './store.ts'

type AdmissionRefusal = 'closed' | 'access_denied' | 'device_not_allowed' | 'already_answered'

/** What of a visit decides whether it may answer. */
interface Visitor {
  store: RespondentStore
  survey: Survey
  ip: string
  device: AnswerRecord['device']
  answer: AnswerRecord | undefined
}

/** Why this respondent can't answer; `undefined` when they can. */
export function refusalOf({ store, survey, ip, device, answer }: Visitor): AdmissionRefusal | undefined {
  const settings = survey.admission
  if (settings.close_quiz_enabled || !survey.accepting || isPast(settings, store.now())) return 'closed'
  if (!isListed(settings, ip)) return 'access_denied'
  if (settings.available_devices?.length && !settings.available_devices.includes(device)) return 'device_not_allowed'
  if (settings.allow_multiple_answer === false && hasEnded(answer)) return 'already_answered'
  if (settings.multiple_ip === false && store.completedFrom(survey.id, ip)) return 'already_answered'
  const limit = answerLimit(survey)
  return limit !== null && store.completed(survey.id) >= limit ? 'closed' : undefined
}

export const hasEnded = (answer: AnswerRecord | undefined): boolean => answer !== undefined && (answer.is_complete || answer.is_screenout)

export const answerLimit = ({ admission: settings }: Survey): number | null =>
  settings.limit_answer_count_enabled ? (settings.limit_answer_count_value ?? null) : null

function isPast({ limit_time_enabled, limit_time_value, limit_time_timezone }: Settings, now: Date): boolean {
  if (!limit_time_enabled || !limit_time_value) return false
  return now.getTime() >= momentIn(limit_time_value, limit_time_timezone)
}

/** A time with an offset is a moment by itself; one without is in the time zone (UTC when that is unknown). */
export function momentIn(value: string, zone = 'UTC'): number {
  const text = value.includes('T') || value.includes(' ') ? value.replace(' ', 'T') : `${value}T00:00`
  if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return Date.parse(text)
  return momentAt(zone, Date.parse(`${text}Z`))
}

export function isListed({ ip_list_enabled, ip_whitelist, ip_blacklist }: Settings, ip: string): boolean {
  if (!ip_list_enabled) return true
  const [allowed, forbidden] = [addresses(ip_whitelist), addresses(ip_blacklist)]
  const own = normal(ip)
  return !forbidden.includes(own) && (allowed.length === 0 || allowed.includes(own))
}

const addresses = (list = ''): string[] =>
  list
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(normal)

/** Each address in one spelling; an IPv4 address written as IPv6 becomes IPv4. */
const normal = (ip: string): string => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip)
