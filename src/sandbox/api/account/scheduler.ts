import * as contract from '../../../contract/account/scheduler.ts'
import { invalid } from '../../store/refusal.ts'
import type { HandlersOf, Seed } from '../../engine/handler.ts'
import { sentFields } from '../../engine/sent.ts'
import { blocksOf, bookingsOf, needScheduler, schedulersOf, type Scheduler } from '../../store/account/scheduler.ts'
import { fieldsOf, type RecordOf } from '../../store/records.ts'
import { isZone } from '../../store/account/zone.ts'

type Defaults = Omit<Scheduler, 'name' | 'color' | 'schedule_mode' | 'timezone' | 'slot_duration' | 'weekly' | 'created_at' | 'updated_at'>

const defaults = (): Defaults => ({
  description: null,
  is_active: true,
  slot_increment: null,
  buffer_before: 0,
  buffer_after: 0,
  min_notice_minutes: 0,
  max_advance: { type: 'infinite' },
  daily_limit: null,
  seats_per_slot: 1,
  confirmation_mode: 'auto',
  notify_respondent: true,
  allow_respondent_cancel: true,
  notify_admin: false,
  admin_emails: [],
  location_type: 'online',
  location_value: null,
  manual_slots: [],
  overrides: [],
})

const rowOf = ({ key: _key, quiz_id: _quiz, ...scheduler }: RecordOf<Scheduler>) => scheduler

/** Refuses what the contract doesn't check: time zones that don't exist, malformed e-mail addresses. */
function refuseInvalid({ timezone, admin_emails }: { timezone?: string | undefined; admin_emails?: string[] | undefined }): void {
  if (timezone !== undefined && !isZone(timezone)) invalid({ timezone: 'is not a time zone' })
  const wrong = admin_emails?.find((address) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address))
  if (wrong !== undefined) invalid({ admin_emails: `"${wrong}" is not an e-mail address` })
}

export const handlers: HandlersOf<typeof contract> = {
  listSchedulers: ({ workspace, service }) => ({
    status: true,
    items: schedulersOf(service.store).list({ workspace_id: workspace.id }).map(rowOf),
  }),

  createScheduler: ({ input: { workspace_id: _workspace, ...input }, workspace, service }) => {
    refuseInvalid(input)
    const time = service.now().toISOString()
    const scheduler: Scheduler = { ...defaults(), ...sentFields(input), created_at: time, updated_at: time }
    const id = schedulersOf(service.store).insert(scheduler, { workspace_id: workspace.id })
    return { status: true, scheduler_id: id, scheduler: { ...scheduler, id } }
  },

  editScheduler: ({ input: { workspace_id: _workspace, schedulerId, ...input }, workspace, service }) => {
    const { id } = needScheduler(service.store, workspace.id, schedulerId)
    refuseInvalid(input)
    const scheduler = schedulersOf(service.store).update(id, { ...sentFields(input), updated_at: service.now().toISOString() })
    return { status: true, scheduler_id: id, scheduler: rowOf(scheduler) }
  },

  duplicateScheduler: ({ input, workspace, service }) => {
    const original = fieldsOf(needScheduler(service.store, workspace.id, input.schedulerId))
    const time = service.now().toISOString()
    const copy: Scheduler = { ...original, name: `${original.name} (copy)`, created_at: time, updated_at: time }
    const id = schedulersOf(service.store).insert(copy, { workspace_id: workspace.id })
    return { status: true, scheduler_id: id, scheduler: { ...copy, id } }
  },

  deleteScheduler: ({ input, workspace, service: { store } }) => {
    const { id } = needScheduler(store, workspace.id, input.schedulerId)
    const key = String(id)
    const [removed_bookings, removed_blocks] = [bookingsOf(store).removeAll({ key }), blocksOf(store).removeAll({ key })]
    return { status: schedulersOf(store).remove(id), scheduler_id: id, removed_bookings, removed_blocks }
  },
}

/** Scheduler 1 "Consultation" with bookings and a block (see booking.ts), 2 "Interviews" without. */
export const seed: Seed = (service, { workspace }) => {
  const time = service.now().toISOString()
  const hours = [
    { from: '09:00', to: '12:00' },
    { from: '13:00', to: '17:00' },
  ]
  const consultation: Scheduler = {
    ...defaults(),
    name: 'Consultation',
    color: '#3366FF',
    schedule_mode: 'weekly',
    timezone: 'Europe/Berlin',
    slot_duration: 30,
    weekly: { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours },
    created_at: time,
    updated_at: time,
  }
  const owner = { workspace_id: workspace.id }
  schedulersOf(service.store).insert(consultation, owner, 1)
  schedulersOf(service.store).insert(
    { ...consultation, name: 'Interviews', color: '#CC3366', slot_duration: 60, confirmation_mode: 'manual', is_active: false },
    owner,
    2,
  )
}
