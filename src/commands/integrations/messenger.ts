import { command, group } from '../../cli/command.ts'
import { changeMessenger, viewMessenger } from '../../contract/integrations/messenger.ts'
import type { Input, Result } from '../../contract/core/operation.ts'
import type { Column } from '../../output/columns.ts'
import { countedIfKnown, detailLine } from '../confirm-details.ts'
import { counted } from '../../text/counted.ts'

const detail: Column[] = [
  'messenger',
  { path: 'is_active', label: 'active', as: 'yesno' },
  'subject',
  { path: 'buttons_enabled', label: 'buttons', as: 'yesno' },
  'bot_url',
  {
    path: 'recipients',
    value: ({ recipients }: Result<typeof viewMessenger>) => recipients?.map(({ id, title }) => `${title} (${id})`).join(', '),
  },
  { path: 'hidden_widget_ids', label: 'left out', as: 'list' },
]

const where = ({ id, messenger }: Input<typeof changeMessenger>): string => `${messenger} of survey ${id}`

export const messengerGroup = group('messenger', {
  summary: 'Messengers: a message to a chat with each answer',
  aliases: ['messengers'],
  shows: 'messenger view {id} {messenger}',
  refusals: {
    inactive: { says: '{it} is switched off', hint: 'Switch it on first: surveyctl messenger activate {id} {messenger}' },
    no_recipients: {
      says: '{it} has no recipients',
      hint: 'A recipient appears once the bot is added to a chat; its address is bot_url of: surveyctl messenger view {id} {messenger}',
    },
    test_failed: {
      says: '{it}: the trial message could not be sent',
      hint: 'What was sent and what not: surveyctl integration logs {id} {messenger}',
    },
    unknown_messenger: { says: 'There is no such messenger', hint: 'There are messenger_a and messenger_b' },
  },
  commands: [
    command('view', viewMessenger, { columns: detail, examples: ['messenger view 42 messenger_a'] }),
    command('activate', changeMessenger, {
      summary: 'Start notifying a messenger',
      fixed: { action: 'activate' },
      done: ({ bot_url }, input) => [
        `Activated ${where(input)}`,
        ...(bot_url ? [`To get messages, add the bot to a chat: ${bot_url}`] : []),
      ],
      examples: ['messenger activate 42 messenger_b'],
    }),
    command('deactivate', changeMessenger, {
      summary: 'Stop notifying a messenger; chats stay known',
      fixed: { action: 'deactivate' },
      done: (_, input) => `Deactivated ${where(input)}`,
      examples: ['messenger deactivate 42 messenger_a'],
    }),
    command('delete', changeMessenger, {
      summary: 'Disconnect a messenger',
      fixed: { action: 'delete' },
      confirm: (input) => `Disconnect ${where(input)}? Its recipients are forgotten.`,
      confirmDetails: async (context, { id, messenger }) => {
        const { recipients, is_active } = await context.service.call(viewMessenger, { id, messenger })
        const names = Array.isArray(recipients) ? recipients.map(({ title }) => String(title ?? '')) : []
        return detailLine(
          `${messenger} of survey ${id}`,
          is_active ? 'active' : 'not active',
          countedIfKnown(names.length, 'recipient'),
          ...names.slice(0, 5),
          'only a person can add the bot to a chat again',
        )
      },
      done: (_, input) => `Disconnected ${where(input)}`,
      examples: ['messenger delete 42 messenger_a --yes'],
    }),
    command('buttons', changeMessenger, {
      summary: 'Show or hide the buttons of messages',
      fixed: { action: 'toggle_buttons' },
      flags: { buttons_enabled: '--enabled' },
      done: (_, input) => `${input.buttons_enabled ? 'Shows' : 'Hides'} the buttons in messages to ${where(input)}`,
      examples: ['messenger buttons 42 messenger_a --enabled', 'messenger buttons 42 messenger_a --no-enabled'],
    }),
    command('widgets', changeMessenger, {
      summary: "Choose the questions that stay out of messages ('' for none)",
      fixed: { action: 'save_widgets' },
      flags: { hidden_widget_ids: '--hidden' },
      done: (_, input) =>
        input.hidden_widget_ids?.length
          ? `Leaves ${counted(input.hidden_widget_ids.length, 'question')} out of messages to ${where(input)}`
          : `All questions are in messages to ${where(input)}`,
      examples: ["messenger widgets 42 messenger_a --hidden ''"],
    }),
    command('subject', changeMessenger, {
      summary: 'Set the subject of messages',
      fixed: { action: 'save_widgets' },
      positionals: ['id', 'messenger', 'subject'],
      done: (_, input) => `Messages to ${where(input)} begin with "${input.subject}"`,
      examples: ['messenger subject 42 messenger_a "New answer"'],
    }),
    command('remove-recipient', changeMessenger, {
      summary: 'Remove a chat from the recipients',
      fixed: { action: 'remove_recipient' },
      positionals: ['id', 'messenger', 'recipient_id'],
      confirm: (input) => `Remove recipient ${input.recipient_id} from ${where(input)}?`,
      done: (_, input) => `Removed recipient ${input.recipient_id} from ${where(input)}`,
      examples: ['messenger remove-recipient 42 messenger_a chat-2 --yes'],
    }),
    command('test', changeMessenger, {
      summary: 'Send a trial message to all recipients',
      fixed: { action: 'test' },
      done: (_, input) => `Sent a trial message to ${where(input)}`,
      examples: ['messenger test 42 messenger_a'],
    }),
  ],
})
