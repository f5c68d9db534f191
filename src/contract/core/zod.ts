/** All of zod that the contract uses. In the bundle it is loaded when something is first checked (build/zod.ts). */
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

export const zod = (): Zod => used
