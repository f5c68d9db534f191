/** Values as people read them, and as scripts do. */
import { momentOf } from '../text/moment.ts'
import type { ColumnSpec } from './columns.ts'
import { counted } from '../text/counted.ts'
import { Exact } from '../text/exact.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const units = [
  [minute, 'minute'],
  [hour, 'hour'],
  [day, 'day'],
  [30 * day, 'month'],
  [365 * day, 'year'],
] as const

/** `5 minutes ago`, `in 2 days`. Without Intl: its first use costs 20 ms. */
export function relativeTime(time: number, now: number): string {
  const distance = Math.abs(now - time)
  const unit = units.findLast(([length]) => distance >= length)
  if (!unit) return time <= now ? 'just now' : 'in a moment'
  const count = Math.floor(distance / unit[0])
  const words = counted(count, unit[1])
  return time <= now ? `${words} ago` : `in ${words}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** In the reader's own zone. */
export function localTime(time: number): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const sizes = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** `1.5 MB`, from bytes. */
export function sizeText(bytes: number): string {
  const power = bytes >= 1024 ? Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), sizes.length - 1) : 0
  return power === 0 ? `${bytes} B` : `${(bytes / 1024 ** power).toFixed(1)} ${sizes[power]}`
}

/** `1 h 5 min`, from seconds. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const parts = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const
  let rest = Math.round(seconds)
  const words = parts.flatMap(([length, name]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return count > 0 ? [`${count} ${name}`] : []
  })
  return words.slice(0, 2).join(' ')
}

const grouped = (value: number): string => value.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ' ')

/** Text of a value for scripts: the value itself, structures as JSON, plain lists with commas. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  // String() keeps the texts of numbers in a cache, which a list of ids fills with what is never asked for again.
  if (Number.isInteger(value)) return JSON.stringify(value)
  if (typeof value !== 'object' || value instanceof Exact) return String(value)
  if (Array.isArray(value) && value.every((element) => typeof element !== 'object' || element === null || element instanceof Exact))
    return value.map(plainText).join(',')
  return JSON.stringify(value)
}

const listed = (value: unknown): string => (Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value))

export interface Reading {
  now: number
  /** A detail view has room for the time itself beside how long ago it was. */
  detail: boolean
}

function timeText(value: unknown, { now, detail }: Reading): string {
  const time = momentOf(value)
  if (time === undefined) return plainText(value)
  return detail ? `${localTime(time)} (${relativeTime(time, now)})` : relativeTime(time, now)
}

/** For appointments, of which "in 2 days" says too little. */
function momentText(value: unknown, { now, detail }: Reading): string {
  const time = momentOf(value)
  return time === undefined || detail ? timeText(value, { now, detail }) : localTime(time)
}

type Format = (value: unknown, reading: Reading) => string

const ofNumber =
  (format: (value: number) => string): Format =>
  (value) =>
    typeof value === 'number' ? format(value) : plainText(value)

const formats: Record<NonNullable<ColumnSpec['as']>, Format> = {
  time: timeText,
  moment: momentText,
  date: (value) => plainText(value).slice(0, 10),
  yesno: (value, { detail }) => (detail ? (value ? 'yes' : 'no') : value ? '✓' : '–'),
  bytes: ofNumber(sizeText),
  money: (value) => (value !== '' && !Array.isArray(value) && Number.isFinite(Number(value)) ? grouped(Number(value)) : plainText(value)),
  list: listed,
  json: (value) => JSON.stringify(value),
  duration: ofNumber(duration),
}

/** Text of a value for people; empty for null and undefined. */
export function humanText(value: unknown, as: ColumnSpec['as'], reading: Reading): string {
  if (value === null || value === undefined) return ''
  if (as) return formats[as](value, reading)
  if (typeof value === 'boolean') return formats.yesno(value, reading)
  return Array.isArray(value) ? listed(value) : plainText(value)
}

/** Whether a value is aligned right, so that digits line up. */
export const isNumeric = (value: unknown, as: ColumnSpec['as']): boolean =>
  typeof value === 'number' || value instanceof Exact
    ? as !== 'time' && as !== 'moment' && as !== 'date' && as !== 'yesno'
    : as === 'money' || as === 'bytes'
