/** A plan for a person. */
import { impactLine } from '../../../draft/loss.ts'
import { valuesText, valueText } from '../../../draft/value-text.ts'
import { bytesText } from '../../../model/question/index.ts'
import { counted } from '../../../text/counted.ts'
import { isObject } from '../../../text/is-object.ts'
import { publicationLines } from '../publications.ts'
import { type PlanChange, type PlanData, type SurveyPlan } from '../plan-data.ts'
import { toCopy } from '../../../text/to-copy.ts'

const secretNames: Readonly<Record<SurveyPlan['variables'][number]['of'], string>> = { header: "header's value", address: 'address' }
const signs = { add: '+', remove: '-', change: '~', move: '>' } as const

/** A line end in a title begins no line of its own. */
export const asOneLine = (line: string): string => line.replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, '↵')

interface PlanForm {
  /** Values in full. */
  whole?: boolean
  /** Lines about publications, where they aren't those of `plan`. */
  publications?: readonly string[]
}

export const countsText = ({ totals }: PlanData): string =>
  [
    totals.create > 0 && `${totals.create} to create`,
    totals.change > 0 && `${totals.change} to change`,
    totals.locked > 0 && `${totals.locked} locked`,
    totals.conflict > 0 && counted(totals.conflict, 'conflict'),
    totals.gone > 0 && `${totals.gone} gone`,
  ]
    .filter(Boolean)
    .join(', ') || 'nothing to do'

export function planText(data: PlanData, { whole = false, publications = publicationLines(data.surveys) }: PlanForm = {}): string {
  const { environment, base_url, workspace_id, surveys } = data
  const head = [environment, base_url, `account ${workspace_id}`, counted(surveys.length, 'survey'), countsText(data)]
  const told = surveys.filter(isWorthTelling)
  const lines = [head.join(' · '), ...newFolderLines(data), ...told.flatMap((survey) => surveyLines(survey, whole)), ...publications]
  return `${lines.map(asOneLine).join('\n')}\n`
}

/** No survey is in one of this name, so it can't be seen whether it is there and empty. */
export const newFolderLines = ({ new_folders }: PlanData): string[] =>
  new_folders.map(
    ({ name, nearest }) =>
      `+ creates folder ${JSON.stringify(name)}, as no survey is in one of this name (1 request)${nearest === null ? '' : `; did you mean ${JSON.stringify(nearest)}?`}`,
  )

/** A change for each question of a new survey. */
export const changesOf = ({ changes }: SurveyPlan): PlanChange[] =>
  changes.flatMap((change) => {
    const { ours, theirs, side, section } = change
    const isNew = section === 'screens' && side === 'ours' && theirs === undefined
    if (!isNew || !isObject(ours) || !Array.isArray(ours.ids) || !isObject(ours.entities)) return [change]
    const { entities } = ours
    return ours.ids.map(String).map((id): PlanChange => ({ ...change, path: `screens.${keyOf(id)}`, ours: entities[id] }))
  })

export const isWorthTelling = ({ status, changes, remarks, blind, refused }: SurveyPlan): boolean =>
  status !== 'in_step' || [changes, remarks, blind, refused].some((list) => list.length > 0)

const surveyLines = (survey: SurveyPlan, whole: boolean): string[] => [
  headOf(survey),
  ...Object.values(partsOf(survey, whole, Math.min(40, Math.max(0, ...changesOf(survey).map(({ path }) => path.length)))))
    .flat()
    .map((line) => `  ${line}`),
]

/** Lines about a survey by what they are, in the order in which they are read. `changes` has a line for each of `changesOf`. */
export function partsOf(survey: SurveyPlan, whole: boolean, width = 0) {
  const { key, lock, status } = survey
  return {
    blocked: [
      ...(lock !== null && status === 'locked'
        ? [
            toCopy`locked by campaign ${lock}: nothing of it is sent. To wait until it ends: surveyctl project apply ${key} --wait-unlock 30m`,
          ]
        : []),
      ...(status === 'gone' ? [goneLine(survey)] : []),
    ],
    changes: changesOf(survey).map((change) => changeLine(change, width, whole).trimEnd()),
    uploads: survey.requests.flatMap(({ file, bytes }) =>
      file === undefined ? [] : [`+ ${file.padEnd(width)}  upload, ${bytesText(bytes ?? 0)}`],
    ),
    clashes: survey.clashes.map((line) => `! ${line}  CONFLICT`),
    refused: survey.refused.map((line) => `! ${line}`),
    risks: [
      ...survey.impact.map((each) => `! ${impactLine(each)} · ${each.class === 'note' ? 'note' : 'needs --allow-loss'}`),
      ...survey.losses.map((line) => `! ${line} · needs --allow-loss`),
    ],
    notes: [
      ...survey.variables.map(({ name, of, is_set }) => `? The ${secretNames[of]} will come from $${name}${is_set ? '' : ' (not set)'}`),
      ...survey.blind.map(({ section, why }) => `? ${section}: not readable here (${why})`),
      ...survey.remarks.map((line) => `· ${line}`),
      ...tail(survey),
    ],
  }
}

export const headOf = ({ key, quiz_id, name, is_published, answers, status }: SurveyPlan): string =>
  quiz_id === null
    ? `${key}  new${name === '' ? '' : ` ${JSON.stringify(name)}`}`
    : `${key}  ${quiz_id} ${JSON.stringify(name)}${status === 'gone' ? '' : ` · ${is_published ? 'published' : 'not published'}`}${
        answers === null ? '' : ` · ${counted(answers, 'answer')}`
      }`

const goneLine = ({ key, quiz_id }: SurveyPlan): string =>
  toCopy`! The service has no survey ${quiz_id} any more. To bring it back: surveyctl quiz restore ${quiz_id}; to create it again: surveyctl project forget ${key}`

function changeLine(change: PlanChange, width: number, whole: boolean): string {
  const { path, kind, side, base, theirs, ours } = change
  const name = path.padEnd(width)
  if (side === 'conflict')
    return `! ${name}  ${['base', 'service', 'files'].map((who, index) => `${who} ${value(change, [base, theirs, ours][index], whole)}`).join(' · ')}  CONFLICT`
  if (side === 'theirs') return `< ${name}  ${changeText(change, base, theirs, whole)} (changed on the service; kept)`
  if (side === 'blind') return `? ${name}  sent as a whole, since it cannot be read here`
  return `${path.split('.').length > 2 && kind !== 'move' ? '~' : signs[kind]} ${name}  ${changeText(change, theirs, ours, whole)}`
}

const value = ({ kind }: PlanChange, of: unknown, whole: boolean): string =>
  kind === 'move' ? (of === null || of === undefined ? 'at the beginning' : `after ${String(of)}`) : valueText(of, { whole, keyOf })

/** Values name questions as files do. */
const keyOf = (text: string): string => text.replace(/^q:(?!:)/, '')

function changeText(change: PlanChange, before: unknown, after: unknown, whole: boolean): string {
  if (change.kind === 'move' || before === undefined) return value(change, after, whole)
  if (after === undefined)
    return change.path.split('.').length > 2 ? `${value(change, before, whole)} → unset` : value(change, before, whole)
  return valuesText(before, after, { whole, keyOf })
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
    letters.length > 0 &&
      `${counted(letters.length, 'letter')} (to ${letters.join(', ')}, who ${letters.length === 1 ? 'has' : 'have'} to confirm)`,
    now && `at once: ${now}`,
    draft && `with the next publication: ${draft}`,
  ].filter(Boolean)
  return [
    ...(requests.length > 0 ? [facts.join(' · ')] : []),
    ...(changes.some(({ side }) => side === 'theirs') ? [toCopy`To bring the service's changes here: surveyctl project pull ${key}`] : []),
    ...(conflict && status === 'conflict' ? [toCopy`To decide: surveyctl project resolve ${key} ${conflict.path} --ours|--theirs`] : []),
  ]
}
