/** A survey from its files, or from what is known of them. */
import type { Problem } from './files/config.ts'
import { filesOf } from './files/read-within.ts'
import { contentOf, type CachedSurvey } from './state/survey-cache.ts'
import { readOurs } from './files/read-ours.ts'
import { readState, type State } from './state/state.ts'
import { fromCache, type SurveyFile } from './files/survey-file.ts'
import { placeOf, type Opened } from './opened.ts'

export interface Survey {
  key: string
  ours: SurveyFile
  state: State | undefined
}

interface ReadOptions {
  /** Filled here. */
  problems: Problem[]
  onRead?: ((survey: Survey) => void) | undefined
}

/** `undefined`: something is wrong with its files. */
export const readSurvey = (
  { project, environment, cache }: Pick<Opened, 'project' | 'environment' | 'cache'>,
  key: string,
  { problems, onRead }: ReadOptions,
): CachedSurvey | undefined =>
  cache.store(key, filesOf(project.root), (files) => {
    const state = readState(project, environment.name, key, files.read)
    const ours = readOurs(project, key, environment, state, files)
    problems.push(...ours.problems)
    if (ours.problems.length > 0) return undefined
    onRead?.({ key, ours, state })
    const { content, idMap, media } = ours
    return { file: { key, content, idMap, media }, place: state && placeOf(state) }
  })

export const loadSurvey = ({ project, environment }: Opened, key: string, cached: CachedSurvey): Survey => ({
  key,
  ours: fromCache(project, contentOf(cached)),
  state: readState(project, environment.name, key),
})
