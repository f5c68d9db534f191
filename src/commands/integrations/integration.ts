import { command, group } from '../../cli/command.ts'
import { listIntegrationLogs, listIntegrations, resendIntegrationLogs } from '../../contract/integrations/integration.ts'
import { triageCommand } from './triage.ts'
import type { Column } from '../../output/columns.ts'

const stateColumns: Column[] = [
  'integration',
  { path: 'connected', as: 'yesno' },
  { path: 'enabled', as: 'yesno' },
  { path: 'allowed_by_tariff', label: 'in the plan', as: 'yesno' },
  { path: 'blocked', label: 'blocked by' },
]

const list = command('list', listIntegrations, {
  aliases: ['ls'],
  columns: stateColumns,
  examples: ['integration list 42', "integration list 42 --jq '.[] | select(.blocked) | .integration'"],
  run: async (context, input) => {
    if (context.flags.raw) return context.show.view(listIntegrations, input)
    const { integrations } = await context.service.call(listIntegrations, input)
    await context.show.rows([Object.entries(integrations).map(([integration, state]) => ({ integration, ...state }))], stateColumns)
  },
})

/** What a resend did, in words; shared with the webhooks' own log. */
export function resentLine(count: number | undefined, one: string, many: string): string {
  if (count === 0) return `Nothing to send again: no failed ${one} fits`
  return `Sending ${count === 1 ? `1 ${one}` : `${count ?? 'the failed'} ${many}`} again`
}

export const periodFlags = { log_id: '--log', date_from: '--from', date_to: '--to' } as const

export const integrationGroup = group('integration', {
  summary: 'Integrations of a survey: what is connected, what fails, logs',
  aliases: ['integrations'],
  shows: 'integration list {id}',
  commands: [
    list,
    triageCommand,
    command('logs', listIntegrationLogs, {
      positionals: ['id', 'integration'],
      columns: ['id', { path: 'created_at', label: 'sent', as: 'time' }, 'status', 'recipient', 'answer_id', 'error'],
      examples: ['integration logs 42 messenger_a', 'integration logs 42 messenger_a --all --json'],
    }),
    command('resend', resendIntegrationLogs, {
      shows: 'integration logs {id} {integration}',
      positionals: ['id', 'integration'],
      flags: periodFlags,
      done: ({ resent }) => resentLine(resent, 'message', 'messages'),
      examples: ['integration resend 42 messenger_a', 'integration resend 42 messenger_a --from 2026-11-01 --to 2026-11-30'],
    }),
  ],
})
