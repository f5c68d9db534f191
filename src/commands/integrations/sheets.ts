import { command, group } from '../../cli/command.ts'
import { changeSheets, viewSheets } from '../../contract/integrations/sheets.ts'
import { usageError } from '../../errors.ts'
import type { Column } from '../../output/columns.ts'
import { counted } from '../../text/counted.ts'

const clock = (hour: unknown, minute: unknown): string => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

const detail: Column[] = [
  { path: 'is_active', label: 'active', as: 'yesno' },
  { path: 'requires_reconnect', label: 'access was revoked', as: 'yesno' },
  { path: 'table_title', label: 'table' },
  { path: 'table_url', label: 'address' },
  {
    path: 'sync_mode',
    label: 'written',
    value: ({ sync_mode, schedule_hour, schedule_minute }) =>
      sync_mode === 'scheduled' ? `daily at ${clock(schedule_hour, schedule_minute)}` : sync_mode,
  },
  { path: 'last_synced_at', label: 'last written', as: 'time' },
  { path: 'enable_timestamp', label: 'with times', as: 'yesno' },
  { path: 'enable_personal_data', label: 'with personal data', as: 'yesno' },
  { path: 'hidden_widget_ids', label: 'left out', as: 'list' },
]

function readClock(text: string): { schedule_hour: number; schedule_minute: number } {
  const [, hour, minute] = /^(\d\d?):(\d\d)$/.exec(text) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) throw usageError('--at must be a time like 06:30')
  return { schedule_hour: Number(hour), schedule_minute: Number(minute) }
}

const mode = command('mode', changeSheets, {
  summary: 'Choose when answers are written',
  fixed: { action: 'set_sync_mode' },
  positionals: ['id', 'sync_mode'],
  extra: { at: { flag: '--at <hh:mm>', about: 'Time of the daily sync; with scheduled' } },
  examples: ['sheets mode 42 realtime', 'sheets mode 42 scheduled --at 06:30'],
  run: async (context, input, { at }) => {
    if ((at !== undefined) !== (input.sync_mode === 'scheduled'))
      throw usageError(at === undefined ? '--at is required with scheduled' : '--at is for scheduled only')
    const result = await context.service.call(changeSheets, { ...input, ...(at !== undefined && readClock(at)) })
    await context.show.done(
      result,
      `Answers of survey ${input.id} are written ${input.sync_mode === 'scheduled' ? `daily at ${at}` : input.sync_mode === 'manual' ? 'on request' : 'as they arrive'}`,
      input.id,
    )
  },
})

export const sheetsGroup = group('sheets', {
  summary: 'Spreadsheet export: answers as rows of a table',
  aliases: ['sheet'],
  shows: 'sheets view {id}',
  commands: [
    command('view', viewSheets, { columns: detail, examples: ['sheets view 42'] }),
    command('activate', changeSheets, {
      summary: 'Start writing answers',
      fixed: { action: 'activate' },
      done: (_, { id }) => `Answers of survey ${id} are written to its spreadsheet`,
      examples: ['sheets activate 42'],
    }),
    command('deactivate', changeSheets, {
      summary: 'Stop writing answers',
      fixed: { action: 'deactivate' },
      done: (_, { id }) => `Answers of survey ${id} are no longer written to its spreadsheet`,
      examples: ['sheets deactivate 42'],
    }),
    command('delete', changeSheets, {
      summary: 'Disconnect the spreadsheet',
      fixed: { action: 'delete' },
      confirm: ({ id }) => `Disconnect the spreadsheet of survey ${id}? Only a person can connect one again, in the cabinet.`,
      done: (_, { id }) => `Disconnected the spreadsheet of survey ${id}`,
      examples: ['sheets delete 42 --yes'],
    }),
    command('widgets', changeSheets, {
      summary: "Choose the questions that stay out of the spreadsheet ('' for none)",
      fixed: { action: 'save_widgets' },
      flags: { hidden_widget_ids: '--hidden' },
      done: (_, { id, hidden_widget_ids }) =>
        hidden_widget_ids?.length
          ? `Leaves ${counted(hidden_widget_ids.length, 'question')} out of the spreadsheet of survey ${id}`
          : `All questions are in the spreadsheet of survey ${id}`,
      examples: ["sheets widgets 42 --hidden ''"],
    }),
    command('switchers', changeSheets, {
      summary: 'Choose what is written beside the answers',
      fixed: { action: 'save_switchers' },
      flags: { enable_timestamp: '--enable-timestamp', enable_personal_data: '--enable-personal-data' },
      done: (_, { id }) => `Changed what is written to the spreadsheet of survey ${id}`,
      examples: ['sheets switchers 42 --enable-timestamp --no-enable-personal-data'],
    }),
    mode,
    command('sync', changeSheets, {
      summary: 'Write pending answers now',
      fixed: { action: 'sync_now' },
      done: (_, { id }) => `Wrote the pending answers of survey ${id} to its spreadsheet`,
      examples: ['sheets sync 42'],
    }),
    command('export-all', changeSheets, {
      summary: 'Write all answers again',
      fixed: { action: 'export_all' },
      flags: { export_mode: '--mode' },
      done: ({ table_url }, { id, export_mode }) =>
        `Wrote all answers of survey ${id} ${export_mode === 'replace' ? 'over the old ones' : `to a ${export_mode === 'new_file' ? 'new file' : 'new sheet'}`}${table_url ? ` · ${table_url}` : ''}`,
      examples: ['sheets export-all 42 --mode new_sheet'],
    }),
  ],
})
