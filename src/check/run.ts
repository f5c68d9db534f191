/** Runs all rules on one survey: findings, suppressions, and rules that had to be skipped. */
import { createHash } from 'node:crypto'
import type { Config, Suppression } from './config.ts'
import type { Part, Severity, Snapshot } from './snapshot.ts'
import { rules } from './rules/index.ts'

export interface Finding {
  rule: string
  severity: Severity
  /** Key or id of the survey. */
  survey: string
  survey_name: string
  screen: string | null
  path: string | null
  message: string
  /** A command line. */
  fix: string | null
  why: string
  /** Identifies a finding across runs, also when lines of the file have moved. */
  fingerprint: string
  /** The reason of its suppression. */
  suppressed: string | null
  /** Its position, if the survey is a file; from 1. */
  file?: string
  line?: number
  column?: number
}

export interface Skipped {
  rule: string
  survey: string
  why: string
}

export interface Checked {
  findings: Finding[]
  skipped: Skipped[]
}

/** What was found, survey by survey. */
export interface SurveyChecked {
  survey: string
  name: string
  checked: Checked
}

/** A part that could not be read, and why. */
export type Unread = Partial<Record<Part, string>>

/** Parts that enabled rules need. */
export const neededParts = ({ severities }: Config): ReadonlySet<Part> =>
  new Set(rules.flatMap(({ id, needs = [] }) => (severities[id] === 'off' ? [] : needs)))

/** Of those, the ones without which new findings of an edit can't be told. */
export const touchedParts = ({ severities }: Config, before: Snapshot, after: Snapshot): ReadonlySet<Part> =>
  new Set(rules.flatMap(({ id, needs = [], isTouched }) => (severities[id] === 'off' || !isTouched?.(before, after) ? [] : needs)))

/** The key by which a suppression may name a question instead of its id. */
export type KeyOf = (screen: string) => string | undefined

export function checkSurvey(snapshot: Snapshot, unread: Unread, config: Config, keyOf: KeyOf = () => undefined): Checked {
  const findings: Finding[] = []
  const skipped: Skipped[] = []
  for (const { id, severity: usual, why, needs = [], run } of rules) {
    const severity = config.severities[id] ?? usual
    if (severity === 'off') continue
    const unreadWhy = needs.map((part) => unread[part]).find((reason) => reason !== undefined)
    if (unreadWhy !== undefined) {
      skipped.push({ rule: id, survey: snapshot.survey, why: unreadWhy })
      continue
    }
    for (const { screen, path, message, fix } of run({ ...snapshot, options: config.options })) {
      const at = { rule: id, survey: snapshot.survey, screen: screen ?? null, path: path ?? null }
      findings.push({
        ...at,
        severity,
        survey_name: snapshot.name,
        message,
        fix: fix === undefined ? null : `surveyctl ${fix}`,
        why,
        fingerprint: fingerprint(at),
        suppressed: null,
      })
    }
  }
  const judged = config.suppress.filter(({ rule }) => rules.some(({ id }) => id === rule) && !skipped.some((each) => each.rule === rule))
  return { findings: withSuppressions(findings, snapshot, judged, keyOf), skipped }
}

export function withSuppressions(
  findings: readonly Finding[],
  snapshot: Pick<Snapshot, 'survey' | 'name' | 'now'>,
  all: readonly Suppression[],
  keyOf: KeyOf,
): Finding[] {
  const own = all.filter(({ survey }) => survey === snapshot.survey)
  const today = snapshot.now.toISOString().slice(0, 10)
  const used = new Set<Suppression>()
  const judged = findings.map((finding): Finding => {
    const match = own.find(
      ({ rule, screen, until }) =>
        rule === finding.rule &&
        (until === undefined || until >= today) &&
        (screen === undefined || (finding.screen !== null && [finding.screen, keyOf(finding.screen)].includes(screen))),
    )
    if (!match) return finding
    used.add(match)
    return { ...finding, suppressed: match.reason }
  })
  return [...judged, ...own.filter((entry) => !used.has(entry)).map((entry) => unused(entry, snapshot, today))]
}

function unused({ rule, screen, until }: Suppression, { survey, name }: Pick<Snapshot, 'survey' | 'name'>, today: string): Finding {
  const at = { rule: 'unused-suppression', survey, screen: screen ?? null, path: rule }
  const expired = until !== undefined && until < today
  return {
    ...at,
    severity: 'warning',
    survey_name: name,
    message: expired ? `The suppression of ${rule} ended on ${until}` : `The suppression of ${rule} no longer matches a finding`,
    fix: null,
    why: 'An unused suppression would hide a new finding',
    fingerprint: fingerprint(at),
    suppressed: null,
  }
}

/** The finding for a file that can't be read as a survey. */
export const invalidFile = (
  survey: string,
  message: string,
  { path, ...place }: { path: string } & Required<Pick<Finding, 'file' | 'line' | 'column'>>,
): Finding => {
  const at = { rule: 'file-invalid', survey, screen: null, path }
  const why = 'A file that cannot be read cannot be applied'
  return { ...at, ...place, severity: 'error', survey_name: '', message, fix: null, why, fingerprint: fingerprint(at), suppressed: null }
}

export const fingerprint = ({ rule, survey, screen, path }: Pick<Finding, 'rule' | 'survey' | 'screen' | 'path'>): string =>
  createHash('sha256')
    .update([rule, survey, screen ?? '', path ?? ''].join('\0'))
    .digest('hex')
    .slice(0, 32)

const order: readonly Severity[] = ['info', 'warning', 'error']

/** Whether a severity is at least as high as a limit. */
export const isAtLeast = (severity: Severity, limit: Severity): boolean => order.indexOf(severity) >= order.indexOf(limit)
