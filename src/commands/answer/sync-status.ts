import { ownCommand } from '../../cli/command.ts'
import type { Column } from '../../output/columns.ts'
import { needSynced, readManifest } from './folder.ts'

const columns: Column[] = [
  { path: 'quiz_id', label: 'survey' },
  'name',
  'answers',
  'deleted',
  { path: 'last_sync', label: 'last sync', as: 'time' },
  { path: 'last_full', label: 'everything read', as: 'time' },
  { path: 'interrupted', as: 'yesno' },
  { path: 'first', label: 'first answer', as: 'time' },
  { path: 'latest', label: 'latest answer', as: 'time' },
  { path: 'questions', label: 'questions' },
  { path: 'formats', value: ({ formats }) => formats.join(', ') },
  { path: 'database', value: ({ database }) => (database ? `${database.url} (schema ${database.schema})` : 'none') },
  { path: 'stale', label: 'to be written', value: ({ stale }) => (stale.length === 0 ? 'nothing' : stale.join(', ')) },
]

export const syncStatus = ownCommand('sync status', {
  summary: 'Show what a synced folder holds',
  positionals: ['folder'],
  arguments: { folder: 'Folder of a survey' },
  columns,
  examples: ['answer sync 42 answers --quiet && surveyctl answer sync status answers'],
  run: async (context, { folder }) => {
    const path = needSynced(folder)
    const { statusOf } = await import('../../answers/store/status.ts')
    const manifest = readManifest(folder)
    await context.show(await statusOf(path, manifest?.formats ?? [], manifest?.database), columns)
  },
})
