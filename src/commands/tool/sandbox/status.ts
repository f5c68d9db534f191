/** The sandboxes of this machine, and their console. */
import { ownCommand } from '../../../cli/command.ts'
import * as z from '../../../contract/core/schema.ts'
import { messageOf } from '../../../text/message-of.ts'
import type { Column } from '../../../output/columns.ts'
import { boundsOf, control, hereOf, askFor } from './ask.ts'

const info = z.looseObject({ base_url: z.string(), api_key: z.string(), console_url: z.string() })

const columns: Column[] = [
  { path: 'base_url', label: 'service' },
  { path: 'console_url', label: 'console' },
  { path: 'api_key', label: 'key' },
  { path: 'data', label: 'data folder' },
  { path: 'started_at', label: 'since', as: 'time' },
]

export const status = ownCommand('status', {
  summary: 'Show the sandboxes that run on this machine: address, console, key, data folder, since when',
  extra: { control },
  columns,
  examples: ['sandbox status', 'sandbox status --json'],
  run: async (context, _, options) => {
    const { ask, findSandboxes } = await import('../../../control/control.ts')
    const asked = findSandboxes(hereOf(context), options.control).map((one) =>
      ask(one, { action: 'info', input: {} }, info, boundsOf(context)),
    )
    const running = (await Promise.allSettled(asked)).flatMap((answer) => {
      if (answer.status === 'fulfilled') return [answer.value]
      context.show.warn(messageOf(answer.reason))
      return []
    })
    if (!context.show.form.forPerson) return context.show.rows([running], columns)
    for (const one of running) await context.show.thing(one, columns)
    if (asked.length === 0) context.show.note('No sandbox runs. To start one: surveyctl sandbox start')
  },
})

export const console = ownCommand('console', {
  summary: 'Print the address of the console of a running sandbox, or open it',
  extra: { web: { flag: '--web', about: 'Open it in the browser' }, control },
  examples: ['sandbox console', 'sandbox console --web'],
  run: async (context, _, options) => {
    const { console_url } = await askFor(info, context, options, 'info', {})
    if (options.web) return (await import('../../../cli/download/open.ts')).openAddress(context.show, console_url)
    await context.show.done({ console_url }, console_url, console_url)
  },
})
