/** What a client may show or attach: the topics of reference_read, and drafts of surveys. */
import { usageError, CommandError } from '../errors.ts'
import type { Tool } from './definition.ts'
import { goOn } from './budget.ts'
import type { Desk } from './desk.ts'
import { referenceTopics, topicNamed } from './reference.ts'

const scheme = 'surveyctl://'

const mimeOf = (name: string): string =>
  name.startsWith('help/') ? 'text/markdown' : /^(schema\/survey$|operation\/)/.test(name) ? 'application/json' : 'application/yaml'

export const resources = () =>
  referenceTopics().map(({ name, about }) => ({ uri: `${scheme}${name}`, name, description: about, mimeType: mimeOf(name) }))

/** Shows a draft. */
const viewing = 'survey_view'

const templates = [
  ['survey', 'The draft of a survey as YAML'],
  ['operation', 'Input of an operation'],
] as const

/** Those that these tools are enough for. */
export const resourceTemplates = (tools: readonly Tool[]) =>
  templates
    .filter(([name]) => name !== 'survey' || tools.some((tool) => tool.name === viewing))
    .map(([name, description]) => ({ uriTemplate: `${scheme}${name}/{id}`, name, description, mimeType: mimeOf(`${name}/`) }))

/** As much as a tool may show. */
const most = 30_000

export async function readResource(uri: string, desk: Desk, signal: AbortSignal) {
  const name = uri.startsWith(scheme) ? decoded(uri.slice(scheme.length)) : undefined
  const survey = /^survey\/(.+)$/s.exec(name ?? '')?.[1]
  if (name === undefined || (survey !== undefined && !desk.server.tools.has(viewing))) throw usageError(`There is no resource ${uri}`)
  const text = survey === undefined ? await (await topicNamed(name)).read() : await draft(desk, survey, signal)
  return { uri, mimeType: mimeOf(name), text }
}

async function draft(desk: Desk, survey: string, signal: AbortSignal): Promise<string> {
  const input = { survey, max_characters: most }
  const outcome = await desk.call({ name: viewing, input, signal, canAsk: false, answer: undefined, follow: () => {} })
  // A resource has no cursor.
  if (outcome.kind === 'done' && !outcome.failed) return outcome.text.replace(goOn, `all of it by ${viewing}`)
  throw new CommandError('refused', outcome.kind === 'done' ? outcome.text : outcome.question)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
