/** Publishing what was applied, once. */
import { publishQuiz } from '../../contract/surveys/quiz.ts'
import { storePublished } from '../../draft/stored.ts'
import { newestVersion, publishable } from '../../draft/publication.ts'
import { readDraft } from '../../draft/read.ts'
import { CommandError } from '../../errors.ts'
import { asHelp, type Service } from '../../service.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { isObject } from '../../text/is-object.ts'
import { atOnce } from '../opened.ts'
import { observe, type Observed } from '../plan/observe.ts'
import { draftDigest, publishedDraft } from '../plan/unpublished.ts'
import type { State } from '../state/state.ts'
import { save, type Work } from './work.ts'

/** By id of the survey, its newest version before anything is sent; `undefined`: the service refuses to tell. */
export type Versions = ReadonlyMap<number, number | undefined>

export async function versionsOf(service: Service, ids: readonly number[]): Promise<Versions> {
  const versions = new Map<number, number | undefined>()
  await inParallel(ids, atOnce, async (id) => void versions.set(id, await newestVersion(service, id)))
  return versions
}

interface Publication {
  key: string
  state: State
  /** The draft as it was read last. */
  found: Observed
  /** Whether it was read by the plan: then it is read again. */
  isOfPlan: boolean
  versions: Versions
}

/** Throws where, since the plan, somebody else published it or changed what is to be published. */
export async function publishSurvey(work: Work, { key, state, found, isOfPlan, versions }: Publication): Promise<State> {
  const { service, once } = work
  const id = state.quiz_id
  const digest = draftDigest(found.content)
  let next = state
  const version = await once<number | null>(`publish ${key} ${digest}`, {
    note: async () => {
      const [newest, planned] = [await newestVersion(service, id), versions.get(id)]
      if (newest !== planned && newest !== undefined && planned !== undefined) throw meanwhile('published it')
      if (isOfPlan && (await draftNow(work, id)) !== digest) throw meanwhile('changed its draft')
      return { newest: newest ?? null }
    },
    send: async () => {
      await service.call(publishQuiz, { id })
      return (await asHelp(service, `${key} is published. As which version`, (call) => newestVersion({ call }, id))) ?? null
    },
    find: (noted) => versionSince(service, id, noted),
    keep: (made) => void (next = save(work, { key }, publishedDraft(state, { version_id: made, digest }))),
  })
  const draft = await asHelp(service, `${key} is published. When`, (call) => readDraft({ call }, id))
  if (!draft) return next
  if (version !== null && version > 0) storePublished(service, id, { version, content: publishable(draft) })
  return save(work, { key }, publishedDraft(state, { version_id: version, digest, at: draft.published_at ?? null }))
}

/** The version that was published since the journal noted the newest one; `undefined`: none, or the service refuses to tell. */
export async function versionSince(service: Service, id: number, noted: unknown): Promise<number | undefined> {
  const newest = await newestVersion(service, id)
  return newest === (isObject(noted) ? noted.newest : undefined) ? undefined : newest
}

const meanwhile = (what: string): CommandError =>
  new CommandError('refused', `somebody ${what} meanwhile, so it was not published`, { code: 'stale' })

async function draftNow({ service, environment }: Work, id: number): Promise<string | undefined> {
  const now = await observe(service, id, environment)
  return now && draftDigest(now.content)
}
