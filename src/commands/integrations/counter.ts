import { command, group, type DefinitionOf } from '../../cli/command.ts'
import { changeCounter, viewCounter } from '../../contract/integrations/counter.ts'
import type { Input } from '../../contract/core/operation.ts'
import { toCopy } from '../../text/to-copy.ts'

const named = ({ id, service }: Input<typeof changeCounter>): string => `${service} of survey ${id}`

const verb = (name: 'activate' | 'deactivate' | 'delete', definition: DefinitionOf<typeof changeCounter>) =>
  command(name, changeCounter, { ...definition, fixed: { action: name } })

export const counterGroup = group('counter', {
  summary: 'Counters and pixels of a survey',
  aliases: ['counters'],
  shows: 'counter view {id} {service}',
  refusals: {
    unknown_service: { says: 'There is no such counter', hint: 'There are analytics_a, analytics_b, pixel_a and pixel_b' },
  },
  commands: [
    command('view', viewCounter, {
      columns: [
        'service',
        'counter',
        { path: 'is_active', label: 'active', as: 'yesno' },
        'version',
        { path: 'is_session_replay', label: 'records sessions', as: 'yesno' },
      ],
      examples: ['counter view 42 analytics_a'],
    }),
    command('set', changeCounter, {
      summary: 'Set the number of a counter',
      positionals: ['id', 'service', 'counter'],
      flags: { version: '--version', is_session_replay: '--session-replay' },
      fixed: { action: 'save' },
      done: ({ is_active }, input) => [
        `Set ${named(input)} to ${input.counter}`,
        ...(is_active === false
          ? [toCopy`It is switched off. To switch it on: surveyctl counter activate ${input.id} ${input.service}`]
          : []),
      ],
      examples: ['counter set 42 analytics_a 12345678 --version current', 'counter set 42 analytics_b G-12AB34 --session-replay'],
    }),
    verb('activate', {
      summary: 'Switch a counter on',
      done: (_, input) => `Switched ${named(input)} on`,
      examples: ['counter activate 42 analytics_a'],
    }),
    verb('deactivate', {
      summary: 'Switch a counter off; its number stays',
      done: (_, input) => `Switched ${named(input)} off`,
      examples: ['counter deactivate 42 analytics_a'],
    }),
    verb('delete', {
      summary: 'Remove a counter from the survey',
      confirm: (input) => `Remove ${named(input)}?`,
      done: (_, input) => `Removed ${named(input)}`,
      examples: ['counter delete 42 pixel_a --yes'],
    }),
  ],
})
