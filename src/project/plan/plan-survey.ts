/** The plan for one survey: how it differs, and which steps bring the service to what the files say. */
import type { Service } from '../../service.ts'
import { createQuiz } from '../../contract/surveys/quiz.ts'
import type { Content } from '../../model/document/shape.ts'
import { changedSections, compare, type Comparison } from './compare.ts'
import type { Environment } from '../files/config.ts'
import { observe, type Observed } from './observe.ts'
import { sectionOf } from '../sections/index.ts'
import { stages, type Step } from '../sections/section.ts'
import type { State } from '../state/state.ts'
import type { SurveyFile } from '../files/survey-file.ts'
import { isMixed, draftInStep } from './unpublished.ts'
import { uploadSteps } from './uploads.ts'

export type Status = 'in_step' | 'unreadable' | 'create' | 'change' | 'conflict' | 'locked' | 'gone'

export interface Planned {
  key: string
  ours: SurveyFile
  state: State | undefined
  /** Absent where the survey has yet to be made, or was deleted. */
  observed: Observed | undefined
  comparison: Comparison
  status: Status
  /** In the order in which they are sent. */
  steps: Step[]
  /** What the steps lose for good. */
  losses: string[]
  /** The draft is ours to publish, and holds what somebody else changed since it was seen last from here. */
  mixed: boolean
}

export interface PlanOptions {
  /** Changes on the service are overwritten. */
  exact?: boolean
  /** Sections that can't be read, and are sent even where they equal what was sent last. */
  resend?: readonly string[]
}

/** What was read already; `observed` is undefined where the survey was deleted, or never made. */
export interface AlreadyObserved {
  observed: Observed | undefined
}

/** Whether the service has what an earlier revision of the files said. */
export type WasApplied = (theirs: Content) => boolean

export async function planSurvey(
  service: Service,
  environment: Environment,
  ours: SurveyFile,
  state: State | undefined,
  { wasOurs = () => false, seen, ...options }: PlanOptions & { wasOurs?: WasApplied; seen?: AlreadyObserved | undefined } = {},
): Promise<Planned> {
  const observed = seen ? seen.observed : state && (await observe(service, state.quiz_id, environment, { key: ours.key, ours, state }))
  const first = planOf(ours, state, observed, options)
  const isForeign = first.mixed || first.comparison.entries.some(({ side }) => side !== 'ours')
  const planned =
    state && observed && isForeign && wasOurs(observed.content) ? planOf(ours, asApplied(state, observed), observed, options) : first
  return observed && planned.steps.length > 0 ? { ...planned, losses: await lossesOf(service, observed, planned.comparison) } : planned
}

/** The state that an apply would have left, had somebody kept it. */
const asApplied = (state: State, observed: Observed): State => ({
  ...state,
  ...draftInStep(state, observed),
  base: { ...state.base, ...observed.content },
})

export async function lossesOf(
  service: Service,
  { id, ids }: Pick<Observed, 'id' | 'ids'>,
  { theirs, merged }: Pick<Comparison, 'theirs' | 'merged'>,
): Promise<string[]> {
  const lost = changedSections(theirs, merged).map(
    (name) => sectionOf(name)?.losses?.(service, id, { now: theirs[name], next: merged[name], ids: ids[name] ?? {} }) ?? [],
  )
  return (await Promise.all(lost)).flat()
}

/** The plan from what was read; without losses, which take further requests. */
export function planOf(
  ours: SurveyFile,
  state: State | undefined,
  observed: Observed | undefined,
  { exact = false, resend = [] }: PlanOptions = {},
): Planned {
  const base = exact || state === undefined || state.fresh ? (observed?.content ?? {}) : state.base
  const comparison = compare(ours.content, base, observed, resend)
  const steps = stepsOf(comparison.theirs, comparison.merged, observed?.ids, (content) => uploadSteps(ours.key, content, ours.media))
  const mixed = !exact && observed !== undefined && isMixed({ state, observed, steps }, comparison)
  const planned = { key: ours.key, ours, state, observed, comparison, losses: [], mixed }
  if (state && !observed) return { ...planned, status: 'gone', steps: [] }
  if (!state) return { ...planned, status: 'create', steps: [createStep(ours.content), ...steps] }
  if (conflictsIn(comparison)) return { ...planned, status: 'conflict', steps: [] }
  const isLocked = observed?.view.editing_lock?.locked === true && steps.some(({ operation }) => operation.locks)
  const isUnreadable = Object.keys(observed?.unreadable ?? {}).some((name) => ours.content[name] !== undefined)
  return { ...planned, status: isLocked ? 'locked' : steps.length > 0 ? 'change' : isUnreadable ? 'unreadable' : 'in_step', steps }
}

const conflictsIn = ({ entries, clashes }: Comparison): boolean => clashes.length > 0 || entries.some(({ side }) => side === 'conflict')

export function stepsOf(now: Content, next: Content, ids: Observed['ids'] = {}, uploads: (content: Content) => Step[]): Step[] {
  const changed = changedSections(now, next)
  const sent = changed.flatMap((section) =>
    (sectionOf(section)?.steps?.({ now: now[section], next: next[section], ids: ids[section] ?? {} }) ?? []).map((step): Step => ({
      section,
      ...step,
    })),
  )
  const steps = changed.includes('screens') ? [...uploads(next), ...sent] : sent
  return steps.sort((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage))
}

const createStep = ({ folder }: Content): Step => ({
  stage: 'unarchive',
  section: 'folder',
  operation: createQuiz,
  input: ({ folderId }) => ({ folder_id: folderId(String(folder)) }),
})

export const isCreation = ({ operation }: Step): boolean => operation === createQuiz
