/** Lets a person choose what a command leaves out: each kind of thing from the operation that lists it. */
import type { Offer } from '../../contract/core/offer.ts'
import { pathNames, type AnyOperation } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import { isObject } from '../../text/is-object.ts'
import type { Values } from '../command.ts'
import type { Pickable, GroupOperations } from '../context.ts'
import type { EngineContext } from '../session/engine.ts'

interface Found {
  operation: AnyOperation
  offer: Offer
  group: GroupOperations
}

function listOf(thing: string, groups: readonly GroupOperations[]): Found | undefined {
  for (const group of groups)
    for (const { operation } of group.commands) {
      const offer = operation?.offers?.find((each) => each.thing === thing)
      if (operation && offer) return { operation, offer, group }
    }
  return undefined
}

/** What the list is asked with: path variables that are known already, and the account. */
async function askedWith({ path }: AnyOperation, input: Values, context: EngineContext): Promise<Values> {
  const asked: Values = {}
  for (const name of pathNames(path)) asked[name] = name === 'workspace_id' ? await context.settings.workspace() : input[name]
  return asked
}

async function rowsOf({ operation, offer }: Found, input: Values, context: EngineContext): Promise<Values[]> {
  const more = typeof offer.with === 'function' ? offer.with() : offer.with
  const asked = { ...(await askedWith(operation, input, context)), ...more }
  if (offer.at !== undefined) {
    const answer: unknown = await context.service.call(operation, asked)
    const rows = isObject(answer) ? answer[offer.at] : undefined
    return Array.isArray(rows) ? rows : []
  }
  const rows: Values[] = []
  for await (const batch of context.service.rows(operation, asked)) rows.push(...batch)
  return rows
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

async function offered(found: Found, input: Values, context: EngineContext): Promise<Pickable<string | number>[]> {
  const { id = 'id', name = 'name', tells, only = () => true } = found.offer
  return (await rowsOf(found, input, context)).filter(only).flatMap((row) => {
    const value = row[id]
    if (typeof value !== 'number') return []
    return [{ value, name: `${text(row[name])} (${value})`, ...(tells && { description: text(row[tells]) }) }]
  })
}

interface Choices {
  list: readonly Pickable<string | number>[]
  /** The command that makes one. */
  maker?: string | undefined
}

async function choicesOf(thing: string, input: Values, context: EngineContext): Promise<Choices | undefined> {
  if (thing === 'profile') return { list: context.settings.current.profiles.map((name) => ({ value: name, name })), maker: 'auth login' }
  if (thing === 'survey') return { list: await context.references.surveyChoices(), maker: 'quiz create --folder ID' }
  if (thing === 'folder') return { list: await context.references.folderChoices() }
  const found = listOf(thing, await context.groups())
  if (!found) return undefined
  const { noun, commands } = found.group
  const maker = commands.find(({ operation }) => operation?.method === 'POST' && operation.path === found.operation.path)
  return { list: await offered(found, input, context), maker: maker && `${noun} ${maker.verb}` }
}

/** Has one of what there is chosen, with search by typing. Undefined where nothing lists them: an empty folder is in no list. */
export async function pickThing(thing: string, input: Values, context: EngineContext): Promise<string | number | undefined> {
  const choices = await choicesOf(thing, input, context)
  if (!choices || (thing === 'folder' && choices.list.length === 0)) return undefined
  const { list, maker } = choices
  if (list.length === 0)
    throw new CommandError('usage', `There is no ${thing} to choose`, { hint: maker && `To make one: surveyctl ${maker}` })
  return context.consent.pickOne(thing.charAt(0).toUpperCase() + thing.slice(1), list)
}
