/** `project status`: the files against what they and the service had last. */
import type { Context } from '../../../cli/context.ts'
import type { Difference } from '../../../project/plan/differences.ts'
import type { Survey } from '../../../project/read-survey.ts'
import { findSurveys } from '../../../project/surveys.ts'
import { counted } from '../../../text/counted.ts'
import { inProject } from './open.ts'

interface Options {
  env?: string | undefined
  full?: boolean
}

export const showStatus = (given: Context, keys: readonly string[], { env, full = false }: Options): Promise<void> =>
  inProject(given, { env, anew: full }, async (opened) => {
    const { context } = opened
    const changes = new Map<string, readonly Difference[]>()
    const comparing = async () => {
      // Not needed where nothing was changed.
      const { fileChanges } = await import('../../../project/plan/differences.ts')
      return (survey: Survey): void => void changes.set(survey.key, fileChanges(survey))
    }
    const surveys = await findSurveys(opened, keys, comparing)
    for (const { key, cached, load } of surveys) {
      if (cached.facts.results.unchanged === true) continue
      if (!changes.has(key)) (await comparing())(await load())
      if (changes.get(key)?.length === 0) opened.cache.addResult(cached, 'unchanged', true)
    }
    const all = surveys.flatMap(({ key }) => changes.get(key) ?? [])
    if (all.length > 0 || context.show.form.asData) await (await import('./show-differences.ts')).showDifferences(context, all)
    context.show.note(`No change in the files since the last apply or pull (${counted(surveys.length, 'survey')})`)
  })
