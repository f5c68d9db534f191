/** Runs all rules on one survey: findings, suppressions, and rules that had to be skipped. */
import { createHash } from 'node:crypto'
import type { Config, Suppression } from './config.ts'
import type { Found, Part, RuleFacts, Severity, Snapshot } from './snapshot.ts'
import { rules } from './rules/index.ts'

/** Kinds of findings that no rule makes. */
export const otherRules = {
  unused: { id: 'unused-suppression', why: 'An unused suppression would hide a new finding', severity: 'warning' },
  invalid: { id: 'file-invalid', why: 'A file that cannot be read cannot be applied', severity: 'error' },
} as const satisfies Record<string, RuleFacts>

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
    for (const found of run({ ...snapshot, options: config.options })) findings.push(findingOf({ id, severity, why }, snapshot, found))
  }
  return { findings: withSuppressions({ findings, skipped }, snapshot, config, rules, keyOf), skipped }
}

/** With all that a report tells of it. */
export function findingOf(
  { id, severity, why }: RuleFacts,
  { survey, name }: Pick<Snapshot, 'survey' | 'name'>,
  { screen, path, message, fix }: Found,
): Finding {
  const at = { rule: id, survey, screen: screen ?? null, path: path ?? null }
  return {
    ...at,
    severity,
    survey_name: name,
    message,
    fix: fix === undefined ? null : `surveyctl ${fix}`,
    why,
    fingerprint: fingerprint(at),
    suppressed: null,
  }
}

/** Of these rules, as far as they could judge. */
export function withSuppressions(
  { findings, skipped }: Checked,
  snapshot: Pick<Snapshot, 'survey' | 'name' | 'now'>,
  { suppress }: Config,
  judging: readonly RuleFacts[],
  keyOf: KeyOf = () => undefined,
): Finding[] {
  const own = suppress.filter(
    ({ survey, rule }) =>
      survey === snapshot.survey && judging.some(({ id }) => id === rule) && !skipped.some((each) => each.rule === rule),
  )
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

function unused({ rule, screen, until }: Suppression, survey: Pick<Snapshot, 'survey' | 'name'>, today: string): Finding {
  const isOver = until !== undefined && until < today
  const message = `The suppression of ${rule} ${isOver ? `ended on ${until}` : 'no longer matches a finding'}`
  return findingOf(otherRules.unused, survey, { ...(screen !== undefined && { screen }), path: rule, message })
}

/** The finding for a file that can't be read as a survey. */
export const invalidFile = (
  survey: string,
  message: string,
  { path, ...place }: { path: string } & Required<Pick<Finding, 'file' | 'line' | 'column'>>,
): Finding => {
  const { id, severity, why } = otherRules.invalid
  const at = { rule: id, survey, screen: null, path }
  return { ...at, ...place, severity, survey_name: '', message, fix: null, why, fingerprint: fingerprint(at), suppressed: null }
}

const fingerprint = ({ rule, survey, screen, path }: Pick<Finding, 'rule' | 'survey' | 'screen' | 'path'>): string =>
  createHash('sha256')
    .update([rule, survey, screen ?? '', path ?? ''].join('\0'))
    .digest('hex')
    .slice(0, 32)

const order: readonly Severity[] = ['info', 'warning', 'error']

/** Whether a severity is at least as high as a limit. */
export const isAtLeast = (severity: Severity, limit: Severity): boolean => order.indexOf(severity) >= order.indexOf(limit)
