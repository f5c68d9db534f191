/** A plan for a person. */
import { impactLine } from '../draft/loss.ts'
import { bytesText } from '../../model/question/index.ts'
import { counted } from '../../text/counted.ts'
import { shown } from './names.ts'
import { variablesOf, type PlanChange, type PlanData, type SurveyPlan } from './plan-data.ts'
import { toCopy } from '../../text/to-copy.ts'

const signs = { add: '+', remove: '-', change: '~', move: '>' } as const

/** A line end in a title begins no line of its own. */
const asOneLine = (line: string): string => line.replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, '↵')

export function planText({ environment, base_url, workspace_id, surveys, totals }: PlanData, whole: boolean): string {
  const counts = [
    totals.create > 0 && `${totals.create} to create`,
    totals.change > 0 && `${totals.change} to change`,
    totals.locked > 0 && `${totals.locked} locked`,
    totals.conflict > 0 && counted(totals.conflict, 'conflict'),
    totals.gone > 0 && `${totals.gone} gone`,
  ].filter(Boolean)
  const head = [
    environment,
    base_url,
    `account ${workspace_id}`,
    counted(surveys.length, 'survey'),
    counts.length > 0 ? counts.join(', ') : 'nothing to do',
  ]
  const told = surveys.filter(isWorthTelling)
  const lines = [head.join(' · '), ...told.flatMap((survey) => surveyLines(survey, whole)), ...waiting(surveys)]
  return `${lines.map(asOneLine).join('\n')}\n`
}

/** What apply --publish would publish besides what changes. */
function waiting(surveys: readonly SurveyPlan[]): string[] {
  const drafts = surveys.filter(({ waits, status }) => waits && status === 'in_step')
  if (drafts.length === 0) return []
  const names = drafts.map(({ key, is_published }) => (is_published ? key : `${key} (never published)`))
  return [`Drafts that only apply --publish brings to respondents: ${names.join(', ')}`]
}

const isWorthTelling = ({ status, changes, remarks, blind, refused }: SurveyPlan): boolean =>
  status !== 'in_step' || [changes, remarks, blind, refused].some((list) => list.length > 0)

function surveyLines(survey: SurveyPlan, whole: boolean): string[] {
  const { key, changes, blind, remarks, refused, clashes, impact, losses, lock, status } = survey
  const width = Math.min(40, Math.max(0, ...changes.map(({ path }) => path.length)))
  return [
    headOf(survey),
    ...(lock !== null && status === 'locked' ? [`  locked by ${lock}: nothing of it is sent`] : []),
    ...(status === 'gone' ? [goneLine(survey)] : []),
    ...changes.map((change) => `  ${changeLine(key, change, width, whole)}`.trimEnd()),
    ...survey.requests.flatMap(({ file, bytes }) =>
      file === undefined ? [] : [`  + ${file.padEnd(width)}  upload, ${bytesText(bytes ?? 0)}`],
    ),
    ...clashes.map((line) => `  ! ${line}  CONFLICT`),
    ...refused.map((line) => `  ! ${line}`),
    ...impact.map((each) => `  ! ${impactLine(each)} · ${each.class === 'note' ? 'note' : 'needs --allow-loss'}`),
    ...losses.map((line) => `  ! ${line} · needs --allow-loss`),
    ...variablesOf(survey).map((name) => `  ? from the environment variable ${name}`),
    ...blind.map(({ section, why }) => `  ? ${section}: not readable here (${why})`),
    ...remarks.map((line) => `  · ${line}`),
    ...tail(survey),
  ]
}

const headOf = ({ key, quiz_id, name, is_published, answers, status }: SurveyPlan): string =>
  quiz_id === null
    ? `${key}  new ${JSON.stringify(name)}`
    : `${key}  ${quiz_id} ${JSON.stringify(name)}${status === 'gone' ? '' : ` · ${is_published ? 'published' : 'not published'}`}${
        answers === null ? '' : ` · ${counted(answers, 'answer')}`
      }`

const goneLine = ({ key, quiz_id }: SurveyPlan): string =>
  toCopy`  ! The service has no survey ${quiz_id} any more. To bring it back: surveyctl quiz restore ${quiz_id}; to create it again: surveyctl project forget ${key}`

function changeLine(key: string, change: PlanChange, width: number, whole: boolean): string {
  const { path, kind, side, base, theirs, ours } = change
  const name = path.padEnd(width)
  if (side === 'conflict')
    return `! ${name}  ${['base', 'service', 'files'].map((who, index) => `${who} ${value(change, [base, theirs, ours][index], whole)}`).join(' · ')}  CONFLICT`
  if (side === 'theirs')
    return `< ${name}  ${valuesText(change, base, theirs, whole)} (changed on the service; kept. To bring it here: project pull ${key})`
  if (side === 'blind') return `? ${name}  sent as a whole, since it cannot be read here`
  return `${path.split('.').length > 2 && kind !== 'move' ? '~' : signs[kind]} ${name}  ${valuesText(change, theirs, ours, whole)}`
}

const value = ({ kind }: PlanChange, of: unknown, whole: boolean): string =>
  kind === 'move' ? (of === null || of === undefined ? 'at the beginning' : `after ${String(of)}`) : shown(of, whole)

function valuesText(change: PlanChange, before: unknown, after: unknown, whole: boolean): string {
  if (change.kind === 'move') return value(change, after, whole)
  if (before === undefined) return shown(after, whole)
  if (after === undefined) return change.path.split('.').length > 2 ? `${shown(before, whole)} → unset` : shown(before, whole)
  return `${shown(before, whole)} → ${shown(after, whole)}`
}

function tail({ key, requests, changes, status }: SurveyPlan): string[] {
  const conflict = changes.find(({ side }) => side === 'conflict')
  const ours = changes.filter(({ side }) => side === 'ours' || side === 'blind')
  const sections = (effect: string): string =>
    [...new Set(ours.filter((change) => change.effect === effect).map(({ section }) => section))].join(', ')
  const [now, draft] = [sections('now'), sections('draft')]
  const letters = requests.flatMap(({ letter_to }) => letter_to ?? [])
  const facts = [
    counted(requests.length, 'request'),
    letters.length > 0 && `${counted(letters.length, 'letter')} (to ${letters.join(', ')}, who has to confirm)`,
    now && `at once: ${now}`,
    draft && `with the next publication: ${draft}`,
  ].filter(Boolean)
  return [
    ...(requests.length > 0 ? [`  ${facts.join(' · ')}`] : []),
    ...(conflict && status === 'conflict' ? [toCopy`  To decide: surveyctl project resolve ${key} ${conflict.path} --ours|--theirs`] : []),
  ]
}
