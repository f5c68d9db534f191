/** Changes of the files alone: a key renamed, their usual form. */
import { usageError } from '../../errors.ts'
import { fixedKeys, isKey } from '../../model/document/ids.ts'
import { formattedText, renamedText, type FormatOptions } from '../../model/document/rewrite.ts'
import type { IdMap } from '../../model/document/shape.ts'
import { formatIds } from './ids.ts'
import { idsPath, overlayPath, surveyPath } from './layout.ts'
import { chosenKeys, refuseProblems, type Project } from './project.ts'
import { readWithin } from './read-within.ts'
import { readSurveyFile } from './survey-file.ts'
import { withLineEnds, writeWithin } from './write-within.ts'

export function renameQuestion(project: Project, key: string, old: string, now: string): void {
  chosenKeys(project, [key])
  const { idMap, source, problems } = readSurveyFile(project, key)
  refuseProblems(problems)
  if (fixedKeys.includes(old) || fixedKeys.includes(now)) throw usageError(`${fixedKeys.join(' and ')} keep their names`)
  if (!idMap.questions[old])
    throw usageError(`${surveyPath(key)} has no question ${old}`, `There are ${Object.keys(idMap.questions).join(', ')}`)
  if (!isKey(now)) throw usageError(`"${now}" is not a valid key: a lower-case letter, then letters, digits and hyphens, up to 40 in all`)
  if (idMap.questions[now] ?? idMap.retired[now]) throw usageError(`${now} is, or was, the key of another question`)
  writeWithin(project.root, idsPath(key), formatIds(renamedIds(idMap, old, now)))
  const overlays = project.config.environments.map(({ name }) => overlayPath(key, name))
  for (const path of [surveyPath(key), ...overlays]) {
    const before = path === surveyPath(key) ? source().text : readWithin(project.root, path)
    if (before !== undefined) writeWithin(project.root, path, renamedText(before, old, now))
  }
}

function renamedIds({ questions, options, retired }: IdMap, old: string, now: string): IdMap {
  const moved = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key === old ? now : key, value]))
  return { questions: moved(questions), options: moved(options), retired }
}

/** Paths of the files whose form is another; they are written, unless it is only to be known. */
export function formatFiles(
  project: Project,
  keys: readonly string[],
  { check, ...options }: FormatOptions & { check: boolean },
): string[] {
  refuseProblems(keys.flatMap((key) => readSurveyFile(project, key).problems))
  return keys.map(surveyPath).filter((path) => {
    const text = readWithin(project.root, path) ?? ''
    const next = withLineEnds(text, formattedText(text, options))
    return check ? next !== text : writeWithin(project.root, path, next)
  })
}
