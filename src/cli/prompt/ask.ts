/** Questions to a person. Prompts are loaded on the first one. */
import type { Field } from '../../contract/core/fields.ts'
import { CommandError } from '../../errors.ts'
import { keepSecret, withoutSecrets } from '../../text/secrets.ts'
import type { AskOptions, Pickable } from '../context.ts'
import { readValue, Unreadable, withFacts } from '../flags/of-field.ts'
import type { IO } from '../../system/io.ts'
import { oneLine } from '../../output/text.ts'

/** Whether a person is there to answer: both ends are terminals and nothing forbids asking. */
export const canAsk = (input: boolean, { stdin, stderr }: IO): boolean => input && stdin.isTerminal && stderr.isTerminal

const prompts = () => import('@inquirer/prompts')

/** Prompts are drawn on standard error: standard output carries the result only. */
const where = ({ stdin, stderr, interruption: { signal } }: IO) => ({ input: stdin.stream(), output: stderr.stream(), signal })

/** Drawn by a library: on one line, and no secret in it. */
const asked = (text: string): string => oneLine(withoutSecrets(text))

/** Ctrl-C at a prompt. */
async function answered<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name))
      throw new CommandError('interrupted', 'Interrupted')
    throw error
  }
}

export async function askYes(question: string, io: IO): Promise<boolean> {
  const { confirm } = await prompts()
  return answered(confirm({ message: asked(question), default: false }, where(io)))
}

export async function askText(question: string, io: IO, { secret = false, problem }: AskOptions = {}): Promise<string> {
  const { input, password } = await prompts()
  const settings = { message: asked(question), ...(problem && { validate: (text: string) => problem(text) ?? true }) }
  if (!secret) return answered(input(settings, where(io)))
  const typed = await answered(password({ ...settings, mask: false }, where(io)))
  keepSecret(typed.trim())
  return typed
}

export async function askOne(question: string, choices: readonly string[], io: IO): Promise<string> {
  const { select } = await prompts()
  return answered(select({ message: asked(question), choices: choices.map((value) => ({ name: asked(value), value })) }, where(io)))
}

/** What is wrong with a text as the value of a field, if anything. */
export function problemOf(field: Field, text: string): string | undefined {
  const value = readValue(field, text)
  if (value instanceof Unreadable) return value.message
  if (field.refers) return text.trim() === '' ? 'must not be empty' : undefined
  return field.schema.safeParse(value).error?.issues[0]?.message
}

/** The value of one field, as text; asked again until it can be the field's. */
export async function askField(name: string, field: Field, io: IO): Promise<string> {
  const { select, confirm, input } = await prompts()
  if (field.choices) {
    return answered(
      select({ message: field.about, choices: field.choices.map((value) => ({ name: String(value), value: String(value) })) }, where(io)),
    )
  }
  if (field.kind === 'boolean') return String(await answered(confirm({ message: field.about }, where(io))))
  const form = field.limits
  const message = form && form !== 'at least 1' ? withFacts(field.about || name, [form]) : field.about || name
  const validate = (text: string): true | string => {
    const problem = problemOf(field, text)
    return problem === undefined || `It ${problem}`
  }
  return answered(input({ message: asked(message), validate }, where(io)))
}

/** A searchable list. */
export async function pickOne<T>(message: string, list: readonly Pickable<T>[], io: IO): Promise<T> {
  const { search } = await prompts()
  const choices = list.map(({ value, name, description }) => ({ value, name: asked(name), description: asked(description ?? '') }))
  const source = (term: string | undefined) => choices.filter(({ name }) => name.toLowerCase().includes((term ?? '').toLowerCase()))
  return answered(search<T>({ message: asked(message), source }, where(io)))
}
