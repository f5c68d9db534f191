/** `project pull`, `adopt` and `forget`: the service's surveys into files, and which survey is which. */
import { inParallel } from '../../cli/bulk/parallel.ts'
import type { Context } from '../../cli/context.ts'
import { listQuizzes, viewQuiz } from '../../contract/quiz.ts'
import { CommandError, usageError } from '../../errors.ts'
import { isKey } from '../../model/document/ids.ts'
import { removeWithin } from '../../project/write-within.ts'
import { gapsOf } from '../../project/gaps.ts'
import { statePath, surveyPath } from '../../project/layout.ts'
import { observe } from '../../project/observe.ts'
import { pullInto, type PullOptions } from '../../project/pull.ts'
import { isUntouched, cachedReads, type Cached } from '../../project/sections/section.ts'
import { readState, keepSpelling, withIds, writeState, type Account, type State } from '../../project/state.ts'
import { writeNew } from '../../project/write.ts'
import { journaled } from './journaled.ts'
import { fetchMedia } from './fetch-media.ts'
import { freeKey } from './keys.ts'
import { namer } from './names.ts'
import { accountOf, atOnce, openHere, refuseForeignStates, statesOf, waitAsTold, type Opened } from './open.ts'
import type { Survey } from './read-survey.ts'
import { findSurveys, needState } from './surveys.ts'
import { reportPulled, tellGaps, type Pull } from './pulled.ts'
import { toCopy } from '../../text/to-copy.ts'

interface Options extends PullOptions {
  env?: string | undefined
  all?: boolean
  patience?: string | undefined
}

export async function pullProject(
  given: Context,
  keys: readonly string[],
  { env, all = false, patience, ...options }: Options,
): Promise<void> {
  if (all && keys.length > 0) throw usageError('Give either keys or --all')
  const opened = openHere(given, { env })
  const { context } = opened
  await journaled(opened, async () => {
    const known = (await findSurveys(opened, keys)).filter(({ cached: { facts } }) => keys.length > 0 || facts.place)
    const account = await accountOf(opened)
    refuseForeignStates(opened, account)
    await waitAsTold(opened, patience)
    const run = cachedReads()
    const work: (() => Promise<Pull>)[] = known.map(
      ({ load }) =>
        async () =>
          pullOne(opened, await load(), { ...options, run }),
    )
    if (all) work.push(...(await unknownSurveys(opened, account, run)))
    if (work.length === 0) context.note('Nothing to pull. To bring every survey of the account here: surveyctl project pull --all')
    const pulled: Pull[] = []
    await inParallel(work, atOnce, async (pull) => void pulled.push(await pull()))
    await reportPulled(
      context,
      pulled.sort((a, b) => (a.key < b.key ? -1 : 1)),
    )
  })
}

/** Those of the account that no key names yet. */
async function unknownSurveys(opened: Opened, account: Account, run: Cached): Promise<(() => Promise<Pull>)[]> {
  const ids = new Set(statesOf(opened).map(([, state]) => state?.quiz_id))
  const taken = new Set(opened.project.keys)
  const found: { id: number; key: string }[] = []
  for (const { id, name } of await opened.context.call(listQuizzes, { sort: 'id', order: 'asc' }))
    if (!ids.has(id)) found.push({ id, key: freeKey(name ?? '', id, taken) })
  return found.map(
    ({ id, key }) =>
      () =>
        pullNew(opened, account, { id, key, run }),
  )
}

interface New {
  id: number
  key: string
  run?: Cached
}

async function pullNew(opened: Opened, account: Account, { id, key, run }: New): Promise<Pull> {
  const { context, project, environment } = opened
  const observed = await observe(context, id, environment, () => true, { key, acrossSurveys: run })
  if (!observed) throw new CommandError('not_found', `The service has no survey ${id}`, { code: 'quiz_not_found' })
  const { pathOf, media } = await fetchMedia(opened, { key, ours: {}, known: {} }, observed.content)
  const files = writeNew(project, key, observed.content, environment, pathOf)
  writeState(project, environment.name, key, {
    ...account,
    quiz_id: id,
    ...(Object.keys(media).length > 0 && { media }),
    base: observed.content,
    ...withIds({ ...account, quiz_id: id }, observed.ids),
  })
  return {
    key,
    quiz_id: id,
    status: 'new',
    files,
    conflicts: [],
    kept: [],
    blind: Object.keys(observed.unreadable),
    gaps: gapsOf(observed.content),
  }
}

async function pullOne(opened: Opened, survey: Survey, { run, ...options }: PullOptions & { run: Cached }): Promise<Pull> {
  const { context, project, environment } = opened
  const { key, ours } = survey
  const state = needState(survey, opened)
  const observed = await observe(context, state.quiz_id, environment, (name) => ours.content[name] !== undefined, {
    ...survey,
    acrossSurveys: run,
  })
  if (!observed)
    throw new CommandError('not_found', `${key}: the service has no survey ${state.quiz_id} any more`, {
      code: 'quiz_not_found',
      hint: toCopy`To bring it back: surveyctl quiz restore ${state.quiz_id}. Not to manage it any more: surveyctl project forget ${key}`,
    })
  let media = state.media ?? {}
  const { files, conflicts, kept, base } = await pullInto(project, environment, { ours, state, observed }, options, async (content) => {
    const fetched = await fetchMedia(opened, { key, ours: ours.media, known: media }, content)
    media = fetched.media
    return fetched.pathOf
  })
  const { fresh: _, base: __, ...facts } = state
  writeState(project, environment.name, key, {
    ...facts,
    ...withIds(state, observed.ids),
    ...(base && { base: keepSpelling(state.base, base) }),
    ...(Object.keys(media).length > 0 && { media }),
  } satisfies State)
  const name = namer(ours.book, observed.content)
  return {
    key,
    quiz_id: state.quiz_id,
    status: conflicts.length > 0 ? 'conflict' : files.length > 0 ? 'changed' : 'in_step',
    files,
    conflicts: conflicts.map(({ path }) => name(path)),
    kept: kept.map(({ path }) => name(path)),
    blind: Object.keys(observed.unreadable).filter((section) => ours.content[section] !== undefined),
    gaps: gapsOf(observed.content),
  }
}

export async function adoptSurvey(given: Context, key: string, reference: string, env: string | undefined): Promise<void> {
  if (!isKey(key)) throw usageError(`"${key}" is not a valid key: a lower-case letter, then letters, digits and hyphens, up to 40 in all`)
  const opened = openHere(given, { env })
  const { context } = opened
  const { project, environment } = opened
  const account = await accountOf(opened)
  refuseForeignStates(opened, account)
  const id = await context.quiz(reference)
  const other = statesOf(opened).find(([name, state]) => state?.quiz_id === id && name !== key)
  if (other)
    throw usageError(`Survey ${id} is ${other[0]} already`, toCopy`Not to manage it there any more: surveyctl project forget ${other[0]}`)
  const before = readState(project, environment.name, key)
  if (before && before.quiz_id !== id)
    throw usageError(`${key} is survey ${before.quiz_id} already`, toCopy`To name another one: surveyctl project forget ${key}, then adopt`)
  if (!project.keys.includes(key)) {
    const pulled = await pullNew(opened, account, { id, key })
    const { files, gaps } = pulled
    await context.done({ key, quiz_id: id, files, gaps }, `Survey ${id} is ${key} now: ${files.join(', ')}`, key)
    return tellGaps(context, [pulled])
  }
  // A survey that a run made and then broke off: what it has is no one's change.
  const fresh = !before && isUntouched(await context.call(viewQuiz, { id }))
  if (!before) writeState(project, environment.name, key, { ...account, quiz_id: id, ...(fresh && { fresh }) })
  await context.done(
    { key, quiz_id: id, files: [] },
    [
      `Survey ${id} is ${key} now`,
      fresh
        ? toCopy`Nothing was done with it yet. To bring the files there: surveyctl project apply ${key}`
        : toCopy`Where it differs from ${surveyPath(key)} nobody knows yet who changed it. To see it: surveyctl project plan ${key}`,
    ],
    key,
  )
}

export async function forgetSurvey(context: Context, key: string, env: string | undefined): Promise<void> {
  const { project, environment } = openHere(context, { env })
  const state = readState(project, environment.name, key)
  if (!state) throw usageError(`Environment ${environment.name} knows no survey ${key}`)
  removeWithin(project.root, statePath(environment.name, key))
  await context.done(
    { key, quiz_id: state.quiz_id },
    `Survey ${state.quiz_id} is no longer managed as ${key}; its files and the survey stay`,
    key,
  )
}
