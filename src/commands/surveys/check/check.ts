/** `quiz check`: rules over surveys of the service. */
import type { AccountRule } from '../../../check/account-rules.ts'
import { configName, configOf } from '../../../check/config-file.ts'
import { Reader } from '../../../check/read.ts'
import { junit, ourJunit, ourSarif, sarif, type Place } from '../../../check/reports.ts'
import { isAtLeast, type Finding, type SurveyChecked } from '../../../check/run.ts'
import { inParallel } from '../../../system/in-parallel.ts'
import type { Options } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { OutputFile } from '../../../cli/download/output-file.ts'
import { version } from '../../../cli/place.ts'
import { CommandError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { counted } from '../../../text/counted.ts'
import { byRule, bySurvey } from './by-survey.ts'
import { findingColumns, type checkFlags } from './flags.ts'

export type CheckFlags = Options<typeof checkFlags> & { strict?: boolean }

const placedColumns: Column[] = ['severity', 'survey', 'rule', 'message', 'file', 'line']

const readAtOnce = 4

export async function checkSurveys(context: Context, ids: readonly number[], flags: CheckFlags): Promise<void> {
  await reporting(flags, async (files) => {
    const reader = new Reader(context.service, context.settings.workspace, configOf(flags))
    const results = new Map<number, SurveyChecked>()
    await inParallel(ids, readAtOnce, async (id) => void results.set(id, { survey: String(id), ...(await reader.check(id)) }))
    const inOrder = ids.flatMap((id) => results.get(id) ?? [])
    await report(context, inOrder, flags, files)
  })
}

/** Files of findings; what can't be written is found out before anything is read. */
interface Reports {
  sarif: OutputFile
  junit: OutputFile
}

export async function reporting(flags: CheckFlags, work: (files: Reports) => Promise<void>): Promise<void> {
  const sarif = await OutputFile.open(flags.sarif, ourSarif)
  try {
    const junit = await OutputFile.open(flags.junit, ourJunit)
    await work({ sarif, junit }).finally(() => junit.close())
  } finally {
    sarif.close()
  }
}

/** What was judged, where it isn't surveys by the rules about them. */
interface Judged {
  what: string
  rules: readonly AccountRule[]
}

/** Shows and writes what was found, and fails as `--fail-on` says. */
export async function report(
  context: Context,
  results: readonly SurveyChecked[],
  flags: CheckFlags,
  files: Reports,
  of?: Judged,
): Promise<void> {
  // Code hosts show findings of files only: those of a survey of the service stand in the configuration.
  const placeOf = ({ file = flags.config ?? configName, line = 1, column = 1 }: Finding): Place => ({ file, line, column })
  const findings = results.flatMap(({ checked }) => checked.findings)
  await files.sarif.write(`${JSON.stringify(sarif(findings, version, placeOf, of?.rules), null, 2)}\n`)
  await files.junit.write(junit(findings, results))
  await files.sarif.throwAfter(() =>
    files.junit.throwAfter(() => conclude(context, results, findings, { ...flags, ...(of && { what: of.what }) })),
  )
}

async function conclude(
  context: Context,
  results: readonly SurveyChecked[],
  findings: readonly Finding[],
  flags: CheckFlags & Partial<Judged>,
): Promise<void> {
  const skipped = results.flatMap(({ checked }) => checked.skipped)
  const open = findings.filter(({ suppressed }) => suppressed === null)
  const count = (severity: string, word = severity): string => counted(open.filter((finding) => finding.severity === severity).length, word)
  const summary = `${flags.what ?? counted(results.length, 'survey')}: ${count('error')}, ${count('warning')}, ${count('info', 'note')}${
    findings.length > open.length ? `, ${findings.length - open.length} suppressed` : ''
  }`
  await show(context, open, { all: findings, summary, isAccount: flags.what !== undefined })
  for (const [why, rules] of grouped(skipped)) context.show.warn(`Not checked (${rules.join(', ')}): ${why}`)
  context.show.note(summary)
  const limit = flags.failOn ?? 'error'
  const severe = limit === 'never' ? [] : open.filter(({ severity }) => isAtLeast(severity, limit))
  if (severe.length > 0)
    throw new CommandError('refused', `${counted(severe.length, 'finding')} to fix`, {
      hint: 'To accept a finding, list it under "suppress" in check.yaml',
    })
  if (flags.strict && skipped.length > 0)
    throw new CommandError('refused', `${counted(skipped.length, 'rule')} could not be checked`, {
      hint: 'To do without a rule: "rules: {RULE: off}" in check.yaml',
    })
}

/** For a person grouped by survey, with the command below; data goes out whole, suppressed ones included. */
async function show(
  context: Context,
  open: readonly Finding[],
  { all, summary, isAccount }: { all: readonly Finding[]; summary: string; isAccount: boolean },
): Promise<void> {
  const inFiles = all.some(({ file }) => file !== undefined)
  if (!context.show.form.forPerson)
    return context.show.rows([context.show.form.asData ? all : open], inFiles ? placedColumns : findingColumns)
  if (!isAccount) return context.show.charts(bySurvey(open))
  // Before what may fill many screens.
  const [first] = open
  const lines = first?.fix ? [`First of all: ${first.fix}`] : []
  await context.show.charts([...(open.length > 0 ? [{ heading: summary, bars: [], lines }] : []), ...byRule(open)])
}

function grouped(skipped: readonly { rule: string; why: string }[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { rule, why } of skipped) groups.set(why, [...new Set([...(groups.get(why) ?? []), rule])])
  return groups
}
