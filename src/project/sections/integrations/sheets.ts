import { listIntegrations } from '../../../contract/integrations/integration.ts'
import { changeSheets, viewSheets } from '../../../contract/integrations/sheets.ts'
import { disconnects, oneConnection, picked, readConnection, switchSteps, switchProblems, type Facts } from './connections.ts'
import { bodyProblems, changedFields, problemsUnlessNull, unknownFields, type Section, type SectionStep } from '../section.ts'

const switchers = ['enable_timestamp', 'enable_personal_data']
const schedule = ['sync_mode', 'schedule_hour', 'schedule_minute']
const known = ['is_active', ...switchers, ...schedule, 'hidden_widget_ids']

/** Answers into a spreadsheet; `null`: a person has connected none. */
export const sheets: Section<Facts | null> = {
  uses: [listIntegrations, viewSheets, changeSheets],
  ...oneConnection,
  read: async (reading) => {
    const { service, id } = reading
    const value = await readConnection(reading, 'sheets', async () => picked(await service.call(viewSheets, { id }), known))
    return { value }
  },
  problems: problemsUnlessNull((value) => {
    const { is_active: _, ...fields } = value
    return [
      ...unknownFields(value, known),
      ...switchProblems(value),
      ...bodyProblems(changeSheets, { action: 'sync_now', ...fields }),
      ...(value.sync_mode === undefined && schedule.some((name) => value[name] !== undefined)
        ? [{ path: ['sync_mode'], message: 'is required where schedule_hour or schedule_minute is given' }]
        : []),
    ]
  }),
  losses: async (_service, _id, { now, next }) =>
    disconnects(now, next) ? ['sheets is disconnected; only a person connects it again'] : [],
  steps: ({ now, next }) => stepsOf(now, next),
}

function stepsOf(now: Facts | null | undefined, next: Facts | null): SectionStep[] {
  const step = (stage: SectionStep['stage'], fields: object): SectionStep => ({
    stage,
    operation: changeSheets,
    input: ({ id }) => ({ id, ...fields }),
  })
  if (next === null) return now ? [step('off', { action: 'delete' })] : []
  const changed = changedFields(now, next)
  const some = (names: readonly string[], from: Facts = changed): Facts => picked(from, names)
  const save = (action: string, fields: Facts): SectionStep[] =>
    Object.keys(fields).length === 0 ? [] : [step('connections', { action, ...fields })]
  return [
    ...save('save_widgets', some(['hidden_widget_ids'])),
    ...save('save_switchers', some(switchers)),
    ...save('set_sync_mode', Object.keys(some(schedule)).length > 0 ? some(schedule, next) : {}),
    ...switchSteps(changed, (action) => step('on', { action })),
  ]
}
