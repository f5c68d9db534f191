import { ownCommand } from '../../../cli/command.ts'
import type { DestinationStatus, Status } from '../../../answers/folder/status.ts'
import type { Column } from '../../../output/columns.ts'

const lineOf = (one: DestinationStatus): string => {
  const place = one.to === 'postgres' ? `${one.url} (schema ${one.schema})` : `${one.to} (${one.files})`
  const facts =
    one.written_at === null
      ? 'never written'
      : `${one.answers.toLocaleString('en')} ${one.answers === 1 ? 'answer' : 'answers'} at ${one.written_at.slice(0, 19)}Z`
  return `${place}: ${facts}, ${one.behind ? 'behind' : 'up to date'}`
}

const columns: Column[] = [
  { path: 'quiz_id', label: 'survey' },
  'name',
  'answers',
  'deleted',
  { path: 'last_sync', as: 'time' },
  { path: 'last_full', label: 'last full read', as: 'time' },
  { path: 'interrupted', as: 'yesno' },
  { path: 'first', label: 'first answer', as: 'time' },
  { path: 'latest', label: 'latest answer', as: 'time' },
  'questions',
  { path: 'destinations', label: 'written to', value: ({ destinations }: Status) => destinations.map(lineOf).join('\n') },
]

export const syncStatus = ownCommand('sync status', {
  summary: 'Show what a synced folder holds',
  positionals: ['folder'],
  arguments: { folder: 'Folder of a survey' },
  columns,
  examples: ['answer sync 42 answers --quiet && surveyctl answer sync status answers'],
  run: async (context, { folder }) => {
    const { statusOf } = await import('../../../answers/folder/status.ts')
    await context.show.thing(statusOf(folder), columns)
  },
})
