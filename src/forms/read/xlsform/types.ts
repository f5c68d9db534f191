/** Question types of XLSForm that need no list of choices. */
import type { Question } from '../../../model/survey.ts'
import type { Losses, Place } from '../../loss.ts'
import { momentQuestion, extensionsOf, numberQuestion } from '../draft.ts'
import { finiteNumber } from '../json.ts'
import { boundsOf, dropConstraint, type Bounds } from './language.ts'
import type { SheetRow } from './workbook.ts'

/** What the service notes itself, or nobody sees. */
const meta =
  /^(start|end|today|deviceid|username|simserial|subscriberid|imei|phone ?number|sim ?id|email_?meta|audit|background-geopoint|instance(id)?|get \w+( \w+)*|uri:.*|xml-external|csv-external|entity)$/
const places = /^(geo\w*|gps|location|q location|osm( .*)?|start-geopoint)$/

export const isMeta = (type: string): boolean => meta.test(type)
export const isPlace = (type: string): boolean => places.test(type)

export const parametersOf = (row: SheetRow): Map<string, string> =>
  new Map([...row.get('parameters').matchAll(/([\w-]+)\s*=\s*([^\s,;]+)/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value]))

const files = new Map(
  Object.entries<string>({
    image: 'image',
    photo: 'image',
    audio: 'audio',
    'background-audio': 'audio',
    video: 'video',
  }),
)

/** `undefined`: it is none of them. */
export function plainQuestion(type: string, row: SheetRow, place: Place, losses: Losses): Question | undefined {
  const appearance = row.get('appearance').toLowerCase()
  const whole = /^int|^percent|^integer/.test(type)
  const bounds = boundsOf(row.get('constraint'), whole)
  const dropped = (more: boolean = bounds.more): void => {
    if (more) dropConstraint(row, place, losses)
  }
  if (/^(text|string|barcode|url)$/.test(type)) {
    if (type === 'barcode') losses.add('type.approximated', place, 'a barcode', 'a text field')
    dropped(bounds.more || bounds.min !== undefined || bounds.max !== undefined || bounds.least !== undefined)
    if (bounds.email) return { type: 'email' }
    const lines = Number(parametersOf(row).get('rows') ?? 1) > 1 || /\bmultiline\b/.test(appearance)
    return {
      type: 'input',
      ...(lines && { inputMultiline: true }),
      ...(bounds.longest !== undefined && { inputMaxLength: bounds.longest }),
    }
  }
  if (/^(int|integer|decimal|percentage|number)$/.test(type)) {
    dropped()
    return numberQuestion({ min: bounds.min, max: bounds.max, whole }, place, losses)
  }
  if (/^(date|time|date ?time)$/.test(type)) return dated(type, bounds, dropped)
  if (type === 'range') return ranged(row, appearance)
  if (files.has(type) || type === 'file') {
    if (/\b(signature|draw|annotate)\b/.test(appearance)) losses.add('type.approximated', place, appearance, 'a file with a picture')
    const extensions = extensionsOf(files.get(type) ?? '')
    return { type: 'file', ...(extensions.length > 0 && { fileExtensions: extensions }) }
  }
  return undefined
}

function dated(type: string, { from, to, more }: Bounds, dropped: (more: boolean) => void): Question {
  const kind = type === 'date' || type === 'time' ? type : 'datetime'
  dropped(more || (kind === 'time' && (from !== undefined || to !== undefined)))
  const bound = (day: string | undefined): string | undefined =>
    day === undefined || kind === 'time' ? undefined : kind === 'date' ? day : `${day}T00:00`
  return momentQuestion(kind, bound(from), bound(to))
}

function ranged(row: SheetRow, appearance: string): Question {
  const parameters = parametersOf(row)
  const [start, end, step] = ['start', 'end', 'step'].map((name) => finiteNumber(parameters.get(name)))
  const [from, to, by] = [start ?? 1, end ?? 10, step ?? 1]
  if (/\brating\b/.test(appearance) && from <= 1 && by === 1 && to <= 20 && Number.isInteger(to) && to > 1)
    return { type: 'rating', ratingCount: to }
  return { type: 'slider', sliderMin: from, sliderMax: to, sliderStep: by }
}
