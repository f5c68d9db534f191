import { listIntegrations, messengers as names } from '../../../contract/integrations/integration.ts'
import { changeMessenger, viewMessenger } from '../../../contract/integrations/messenger.ts'
import { isObject, type DocumentProblem } from '../../../model/document/shape.ts'
import { isOneOf } from '../../../text/is-one-of.ts'
import {
  disconnects,
  namedConnections,
  picked,
  readConnection,
  readNamed,
  switchSteps,
  switchProblems,
  type Connections,
  type Facts,
} from './connections.ts'
import { bodyProblems, changedFields, problemsOfEach, unknownFields, type Section, type SectionStep } from '../section.ts'

const known = ['is_active', 'subject', 'buttons_enabled', 'hidden_widget_ids']
type Name = (typeof names)[number]

/** Messages about answers; chats are added by a person, to a bot that is issued when it is switched on first. */
export const messengers: Section<Connections> = {
  uses: [listIntegrations, viewMessenger, changeMessenger],
  ...namedConnections,
  read: (reading) =>
    readNamed(reading, names, (messenger) =>
      readConnection(reading, messenger, async () =>
        picked(await reading.service.call(viewMessenger, { id: reading.id, messenger }), known),
      ),
    ),
  problems: problemsOfEach(problemsOf),
  losses: async (_service, _id, { now, next }) =>
    names.filter((name) => disconnects(now?.[name], next[name])).map((name) => `messengers.${name} goes, with its chats`),
  steps: ({ now, next }) =>
    names.flatMap((name) => {
      const wanted = next[name]
      return wanted === undefined ? [] : stepsOf(name, now?.[name] ?? null, wanted)
    }),
}

function stepsOf(messenger: Name, now: Facts | null, next: Facts | null): SectionStep[] {
  const step = (stage: SectionStep['stage'], fields: object): SectionStep => ({
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
    ...switchSteps(now === null && is_active === true ? {} : { is_active }, (action) => step('on', { action })),
  ]
}

function problemsOf(name: string, facts: unknown): DocumentProblem[] {
  if (!isOneOf(names, name)) return [{ path: [name], message: `is not a messenger; there are ${names.join(', ')}` }]
  if (facts === null) return []
  if (!isObject(facts)) return [{ path: [name], message: 'must be an object, or null for none' }]
  const { is_active: _, ...fields } = facts
  return [
    ...unknownFields(facts, known, [name]),
    ...switchProblems(facts, [name]),
    ...bodyProblems(changeMessenger, { messenger: name, action: 'save_widgets', subject: '', ...fields }, [name]),
  ]
}
