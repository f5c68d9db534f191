import { changeAutomation, viewAutomation } from '../../../contract/integrations/automation.ts'
import { listIntegrations } from '../../../contract/integrations/integration.ts'
import { disconnects, oneConnection, readConnection, switchSteps, switchProblems, type Facts } from './connections.ts'
import { changedFields, problemsUnlessNull, unknownFields, type Section } from '../section.ts'

/** The automation connector; `null`: a person has connected none. What subscribes to it does so on its own side. */
export const automation: Section<Facts | null> = {
  uses: [listIntegrations, viewAutomation, changeAutomation],
  ...oneConnection,
  read: async (reading) => {
    const { service, id } = reading
    const value = await readConnection(reading, 'automation', async () => {
      const { is_active = false } = await service.call(viewAutomation, { id })
      return { is_active }
    })
    return { value }
  },
  problems: problemsUnlessNull((value) => [...unknownFields(value, ['is_active']), ...switchProblems(value)]),
  losses: async (_service, _id, { now, next }) =>
    disconnects(now, next) ? ['automation is disconnected, with what subscribes to it'] : [],
  steps: ({ now, next }) => {
    const step = (action: string) => ({ operation: changeAutomation, input: ({ id }: { id: number }) => ({ id, action }) })
    if (next === null) return now ? [{ stage: 'off', ...step('delete') }] : []
    return switchSteps(changedFields(now, next), step)
  },
}
