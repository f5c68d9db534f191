/** A survey from its files, or from what is known of them. */
import type { Problem } from '../../project/config.ts'
import { filesOf } from '../../project/files.ts'
import { contentOf, type CachedSurvey } from '../../project/survey-cache.ts'
import { readOurs } from '../../project/ours.ts'
import { readState, type State } from '../../project/state.ts'
import { fromCache, type SurveyFile } from '../../project/survey-file.ts'
import { placeOf, type Opened } from './open.ts'

export interface Survey {
  key: string
  ours: SurveyFile
  state: State | undefined
}

interface Watch {
  problems: Problem[]
  look?: ((survey: Survey) => void) | undefined
}

/** `undefined`: something is wrong with its files. */
export const readSurvey = (
  { project, environment, cache }: Omit<Opened, 'context'>,
  key: string,
  { problems, look }: Watch,
): CachedSurvey | undefined =>
  cache.keep(key, filesOf(project.root), (files) => {
    const state = readState(project, environment.name, key, files.read)
    const ours = readOurs(project, key, environment, state, files)
    problems.push(...ours.problems)
    if (ours.problems.length > 0) return undefined
    look?.({ key, ours, state })
    const { content, book, media } = ours
    return { kept: { key, content, book, media }, place: state && placeOf(state) }
  })

export const loadSurvey = ({ project, environment }: Opened, key: string, cached: CachedSurvey): Survey => ({
  key,
  ours: fromCache(project, contentOf(cached)),
  state: readState(project, environment.name, key),
})
