/** Free slots of a scheduler. */
import { weekdays } from '../../../contract/account/scheduler.ts'
import { blocksOf, bookingsOf, type Scheduler } from './scheduler.ts'
import type { RecordOf } from '../records.ts'
import type { Store } from '../store.ts'
import { momentAt, offsetAt } from './zone.ts'

interface Span {
  start: number
  end: number
}
interface Interval {
  from: string
  to: string
}

const minute = 60_000
const day = 86_400_000
/** Days that are searched when the scheduler sets no end. */
const horizon = 366

/** The next free slot that the scheduler's notice and limits allow; `undefined` when there is none. */
export function nextFreeSlot(store: Store, scheduler: RecordOf<Scheduler>, now: Date): { start_utc: string; end_utc: string } | undefined {
  const taken = takenBy(store, scheduler)
  const earliest = now.getTime() + scheduler.min_notice_minutes * minute
  for (const slot of slotsOf(scheduler, now)) {
    if (slot.start >= earliest && isFree(scheduler, slot, taken))
      return { start_utc: new Date(slot.start).toISOString(), end_utc: new Date(slot.end).toISOString() }
  }
  return undefined
}

interface Taken {
  booked: Span[]
  blocked: Span[]
}

const spanOf = ({ start_utc, end_utc }: { start_utc: string; end_utc: string }): Span => ({
  start: Date.parse(start_utc),
  end: Date.parse(end_utc),
})

function takenBy(store: Store, { id }: RecordOf<Scheduler>): Taken {
  return {
    booked: bookingsOf(store)
      .list({ key: String(id) })
      .filter(({ status }) => status !== 'cancelled')
      .map(spanOf),
    blocked: blocksOf(store)
      .list({ key: String(id) })
      .map(spanOf),
  }
}

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

function isFree(
  { buffer_before, buffer_after, seats_per_slot, daily_limit, timezone }: Scheduler,
  slot: Span,
  { booked, blocked }: Taken,
): boolean {
  if (blocked.some((block) => overlap(block, slot))) return false
  const isSlot = ({ start, end }: Span): boolean => start === slot.start && end === slot.end
  const buffered = { start: slot.start - buffer_before * minute, end: slot.end + buffer_after * minute }
  if (booked.filter(isSlot).length >= seats_per_slot) return false
  if (booked.some((other) => !isSlot(other) && overlap(other, buffered))) return false
  const date = dateIn(timezone, slot.start)
  return daily_limit === null || booked.filter(({ start }) => dateIn(timezone, start) === date).length < daily_limit
}

function* slotsOf(scheduler: Scheduler, now: Date): Generator<Span> {
  if (scheduler.schedule_mode === 'slots') {
    yield* scheduler.manual_slots.map(spanOf).sort((a, b) => a.start - b.start)
    return
  }
  const { max_advance: ahead, timezone } = scheduler
  const days = ahead.type === 'rolling' ? ahead.days : horizon
  const today = dateIn(timezone, now.getTime())
  for (let offset = 0; offset <= days; offset++) {
    const date = daysAfter(today, offset)
    if (ahead.type === 'range' && (date < ahead.from || date > ahead.to)) continue
    for (const interval of intervalsOn(scheduler, date)) yield* slotsWithin(scheduler, date, interval)
  }
}

/** An exception for the date replaces its weekday. */
function intervalsOn({ weekly, overrides }: Scheduler, date: string): readonly Interval[] {
  const exception = overrides.find(({ date_from, date_to }) => date >= date_from && date <= date_to)
  if (exception) return exception.intervals
  const weekday = weekdays[(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7]
  return (weekday && weekly[weekday]) ?? []
}

function* slotsWithin({ timezone, slot_duration, slot_increment }: Scheduler, date: string, { from, to }: Interval): Generator<Span> {
  const end = momentIn(timezone, date, to)
  const step = (slot_increment ?? slot_duration) * minute
  for (let start = momentIn(timezone, date, from); start + slot_duration * minute <= end; start += step)
    yield { start, end: start + slot_duration * minute }
}

const dateIn = (timezone: string, time: number): string => new Date(time + offsetAt(timezone, time)).toISOString().slice(0, 10)

/** Not by hours: a day on which clocks are put forward has 23. */
const daysAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

/** The moment at which clocks in the time zone show this date and time. */
function momentIn(timezone: string, date: string, clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const local = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * minute
  return momentAt(timezone, local)
}
