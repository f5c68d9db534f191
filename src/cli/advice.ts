/** What the client is told of the commands: words for the service's codes, and the commands that help. */
import { own } from '../text/own.ts'
import type { Advice, AdviceSubject, RefusalText } from '../client/advice.ts'
import type { Command, GroupFacts } from './command.ts'
import { kebab } from './flags/of-field.ts'
import { isObject } from '../text/is-object.ts'
import { toCopy } from '../text/to-copy.ts'

/** The engine's own commands. */
const help: Advice['help'] = {
  doctor: 'surveyctl doctor',
  signIn: 'surveyctl auth login',
  baseUrl: 'surveyctl config get base_url',
  slower: '--rate 2, or surveyctl config set concurrency 2',
}

/** The advice for a command: its own facts first, then its group's. */
export function adviceOf({ definition, group = {} }: Pick<Command, 'definition' | 'group'>): Advice {
  const shows = (subject: AdviceSubject): string | undefined =>
    definition.shows && isKnown(definition.shows, subject) ? definition.shows : group.shows
  return {
    refusal: (code, subject) => textOf(group, code, subject),
    shows: (subject) => asCommand(shows(subject), subject),
    lists: (code, subject) => asCommand(own(definition.lists, code) ?? own(group.lists, code) ?? shows(subject), subject),
    flag: (field) => {
      const own = definition.flags?.[field]
      return typeof own === 'string' ? own.replace(/ .*/s, '') : `--${kebab(field)}`
    },
    help: { ...help, ...group.help, ...(definition.extra?.waitUnlock && { waitUnlock: '--wait-unlock 30m' }) },
  }
}

function textOf({ refusals: ofGroup }: GroupFacts, code: string, subject: AdviceSubject): RefusalText | undefined {
  const known = own(ofGroup, code)
  if (!known) return undefined
  const { says, also, hint } = known
  return { says, ...(also && isKnown(also, subject) && { also: withValues(also, subject) }), hint: hint && withValues(hint, subject) }
}

const asCommand = (text: string | undefined, subject: AdviceSubject): string | undefined =>
  text === undefined ? undefined : withValues(`surveyctl ${text}`, subject)

const placeholdersIn = (text: string): string[] => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)

/** Whether every placeholder has a value: a list that was to be made has no id yet. */
const isKnown = (text: string, { input, body }: AdviceSubject): boolean =>
  placeholdersIn(text).every((name) => (body?.[name] ?? input[name]) !== undefined)

/** Fills `{id}`, `{crm}` from the request, each as one word of a command to be copied; one without a value becomes `CRM`, to be replaced by hand. */
function withValues(text: string, { operation, input, body }: AdviceSubject): string {
  const integration = operation?.integration
  const values: Record<string, unknown> = { ...(integration?.startsWith('crm_') && { crm: integration }), ...body, ...input }
  const [texts, names] = [text.split(/\{\w+\}/), placeholdersIn(text)]
  return toCopy(texts, ...names.map((name) => worded(values[name]) ?? (name === 'id' ? 'SURVEY' : name.toUpperCase())))
}

/** A value as text: lists comma-separated, a thing as its id and title. */
function worded(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value.map(worded).join(', ')
  if (!isObject(value)) return String(value)
  const { id, title, ...rest } = value
  if (id !== undefined) return title === undefined ? String(id) : `${String(id)} "${String(title)}"`
  return Object.entries(rest)
    .map(([name, inner]) => `${name} ${worded(inner)}`)
    .join(', ')
}
