import { attachPromo, detachPromo, listCodes, listPinned, listPromos } from '../../contract/surveys/promo.ts'
import type { Service } from '../../service.ts'
import type { Reading, Section } from './section.ts'

interface List {
  id: number
  name: string
  quizzes_count: number | undefined
}

/** The list of codes that is attached, by its name; `null`: none is. An id, or a name of the environment's, does as well. */
export const promo: Section = {
  uses: [listPromos, listCodes, listPinned, attachPromo, detachPromo],
  mustBeRead: true,
  read: async (reading) => {
    const { ours, base, id } = reading
    const lists = await reading.acrossSurveys('promo lists', () => readLists(reading))
    const names = spellings(lists, reading.environment.promo)
    let value: string | number | null = null
    for (const list of lists) {
      if (list.quizzes_count === 0) continue
      const attached = await reading.acrossSurveys(`promo list ${list.id}`, () => surveysOf(reading.service, id, list.id))
      if (attached.has(id)) value = spelled(list, names, [base, ours])
    }
    const told = [value, ours].filter((name) => name !== null && name !== undefined)
    return {
      value,
      ids: Object.fromEntries(told.flatMap((name) => [...names].filter(([each]) => each === String(name)))),
    }
  },
  problems: (value) =>
    value === null || (typeof value === 'string' && value !== '') || (Number.isSafeInteger(value) && Number(value) > 0)
      ? []
      : [{ path: [], message: 'must be the name of a list of promo codes, or its id, or null for none' }],
  isDefault: (value) => value === null,
  // Where nothing was read yet, the lists are looked for once the survey is there.
  refuses: ({ now, next, ids }) =>
    now === undefined || next === null || ids[String(next)] !== undefined
      ? []
      : [`there is no list ${JSON.stringify(next)}, or several are named so: name its id in surveyctl.yaml, environments.ENV.promo`],
  steps: ({ now, next }) => {
    if (next === null)
      return now === null || now === undefined
        ? []
        : [{ stage: 'off', operation: detachPromo, input: ({ id }) => ({ id, quize_ids: [id] }) }]
    return [
      {
        stage: 'connections',
        operation: attachPromo,
        input: ({ id, idOf }) => ({ id, list_id: idOf(String(next)), quize_ids: [id] }),
      },
    ]
  },
}

async function readLists({ service, id }: Reading): Promise<List[]> {
  const lists: List[] = []
  for await (const rows of service.rows(listPromos, { id, sort: 'id', order: 'asc' }))
    lists.push(...rows.map(({ id: list, name, quizzes_count }) => ({ id: list, name: name ?? '', quizzes_count })))
  return lists
}

/** Any survey of the account may ask. Where the codes don't tell, the list of all surveys does. */
async function surveysOf(service: Service, id: number, list_id: number): Promise<ReadonlySet<number>> {
  const { quizzes } = await service.call(listCodes, { id, list_id, limit: 1 })
  if (quizzes) return new Set(quizzes.map((quiz) => quiz.id))
  const attached = new Set<number>()
  for await (const rows of service.rows(listPinned, { id, list_id })) for (const row of rows) if (row.attach) attached.add(row.id)
  return attached
}

/** What a file may call the lists; a name that several have is none. */
function spellings(lists: readonly List[], own: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const { id } of lists) names.set(String(id), id)
  for (const { id, name } of lists) if (lists.filter((each) => each.name === name).length === 1 && name !== '') names.set(name, id)
  for (const [name, id] of Object.entries(own)) names.set(name, id)
  return names
}

/** As it was called before, if that is this list; else by the environment's name, its own, its id. */
function spelled({ id, name }: List, names: ReadonlyMap<string, number>, sides: readonly unknown[]): string | number {
  const isName = (side: unknown): side is string | number => typeof side === 'string' || typeof side === 'number'
  const known = sides.filter(isName).find((side) => names.get(String(side)) === id)
  if (known !== undefined) return known
  const own = [...names].findLast(([each, its]) => its === id && each !== name && each !== String(id))?.[0]
  return own ?? (names.get(name) === id ? name : id)
}
