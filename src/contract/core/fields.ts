/**
 * The vocabulary of request fields. A field is a zod schema plus the facts that help, options and
 * completions are derived from, so that each limit of the specification is written once.
 */
import { isDay } from '../../text/moment.ts'
import { isOneOf } from '../../text/is-one-of.ts'
import * as z from './schema.ts'

export type FieldKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'instant'
  | 'color'
  | 'uuid'
  | 'list'
  | 'json'
  | 'file'

export interface Field<T = unknown, Required extends boolean = boolean> {
  readonly schema: z.ZodMiniType<T>
  readonly kind: FieldKind
  /** One sentence for the person who sets it, without a full stop. */
  readonly about: string
  readonly required: Required
  readonly nullable: boolean
  /** The limits in words: "up to 255 characters", "1 to 1000 px". */
  readonly limits?: string | undefined
  /** The same for programs: bounds of a number, of a text's characters, of how many values a list holds. */
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly pattern?: RegExp | undefined
  readonly choices?: readonly (string | number)[] | undefined
  /** Other words for choices, which a person may type. */
  readonly words?: ReadonlyMap<string, string | number> | undefined
  /** What a list holds. */
  readonly item?: Field | undefined
  /** What the service assumes when it isn't sent. */
  readonly default?: unknown
  /** What the number is the id of, where people may give a name instead. */
  readonly refers?: 'quiz' | 'folder' | undefined
  /** The code of the service's 422 when the value is refused, e.g. `unknown_crm`. */
  readonly code?: string | undefined
  /** What it is the id of: "webhook". */
  readonly thing?: string | undefined
  /** The code of a refusal because there is no such thing, e.g. `webhook_not_found`. */
  readonly absent?: string | undefined
  /** The value is what the thing is called: an integration. */
  readonly named?: boolean | undefined
}

export type Fields = Readonly<Record<string, Field>>
export type FieldValue<F> = F extends Field<infer T, boolean> ? T : never

/** The object type of a set of fields; what isn't required may be left out. */
export type FieldValues<F extends Fields> = {
  -readonly [K in keyof F as F[K]['required'] extends true ? K : never]: FieldValue<F[K]>
} & {
  -readonly [K in keyof F as F[K]['required'] extends true ? never : K]?: FieldValue<F[K]> | undefined
}

interface Extra<T> {
  default?: T
  code?: string
}
interface Range extends Extra<number> {
  min?: number
  max?: number
  unit?: string
}
interface Length extends Extra<string> {
  min?: number
  max?: number
  pattern?: RegExp
  limits?: string
}

/** Id of a thing, with the code that says that there is no such one. */
export const idOf = (thing: string, absent?: string, about = thing.charAt(0).toUpperCase() + thing.slice(1)): Field<number, false> => ({
  ...integer(about, { min: 1 }),
  thing,
  absent,
})

/** Id of a survey: people may also give its virtual_id, address or name. */
export const quizId = (about: string): Field<number, false> => ({ ...idOf('survey', 'quiz_not_found', about), refers: 'quiz' })

/** Id of a folder: people may also give its name. */
export const folderId = (about: string): Field<number, false> => ({ ...idOf('folder', 'folder_not_found', about), refers: 'folder' })

/** The value is what the thing is called. */
export const naming = <T, R extends boolean>(inner: Field<T, R>): Field<T, R> => ({ ...inner, named: true })

/** Code points are half as many as UTF-16 units, up to as many: they are counted only near a bound. */
function hasLength(text: string, min = 0, max = Infinity): boolean {
  if (text.length < min || text.length > 2 * max) return false
  if (text.length >= 2 * min && text.length <= max) return true
  const count = [...text].length
  return count >= min && count <= max
}

const span = (min: number | undefined, max: number | undefined, unit: string): string | undefined => {
  const tail = unit ? ` ${unit}` : ''
  if (min !== undefined && max !== undefined) return `${min} to ${max}${tail}`
  if (max !== undefined) return `up to ${max}${tail}`
  return min !== undefined && min > 0 ? `at least ${min}${tail}` : undefined
}

const field = <T>(
  kind: FieldKind,
  schema: z.ZodMiniType<T>,
  about: string,
  more: Partial<Omit<Field, 'schema' | 'kind'>> = {},
): Field<T, false> => ({ kind, schema, about, nullable: false, ...more, required: false })

const textThat = (fits: (value: string) => boolean, error: string): z.ZodMiniType<string> =>
  z.late((zod) => zod.string().check(zod.refine(fits, { error })))

const between = (zod: z.Zod, min: number | undefined, max: number | undefined, limit: string) =>
  zod.refine<number>((value) => value >= (min ?? -Infinity) && value <= (max ?? Infinity), { error: `must be ${limit}` })

/** Text; lengths count Unicode code points. */
export function text(about: string, { min, max, pattern, limits, ...more }: Length = {}): Field<string, false> {
  const limit = limits ?? span(min, max, 'characters')
  const fits = (value: string): boolean => hasLength(value, min, max) && (pattern?.test(value) ?? true)
  const schema = textThat(fits, limit ? `must be ${limit}` : 'has a form that is not allowed')
  return field('text', schema, about, { limits: limit, min, max, pattern, ...more })
}

export function integer(about: string, { min, max, unit = '', ...more }: Range = {}): Field<number, false> {
  const limit = span(min, max, unit)
  const schema = z.late((zod) => zod.int('must be a whole number').check(between(zod, min, max, limit ?? 'a whole number')))
  return field('integer', schema, about, { limits: limit, min, max, ...more })
}

export function number(about: string, { min, max, unit = '', ...more }: Range = {}): Field<number, false> {
  const limit = span(min, max, unit)
  const schema = z.late((zod) => zod.number('must be a number').check(between(zod, min, max, limit ?? 'a number')))
  return field('number', schema, about, { limits: limit, min, max, ...more })
}

const yesOrNo = z.late((zod) => zod.boolean('must be true or false'))

export const boolean = (about: string, more: Extra<boolean> = {}): Field<boolean, false> => field('boolean', yesOrNo, about, more)

/** One of a closed set of values. */
export function choice<const V extends readonly (string | number)[]>(
  values: V,
  about: string,
  more: Extra<V[number]> & { words?: ReadonlyMap<string, V[number]> } = {},
): Field<V[number], false> {
  const schema = z.late((zod) => zod.custom<V[number]>((value) => isOneOf(values, value), { error: `must be one of ${values.join(', ')}` }))
  return field('choice', schema, about, { choices: values, ...more })
}

/** A calendar date, `Y-m-d`. */
export const date = (about: string): Field<string, false> =>
  field('date', textThat(isDay, 'must be a date like 2026-01-31'), about, { limits: 'YYYY-MM-DD' })

/** A moment, ISO 8601 with or without an offset. */
export const instant = (about: string): Field<string, false> =>
  field(
    'instant',
    textThat(
      (value) => /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/.test(value) && !Number.isNaN(Date.parse(value)),
      'must be a time like 2026-01-31T09:00:00Z',
    ),
    about,
    { limits: 'ISO 8601' },
  )

export const color = (about: string): Field<string, false> =>
  field(
    'color',
    textThat((value) => /^#[0-9a-f]{6}$/i.test(value), 'must be a colour like #1A2B3C'),
    about,
    { limits: '#RRGGBB' },
  )

export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const uuid = (about: string): Field<string, false> =>
  field(
    'uuid',
    textThat((value) => uuidPattern.test(value), 'must be a UUID'),
    about,
    { limits: 'UUID' },
  )

/** A list of another field's values. */
export function list<T>(item: Field<T, boolean>, about: string, { min, max }: { min?: number; max?: number } = {}): Field<T[], false> {
  const limit = span(min, max, 'values')
  const fits = (value: readonly T[]): boolean => value.length >= (min ?? 0) && value.length <= (max ?? Infinity)
  const schema = z.late((zod) => zod.array(z.made(item.schema), 'must be a list').check(zod.refine(fits, { error: `must hold ${limit}` })))
  return field('list', schema, about, { limits: limit, min, max, item })
}

/** Structured data: given as JSON, or in the file of `--file`. */
export const json = <T>(schema: z.ZodMiniType<T>, about: string): Field<T, false> => field('json', schema, about)

/** A file to upload in a multipart body. `limits` says its size and formats. */
export const file = (about: string, limits: string): Field<string, false> =>
  field(
    'file',
    z.late((zod) => zod.string()),
    about,
    { limits },
  )

export const required = <T>(inner: Field<T, boolean>): Field<T, true> => ({ ...inner, required: true })

export const nullable = <T>(inner: Field<T, boolean>): Field<T | null, false> => ({
  ...inner,
  schema: z.late((zod) => zod.nullable(z.made(inner.schema))),
  nullable: true,
  required: false,
})
