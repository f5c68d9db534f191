/** All of zod that the contract uses. In the bundle it is loaded when something is first checked (build/stand-ins.ts). */
import * as z from 'zod/mini'

const used = {
  array: z.array,
  boolean: z.boolean,
  custom: z.custom,
  discriminatedUnion: z.discriminatedUnion,
  enum: z.enum,
  extend: z.extend,
  int: z.int,
  literal: z.literal,
  looseObject: z.looseObject,
  minLength: z.minLength,
  minimum: z.minimum,
  nullable: z.nullable,
  number: z.number,
  object: z.object,
  optional: z.optional,
  partialRecord: z.partialRecord,
  pick: z.pick,
  record: z.record,
  refine: z.refine,
  regex: z.regex,
  string: z.string,
  union: z.union,
  unknown: z.unknown,
}

export type Zod = typeof used
export type { infer, ZodMiniType } from 'zod/mini'

type Issue = Readonly<{ code?: string | undefined; expected?: unknown; values?: readonly unknown[]; input?: unknown }>

const expectedWords = new Map(
  Object.entries<string>({
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  }),
)

/** For what has no message of its own, such as a field of an object in a list: zod itself says "Invalid input". */
function inWords({ code, expected, values, input }: Issue): string {
  if (input === undefined) return 'is missing'
  if (code === 'invalid_value' && values) return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`
  const type = typeof expected === 'string' ? expectedWords.get(expected) : undefined
  return type === undefined ? 'is not valid' : `must be ${type}`
}

z.config({ customError: inWords })

export const zod = (): Zod => used
