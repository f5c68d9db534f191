/** `check.yaml`: severities and options of rules, and suppressed findings. */
import { isObject } from '../model/document/shape.ts'
import { didYouMean } from '../text/nearest.ts'
import type { Severity } from './snapshot.ts'
import { accountRules } from './account-rules.ts'
import { rules } from './rules/index.ts'

export interface Suppression {
  rule: string
  /** Key or id of the survey. */
  survey: string
  /** Key or id of the question; all of the survey's when absent. */
  screen?: string
  reason: string
  /** The last day on which it holds, 2026-12-31. */
  until?: string
}

export interface Config {
  severities: Readonly<Record<string, Severity | 'off'>>
  options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  suppress: readonly Suppression[]
}

export const noConfig: Config = { severities: {}, options: {}, suppress: [] }

const severities: readonly unknown[] = ['error', 'warning', 'info', 'off']
const isLevel = (value: unknown): value is Severity | 'off' => severities.includes(value)
const ruleIds: readonly string[] = [...rules, ...accountRules].map(({ id }) => id)
const known = ['rules', 'consent', 'domains', 'suppress']

/** Returns all problems at once, each with its place. */
export function readConfig(value: unknown): { config: Config; problems: string[] } {
  if (value === null || value === undefined) return { config: noConfig, problems: [] }
  if (!isObject(value)) return { config: noConfig, problems: ['it must hold an object'] }
  const problems = Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `unknown section "${name}"; there are ${known.join(', ')}`)
  const levels: Record<string, Severity | 'off'> = {}
  const options: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const [id, given] of Object.entries(isObject(value.rules) ? value.rules : {})) {
    const [severity, more]: unknown[] = [given].flat()
    if (!ruleIds.includes(id)) problems.push(`rules.${id}: there is no such rule${didYouMean(id, ruleIds)}`)
    else if (!isLevel(severity)) problems.push(`rules.${id}: must be one of ${severities.join(', ')}`)
    else levels[id] = severity
    if (isObject(more)) options[id] = more
  }
  if (value.rules !== undefined && !isObject(value.rules)) problems.push('rules: must be an object')
  if (value.consent !== undefined) {
    if (Array.isArray(value.consent)) options.consent = { words: value.consent }
    else problems.push('consent: must be a list of words')
  }
  if (value.domains !== undefined) {
    if (Array.isArray(value.domains)) options.domains = { names: value.domains }
    else problems.push('domains: must be a list of domains, whose subdomains count as well')
  }
  return { config: { severities: levels, options, suppress: readSuppressions(value.suppress, problems) }, problems }
}

function readSuppressions(value: unknown, problems: string[]): Suppression[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    problems.push('suppress: must be a list')
    return []
  }
  return value.flatMap((entry: unknown, index) => {
    const at = `suppress[${index}]`
    if (!isObject(entry)) {
      problems.push(`${at}: must be an object`)
      return []
    }
    const { rule, survey, screen, reason, until } = entry
    if (!ruleIds.includes(String(rule))) problems.push(`${at}.rule: there is no rule "${String(rule)}"${didYouMean(String(rule), ruleIds)}`)
    if (typeof survey !== 'string' && typeof survey !== 'number') problems.push(`${at}.survey: is required`)
    if (typeof reason !== 'string' || reason.trim() === '') problems.push(`${at}.reason: is required`)
    if (until !== undefined && !/^\d{4}-\d\d-\d\d$/.test(String(until))) problems.push(`${at}.until: must be a day like 2026-12-31`)
    return [
      {
        rule: String(rule),
        survey: String(survey),
        reason: String(reason),
        ...(screen !== undefined && { screen: String(screen) }),
        ...(until !== undefined && { until: String(until) }),
      },
    ]
  })
}
