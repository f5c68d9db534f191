import { check } from '../../contract/core/operation.ts'
import { listIntegrations } from '../../contract/integration.ts'
import { changeSheets, viewSheets } from '../../contract/sheets.ts'
import { isObject } from '../../model/document/shape.ts'
import {
  changedFields,
  goesOff,
  oneConnection,
  picked,
  readConnection,
  switchOf,
  unknownFields,
  wrongSwitch,
  type Facts,
  type Unnamed,
} from './connections.ts'
import { isMap, type Section } from './section.ts'

const switchers = ['enable_timestamp', 'enable_personal_data']
const schedule = ['sync_mode', 'schedule_hour', 'schedule_minute']
const known = ['is_active', ...switchers, ...schedule, 'hidden_widget_ids']

/** Answers into a spreadsheet; `null`: a person has connected none. */
export const sheets: Section = {
  uses: [listIntegrations, viewSheets, changeSheets],
  ...oneConnection,
  read: async (reading) => {
    const { context, id } = reading
    const value = await readConnection(reading, 'sheets', async () => picked(await context.call(viewSheets, { id }), known))
    return { value }
  },
  problems: (value) => {
    if (value === null) return []
    if (!isObject(value)) return isMap(value)
    const { is_active: _, ...fields } = value
    return [
      ...unknownFields(value, known),
      ...wrongSwitch(value),
      ...check(changeSheets, { id: 1, action: 'sync_now', ...fields }, ['body']).map(({ field, message }) => ({ path: [field], message })),
      ...(value.sync_mode === undefined && schedule.some((name) => value[name] !== undefined)
        ? [{ path: ['sync_mode'], message: 'must be there where hour and minute are' }]
        : []),
    ]
  },
  losses: async (_context, _id, { now, next }) => (goesOff(now, next) ? ['sheets is disconnected; only a person connects it again'] : []),
  steps: ({ now, next }) => stepsOf(now as Facts | null | undefined, next as Facts | null),
}

function stepsOf(now: Facts | null | undefined, next: Facts | null): Unnamed[] {
  const step = (stage: Unnamed['stage'], fields: object): Unnamed => ({
    stage,
    operation: changeSheets,
    input: ({ id }) => ({ id, ...fields }),
  })
  if (next === null) return now ? [step('off', { action: 'delete' })] : []
  const changed = changedFields(now, next)
  const some = (names: readonly string[], from: Facts = changed): Facts => picked(from, names)
  const save = (action: string, fields: Facts): Unnamed[] =>
    Object.keys(fields).length === 0 ? [] : [step('connections', { action, ...fields })]
  return [
    ...save('save_widgets', some(['hidden_widget_ids'])),
    ...save('save_switchers', some(switchers)),
    ...save('set_sync_mode', Object.keys(some(schedule)).length > 0 ? some(schedule, next) : {}),
    ...switchOf(changed, (action) => step('on', { action })),
  ]
}
