/** Lets a person choose what a command leaves out: each kind of thing from the operation that lists it. */
import { pathNames, type AnyOperation } from '../contract/core/operation.ts'
import { CommandError } from '../errors.ts'
import type { Values } from './command.ts'
import type { EngineContext, Pickable } from './context.ts'

/** The operation that lists a kind of thing, and what a person knows one of them by. */
interface Kind {
  list: string
  /** Where they are in an answer that is no list. */
  at?: string
  with?: Values | (() => Values)
  /** Which of them, where the list has others besides. */
  only?: (row: Values) => boolean
  id?: string
  name?: string
  tells?: string
}

const day = 86_400_000
const dateIn = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 10)
/** Bookings that somebody still changes: of last month and the year to come. */
const lately = (): Values => ({ from: dateIn(-30), to: dateIn(365) })

/** By what the contract calls the thing; `null`: none is offered, as nothing lists them, or too many. */
export const kinds: Readonly<Record<string, Kind | null>> = {
  booking: { list: 'booking.list', with: lately, only: ({ type }) => type !== 'block', name: 'start_utc', tells: 'status' },
  campaign: { list: 'mailing.view', at: 'items', with: { section: 'campaigns' }, name: 'title', tells: 'status' },
  'contact list': { list: 'mailing.view', at: 'items', with: { section: 'contact_lists' } },
  'favourite question': { list: 'favorite.list', id: 'favorite_question_id', tells: 'widget_type' },
  label: { list: 'partner.view', at: 'sources' },
  password: { list: 'password.list', id: 'password_id', name: 'number' },
  preset: { list: 'appearance.view', at: 'presets' },
  'promo list': { list: 'promo.list', tells: 'codes_count' },
  recipient: { list: 'email.view', at: 'recipients', name: 'email' },
  role: { list: 'role.list' },
  scheduler: { list: 'scheduler.list', tells: 'timezone' },
  template: { list: 'template.list', tells: 'description' },
  'time block': { list: 'booking.list', with: lately, only: ({ type }) => type === 'block', name: 'start_utc', tells: 'comment' },
  version: { list: 'version.list', name: 'number', tells: 'created_at' },
  webhook: { list: 'webhook.list', name: 'title', tells: 'url' },
  account: null,
  report: null,
  participant: null,
  'promo code': null,
  'seller account': null,
  theme: null,
}

async function operationOf({ list }: Kind, context: EngineContext): Promise<AnyOperation> {
  const commands = (await context.groups()).flatMap((group) => group.commands)
  const found = commands.find(({ operation }) => operation?.id === list)?.operation
  if (!found) throw new Error(`No command lists with ${list}`)
  return found
}

/** What the list is asked with: path variables that are known already, and the account. */
async function askedWith({ path }: AnyOperation, input: Values, context: EngineContext): Promise<Values> {
  const asked: Values = {}
  for (const name of pathNames(path)) asked[name] = name === 'workspace_id' ? await context.workspace() : input[name]
  return asked
}

async function rowsOf(kind: Kind, input: Values, context: EngineContext): Promise<Values[]> {
  const operation = await operationOf(kind, context)
  const asked = {
    ...(await askedWith(operation, input, context)),
    ...(typeof kind.with === 'function' ? kind.with() : kind.with),
  }
  if (kind.at !== undefined) {
    const answer: unknown = await context.call(operation, asked)
    const rows = typeof answer === 'object' && answer !== null ? Object.entries(answer).find(([name]) => name === kind.at)?.[1] : undefined
    return Array.isArray(rows) ? rows : []
  }
  const rows: Values[] = []
  for await (const batch of context.rows(operation, asked, { all: true })) rows.push(...batch)
  return rows
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

async function choicesOf(thing: string, input: Values, context: EngineContext): Promise<Pickable<string | number>[] | undefined> {
  if (thing === 'profile') return context.settings().profiles.map((name) => ({ value: name, name }))
  if (thing === 'survey') return context.references.surveyChoices()
  if (thing === 'folder') return context.references.folderChoices()
  const kind = kinds[thing]
  if (!kind) return undefined
  const { id = 'id', name = 'name', tells, only = () => true } = kind
  return (await rowsOf(kind, input, context)).filter(only).flatMap((row) => {
    const value = row[id]
    if (typeof value !== 'number') return []
    return [{ value, name: `${text(row[name])} (${value})`, ...(tells && { description: text(row[tells]) }) }]
  })
}

const toMake: Readonly<Record<string, string>> = {
  survey: 'surveyctl quiz create --folder ID',
  webhook: 'surveyctl webhook add',
  'promo list': 'surveyctl promo create',
  profile: 'surveyctl auth login',
}

/** Has one of what there is chosen, with search by typing. Undefined where nothing lists them: an empty folder is in no list. */
export async function pickThing(thing: string, input: Values, context: EngineContext): Promise<string | number | undefined> {
  const choices = await choicesOf(thing, input, context)
  if (!choices || (thing === 'folder' && choices.length === 0)) return undefined
  if (choices.length === 0)
    throw new CommandError('usage', `There is no ${thing} to choose`, { hint: toMake[thing] && `To make one: ${toMake[thing]}` })
  return context.pick(thing.charAt(0).toUpperCase() + thing.slice(1), choices, '', '')
}
