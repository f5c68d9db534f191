/** `project status`: the files against what they and the service had last. */
import type { Context } from '../../cli/context.ts'
import { counted } from '../../text/counted.ts'
import type { Row } from './difference-rows.ts'
import { openHere } from './open.ts'
import type { Survey } from './read-survey.ts'
import { findSurveys } from './surveys.ts'

interface Options {
  env?: string | undefined
  full?: boolean
}

/** Not needed where nothing was changed. */
const differences = () => import('./difference-rows.ts')

export async function showStatus(context: Context, keys: readonly string[], { env, full = false }: Options): Promise<void> {
  const opened = openHere(context, { env, anew: full })
  const rows = new Map<string, readonly Row[]>()
  const looking = async () => {
    const { statusOf } = await differences()
    return (survey: Survey): void => void rows.set(survey.key, statusOf(survey))
  }
  const surveys = await findSurveys(opened, keys, looking)
  for (const { key, cached, load } of surveys) {
    if (cached.facts.concluded.unchanged === true) continue
    if (!rows.has(key)) (await looking())(await load())
    if (rows.get(key)?.length === 0) opened.cache.addResult(cached, 'unchanged', true)
  }
  const all = surveys.flatMap(({ key }) => rows.get(key) ?? [])
  if (all.length > 0 || context.asData) await (await differences()).showDifferences(context, all)
  context.note(`The files are as they were last brought together with the service (${counted(surveys.length, 'survey')})`)
}
