import { command, group } from '../../cli/command.ts'
import { changeAutomation, viewAutomation } from '../../contract/integrations/automation.ts'
import { counted } from '../../text/counted.ts'

export const automationGroup = group('automation', {
  summary: 'Automation connector',
  shows: 'automation view {id}',
  commands: [
    command('view', viewAutomation, {
      columns: [
        { path: 'connected', as: 'yesno' },
        { path: 'is_active', label: 'active', as: 'yesno' },
        { path: 'hooks', label: 'subscriptions' },
      ],
      examples: ['automation view 42'],
    }),
    command('activate', changeAutomation, {
      summary: 'Start passing answers to the connector',
      fixed: { action: 'activate' },
      done: (_, { id }) => `Activated the automation connector of survey ${id}`,
      examples: ['automation activate 42'],
    }),
    command('deactivate', changeAutomation, {
      summary: 'Stop passing answers to the connector; subscriptions stay',
      fixed: { action: 'deactivate' },
      done: (_, { id }) => `Deactivated the automation connector of survey ${id}`,
      examples: ['automation deactivate 42'],
    }),
    command('delete', changeAutomation, {
      summary: 'Disconnect the connector and remove its subscriptions',
      fixed: { action: 'delete' },
      confirm: ({ id }) => `Disconnect the automation connector of survey ${id}? Its subscriptions are removed.`,
      done: ({ removed_hooks }, { id }) =>
        `Disconnected the automation connector of survey ${id}; ${counted(removed_hooks ?? 0, 'subscription was', 'subscriptions were')} removed`,
      examples: ['automation delete 42 --yes'],
    }),
  ],
})
