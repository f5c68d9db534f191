/** Lists of promo codes. */
import { addCodes, codesAtOnce, createPromo, listCodes, listPromos } from '../../contract/surveys/promo.ts'
import { counted } from '../../text/counted.ts'
import { isObject } from '../../text/is-object.ts'
import { pathOf } from '../backup/reads.ts'
import type { Backup } from '../stored.ts'
import type { Restoring } from './survey.ts'

/**
 * Lists with the codes that were not handed out; a used one would be handed out once more. In the account of the backup a list that
 * is still there is the one to attach: its codes are known there.
 */
export async function restorePromo(
  work: Restoring,
  id: number,
  { usedCodes, isSame }: { usedCodes: boolean; isSame: boolean },
): Promise<void> {
  const { backup, service, mapFile } = work
  const [anySurvey] = backup.surveys
  if (anySurvey === undefined) return
  if (!holds(backup, pathOf(listPromos, {}, 'rows'))) return mapFile.loseOfAccount('promo lists', 'the backup does not hold them')
  const there = new Map<number, string>()
  const read = async () => {
    for await (const rows of service.rows(listPromos, { id, sort: 'id', order: 'asc' }))
      for (const list of rows) there.set(list.id, list.name ?? '')
  }
  await read()
  for await (const lists of backup.service.rows(listPromos, { id: anySurvey }))
    for (const { id: list_id, name } of lists) {
      const was = name ?? ''
      const own = isSame ? there.get(list_id) : undefined
      if (own !== undefined) {
        mapFile.map.promo[was] = { id: list_id, name: own }
        continue
      }
      if (!holds(backup, pathOf(listCodes, { list_id }, 'rows'))) {
        mapFile.loseOfAccount(`promo list "${was}"`, 'the backup does not hold its codes')
        continue
      }
      const codes: Record<'used' | 'unused', string[]> = { used: [], unused: [] }
      for await (const rows of backup.service.rows(listCodes, { id: anySurvey, list_id }))
        for (const { code, used } of rows) codes[used ? 'used' : 'unused'].push(code)
      await restoreList(work, id, { was, codes: codes.unused, there })
      if (usedCodes) await restoreList(work, id, { was: `${was} (used)`, codes: codes.used, there })
      else if (codes.used.length > 0)
        mapFile.loseOfAccount(
          `${counted(codes.used.length, 'used code')} of "${was}"`,
          'left out, as each would be handed out once more: --used-codes',
        )
    }
  mapFile.save()
}

const holds = ({ manifest }: Backup, path: string): boolean => Object.hasOwn(manifest.files, path)

interface List {
  was: string
  codes: readonly string[]
  there: ReadonlyMap<number, string>
}

async function restoreList({ service, mapFile, once }: Restoring, id: number, { was, codes, there }: List): Promise<void> {
  if (codes.length === 0) return
  const known = mapFile.map.promo[was]
  const taken = new Set(there.values())
  let name = known?.name ?? (taken.has(was) ? `${was} (restored)` : was)
  const list_id =
    known?.id ??
    (await once(`promo ${was}`, {
      note: async () => ({ lists: [...there.keys()], name }),
      send: async () => {
        const { list_id: list, id: other } = await service.call(createPromo, { id, name, codes: codes.slice(0, codesAtOnce) })
        return Number(list ?? other)
      },
      find: async (noted) => {
        const before = isObject(noted) && Array.isArray(noted.lists) ? noted.lists : []
        // By now its own name is taken: by itself.
        const asked = isObject(noted) && typeof noted.name === 'string' ? noted.name : name
        const found = [...there].find(([list, its]) => its === asked && !before.includes(list))?.[0]
        if (found !== undefined) name = asked
        return found
      },
      keep: (list) => {
        mapFile.map.promo[was] = { id: list, name }
        mapFile.save()
      },
    }))
  if (name !== was && !known) mapFile.loseOfAccount(`promo list "${was}"`, `comes back as "${name}": the name is taken`)
  const has = new Set<string>()
  for await (const rows of service.rows(listCodes, { id, list_id })) for (const { code } of rows) has.add(code)
  const missing = codes.filter((code) => !has.has(code))
  for (let at = 0; at < missing.length; at += codesAtOnce)
    await service.call(addCodes, { id, list_id, codes: missing.slice(at, at + codesAtOnce) })
}
