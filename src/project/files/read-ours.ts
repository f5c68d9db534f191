/** Reads a survey from its files as it is compared with the service: checked, with names resolved to ids of an environment. */
import { isUuid } from '../../model/document/ids.ts'
import type { Content, DocumentProblem } from '../../model/document/shape.ts'
import { problemAt, type Environment, type Problem } from './config.ts'
import { idsPath, surveyPath } from './layout.ts'
import type { Project } from './project.ts'
import { sectionOf } from '../sections/index.ts'
import { filesOf, type Files } from './read-within.ts'
import type { State } from '../state/state.ts'
import { readSurveyFile, type SurveyFile } from './survey-file.ts'

const idsMissing =
  'is missing: without it each question counts as a new one. Restore it from version control, or link the survey again: project forget, remove its folder, project adopt'

/** Whether the survey has questions, but none of those that the base has. */
function areIdsLost(base: Content | undefined, { screens }: Content): boolean {
  const [before, now] = [base?.screens?.ids.filter(isUuid) ?? [], screens?.ids.filter(isUuid) ?? []]
  return before.length > 0 && now.length > 0 && !before.some((id) => now.includes(id))
}

/** The state provides the fingerprints of secrets and the addresses of uploaded media. */
export function readOurs(
  project: Project,
  key: string,
  environment: Environment,
  { base, media }: Pick<State, 'base' | 'media'> = {},
  files?: Files,
): SurveyFile {
  const file = readSurveyFile(project, key, environment.name, { files, media })
  const problems: Problem[] = [...file.problems]
  const report = (path: DocumentProblem['path'], message: string): unknown =>
    problems.push(problemAt(surveyPath(key), file.place, { path, message }))
  const content: Content = {}
  for (const [name, value] of Object.entries(file.content)) {
    const section = sectionOf(name)
    const found = section?.problems?.(value) ?? []
    for (const { path, message } of found) report([name, ...path], message)
    if (found.length > 0) continue
    const resolved = section?.resolve?.(value, environment, base?.[name]) ?? { value }
    if ('problem' in resolved) report([name], resolved.problem)
    else content[name] = resolved.value
  }
  if (areIdsLost(base, content) && (files ?? filesOf(project.root)).read(idsPath(key)) === undefined)
    problems.push({ file: idsPath(key), line: 1, column: 1, message: idsMissing })
  return { ...file, content, problems }
}
