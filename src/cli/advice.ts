/** What the client is told of the commands: words for the service's codes, and the commands that help. */
import type { Advice, Matter, Words } from '../client/advice.ts'
import type { Command, GroupFacts } from './command.ts'
import { refusals } from './refusals.ts'
import { toCopy } from '../text/to-copy.ts'

/** Where the two that every group works with are listed. */
const everywhere: Readonly<Record<string, string>> = { quiz_not_found: 'quiz list', folder_not_found: 'folder list' }

const help: Advice['help'] = {
  doctor: 'surveyctl doctor',
  signIn: 'surveyctl auth login',
  baseUrl: 'surveyctl config get base_url',
  slower: '--rate 2, or surveyctl config set concurrency 2',
  plan: 'surveyctl tariff view',
  rights: 'surveyctl role set ROLE_ID',
}

/** Of a command, with what its group knows of the service's refusals. */
export function adviceOf({ definition, group = {} }: Pick<Command, 'definition' | 'group'>): Advice {
  const shows = (matter: Matter): string | undefined =>
    definition.shows && isKnown(definition.shows, matter) ? definition.shows : group.shows
  return {
    words: (code, matter) => inWords(group, code, matter),
    shows: (matter) => asCommand(shows(matter), matter),
    lists: (code, matter) => asCommand(everywhere[code] ?? definition.lists?.[code] ?? group.lists?.[code] ?? shows(matter), matter),
    help: { ...help, ...(definition.extra?.waitUnlock && { waitUnlock: '--wait-unlock 30m' }) },
  }
}

function inWords({ refusals: own }: GroupFacts, code: string, matter: Matter): Words | undefined {
  const known = own?.[code] ?? refusals[code]
  if (!known) return undefined
  const { says, also, hint } = known
  return { says, ...(also && isKnown(also, matter) && { also: withValues(also, matter) }), hint: hint && withValues(hint, matter) }
}

const asCommand = (text: string | undefined, matter: Matter): string | undefined =>
  text === undefined ? undefined : withValues(`surveyctl ${text}`, matter)

/** Whether what it is to be asked with is there, e.g. the list that was to be made. */
const isKnown = (text: string, { input, told }: Matter): boolean =>
  Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!).every((name) => (told?.[name] ?? input[name]) !== undefined)

/** `{id}`, `{crm}`: from what was asked for, so that it can be copied, a word of a command each; else a word to be replaced. */
function withValues(text: string, { operation, input, told }: Matter): string {
  const integration = operation?.integration
  const values: Record<string, unknown> = { ...(integration?.startsWith('crm_') && { crm: integration }), ...told, ...input }
  const [texts, names] = [text.split(/\{\w+\}/), Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!)]
  return toCopy(texts, ...names.map((name) => worded(values[name]) ?? (name === 'id' ? 'SURVEY' : name.toUpperCase())))
}

/** Lists one after the other, a thing by its id and what it is called. */
function worded(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value.map(worded).join(', ')
  if (typeof value !== 'object') return String(value)
  const { id, title, ...rest } = value as Record<string, unknown>
  if (id !== undefined) return title === undefined ? String(id) : `${String(id)} "${String(title)}"`
  return Object.entries(rest)
    .map(([name, inner]) => `${name} ${worded(inner)}`)
    .join(', ')
}
