/** Publishes a survey that a restore made or changed, once, however often the restore is broken off. */
import { publishQuiz } from '../../contract/surveys/quiz.ts'
import { newestVersion } from '../../draft/publication.ts'
import type { Once } from '../../project/apply/once.ts'
import type { Service } from '../../service.ts'
import { isObject } from '../../text/is-object.ts'

/** `step`: its name in the journal. */
export async function publishOnce(service: Service, once: Once, step: string, id: number): Promise<void> {
  await once<number | null>(step, {
    note: async () => ({ newest: (await newestVersion(service, id)) ?? null }),
    send: async () => {
      await service.call(publishQuiz, { id })
      return (await newestVersion(service, id)) ?? null
    },
    find: async (noted) => {
      const newest = await newestVersion(service, id)
      return newest !== undefined && newest !== (isObject(noted) ? noted.newest : undefined) ? newest : undefined
    },
  })
}
