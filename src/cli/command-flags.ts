/** All flags that a command takes, as facts: to read them, for help and completion, and to tell a flag's value from a verb. */
import type { Field } from '../contract/core/fields.ts'
import { usageError } from '../errors.ts'
import { namesIn, type ArgvFlag } from './argv.ts'
import type { Command, ExtraFlag } from './command.ts'
import { aboutOf, flagTerm, isHidden } from './flag.ts'
import { flagsFor } from './flags.ts'
import { describeField, placeholderOf, withFacts, type FieldFlags } from './options.ts'
import { shapeOf, type Shape } from './shape.ts'

export interface CommandFlag extends ArgvFlag {
  /** In a few words. */
  about: string
  /** With limits, choices and default. */
  meaning: () => string
  /** Known, and told nowhere. */
  hidden: boolean
  /** What every command takes is one line of help, and a topic. */
  ofAll?: boolean
  field?: Field
  choices?: readonly string[]
}

const switchOf = (long: string, about: string, more: Partial<CommandFlag> = {}): CommandFlag => ({
  term: long,
  long,
  about,
  takesValue: false,
  many: false,
  meaning: () => about,
  hidden: false,
  ...more,
})

function ofField({ field, flag, negative, clear, form }: FieldFlags): CommandFlag[] {
  const meaning = (): string => describeField(field, form?.about)
  if (field.kind === 'boolean' && !form) {
    const hidden = negative?.startsWith('--no-') === true
    return [
      switchOf(flag, field.about, { meaning, field }),
      ...(negative ? [switchOf(negative, `Not: ${field.about}`, hidden ? {} : { meaning })] : []),
    ]
  }
  const main = {
    term: `${flag} <${form?.placeholder ?? placeholderOf(field)}>`,
    long: flag,
    about: form?.about ?? field.about,
    takesValue: true,
    many: true,
    meaning,
    hidden: false,
    ...(!form && { field }),
  }
  return [main, ...(clear ? [switchOf(clear, `Clear it: ${field.about}`)] : [])]
}

function ofExtra({ flag, about, many = false, choices, default: preset }: ExtraFlag): CommandFlag {
  const names = namesIn(flag)
  const facts = [choices && `one of ${choices.join(', ')}`, preset !== undefined && `default ${String(preset)}`]
  const check = (value: string): void => {
    if (!choices?.includes(value)) throw usageError(`${names.long} must be one of ${choices?.join(', ')}`)
  }
  return {
    term: flag,
    ...names,
    about,
    takesValue: flag.includes('<'),
    many,
    meaning: () => withFacts(about, facts),
    hidden: false,
    ...(choices && { choices, check }),
  }
}

/** Those of its operation's fields and of its own. */
export const ownFlags = ({ definition }: Command, shape: Shape): CommandFlag[] => [
  ...shape.flags.flatMap(ofField),
  ...Object.values(definition.extra ?? {}).map(ofExtra),
]

/** With those of all commands. What a command calls its own goes before a flag of every command. */
export function flagsOfCommand(command: Command, shape: Shape): CommandFlag[] {
  const own = ownFlags(command, shape)
  const common = flagsFor(shape).map((flag): CommandFlag => ({
    ...switchOf(flag.long, aboutOf(flag, shape)),
    term: flagTerm(flag),
    takesValue: flag.value !== undefined,
    ...(flag.short && { short: flag.short }),
    hidden: isHidden(flag, shape),
    ofAll: flag.heading !== undefined,
  }))
  return [...own, ...common.filter(({ long }) => own.every((flag) => flag.long !== long)).map((flag) => withoutTaken(flag, own))]
}

function withoutTaken({ short, ...flag }: CommandFlag, own: readonly CommandFlag[]): CommandFlag {
  if (short === undefined) return flag
  return own.some((other) => other.short === short) ? { ...flag, term: flag.term.replace(/^-\w, /, '') } : { ...flag, short }
}

/** Those that a person is told of. */
export const toldFlags = (command: Command, shape: Shape): CommandFlag[] => [
  ...flagsOfCommand(command, shape).filter(({ hidden }) => !hidden),
  switchOf('--help', 'Show help', { short: '-h' }),
]

/** Of all commands of a group: what may stand before the verb. */
export const flagsOfGroup = (commands: readonly Command[]): CommandFlag[] =>
  commands.flatMap((command) => ownFlags(command, shapeOf(command)))
