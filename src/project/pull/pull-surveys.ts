/** The service's surveys into files: new ones, and changes of those that are there. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listQuizzes } from '../../contract/surveys/quiz.ts'
import { CommandError } from '../../errors.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { toCopy } from '../../text/to-copy.ts'
import { idsPath, surveysPath } from '../files/layout.ts'
import type { Project } from '../files/project.ts'
import { refuseForeignFiles, writeNew } from '../files/write-survey.ts'
import { atOnce, ownAccount, statesOf, type Opened } from '../opened.ts'
import { namer } from '../plan/names.ts'
import { observe } from '../plan/observe.ts'
import { draftInStep } from '../plan/unpublished.ts'
import type { Survey } from '../read-survey.ts'
import { cachedReads, type Cached } from '../sections/section.ts'
import { keepSpelling, withIds, writeState, type Account } from '../state/state.ts'
import { findSurveys, needState } from '../surveys.ts'
import { isWatched } from './appeared.ts'
import { fetchMedia } from './fetch-media.ts'
import { freeKey } from './free-key.ts'
import { gapsOf } from './gaps.ts'
import { pullInto, type PullOptions } from './merge-into-files.ts'

export interface Pull {
  key: string
  quiz_id: number
  status: 'new' | 'changed' | 'in_step' | 'conflict'
  files: string[]
  conflicts: string[]
  kept: string[]
  blind: string[]
  /** What it has that no file can hold. */
  gaps: string[]
}

export interface WhichToPull extends PullOptions {
  /** Also surveys of the account that no key names yet. */
  all: boolean
  patience: number | undefined
}

/** Sorted by key. */
export async function pullSurveys(opened: Opened, keys: readonly string[], { all, patience, ...options }: WhichToPull): Promise<Pull[]> {
  const known = (await findSurveys(opened, keys)).filter(({ cached: { facts } }) => keys.length > 0 || facts.place)
  const account = await ownAccount(opened)
  await opened.service.patience(patience)
  const run = cachedReads()
  const work = known.map(
    ({ load }) =>
      async () =>
        pullOne(opened, await load(), { ...options, run }),
  )
  if (all) work.push(...(await unknownSurveys(opened, account, { run, isBackup: options.isBackup === true })))
  const pulled: Pull[] = []
  await inParallel(work, atOnce, async (pull) => void pulled.push(await pull()))
  return pulled.sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function unknownSurveys(
  opened: Opened,
  account: Account,
  { run, isBackup }: Pick<New, 'run' | 'isBackup'>,
): Promise<(() => Promise<Pull>)[]> {
  const ids = new Set(statesOf(opened).map(([, state]) => state?.quiz_id))
  const taken = takenKeys(opened.project)
  const found: { id: number; key: string }[] = []
  for (const { id, name } of await opened.service.call(listQuizzes, { sort: 'id', order: 'asc' }))
    if (!ids.has(id)) found.push({ id, key: freeKey(name ?? '', id, taken) })
  return found.map(
    ({ id, key }) =>
      () =>
        pullNew(opened, account, { id, key, run, isBackup }),
  )
}

/** Also a folder without a survey whose ids somebody else wrote. */
const takenKeys = ({ root, keys }: Project): Set<string> => {
  const surveys = join(root, surveysPath)
  const folders = existsSync(surveys) ? readdirSync(surveys) : []
  return new Set([...keys, ...folders.filter((name) => existsSync(join(root, idsPath(name))))])
}

interface New {
  id: number
  key: string
  run?: Cached | undefined
  isBackup?: boolean | undefined
}

export async function pullNew(opened: Opened, account: Account, { id, key, run, isBackup = false }: New): Promise<Pull> {
  const { service, project, environment } = opened
  const observed = await observe(service, id, environment, { key, wanted: () => true, acrossSurveys: run })
  if (!observed) throw new CommandError('not_found', `The service has no survey ${id}`, { code: 'quiz_not_found' })
  refuseForeignFiles(project.root, key)
  const { pathOf, media } = await fetchMedia(opened, { key, ours: {}, known: {} }, observed.content)
  const files = writeNew(project, key, observed.content, environment, pathOf)
  if (!isBackup)
    writeState(project, environment.name, key, {
      ...account,
      quiz_id: id,
      ...(Object.keys(media).length > 0 && { media }),
      base: observed.content,
      ...draftInStep({}, observed),
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
  const { service, project, environment } = opened
  const { key, ours } = survey
  const state = needState(survey, opened)
  const wanted = isWatched(ours.content, state.base)
  const observed = await observe(service, state.quiz_id, environment, { ...survey, wanted, acrossSurveys: run })
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
  if (!options.isBackup)
    writeState(project, environment.name, key, {
      ...facts,
      ...withIds(state, observed.ids),
      ...draftInStep(state, observed),
      ...(base && { base: keepSpelling(state.base, base) }),
      ...(Object.keys(media).length > 0 && { media }),
    })
  const name = namer(ours.idMap, observed.content)
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
