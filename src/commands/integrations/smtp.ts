import { command, group } from '../../cli/command.ts'
import { useSmtp } from '../../contract/integrations/smtp.ts'
import { CommandError } from '../../errors.ts'
import type { Column } from '../../output/columns.ts'

/** One operation for all actions; some of them only read. The types stay the operation's own: only facts for the engine are added. */
const reading: typeof useSmtp = { ...useSmtp, safe: true }
const readingLog: typeof useSmtp = { ...reading, rows: 'logs', paging: { by: 'offset', max: 100 } }

const detail: Column[] = [
  'host',
  'port',
  'encryption',
  'username',
  { path: 'from_address', label: 'from' },
  { path: 'connected', as: 'yesno' },
  { path: 'is_active', label: 'active', as: 'yesno' },
]

export const smtpGroup = group('smtp', {
  summary: "The account's own mail service",
  shows: 'smtp view',
  commands: [
    command('view', reading, { summary: 'Show the settings', fixed: { action: 'show' }, columns: detail, examples: ['smtp view'] }),
    command('logs', readingLog, {
      summary: 'List the letters that it was given to send',
      fixed: { action: 'logs' },
      columns: ['id', { path: 'created_at', label: 'sent', as: 'time' }, 'to', 'subject', 'status', 'error'],
      examples: ['smtp logs', 'smtp logs --limit 5 --json'],
    }),
    command('enable', useSmtp, {
      summary: 'Send letters through it',
      fixed: { action: 'enable' },
      done: () => "Letters go out through the account's own mail service",
      examples: ['smtp enable'],
    }),
    command('disable', useSmtp, {
      summary: "Send letters through the platform's service instead",
      fixed: { action: 'disable' },
      done: () => "Letters go out through the platform's mail service",
      examples: ['smtp disable'],
    }),
    command('test', reading, {
      summary: 'Test the connection; exits 1 when it fails',
      fixed: { action: 'test' },
      examples: ['smtp test'],
      run: async (context, input) => {
        const result = await context.service.call(reading, input)
        if (result.connection_ok === false) {
          throw new CommandError(
            'refused',
            `The mail service can't be reached${typeof result.message === 'string' ? `: ${result.message}` : ''}`,
            { details: result, retryable: true, hint: 'Its settings are changed in the cabinet' },
          )
        }
        await context.show.done(result, 'The mail service answers')
      },
    }),
  ],
})
