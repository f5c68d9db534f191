import { isDay } from '../../text/moment.ts'
import * as z from '../core/schema.ts'
import { boolean, choice, color, idOf, integer, json, list, nullable, required, text } from '../core/fields.ts'
import { done, listed, operation } from '../core/operation.ts'
import { atLeastOne } from '../core/rules.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const clock = z.string().check(z.refine((value) => /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(value), { error: 'must be a time like 09:30' }))
const interval = z
  .looseObject({ from: clock, to: clock })
  .check(z.refine(({ from, to }) => from < to, { error: 'must end after it begins' }))
const intervals = z.array(interval, 'must be a list of {from, to}')
const day = z.string().check(z.refine(isDay, { error: 'must be a date like 2026-01-31' }))
const moment = z
  .string()
  .check(z.refine((value) => !Number.isNaN(Date.parse(value)), { error: 'must be a time like 2026-01-31T09:00:00Z' }))

const weekly = z.partialRecord(z.enum(weekdays), intervals)
const maxAdvance = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('rolling'), days: z.int().check(z.minimum(1)) }),
  z
    .looseObject({ type: z.literal('range'), from: day, to: day })
    .check(z.refine(({ from, to }) => from <= to, { error: 'must not end before it begins' })),
  z.looseObject({ type: z.literal('infinite') }),
])
const slots = z.array(z.looseObject({ start_utc: moment, end_utc: moment }), 'must be a list of {start_utc, end_utc}')
const overrides = z.array(z.looseObject({ date_from: day, date_to: day, intervals }), 'must be a list of {date_from, date_to, intervals}')

const basics = {
  name: text('Name', { min: 1, limits: 'not empty' }),
  color: color('Colour in the calendar'),
  schedule_mode: choice(['weekly', 'slots'], 'By days of the week, or by slots that are set by hand'),
  timezone: text('Time zone, e.g. Europe/Berlin', { min: 1, limits: 'not empty' }),
  slot_duration: integer('Length of a meeting', { min: 5, max: 1440, unit: 'minutes' }),
  weekly: json(weekly, 'Days with their hours: {"mon": [{"from": "09:00", "to": "18:00"}]}, mon to sun'),
}

const details = {
  description: nullable(text('Description for respondents')),
  is_active: boolean('Open for bookings'),
  slot_increment: nullable(integer('Distance between starts', { min: 1, max: 1440, unit: 'minutes' })),
  buffer_before: integer('Free time before a meeting', { min: 0, unit: 'minutes' }),
  buffer_after: integer('Free time after a meeting', { min: 0, unit: 'minutes' }),
  min_notice_minutes: integer('Shortest notice', { min: 0, unit: 'minutes' }),
  max_advance: json(
    maxAdvance,
    'How far ahead: {"type": "rolling", "days": 30}, {"type": "range", "from": .., "to": ..} or {"type": "infinite"}',
  ),
  daily_limit: nullable(integer('Meetings a day', { min: 1 })),
  seats_per_slot: integer('Respondents a slot', { min: 1 }),
  confirmation_mode: choice(['auto', 'manual'], 'Bookings are confirmed at once, or by hand'),
  notify_respondent: boolean('Tell the respondent of changes'),
  allow_respondent_cancel: boolean('Respondents may cancel'),
  notify_admin: boolean('Tell the administrators of bookings'),
  admin_emails: list(text('Address'), 'Addresses of the administrators'),
  location_type: choice(['online', 'phone', 'address', 'custom'], 'Where the meeting is'),
  location_value: nullable(text('Link, number, address or text')),
  manual_slots: json(slots, 'Slots set by hand: [{"start_utc": .., "end_utc": ..}]'),
  overrides: json(overrides, 'Exceptions to the grid: [{"date_from": .., "date_to": .., "intervals": [..]}]'),
}

const right = 'settings'

export const scheduler = z.looseObject({
  id: z.optional(z.int()),
  name: z.optional(z.nullable(z.string())),
  is_active: z.optional(z.boolean()),
})
const saved = z.looseObject({ scheduler_id: z.optional(z.int()) })

const schedulerId = idOf('scheduler', 'scheduler_not_found')

export const listSchedulers = operation({
  id: 'scheduler.list',
  request: 'GET /workspace/{workspace_id}/schedulers',
  summary: 'List meeting schedulers',
  ...listed('items', scheduler),
  right,
  offers: [{ thing: 'scheduler', tells: 'timezone' }],
})

export const createScheduler = operation({
  id: 'scheduler.create',
  request: 'POST /workspace/{workspace_id}/schedulers',
  effect: 'live',
  summary: 'Create a meeting scheduler',
  body: {
    name: required(basics.name),
    color: required(basics.color),
    schedule_mode: required(basics.schedule_mode),
    timezone: required(basics.timezone),
    slot_duration: required(basics.slot_duration),
    weekly: required(basics.weekly),
    ...details,
  },
  result: z.looseObject({ scheduler_id: z.int() }),
  right,
})

export const editScheduler = operation({
  id: 'scheduler.edit',
  request: 'POST /workspace/{workspace_id}/schedulers/{schedulerId}',
  effect: 'live',
  summary: 'Change a meeting scheduler; what is not given stays',
  params: { schedulerId },
  body: { ...basics, ...details },
  rules: [atLeastOne(...Object.keys({ ...basics, ...details }))],
  result: saved,
  right,
  repeatable: true,
  refusals: ['scheduler_not_found'],
})

export const duplicateScheduler = operation({
  id: 'scheduler.duplicate',
  request: 'POST /workspace/{workspace_id}/schedulers/{schedulerId}/duplicate',
  effect: 'live',
  summary: 'Copy a meeting scheduler',
  params: { schedulerId },
  result: z.looseObject({ scheduler_id: z.int() }),
  right,
  refusals: ['scheduler_not_found'],
})

export const deleteScheduler = operation({
  id: 'scheduler.delete',
  request: 'DELETE /workspace/{workspace_id}/schedulers/{schedulerId}',
  effect: 'deletes',
  summary: 'Delete a meeting scheduler',
  params: { schedulerId },
  result: done,
  right,
  refusals: ['scheduler_not_found'],
})
