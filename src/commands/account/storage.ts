import { command, group } from '../../cli/command.ts'
import { listHiddenFiles, verifyStorage, viewStorage, viewStorageUsage } from '../../contract/account/storage.ts'
import { CommandError } from '../../errors.ts'
import type { Column } from '../../output/columns.ts'

const available: Column = { path: 'available', label: 'available on this plan', as: 'yesno' }

export const storageGroup = group('storage', {
  summary: "The account's own file storage",
  shows: 'storage view',
  refusals: {
    storage_not_connected: { says: 'The account has no storage of its own connected', hint: 'It is connected in the account cabinet' },
  },
  commands: [
    command('view', viewStorage, {
      columns: [
        available,
        { path: 'connected', as: 'yesno' },
        'settings.bucket',
        'settings.endpoint',
        'settings.region',
        { path: 'verified_at', label: 'verified', as: 'time' },
      ],
      examples: ['storage view', 'storage view --json'],
    }),
    command('usage', viewStorageUsage, {
      columns: [
        available,
        { path: 'used_bytes', label: 'used', as: 'bytes' },
        { path: 'limit_bytes', label: 'limit', as: 'bytes' },
        { path: 'files_count', label: 'files' },
      ],
      examples: ['storage usage'],
    }),
    command('hidden-files', listHiddenFiles, {
      columns: [
        'id',
        'name',
        { path: 'size', as: 'bytes' },
        { path: 'quiz_id', label: 'survey' },
        { path: 'hidden_at', label: 'hidden', as: 'time' },
      ],
      examples: ['storage hidden-files'],
    }),
    command('verify', verifyStorage, {
      examples: ['storage verify'],
      run: async (context, input) => {
        const result = await context.service.call(verifyStorage, input)
        if (context.flags.dryRun) return
        if (!result.storage_ok)
          throw new CommandError('refused', `The account's own storage does not work: ${result.message ?? 'the service names no reason'}`, {
            details: result,
            hint: 'Change its settings in the cabinet, then verify it again',
          })
        await context.show.done(result, "The account's own storage works")
      },
    }),
  ],
})
