/** The dictionary of a survey as the service shows it now, without its answers. */
import { updateDictionary } from '../../answers/dictionary/update.ts'
import { emptyDictionary, type Dictionary } from '../../answers/dictionary/shape.ts'
import type { Context } from '../../cli/context.ts'
import { readKeys } from '../answer/keys.ts'
import { serviceOf } from '../answer/service.ts'

export async function fetchDictionary(context: Context, quiz: number, keys: string | undefined): Promise<Dictionary> {
  const service = serviceOf(await context.client(), quiz)
  const dictionary = emptyDictionary(quiz)
  updateDictionary(dictionary, {
    survey: await service.survey(),
    report: await service.report(),
    sync: 1,
    keys: await readKeys(context, keys),
  })
  return dictionary
}
