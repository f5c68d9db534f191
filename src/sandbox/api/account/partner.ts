import * as contract from '../../../contract/account/partner.ts'
import type { Input } from '../../../contract/core/operation.ts'
import { invalid, refuse } from '../../store/refusal.ts'
import type { HandlersOf, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { rowOf, type RecordOf } from '../../store/records.ts'

/** A label for where people came from. */
interface Source {
  name: string
}
interface Registration {
  email: string
  registered_at: string
  source_id: number | null
  payments_count: number
  payments_amount: number
}
/** A commission for a payment of somebody who registered. */
interface Accrual {
  at: string
  amount: number
  confirmed: boolean
  source_id: number | null
}

const sources = ({ store }: Service) => store.records<Source>('partner_source')
const registrations = ({ store }: Service) => store.records<Registration>('partner_registration')
const accruals = ({ store }: Service) => store.records<Accrual>('partner_accrual')

const needSource = (service: Service, workspace_id: number, id: number): RecordOf<Source> =>
  sources(service).get(id, { workspace_id }) ?? refuse(400, 'source_not_found')

/** `Label 1`, or the first other number that is free. */
function freeName(service: Service, workspaceId: number): string {
  const taken = new Set(
    sources(service)
      .list({ workspace_id: workspaceId })
      .map(({ name }) => name),
  )
  for (let number = 1; ; number++) if (!taken.has(`Label ${number}`)) return `Label ${number}`
}

function withinPeriod({ date_from, date_to, source_id }: Input<typeof contract.viewPartner>, at: string, source: number | null): boolean {
  const day = at.slice(0, 10)
  return (
    (date_from === undefined || day >= date_from) &&
    (date_to === undefined || day <= date_to) &&
    (source_id === undefined || source === source_id)
  )
}

const sum = (amounts: readonly { amount: number }[]): number =>
  Math.round(amounts.reduce((total, { amount }) => total + amount, 0) * 100) / 100

export const handlers: HandlersOf<typeof contract> = {
  viewPartner: ({ input, workspace, service }) => {
    if (input.source_id !== undefined) needSource(service, workspace.id, input.source_id)
    const owner = { workspace_id: workspace.id }
    const all = accruals(service).list(owner)
    const people = registrations(service)
      .list({ ...owner, order: 'desc' })
      .filter(({ registered_at, source_id }) => withinPeriod(input, registered_at, source_id))
    const { limit = 20, offset = 0 } = input
    const items = people.slice(offset, offset + limit).map(rowOf)
    return {
      status: true,
      registrations: { total: people.length, returned: items.length, items },
      balance: { available: sum(all.filter(({ confirmed }) => confirmed)), unconfirmed: sum(all.filter(({ confirmed }) => !confirmed)) },
      accruals: all.filter(({ at, source_id }) => withinPeriod(input, at, source_id)).map(rowOf),
      sources: sources(service).list(owner).map(rowOf),
    }
  },

  changeSource: ({ input: { action, source_id, name }, workspace, service }) => {
    if (action === 'create') {
      const chosen = name ?? freeName(service, workspace.id)
      return { status: true, source_id: sources(service).insert({ name: chosen }, { workspace_id: workspace.id }), name: chosen }
    }
    if (source_id === undefined) invalid({ source_id: 'is required' })
    const source = needSource(service, workspace.id, source_id)
    if (action === 'delete') {
      sources(service).remove(source.id)
      return { status: true, source_id: source.id }
    }
    return { status: true, source_id: source.id, name: sources(service).update(source.id, { name: name ?? source.name }).name }
  },
}

/** Label 1 "Newsletter" with people who paid, 2 "Blog" without. */
export const seed: Seed = (service, { workspace }) => {
  const owner = { workspace_id: workspace.id }
  sources(service).insert({ name: 'Newsletter' }, owner, 1)
  sources(service).insert({ name: 'Blog' }, owner, 2)
  const daysAgo = (days: number): string => new Date(service.now().getTime() - days * 86_400_000).toISOString()
  for (let number = 1; number <= 24; number++) {
    const source_id = number % 3 === 0 ? 2 : 1
    const payments_count = source_id === 1 ? number % 4 : 0
    registrations(service).insert(
      {
        email: `registration-${number}@example.com`,
        registered_at: daysAgo(100 - number * 4),
        source_id,
        payments_count,
        payments_amount: payments_count * 29,
      },
      owner,
    )
    if (payments_count > 0)
      accruals(service).insert({ at: daysAgo(95 - number * 3), amount: payments_count * 5.8, confirmed: number < 18, source_id }, owner)
  }
}
