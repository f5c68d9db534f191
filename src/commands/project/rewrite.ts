/** Changes of the files alone: a key renamed, their usual form. */
import type { Context } from '../../cli/context.ts'
import { counted } from '../../text/counted.ts'
import { Ended, usageError } from '../../errors.ts'
import { fixedKeys, isKey } from '../../model/document/ids.ts'
import { formattedText, renamedText, type FormatOptions } from '../../model/document/rewrite.ts'
import type { IdBook } from '../../model/document/shape.ts'
import { readWithin } from '../../project/files.ts'
import { withLineEnds, writeWithin } from '../../project/write-within.ts'
import { formatIds } from '../../project/ids.ts'
import { idsPath, overlayPath, surveyPath } from '../../project/layout.ts'
import { chosenKeys, openProject, refuseProblems } from '../../project/project.ts'
import { readSurveyFile } from '../../project/survey-file.ts'

export async function renameKeyOf(context: Context, key: string, old: string, now: string): Promise<void> {
  const project = openProject(process.cwd())
  chosenKeys(project, [key])
  const { book, source, problems } = readSurveyFile(project, key)
  refuseProblems(problems)
  if (fixedKeys.includes(old) || fixedKeys.includes(now)) throw usageError(`${fixedKeys.join(' and ')} keep their names`)
  if (!book.questions[old])
    throw usageError(`${surveyPath(key)} has no question ${old}`, `There are ${Object.keys(book.questions).join(', ')}`)
  if (!isKey(now)) throw usageError(`"${now}" is not a valid key: a lower-case letter, then letters, digits and hyphens, up to 40 in all`)
  if (book.questions[now] ?? book.retired[now]) throw usageError(`${now} is, or was, the key of another question`)
  writeWithin(project.root, idsPath(key), formatIds(renamedBook(book, old, now)))
  const overlays = project.config.environments.map(({ name }) => overlayPath(key, name))
  for (const path of [surveyPath(key), ...overlays]) {
    const before = path === surveyPath(key) ? source().text : readWithin(project.root, path)
    if (before !== undefined) writeWithin(project.root, path, renamedText(before, old, now))
  }
  await context.done({ key, old, new: now }, `${key}: ${old} is ${now} now; on the service nothing changes`, now)
}

function renamedBook({ questions, options, retired }: IdBook, old: string, now: string): IdBook {
  const moved = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key === old ? now : key, value]))
  return { questions: moved(questions), options: moved(options), retired }
}

export async function formatFiles(
  context: Context,
  given: readonly string[],
  { check = false, ...options }: FormatOptions & { check?: boolean },
): Promise<void> {
  const project = openProject(process.cwd())
  const keys = chosenKeys(project, given)
  refuseProblems(keys.flatMap((key) => readSurveyFile(project, key).problems))
  const changed = keys.map(surveyPath).filter((path) => {
    const text = readWithin(project.root, path) ?? ''
    const next = withLineEnds(text, formattedText(text, options))
    if (!check) return writeWithin(project.root, path, next)
    return next !== text
  })
  if (changed.length > 0 || context.asData) await context.showRows([changed.map((path) => ({ path }))], ['path'])
  if (changed.length === 0) return context.note(`${counted(keys.length, 'file')} in order`)
  context.note(`${counted(changed.length, 'file')} ${check ? 'would be changed' : 'changed'}`)
  if (check) throw new Ended(10)
}
