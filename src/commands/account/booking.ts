import { command, group } from '../../cli/command.ts'
import { editBooking, listBookings } from '../../contract/account/booking.ts'

/** The end is told as a length: two moments side by side are hard to read. */
const minutes = ({ start_utc, end_utc }: { start_utc: string; end_utc: string }): number =>
  (Date.parse(end_utc) - Date.parse(start_utc)) / 60_000

export const bookingGroup = group('booking', {
  summary: 'Bookings of meetings',
  aliases: ['bookings'],
  shows: 'booking list --from DATE --to DATE',
  lists: { scheduler_not_found: 'scheduler list' },
  commands: [
    command('list', listBookings, {
      aliases: ['ls'],
      columns: [
        { path: 'type', whole: true },
        'id',
        { path: 'start_utc', label: 'start', as: 'moment' },
        { path: 'minutes', value: minutes },
        { path: 'status', whole: true },
        { path: 'scheduler_id', label: 'scheduler' },
        { path: 'respondent.name', label: 'respondent' },
        'comment',
      ],
      examples: ['booking list --from 2026-01-01 --to 2027-12-31'],
    }),
    command('edit', editBooking, {
      flags: { start_utc: '--start', end_utc: '--end' },
      done: (_, { bookingId, status, comment, start_utc, end_utc }) => [
        `Changed booking ${bookingId}: ${[status, start_utc && `${start_utc} to ${end_utc}`, comment !== undefined && 'comment'].filter(Boolean).join(', ')}`,
        ...(status || start_utc ? ['The respondent is told, where the scheduler says so'] : []),
      ],
      examples: [
        'booking edit 1 --status confirmed --comment "By phone"',
        'booking edit 1 --start 2026-12-01T10:00:00Z --end 2026-12-01T10:30:00Z',
      ],
    }),
  ],
})
