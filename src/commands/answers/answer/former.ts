/** Former labels of a survey's options, as far as this tool saw its drafts and publications, or a project here remembers them. */
import { formerLabelsIn } from '../../../answers/dictionary/former.ts'
import type { FormerLabels } from '../../../answers/dictionary/keys.ts'
import type { Context } from '../../../cli/context.ts'
import { lastKept, lastPublished } from '../../../draft/kept.ts'
import type { Content } from '../../../model/document/index.ts'
import type { Question } from '../../../model/survey.ts'
import { findRoot } from '../../../project/files/layout.ts'

export async function formerLabels({ service, settings }: Context, quiz: number): Promise<FormerLabels> {
  const seen = { stateFile: (name: string) => service.stateFile(name, true) }
  const kept = lastKept(seen, quiz)
  const remembered = await inProject(String(settings.current.value('base_url')), quiz)
  const contents = [...remembered, kept?.before, kept?.after, lastPublished(seen, quiz)?.content]
  // `isContent` has looked at them, and `readState` at those of a project.
  return formerLabelsIn(contents.map((content) => (content?.screens?.entities ?? {}) as Record<string, Question | undefined>))
}

/** Oldest first. A project that can't be read is none. */
async function inProject(base_url: string, quiz: number): Promise<Content[]> {
  if (findRoot(process.cwd()) === undefined) return []
  const [{ openProject }, { readState }, { formerBases }] = await Promise.all([
    import('../../../project/files/project.ts'),
    import('../../../project/state/state.ts'),
    import('../../../project/state/history.ts'),
  ])
  try {
    const project = openProject(process.cwd())
    const places = project.config.environments.flatMap(({ name }) => project.keys.map((key) => ({ name, key })))
    return places.flatMap(({ name, key }) => {
      const state = readState(project, name, key)
      return state?.quiz_id === quiz && state.base_url === base_url ? formerBases(project, name, key).toReversed() : []
    })
  } catch {
    return []
  }
}
