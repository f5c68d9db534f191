/** Schedulers with their bookings and time blocks. */
import type { Input } from '../../../contract/core/operation.ts'
import type { createScheduler } from '../../../contract/account/scheduler.ts'
import type { BookingStatus } from '../../../contract/account/booking.ts'
import { refuse } from '../refusal.ts'
import type { RecordOf } from '../records.ts'
import type { Store } from '../store.ts'

type Fields = Omit<Input<typeof createScheduler>, 'workspace_id'>
export type Scheduler = { [K in keyof Fields]-?: Exclude<Fields[K], undefined> } & { created_at: string; updated_at: string }

export interface Booking {
  scheduler_id: number
  status: BookingStatus
  start_utc: string
  end_utc: string
  comment: string
  respondent: { name: string; email: string | null }
  created_at: string
}

/** A time that can't be booked. `created_by`: `hand` in the cabinet, `key` through the API. */
export interface Block {
  scheduler_id: number
  start_utc: string
  end_utc: string
  comment: string
  created_by: 'hand' | 'key'
  created_at: string
}

export const schedulersOf = (store: Store) => store.records<Scheduler>('scheduler')
export const bookingsOf = (store: Store) => store.records<Booking>('booking')
export const blocksOf = (store: Store) => store.records<Block>('booking_block')

export const needScheduler = (store: Store, workspace_id: number, id: number): RecordOf<Scheduler> =>
  schedulersOf(store).get(id, { workspace_id }) ?? refuse(400, 'scheduler_not_found')

/** In milliseconds; a time without an offset is UTC. */
export function momentOf(text: string): number {
  const inUtc = Date.parse(`${text}Z`)
  return !text.includes(':') || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) || Number.isNaN(inUtc) ? Date.parse(text) : inUtc
}

export const toUtc = (text: string): string => new Date(momentOf(text)).toISOString()
