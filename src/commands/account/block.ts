import { command, group } from '../../cli/command.ts'
import { addBlock, removeBlock } from '../../contract/account/block.ts'

export const blockGroup = group('block', {
  summary: 'Times that nobody can book',
  aliases: ['blocks'],
  shows: 'booking list --from DATE --to DATE',
  lists: { scheduler_not_found: 'scheduler list' },
  commands: [
    command('add', addBlock, {
      positionals: ['scheduler_id'],
      flags: { start_utc: '--start', end_utc: '--end' },
      done: ({ block_id }, { scheduler_id, start_utc, end_utc }) =>
        `Blocked ${start_utc} to ${end_utc} of scheduler ${scheduler_id} (block ${block_id})`,
      examples: ['block add 1 --start 2026-12-24T00:00:00+01:00 --end 2026-12-27T00:00:00+01:00 --comment "Closed"'],
    }),
    command('remove', removeBlock, {
      aliases: ['rm'],
      confirm: ({ blockId }) => `Remove block ${blockId}? The time can be booked again.`,
      done: (_, { blockId }) => `Removed block ${blockId}`,
      examples: ['block remove 1 --yes'],
    }),
  ],
})
