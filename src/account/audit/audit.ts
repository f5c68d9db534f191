/** `account audit`: whether the account is in order, judged as a whole; what to do first comes first. */
import { accountRules, type AccountRuleId } from '../../check/account-rules.ts'
import type { Config } from '../../check/config.ts'
import { findingOf, withSuppressions, type Finding, type Skipped, type SurveyChecked } from '../../check/run.ts'
import { isUnreadable } from '../../project/plan/observe.ts'
import type { Service } from '../../service.ts'
import { Facts } from './facts.ts'
import { ownRules, probes } from './account-rules.ts'
import type { Run } from './rule.ts'
import { surveyRules } from './survey-rules.ts'

export interface AuditOptions {
  workspace: number
  /** Milliseconds. */
  since: number
  /** Also what does more than read. */
  probe: boolean
}

const account = 'account'
const runs: Readonly<Record<Exclude<AccountRuleId, 'smtp-down'>, Run>> = { ...surveyRules, ...ownRules }
const readsDeliveries = (id: AccountRuleId): boolean => id === 'deliveries-stuck' || id === 'access-revoked'

export async function audit(service: Service, config: Config, { workspace, since, probe }: AuditOptions): Promise<SurveyChecked[]> {
  const now = new Date()
  const domains = config.options.domains?.names
  const facts = new Facts(service, {
    workspace,
    now: now.getTime(),
    since,
    domains: Array.isArray(domains) ? domains.map(String) : undefined,
  })
  const findings: Finding[] = []
  const skipped: Skipped[] = []
  for (const { id, severity: usual, why } of accountRules) {
    const severity = config.severities[id] ?? usual
    if (severity === 'off') continue
    const skip = (reason: string): void => void skipped.push({ rule: id, survey: account, why: reason })
    if (id === 'target-foreign' && !facts.domains) skip('check.yaml names no domains')
    for (const run of runsOf(id, probe, skip)) {
      try {
        for await (const found of run(facts)) {
          const of = { survey: found.survey === undefined ? account : String(found.survey), name: found.name ?? '' }
          findings.push(findingOf({ id, severity, why }, of, found))
        }
        // What could not be read of some surveys is not well because of that.
        const unread = readsDeliveries(id) ? (await facts.triage()).find(({ state }) => state === 'unreadable') : undefined
        if (unread) skip(unread.cause ?? '')
      } catch (error) {
        if (!isUnreadable(error)) throw error
        skip(error.message)
      }
    }
  }
  // In the order of what is to be done first.
  const names = new Map([...findings.map(({ survey, survey_name }) => [survey, survey_name] as const), [account, 'the account'] as const])
  return [...names].map(([survey, name]) => {
    const own = { findings: findings.filter((finding) => finding.survey === survey), skipped }
    const judged = withSuppressions(own, { survey, name, now }, config, accountRules)
    return { survey, name, checked: { findings: judged, skipped: survey === account ? skipped : [] } }
  })
}

function runsOf(id: AccountRuleId, probe: boolean, skip: (why: string) => void): Run[] {
  const probing = id === 'smtp-down' || id === 'storage-bad' ? probes[id] : undefined
  if (probing && !probe) skip('it takes a request that does more than read: --probe')
  return [...(id === 'smtp-down' ? [] : [runs[id]]), ...(probing && probe ? [probing] : [])]
}
