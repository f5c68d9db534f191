/** Creates a survey, and only one: also where the response was lost or the process was killed. */
import type { Service } from '../../service.ts'
import { createQuiz, listQuizzes, viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError } from '../../errors.ts'
import { isObject } from '../../model/document/shape.ts'
import type { Once } from './once.ts'
import { isUntouched } from '../sections/section.ts'

/** Ids of surveys that can't be the one that was made, as they belong to other files. */
export type KnownIds = ReadonlySet<number>

interface Creation {
  key: string
  folder_id: number
  taken: KnownIds
  keep: (id: number) => void
  /** What to do where several may be the one that was made. */
  hint: string
}

export const createSurvey = (service: Service, { key, folder_id, taken, keep, hint }: Creation, once: Once): Promise<number> =>
  once(`create ${key}`, {
    keep,
    note: async () => ({ folder_id, newest: await newestId(service) }),
    send: async () => (await service.call(createQuiz, { folder_id })).id,
    find: (noted) => findMade(service, { key, hint, taken }, noted),
  })

async function newestId(service: Service): Promise<number> {
  for await (const rows of service.rows(listQuizzes, { sort: 'id', order: 'desc' }, { limit: 1 })) if (rows[0]) return rows[0].id
  return 0
}

/** Finds the survey that an earlier run may have made: untouched, in that folder, newer than all surveys before. */
async function findMade(
  service: Service,
  { key, hint, taken }: Pick<Creation, 'key' | 'hint' | 'taken'>,
  noted: unknown,
): Promise<number | undefined> {
  const { folder_id, newest } = isObject(noted) ? noted : {}
  const rows = await service.call(listQuizzes, { sort: 'id', order: 'desc' })
  const candidates = rows.filter(
    ({ id, folder, is_published }) => id > Number(newest) && folder?.id === folder_id && is_published !== true && !taken.has(id),
  )
  const untouched: number[] = []
  for (const { id } of candidates) {
    if (isUntouched(await service.call(viewQuiz, { id }))) untouched.push(id)
  }
  if (untouched.length <= 1) return untouched[0]
  throw new CommandError('refused', `Which survey was created for ${key} is unknown: it may be ${untouched.join(', ')}`, {
    code: 'several_made',
    hint,
  })
}

/** The limit of the plan, or of the day: no other survey can be made either. */
export const stopsCreations = ({ facts }: CommandError): boolean => facts.code === 'blocked_by_tariff' || facts.code === 'quiz_limit_today'
