/** `project resolve`: what both changed is decided, path by path. */
import type { Context } from '../../cli/context.ts'
import { usageError } from '../../errors.ts'
import { managedBy } from '../../model/document/codec.ts'
import type { Content, Path } from '../../model/document/shape.ts'
import { formatIds } from '../../project/ids.ts'
import { idsPath } from '../../project/layout.ts'
import { planSurvey } from '../../project/plan.ts'
import { withValueAt } from '../../project/resolve.ts'
import { withBase, writeState } from '../../project/state.ts'
import { writeChanged } from '../../project/write.ts'
import { writeWithin } from '../../project/write-within.ts'
import { journaled } from './journaled.ts'
import { namer } from './names.ts'
import { openHere, type Opened } from './open.ts'
import type { Survey } from './read-survey.ts'
import { findSurveys, needState } from './surveys.ts'

interface Options {
  env?: string | undefined
  ours?: boolean
  theirs?: boolean
}

export async function resolveConflicts(
  given: Context,
  key: string,
  paths: readonly string[],
  { env, ours, theirs }: Options,
): Promise<void> {
  if (Boolean(ours) === Boolean(theirs)) throw usageError('Give either --ours or --theirs')
  const opened = openHere(given, { env })
  await journaled(opened, async () => {
    for (const { load } of await findSurveys(opened, [key])) await resolve(opened, await load(), paths, theirs ? 'theirs' : 'ours')
  })
}

async function resolve(opened: Opened, survey: Survey, paths: readonly string[], side: 'ours' | 'theirs'): Promise<void> {
  const { context, project, environment } = opened
  const { key } = survey
  const state = needState(survey, opened)
  const { observed, comparison } = await planSurvey(context, environment, survey.ours, state)
  if (!observed) throw usageError(`The service has no survey ${state.quiz_id} any more`)
  const name = namer(survey.ours.book, observed.content)
  const all = comparison.entries.filter((entry) => entry.side === 'conflict').map(({ path }) => path)
  const chosen = chosenOf(all, paths, name, key)
  if (!state.base && chosen.length < all.length)
    throw usageError('What files and service had in common is not known, so all conflicts are resolved together', 'Leave the paths out')
  const service = observed.content
  const base = chosen.reduce((content: Content, path) => withValueAt(content, service, path), state.base ?? service)
  if (side === 'theirs')
    writeChanged(
      project,
      survey.ours,
      chosen.reduce((content: Content, path) => withValueAt(content, managedBy(content, service), path), survey.ours.content),
      environment,
    )
  // Where there was none: from now on these are the questions.
  else writeWithin(project.root, idsPath(key), formatIds(survey.ours.book))
  writeState(project, environment.name, key, withBase(state, base))
  const decided = chosen.map((path) => name(path))
  await context.done(
    { key, decided, side, left: all.length - chosen.length },
    `${key}: ${decided.join(', ')} as ${side === 'ours' ? 'the files have it' : 'the service has it'}`,
    key,
  )
}

/** A path stands for all below it. */
function chosenOf(all: readonly Path[], given: readonly string[], name: (path: Path) => string, key: string): readonly Path[] {
  const conflicts = [...new Set(all.map(name))]
  if (all.length === 0) throw usageError(`${key} has no conflict`)
  const fits = (path: string, wanted: string): boolean => path === wanted || path.startsWith(`${wanted}.`)
  const unknown = given.filter((wanted) => !conflicts.some((path) => fits(path, wanted)))
  if (unknown.length > 0)
    throw usageError(
      unknown.map((path) => `${path} is no conflict`),
      `There are ${conflicts.join(', ')}`,
    )
  return given.length === 0 ? all : all.filter((path) => given.some((wanted) => fits(name(path), wanted)))
}
