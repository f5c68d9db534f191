/** What is kept of the account itself, and of what all its surveys share. */
import { viewAppearance } from '../../contract/answers/appearance.ts'
import { listBookings } from '../../contract/account/booking.ts'
import { viewDomain } from '../../contract/account/domain.ts'
import { viewPartner } from '../../contract/account/partner.ts'
import { listRoles } from '../../contract/account/role.ts'
import { listSchedulers } from '../../contract/account/scheduler.ts'
import { listHiddenFiles, viewStorage, viewStorageUsage } from '../../contract/account/storage.ts'
import { viewTariff } from '../../contract/account/tariff.ts'
import { viewMailings } from '../../contract/integrations/mailing.ts'
import { listFavorites } from '../../contract/surveys/favorite.ts'
import { listCodes, listPinned, listPromos } from '../../contract/surveys/promo.ts'
import { listArchivedQuizzes, listQuizzes } from '../../contract/surveys/quiz.ts'
import { listTemplates } from '../../contract/surveys/template.ts'
import { linesIn } from './lines.ts'
import { allDays, mailingSections, pathOf } from './reads.ts'
import type { Writer } from './writer.ts'

/** Returns the ids of all surveys. */
export async function storeAccount(writer: Writer, workspace_id: number): Promise<number[]> {
  const ids: number[] = []
  await writer.storeRows(listQuizzes, { sort: 'id', order: 'asc' }, ({ id }) => ids.push(id))
  for (const { id } of (await writer.storeAnswer(listArchivedQuizzes, {})) ?? []) ids.push(id)
  const here = { workspace_id }
  for (const operation of [
    viewTariff,
    viewDomain,
    viewStorage,
    viewStorageUsage,
    listHiddenFiles,
    viewAppearance,
    listRoles,
    listFavorites,
    listSchedulers,
  ])
    await writer.storeAnswer(operation, here)
  await writer.storeAnswer(listBookings, { ...here, ...allDays })
  await writer.storeAnswer(viewPartner, { limit: 200 })
  await writer.storeRows(listTemplates, here)
  for (const section of mailingSections) {
    if (section === 'settings') await writer.storeAnswer(viewMailings, { ...here, section })
    else await writer.storeRows(viewMailings, { ...here, section })
  }
  return ids
}

/** Lists of codes are the account's, and any survey may ask for them. Returns how many codes there are. */
export async function storePromo(writer: Writer, id: number, full: boolean): Promise<number> {
  const lists: number[] = []
  await writer.storeRows(listPromos, { id, sort: 'id', order: 'asc' }, (list) => lists.push(list.id))
  let codes = 0
  for (const list_id of lists) {
    const input = { id, list_id, sort: 'id' } as const
    // Its numbers, and the newest code: where they are as they were, so are the codes.
    await writer.storeAnswer(listCodes, { ...input, order: 'desc', limit: 1 })
    const path = pathOf(listCodes, input, 'rows')
    const isSame = !full && !writer.files.has(path) && writer.isAsBefore(pathOf(listCodes, input))
    if (isSame && (await writer.inherit(path, listCodes.id))) codes += linesIn(writer.folder, path)
    else codes += (await writer.storeRows(listCodes, { ...input, order: 'asc' })) ?? 0
    await writer.storeRows(listPinned, { id, list_id })
  }
  return codes
}
