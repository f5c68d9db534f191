/** A plan as data: what `--json` prints, and what the text is made from. */
import { sectionNames, sections, isSection } from '../../model/document/sections.ts'
import { withPaths } from '../../model/document/media.ts'
import { toReferences } from '../../model/document/references.ts'
import type { MergeEntry } from '../../model/document/merge.ts'
import { isCreation, type Planned, type Status } from './plan-survey.ts'
import type { Account } from '../state/state.ts'
import type { Impact } from '../../draft/loss.ts'
import { secretOf } from '../files/secrets.ts'
import type { SentSecret, View } from '../sections/section.ts'
import type { NewFolder } from './find-folders.ts'
import { namer } from './names.ts'
import { unansweredOf, unpublishedOf, type Unpublished } from './unpublished.ts'

export interface PlanChange {
  path: string
  section: string
  kind: MergeEntry['kind']
  side: MergeEntry['side'] | 'blind'
  effect: 'draft' | 'now'
  base?: unknown
  theirs?: unknown
  ours?: unknown
}

export interface SurveyPlan {
  key: string
  quiz_id: number | null
  name: string
  status: Status
  is_published: boolean
  /** What of its draft, as it will be, respondents don't see; `null`: nothing. */
  unpublished: Unpublished | null
  /** Nobody answers it, whatever is published. */
  unanswered?: string
  answers: number | null
  lock: string | null
  blind: { section: string; why: string }[]
  changes: PlanChange[]
  clashes: string[]
  remarks: string[]
  refused: string[]
  requests: {
    step: string
    operation: string
    method: string
    path: string
    repeatable: boolean
    needs?: readonly string[]
    letter_to?: string
    /** Path and size of the file that is uploaded. */
    file?: string
    bytes?: number
  }[]
  /** Environment variables that are sent. */
  variables: { name: string; of: SentSecret['of']; is_set: boolean }[]
  /** What can't be had back. */
  losses: string[]
  impact: Impact[]
  theirs_digest: string | null
}

export interface PlanData {
  format: 1
  environment: string
  base_url: string
  workspace_id: number
  surveys: SurveyPlan[]
  /** Folders that are created before the first survey, a request each. */
  new_folders: NewFolder[]
  totals: Record<Status, number> & { requests: number }
}

export function planData(environment: string, account: Account, surveys: SurveyPlan[], folders: NewFolder[]): PlanData {
  const count = (status: Status): number => surveys.filter((survey) => survey.status === status).length
  const totals = {
    in_step: count('in_step'),
    unreadable: count('unreadable'),
    create: count('create'),
    change: count('change'),
    conflict: count('conflict'),
    locked: count('locked'),
    gone: count('gone'),
    requests: surveys.reduce((sum, { requests }) => sum + requests.length, folders.length),
  }
  return { format: 1, environment, ...account, surveys, new_folders: folders, totals }
}

/** `impact`: what it does to answers; `mistakes`: what the rules say against it. */
export function surveyPlan(planned: Planned, impact: Impact[], mistakes: readonly string[]): SurveyPlan {
  const { key, ours, state, observed, comparison, status, steps, losses } = planned
  const missing =
    status === 'create'
      ? [
          ...(ours.content.name === undefined ? ['a new survey needs its name: name: TEXT'] : []),
          ...(ours.content.folder === undefined ? ['a new survey needs its folder: folder: NAME'] : []),
        ]
      : []
  const unanswered = unansweredOf(planned)
  const name = namer(ours.idMap, observed?.content)
  const inKeys = (value: unknown): unknown => withPaths(toReferences(value, ours.idMap))
  const placed = (value: unknown): unknown => (typeof value === 'string' ? name([value]) : null)
  // Of a survey that is gone nothing was changed.
  const entries = status === 'gone' ? [] : comparison.entries
  const changes = entries.map(({ path, side, kind, base, theirs, ours: own }): PlanChange => {
    const move = kind === 'move'
    const [section = ''] = path
    return {
      path: name(path),
      section,
      kind,
      side,
      effect: effectOf(section),
      ...(base !== undefined && { base: move ? placed(base) : inKeys(base) }),
      ...(theirs !== undefined && { theirs: move ? placed(theirs) : inKeys(theirs) }),
      ...(own !== undefined && { ours: move ? placed(own) : inKeys(own) }),
    }
  })
  const sentUnread = comparison.sentUnread.map((section): PlanChange => ({
    path: section,
    section,
    kind: 'change',
    side: 'blind',
    effect: effectOf(section),
    ours: ours.content[section],
  }))
  return {
    key,
    quiz_id: state?.quiz_id ?? null,
    name: observed?.name ?? String(ours.content.name ?? ''),
    status,
    is_published: observed?.view.is_published === true,
    unpublished: unpublishedOf(planned) ?? null,
    ...(unanswered !== undefined && { unanswered }),
    answers: observed?.view.answer_count ?? null,
    lock: lockOf(observed?.view) ?? null,
    variables: [
      ...new Map(steps.flatMap(({ secrets = [] }) => secrets.map((secret) => [`${secret.of} ${secret.env}`, secret]))).values(),
    ].map(({ env, of }) => ({ name: env, of, is_set: secretOf(env) !== undefined })),
    blind: Object.entries(observed?.unreadable ?? {}).flatMap(([section, why]) =>
      ours.content[section] === undefined ? [] : [{ section, why }],
    ),
    changes: [...changes, ...sentUnread].sort((a, b) => placeOf(a) - placeOf(b)),
    clashes: comparison.clashes,
    remarks: comparison.remarks,
    refused: [...comparison.refused, ...mistakes, ...missing],
    requests: steps.map((step) => ({
      step: isCreation(step) ? 'create' : step.section,
      operation: step.operation.id,
      method: step.operation.method,
      path: step.operation.path.replace('{id}', String(state?.quiz_id ?? '{id}')),
      repeatable: step.operation.repeatable === true,
      ...(step.secrets && step.secrets.length > 0 && { needs: [...new Set(step.secrets.map(({ env }) => env))] }),
      ...(step.upload && { file: step.upload.path, bytes: step.upload.bytes }),
      ...(step.letterTo !== undefined && { letter_to: step.letterTo }),
    })),
    losses,
    impact,
    theirs_digest: observed ? comparison.digest : null,
  }
}

const placeOf = ({ section }: PlanChange): number => sectionNames.findIndex((name) => name === section)

const effectOf = (section: string): 'draft' | 'now' => (isSection(section) ? sections[section].effect : 'now')

/** The campaign that locks it. */
export const lockOf = (view: View | undefined): string | undefined =>
  view?.editing_lock?.locked ? `"${view.editing_lock.campaign.title}" (${view.editing_lock.campaign.status})` : undefined
