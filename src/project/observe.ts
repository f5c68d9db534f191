/** A survey of the service, section by section, as far as it can be read. */
import type { Context } from '../cli/context.ts'
import { viewQuiz } from '../contract/quiz.ts'
import { CommandError } from '../errors.ts'
import type { Content } from '../model/document/shape.ts'
import type { Environment } from './config.ts'
import { sectionEntries, sectionOf } from './sections/index.ts'
import type { View } from './sections/section.ts'

export interface Observed {
  id: number
  name: string
  content: Content
  /** Sections that can't be read here, and why. */
  blind: Readonly<Record<string, string>>
  view: View
}

const notShown = 'the service does not show it'

/** All sections of the survey's own read, and of the others those that are wanted. `undefined`: the survey is gone. */
export async function observe(
  context: Context,
  id: number,
  environment: Environment,
  wanted: (section: string) => boolean,
): Promise<Observed | undefined> {
  const view = await unlessGone(() => context.call(viewQuiz, { id }))
  if (!view) return undefined
  const content: Content = {}
  const blind: Record<string, string> = {}
  for (const [name, { see }] of sectionEntries()) {
    if (!see) continue
    const value = see(view, environment)
    if (value === undefined) blind[name] = notShown
    else content[name] = value
  }
  for (const [name] of sectionEntries()) if (wanted(name)) await readSection(context, id, name, content, blind)
  return { id, name: view.name ?? '', content, blind, view }
}

/** A right or a plan option that lacks makes a section blind, never empty. */
async function readSection(context: Context, id: number, name: string, content: Content, blind: Record<string, string>): Promise<void> {
  const read = sectionOf(name)?.read
  if (!read) return
  try {
    content[name] = await read(context, id)
  } catch (error) {
    if (!(error instanceof CommandError && ['forbidden', 'refused', 'not_found'].includes(error.kind))) throw error
    blind[name] = error.message
  }
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CommandError && error.kind === 'not_found') return undefined
    throw error
  }
}
