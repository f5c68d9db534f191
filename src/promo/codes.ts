/** Codes that a person gave one by one: into a list, and out of it. */
import { addCodes, codesAtOnce, removeCode } from '../contract/surveys/promo.ts'
import { CommandError } from '../errors.ts'
import type { Service } from '../service.ts'

export async function sendCodes(
  { call }: Pick<Service, 'call'>,
  list: { id: number; list_id: number },
  codes: readonly string[],
): Promise<{ added: number; duplicates: number }> {
  let [added, duplicates] = [0, 0]
  for (let from = 0; from < codes.length; from += codesAtOnce) {
    const part = codes.slice(from, from + codesAtOnce)
    const result = await call(addCodes, { ...list, codes: part })
    added += result.added ?? part.length
    duplicates += result.duplicates ?? 0
  }
  return { added, duplicates }
}

/** One request for each code: of several those that are already gone don't stop the others. */
export async function removeCodes(
  { call, warn }: Pick<Service, 'call' | 'warn'>,
  id: number,
  ids: readonly number[],
): Promise<{ removed: number[]; gone: CommandError[] }> {
  const gone: CommandError[] = []
  const removed: number[] = []
  for (const code_id of ids) {
    try {
      await call(removeCode, { id, code_id })
      removed.push(code_id)
    } catch (error) {
      if (!(error instanceof CommandError) || error.kind !== 'not_found' || ids.length === 1) throw error
      warn(`Code ${code_id}: ${error.message}`)
      gone.push(error)
    }
  }
  return { removed, gone }
}
