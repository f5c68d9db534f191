/** A tool as it is written: what it is called, what it takes, what it does. */
import { check, type AnyOperation } from '../contract/core/operation.ts'
import type { Fields } from '../contract/core/fields.ts'
import type { FieldRule } from '../contract/core/rules.ts'
import { didYouMean } from '../text/nearest.ts'
import { usageError } from '../errors.ts'
import type { Call } from './call.ts'
import type { ServerOptions } from './options.ts'
import type { Said, ToolValues } from './values.ts'

/** `read`: changes nothing. `draft`: nothing that respondents see. `file`: new files on this machine. `ask`: a person is asked. */
export type Kind = 'read' | 'draft' | 'file' | 'ask'

export interface Tool {
  name: string
  /** For the assistant: when to use it, in one or two sentences. */
  about: string
  kind: Kind
  fields: Fields
  rules?: readonly FieldRule[]
  /** It may destroy something although nobody is asked. */
  destructive?: boolean
  repeatable?: boolean
  /** The operation that it is about: its command has the words for what the service refuses. */
  operation?: (input: ToolValues) => string
  /** Of its run, e.g. where it saves. */
  flags?: (input: ToolValues, options: ServerOptions) => object
  run: (call: Call, input: ToolValues) => Promise<Said>
}

/** An id may be given as the number that it is. */
export const readable = ({ fields }: Tool, input: ToolValues): ToolValues =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'number' && fields[name]?.kind === 'text' ? String(value) : value,
    ]),
  )

/** Refuses an input, all that is wrong with it at once. */
export function refuseInput({ name, fields, rules = [] }: Tool, input: ToolValues): void {
  const known = Object.keys(fields)
  const unknown = Object.keys(input).filter((given) => !known.includes(given))
  const problems = check({ id: name, params: {}, query: {}, body: fields, rules } as unknown as AnyOperation, input)
  const lines = [
    ...unknown.map((given) => `${given}: there is no such field${didYouMean(given, known)}`),
    ...problems.map(({ field, message }) => `${field} ${message}`),
  ]
  if (lines.length > 0) throw usageError(lines, `${name} takes: ${known.join(', ') || 'nothing'}`)
}
