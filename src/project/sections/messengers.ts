import { check } from '../../contract/core/operation.ts'
import { listIntegrations, messengers as names } from '../../contract/integration.ts'
import { changeMessenger, viewMessenger } from '../../contract/messenger.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import {
  changedFields,
  goesOff,
  namedConnections,
  picked,
  readNamed,
  switchOf,
  unknownFields,
  wrongSwitch,
  type Connections,
  type Facts,
  type Unnamed,
} from './connections.ts'
import { isMap, type Section } from './section.ts'

const known = ['is_active', 'subject', 'buttons_enabled', 'hidden_widget_ids']
type Name = (typeof names)[number]

/** Messages about answers; chats are added by a person, to a bot that is issued when it is switched on first. */
export const messengers: Section = {
  uses: [listIntegrations, viewMessenger, changeMessenger],
  ...namedConnections,
  read: (reading) =>
    readNamed(reading, names, async (messenger) =>
      picked(await reading.context.call(viewMessenger, { id: reading.id, messenger: messenger as Name }), known),
    ),
  problems: (value) => (isObject(value) ? Object.entries(value).flatMap(([name, facts]) => problemsOf(name, facts)) : isMap(value)),
  losses: async (_context, _id, { now, next }) =>
    names.filter((name) => goesOff(of(now, name), of(next, name))).map((name) => `messengers.${name} goes, with its chats`),
  steps: ({ now, next }) =>
    names.flatMap((name) => (of(next, name) === undefined ? [] : stepsOf(name, of(now, name) ?? null, of(next, name)!))),
}

const of = (value: unknown, name: string): Facts | null | undefined => (value as Connections | undefined)?.[name]

function stepsOf(messenger: Name, now: Facts | null, next: Facts | null): Unnamed[] {
  const step = (stage: Unnamed['stage'], fields: object): Unnamed => ({
    stage,
    operation: changeMessenger,
    input: ({ id }) => ({ id, messenger, ...fields }),
  })
  if (next === null) return now === null ? [] : [step('off', { action: 'delete' })]
  const { subject, hidden_widget_ids, buttons_enabled, is_active } = changedFields(now, next)
  const saved = { ...(subject !== undefined && { subject }), ...(hidden_widget_ids !== undefined && { hidden_widget_ids }) }
  return [
    // Its bot is issued, and writes to nobody until somebody adds it to a chat.
    ...(now === null ? [step('connections', { action: 'activate' })] : []),
    ...(Object.keys(saved).length > 0 ? [step('connections', { action: 'save_widgets', ...saved })] : []),
    ...(buttons_enabled === undefined ? [] : [step('connections', { action: 'toggle_buttons', buttons_enabled })]),
    ...switchOf(now === null && is_active === true ? {} : { is_active }, (action) => step('on', { action })),
  ]
}

function problemsOf(name: string, facts: unknown): DocumentProblem[] {
  if (!names.includes(name as Name)) return [{ path: [name], message: `is no messenger; there are ${names.join(', ')}` }]
  if (facts === null) return []
  if (!isObject(facts)) return [{ path: [name], message: 'must be an object, or null for none' }]
  const { is_active: _, ...fields } = facts
  return [
    ...unknownFields(facts, known, [name]),
    ...wrongSwitch(facts, [name]),
    ...check(changeMessenger, { id: 1, messenger: name, action: 'save_widgets', subject: '', ...fields }, ['body']).map(
      ({ field, message }) => ({ path: [name, field], message }),
    ),
  ]
}
