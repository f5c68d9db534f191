import * as contract from '../../../contract/account/booking.ts'
import { ControlError } from '../../control/error.ts'
import { optionalText } from '../../control/input.ts'
import { invalid, refuse } from '../../store/refusal.ts'
import type { ControlHook, HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { sendMail } from '../../deliveries/mail.ts'
import { fieldsOf, type RecordOf } from '../../store/records.ts'
import { blocksOf, bookingsOf, momentOf, schedulersOf, toUtc, type Block, type Booking } from '../../store/account/scheduler.ts'
import { nextFreeSlot } from '../../store/account/slot.ts'

const dayLength = 86_400_000

const rowOf = (booking: RecordOf<Booking>) => ({ type: 'booking', ...fieldsOf(booking), id: booking.id })
const blockRowOf = (block: RecordOf<Block>) => ({ type: 'block', ...fieldsOf(block), id: block.id })

/** Sends the respondent a letter about a new status or time, if the scheduler says so. */
function notifyRespondent(service: Service, workspace_id: number, before: RecordOf<Booking>, after: RecordOf<Booking>): void {
  const scheduler = schedulersOf(service.store).get(after.scheduler_id)
  const moved = before.start_utc !== after.start_utc || before.end_utc !== after.end_utc
  if (!scheduler?.notify_respondent || !after.respondent.email || !(moved || before.status !== after.status)) return
  sendMail(service, {
    workspace_id,
    to: after.respondent.email,
    subject: `${scheduler.name}: your booking has changed`,
    text: `Your booking is ${after.status}, ${after.start_utc} to ${after.end_utc}.`,
  })
}

export const handlers: HandlersOf<typeof contract> = {
  listBookings: ({ input, workspace, service: { store } }) => {
    const [from, to] = [Date.parse(`${input.from}T00:00:00Z`), Date.parse(`${input.to}T00:00:00Z`) + dayLength]
    const within = ({ start_utc, end_utc }: Booking | Block): boolean => Date.parse(start_utc) < to && Date.parse(end_utc) > from
    const owner = { workspace_id: workspace.id }
    const items = [
      ...bookingsOf(store).list(owner).filter(within).map(rowOf),
      ...blocksOf(store).list(owner).filter(within).map(blockRowOf),
    ]
    return {
      status: true,
      from: input.from,
      to: input.to,
      items: items.sort((a, b) => Date.parse(a.start_utc) - Date.parse(b.start_utc) || a.id - b.id),
    }
  },

  editBooking: ({ input, workspace, service }) => {
    const { status, comment, start_utc, end_utc } = input
    const bookings = bookingsOf(service.store)
    const before = bookings.get(input.bookingId, { workspace_id: workspace.id }) ?? refuse(400, 'not_found')
    const time = start_utc !== undefined && end_utc !== undefined ? { start_utc: toUtc(start_utc), end_utc: toUtc(end_utc) } : undefined
    if (time && time.end_utc <= time.start_utc) invalid({ end_utc: 'must be later than start_utc' })
    const after = bookings.update(before.id, {
      ...(status !== undefined && { status }),
      ...(comment !== undefined && { comment }),
      ...time,
    })
    notifyRespondent(service, workspace.id, before, after)
    return { status: true, booking_id: after.id, booking: rowOf(after) }
  },
}

/** Books a slot as a respondent does: the given time, or the next free one. */
const addBooking: ControlHook = (service, { workspace, input }) => {
  const { store } = service
  const scheduler = schedulersOf(store).get(Number(input.scheduler_id), { workspace_id: workspace.id })
  if (!scheduler) throw new ControlError(`There is no scheduler ${String(input.scheduler_id)}`, 404)
  const start = optionalText(input.start_utc, 'start_utc')
  const named = start === undefined ? undefined : momentOf(start)
  if (named !== undefined && Number.isNaN(named)) throw new ControlError(`"${start}" is not a time`)
  const slot =
    named === undefined
      ? nextFreeSlot(store, scheduler, service.now())
      : { start_utc: new Date(named).toISOString(), end_utc: new Date(named + scheduler.slot_duration * 60_000).toISOString() }
  if (!slot) throw new ControlError(`Scheduler ${scheduler.id} has no free slot`, 400)
  const booking: Booking = {
    scheduler_id: scheduler.id,
    status: scheduler.confirmation_mode === 'auto' ? 'confirmed' : 'pending',
    ...slot,
    comment: '',
    respondent: { name: String(input.name ?? 'Respondent'), email: String(input.email ?? 'respondent@example.com') },
    created_at: service.now().toISOString(),
  }
  const booking_id = bookingsOf(store).insert(booking, { workspace_id: workspace.id, key: String(scheduler.id) })
  if (scheduler.notify_admin) {
    for (const to of scheduler.admin_emails)
      sendMail(service, {
        workspace_id: workspace.id,
        to,
        subject: `${scheduler.name}: new booking`,
        text: `Booking ${booking_id}, ${slot.start_utc} to ${slot.end_utc}.`,
      })
  }
  return { booking_id, ...booking }
}

export const hooks: Hooks = { control: { 'booking add': addBooking } }

/** Bookings 1 (pending) and 2 (confirmed) are in the next days, 3 in the past; block 1 is in a week. */
export const seed: Seed = ({ store, now }, { workspace }) => {
  const owner = { workspace_id: workspace.id, key: '1' }
  const at = (days: number, hour: number): string =>
    `${new Date(now().getTime() + days * dayLength).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00.000Z`
  const booking = (number: number, status: Booking['status'], days: number): Booking => ({
    scheduler_id: 1,
    status,
    start_utc: at(days, 10),
    end_utc: at(days, 11),
    comment: '',
    respondent: { name: `Respondent ${number}`, email: `respondent-${number}@example.com` },
    created_at: now().toISOString(),
  })
  bookingsOf(store).insert(booking(1, 'pending', 2), owner, 1)
  bookingsOf(store).insert(booking(2, 'confirmed', 3), owner, 2)
  bookingsOf(store).insert(booking(3, 'no_show', -5), owner, 3)
  blocksOf(store).insert(
    { scheduler_id: 1, start_utc: at(7, 0), end_utc: at(8, 0), comment: 'Closed', created_by: 'hand', created_at: now().toISOString() },
    owner,
    1,
  )
}
