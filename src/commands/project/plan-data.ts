/** A plan as data: what `--json` prints, and what the text is made from. */
import { sectionNames, sections, isSection } from '../../model/document/sections.ts'
import { withPaths } from '../../model/document/media.ts'
import { toReferences } from '../../model/document/references.ts'
import type { MergeEntry } from '../../model/document/merge.ts'
import { isCreation, type Planned, type Status } from '../../project/plan.ts'
import type { Account } from '../../project/state.ts'
import type { Impact } from '../draft/loss.ts'
import { namer } from './names.ts'
import { mustPublish } from './publish.ts'

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
  /** Its draft is, or will be, another than what respondents see: `apply --publish` publishes it. */
  waits: boolean
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
  totals: Record<Status, number> & { requests: number }
}

export function planData(environment: string, account: Account, surveys: SurveyPlan[]): PlanData {
  const count = (status: Status): number => surveys.filter((survey) => survey.status === status).length
  const totals = {
    in_step: count('in_step'),
    unreadable: count('unreadable'),
    create: count('create'),
    change: count('change'),
    conflict: count('conflict'),
    locked: count('locked'),
    gone: count('gone'),
    requests: surveys.reduce((sum, { requests }) => sum + requests.length, 0),
  }
  return { format: 1, environment, ...account, surveys, totals }
}

/** `impact`: what it does to answers; `mistakes`: what the rules say against it. */
export function surveyPlan(planned: Planned, impact: Impact[], mistakes: readonly string[]): SurveyPlan {
  const { key, ours, state, observed, comparison, status, steps, losses } = planned
  const homeless = status === 'create' && ours.content.folder === undefined ? ['a new survey needs its folder: folder: NAME'] : []
  const lock = observed?.view.editing_lock
  const name = namer(ours.book, observed?.content)
  const inKeys = (value: unknown): unknown => withPaths(toReferences(value, ours.book))
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
  const unseen = comparison.sentUnread.map((section): PlanChange => ({
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
    waits: status === 'create' || (state !== undefined && mustPublish({ state, found: observed, done: steps })),
    answers: observed?.view.answer_count ?? null,
    lock: lock?.locked ? `${lock.campaign.title} (${lock.campaign.status})` : null,
    blind: Object.entries(observed?.unreadable ?? {}).flatMap(([section, why]) =>
      ours.content[section] === undefined ? [] : [{ section, why }],
    ),
    changes: [...changes, ...unseen].sort((a, b) => placeOf(a) - placeOf(b)),
    clashes: comparison.clashes,
    remarks: comparison.remarks,
    refused: [...comparison.refused, ...mistakes, ...homeless],
    requests: steps.map((step) => ({
      step: isCreation(step) ? 'create' : step.section,
      operation: step.operation.id,
      method: step.operation.method,
      path: step.operation.path.replace('{id}', String(state?.quiz_id ?? '{id}')),
      repeatable: step.operation.repeatable === true,
      ...(step.secrets && step.secrets.length > 0 && { needs: step.secrets }),
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

/** Environment variables that are sent. */
export const variablesOf = ({ requests }: SurveyPlan): string[] => [...new Set(requests.flatMap(({ needs = [] }) => needs))]
