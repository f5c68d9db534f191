/** Surveys of other systems, read in this process. */
import type { Rule } from '../../src/model/logic.ts'
import { walk } from '../../src/model/walk.ts'
import type { Question } from '../../src/model/survey.ts'
import { lower, type Lowered } from '../../src/forms/lower/lower.ts'
import { Losses, type Loss } from '../../src/forms/loss.ts'
import type { Form, ReadOptions } from '../../src/forms/form.ts'
import { readForm } from '../../src/forms/read/index.ts'

export interface Imported extends Lowered {
  form: Form
  losses: Loss[]
  /** By the key of the document. */
  screens: Record<string, Question>
  /** Keys of the screens that answers (by key) lead past. */
  path: (values: Readonly<Record<string, unknown>>) => string[]
}

export async function imported(
  source: string | Uint8Array | object,
  options: Partial<Omit<ReadOptions, 'losses'>> = {},
): Promise<Imported> {
  const losses = new Losses()
  const bytes = source instanceof Uint8Array ? source : Buffer.from(typeof source === 'string' ? source : JSON.stringify(source))
  const form = await readForm(bytes, { name: 'survey', groups: 'message', ...options, losses })
  const lowered = lower(form, { losses })
  const { ids, entities } = lowered.content.screens
  const { questions } = lowered.idMap
  const keys = new Map(Object.entries(questions).map(([key, id]) => [id, key]))
  const keyOf = (id: string): string => keys.get(id) ?? id
  const { rules = [] } = (lowered.content.conditions ?? {}) as { rules?: Rule[] }
  return {
    ...lowered,
    form,
    losses: losses.sorted(),
    screens: Object.fromEntries(ids.map((id) => [keyOf(id), entities[id] as Question])),
    path: (values) =>
      walk(ids, rules, Object.fromEntries(Object.entries(values).map(([key, value]) => [questions[key] ?? key, value]))).path.map(keyOf),
  }
}

/** Losses in short: `code at what`. */
export const told = (losses: readonly Loss[]): string[] => losses.map(({ code, at, what }) => `${code} ${at} ${what}`)
