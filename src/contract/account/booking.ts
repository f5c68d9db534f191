import * as z from '../core/schema.ts'
import { choice, date, idOf, instant, required, text } from '../core/fields.ts'
import { listed, operation } from '../core/operation.ts'
import { atLeastOne, later, together } from '../core/rules.ts'

export const bookingStatuses = ['pending', 'confirmed', 'cancelled', 'no_show'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const booking = z.looseObject({
  id: z.optional(z.int()),
  scheduler_id: z.optional(z.int()),
  status: z.optional(z.string()),
  start_utc: z.optional(z.nullable(z.string())),
  end_utc: z.optional(z.nullable(z.string())),
  comment: z.optional(z.nullable(z.string())),
})

const right = 'settings'

const day = 86_400_000
const dateIn = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 10)
/** Those that somebody still changes: of last month and the year to come. */
const lately = () => ({ from: dateIn(-30), to: dateIn(365) })

export const listBookings = operation({
  id: 'booking.list',
  request: 'GET /workspace/{workspace_id}/bookings',
  summary: 'List bookings and time blocks of some days',
  query: { from: required(date('First day')), to: required(date('Last day; later than the first')) },
  rules: [later('from', 'to')],
  ...listed('items', booking),
  right,
  offers: [
    { thing: 'booking', with: lately, only: ({ type }) => type !== 'block', name: 'start_utc', tells: 'status' },
    { thing: 'time block', with: lately, only: ({ type }) => type === 'block', name: 'start_utc', tells: 'comment' },
  ],
})

export const editBooking = operation({
  id: 'booking.edit',
  request: 'POST /workspace/{workspace_id}/bookings/{bookingId}',
  effect: 'sends',
  summary: 'Change the status, the comment or the time of a booking',
  params: { bookingId: idOf('booking') },
  body: {
    status: choice(bookingStatuses, 'Status'),
    comment: text('Comment', { max: 5000 }),
    start_utc: instant('New start'),
    end_utc: instant('New end'),
  },
  rules: [atLeastOne('status', 'comment', 'start_utc', 'end_utc'), together('start_utc', 'end_utc'), later('start_utc', 'end_utc')],
  result: z.looseObject({ booking_id: z.optional(z.int()), booking: z.optional(booking) }),
  right,
  repeatable: true,
  refusals: ['not_found'],
})
