/** All flags that a command takes, as facts: for completion, and to tell a flag's value from a verb. */
import type { Field } from '../../contract/core/fields.ts'
import type { Command } from '../command.ts'
import { aboutOf, isHidden } from './flag.ts'
import { flagsFor } from './table.ts'
import { shapeOf, type Shape } from '../shape.ts'
import type { FlagShape } from './argv.ts'

export interface CommandFlag extends FlagShape {
  long: string
  about: string
  field?: Field
  choices?: readonly string[]
}

/** `-o, --output <path>` */
function namesIn(flags: string): { long: string; short?: string } {
  const [short, long] = [/^-\w\b/.exec(flags)?.[0], /--[\w-]+/.exec(flags)?.[0]]
  return { long: long ?? short ?? flags, ...(short && { short }) }
}

/** Those of its operation's fields and of its own. */
export function ownFlags({ definition }: Command, shape: Shape): CommandFlag[] {
  const ofFields = shape.flags.flatMap(({ field, flag, negative, clear, form }): CommandFlag[] => [
    { long: flag, about: form?.about ?? field.about, takesValue: field.kind !== 'boolean' || form !== undefined, ...(!form && { field }) },
    ...(negative ? [{ long: negative, about: `Not: ${field.about}`, takesValue: false }] : []),
    ...(clear ? [{ long: clear, about: `Clear it: ${field.about}`, takesValue: false }] : []),
  ])
  const extra = Object.values(definition.extra ?? {}).map(({ flag, about, choices }): CommandFlag => ({
    ...namesIn(flag),
    about,
    takesValue: flag.includes('<'),
    ...(choices && { choices }),
  }))
  return [...ofFields, ...extra]
}

/** With those of all commands. */
export function flagsOfCommand(command: Command, shape: Shape): CommandFlag[] {
  const common = flagsFor(shape)
    .filter((flag) => !isHidden(flag, shape))
    .map((flag): CommandFlag => ({
      long: flag.long,
      about: aboutOf(flag, shape),
      takesValue: flag.value !== undefined,
      ...(flag.short && { short: flag.short }),
    }))
  return [...ownFlags(command, shape), ...common, { long: '--help', about: 'Show help', takesValue: false }]
}

/** Of all commands of a group: what may stand before the verb. */
export const flagsOfGroup = (commands: readonly Command[]): CommandFlag[] =>
  commands.flatMap((command) => ownFlags(command, shapeOf(command)))
