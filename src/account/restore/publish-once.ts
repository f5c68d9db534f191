/** Publishes a survey that a restore made or changed, once, however often the restore is broken off. */
import { publishQuiz } from '../../contract/surveys/quiz.ts'
import { newestVersion } from '../../draft/publication.ts'
import type { Once } from '../../project/apply/once.ts'
import { versionSince } from '../../project/apply/publish.ts'
import type { Service } from '../../service.ts'

/** `step`: its name in the journal. */
export async function publishOnce(service: Service, once: Once, step: string, id: number): Promise<void> {
  await once<number | null>(step, {
    note: async () => ({ newest: (await newestVersion(service, id)) ?? null }),
    send: async () => {
      await service.call(publishQuiz, { id })
      return (await newestVersion(service, id)) ?? null
    },
    find: (noted) => versionSince(service, id, noted),
  })
}
