/** Questions to a person. Prompts are loaded on the first one. */
import type { Field } from '../contract/core/fields.ts'
import { CommandError } from '../errors.ts'
import { keepSecret, withoutSecrets } from '../text/secrets.ts'
import type { AskOptions, Pickable } from './context.ts'
import { readValue, Unreadable, withFacts } from './flags/of-field.ts'
import { isTerminal } from '../output/terminal.ts'
import { oneLine } from '../output/text.ts'

/** Whether a person is there to answer: both ends are terminals and nothing forbids asking. */
export const canAsk = (input: boolean): boolean => input && isTerminal(0) && isTerminal(2)

const prompts = () => import('@inquirer/prompts')

/** Prompts are drawn on standard error: standard output carries the result only. */
const where = (signal: AbortSignal) => ({ output: process.stderr, signal })

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

export async function askYes(question: string, signal: AbortSignal): Promise<boolean> {
  const { confirm } = await prompts()
  return answered(confirm({ message: asked(question), default: false }, where(signal)))
}

export async function askText(question: string, signal: AbortSignal, { secret = false, problem }: AskOptions = {}): Promise<string> {
  const { input, password } = await prompts()
  const settings = { message: asked(question), ...(problem && { validate: (text: string) => problem(text) ?? true }) }
  if (!secret) return answered(input(settings, where(signal)))
  const typed = await answered(password({ ...settings, mask: false }, where(signal)))
  keepSecret(typed.trim())
  return typed
}

export async function askOne(question: string, choices: readonly string[], signal: AbortSignal): Promise<string> {
  const { select } = await prompts()
  return answered(select({ message: asked(question), choices: choices.map((value) => ({ name: asked(value), value })) }, where(signal)))
}

/** What is wrong with a text as the value of a field, if anything. */
export function problemOf(field: Field, text: string): string | undefined {
  const value = readValue(field, text)
  if (value instanceof Unreadable) return value.message
  if (field.refers) return text.trim() === '' ? 'must not be empty' : undefined
  return field.schema.safeParse(value).error?.issues[0]?.message
}

/** The value of one field, as text; asked again until it can be the field's. */
export async function askField(name: string, field: Field, signal: AbortSignal): Promise<string> {
  const { select, confirm, input } = await prompts()
  if (field.choices) {
    return answered(
      select(
        { message: field.about, choices: field.choices.map((value) => ({ name: String(value), value: String(value) })) },
        where(signal),
      ),
    )
  }
  if (field.kind === 'boolean') return String(await answered(confirm({ message: field.about }, where(signal))))
  const form = field.limits
  const message = form && form !== 'at least 1' ? withFacts(field.about || name, [form]) : field.about || name
  const validate = (text: string): true | string => {
    const problem = problemOf(field, text)
    return problem === undefined || `It ${problem}`
  }
  return answered(input({ message: asked(message), validate }, where(signal)))
}

/** A searchable list. */
export async function pickOne<T>(message: string, list: readonly Pickable<T>[], signal: AbortSignal): Promise<T> {
  const { search } = await prompts()
  const choices = list.map(({ value, name, description }) => ({ value, name: asked(name), description: asked(description ?? '') }))
  const source = (term: string | undefined) => choices.filter(({ name }) => name.toLowerCase().includes((term ?? '').toLowerCase()))
  return answered(search<T>({ message: asked(message), source }, where(signal)))
}
