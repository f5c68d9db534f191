/** What belongs to the account itself, and nothing brings into another one. */
import { listBookings } from '../../contract/account/booking.ts'
import { viewDomain } from '../../contract/account/domain.ts'
import { viewStorage } from '../../contract/account/storage.ts'
import { viewAppearance } from '../../contract/answers/appearance.ts'
import { viewMailings } from '../../contract/integrations/mailing.ts'
import { canonical } from '../../model/document/tree.ts'
import { isUnreadable } from '../../project/plan/observe.ts'
import type { Service } from '../../service.ts'
import { counted } from '../../text/counted.ts'
import { isObject } from '../../text/is-object.ts'
import { allDays } from '../backup/reads.ts'
import type { Backup } from '../stored.ts'
import type { Loss } from './wanted.ts'

export async function accountLosses(service: Service, { service: stored, manifest }: Backup, workspace_id: number): Promise<Loss[]> {
  const losses: Loss[] = []
  const was = { workspace_id: manifest.workspace_id }
  const lose = (what: string, why: string): void => void losses.push({ survey: null, name: 'the account', what, why })
  await unlessUnreadable(async () => {
    const looks = [await stored.call(viewAppearance, was), await service.call(viewAppearance, { workspace_id })].map(looksOf)
    if (looks[0] !== looks[1]) lose('how charts of reports look', 'it holds for the whole account: surveyctl appearance set')
  })
  await unlessUnreadable(async () => {
    const { domain_type } = await stored.call(viewDomain, was)
    if (domain_type && domain_type !== 'default')
      lose('the address under which surveys open', 'it belongs to one account: surveyctl domain')
  })
  await unlessUnreadable(async () => {
    if ((await stored.call(viewStorage, was)).connected === true) lose('the own storage', 'a person connects it in the cabinet')
  })
  await unlessUnreadable(async () => {
    const bookings = (await stored.call(listBookings, { ...was, ...allDays })).items.filter(({ type }) => type !== 'block')
    if (bookings.length > 0) lose(counted(bookings.length, 'booking'), 'respondents make them')
  })
  await unlessUnreadable(async () => {
    let campaigns = 0
    for await (const rows of stored.rows(viewMailings, { ...was, section: 'campaigns' })) campaigns += rows.length
    if (campaigns > 0) lose(counted(campaigns, 'campaign'), 'they are made and sent in the cabinet')
  })
  return losses
}

/** Presets come back by their names. */
const looksOf = (answer: object): string =>
  canonical(
    Object.fromEntries(Object.entries(answer).filter(([name, value]) => name !== 'presets' && name !== 'workspace_id' && isSetting(value))),
  )

const isSetting = (value: unknown): boolean =>
  isObject(value) || Array.isArray(value) || typeof value === 'string' || typeof value === 'boolean'

/** A gap of the backup is told as one. */
async function unlessUnreadable(look: () => Promise<void>): Promise<void> {
  try {
    await look()
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
}
