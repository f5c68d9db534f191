/**
 * What of a survey's draft respondents don't see, and whose it is. Told by hashes of the draft: as it was last saved or pulled, and
 * as it was published. `published_at` only names a publication, so that another one is noticed.
 */
import { isSection, sections } from '../../model/document/sections.ts'
import type { Content } from '../../model/document/shape.ts'
import { sectionOf } from '../sections/index.ts'
import type { Step, View } from '../sections/section.ts'
import { digestOf, type State } from '../state/state.ts'
import type { Comparison } from './compare.ts'
import type { Observed } from './observe.ts'

/**
 * - `ours`: changed by this run, or saved by an earlier apply and not published since
 * - `mixed`: ours, and changes that somebody else made on the service
 * - `others`: changed by somebody else only
 * - `first`: never published
 * - `unknown`: published elsewhere, and not changed since that was first seen
 */
export type Unpublished = 'ours' | 'mixed' | 'others' | 'first' | 'unknown'

/** In words, in brackets behind the survey's key. */
export const whyUnpublished: Readonly<Record<Unpublished, string>> = {
  ours: 'saved by an earlier apply',
  mixed: 'its draft was changed on the service since the last apply or pull',
  others: 'its draft was changed on the service',
  first: 'never published before',
  unknown: 'published elsewhere',
}

export const isOfDraft = (section: string): boolean => isSection(section) && sections[section].effect === 'draft'

/** Of the survey's own read, what respondents see with the next publication. */
export const draftDigest = (content: Content): string =>
  digestOf(Object.fromEntries(Object.entries(content).filter(([name]) => isOfDraft(name) && sectionOf(name)?.fromView !== undefined)))

/** Why nobody answers it, published or not. */
function whyUnanswered({ observed, steps }: Draft): string | undefined {
  const { is_template, archive_at }: Partial<View> = observed?.view ?? {}
  // Steps come before the publication.
  if (is_template === true || steps.some(({ stage }) => stage === 'template')) return 'is a template'
  return typeof archive_at === 'string' && !steps.some(({ stage }) => stage === 'unarchive') ? 'is archived' : undefined
}

type Known = Pick<State, 'base' | 'draft' | 'published'>

const isSaved = (known: Known | undefined, view: View): boolean => known?.draft?.saved === true && isNewest(known.published, view)

/** Whether it is still the newest publication, as far as the service shows it. */
const isNewest = (published: Known['published'], view: View): boolean =>
  published !== undefined && (published.at === undefined || published.at === momentOf(view))

const momentOf = ({ published_at }: View): string | null => (typeof published_at === 'string' ? published_at : null)

interface Draft {
  state: Known | undefined
  /** Absent: there is no such survey yet. */
  observed: Observed | undefined
  steps: Step[]
}

/** Whether a draft that is ours holds what somebody else changed since it was saved or pulled last. */
export function isMixed({ state, observed, steps }: Draft, { entries }: Comparison): boolean {
  if (!state || !observed || !(isSaved(state, observed.view) || steps.some(({ section }) => isOfDraft(section)))) return false
  // Cut off while it was sent: of that draft only what the files don't have is certainly somebody else's.
  if (state.draft && !state.draft.digest) return entries.some(({ side, path: [section = ''] }) => side === 'theirs' && isOfDraft(section))
  const known = knownDigest(state)
  return known !== undefined && known !== draftDigest(observed.content)
}

/** Of the draft as it was saved or pulled last. */
const knownDigest = ({ draft, base }: Known): string | undefined => draft?.digest ?? (base && draftDigest(base))

interface Judged extends Draft {
  mixed: boolean
}

/** `undefined`: nothing. Respondents see the draft, or never will. */
export const unpublishedOf = (draft: Judged): Unpublished | undefined =>
  whyUnanswered(draft) === undefined ? waitingDraft(draft) : undefined

/** Why it would be published for nobody. */
export const unansweredOf = (draft: Judged): string | undefined => waitingDraft(draft) && whyUnanswered(draft)

/** What of the draft waits for a publication, also where nobody would answer it. */
function waitingDraft({ state, observed, steps, mixed }: Judged): Unpublished | undefined {
  if (state && !observed) return undefined
  if (!observed?.view.is_published) return 'first'
  const { view, content } = observed
  if (isSaved(state, view) || steps.some(({ section }) => isOfDraft(section))) return mixed ? 'mixed' : 'ours'
  const published = state?.published
  if (!published || !isNewest(published, view)) return 'unknown'
  if (published.digest !== draftDigest(content)) return 'others'
  return published.version_id === null ? 'unknown' : undefined
}

/** What is known of draft and publication where the files have what the service has. */
export function draftInStep({ draft, published }: Known, { view, content }: Observed): Pick<State, 'draft' | 'published'> {
  const digest = draftDigest(content)
  const isSame = isNewest(published, view)
  return {
    draft: { digest, ...(draft?.saved && isSame && { saved: true }) },
    ...(isSame ? published && { published } : view.is_published && { published: { version_id: null, digest, at: momentOf(view) } }),
  }
}

/** While it is sent: nobody else made it what it is, and it isn't published. */
export const sendingDraft = (state: State, observed: Observed): State => ({
  ...state,
  ...draftInStep(state, observed),
  draft: { saved: true },
})

/** Once it was read back. `before`: as it was known and found before it was sent. */
export function savedDraft(state: State, before: { state: Known; observed: Observed; mixed: boolean }, found: Observed): State {
  // What somebody else changed stays unknown.
  const digest = before.mixed ? knownDigest(before.state) : draftDigest(found.content)
  return state.draft ? { ...state, draft: { ...state.draft, ...(digest !== undefined && { digest }) } } : state
}

export const publishedDraft = (state: State, published: NonNullable<State['published']>): State => ({
  ...state,
  draft: { digest: published.digest },
  published,
})
