import * as z from '../core/schema.ts'
import { boolean, choice, integer, list, required, uuid } from '../core/fields.ts'
import { operation } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'
import { requiredWhen, type FieldRule } from '../core/rules.ts'

export const sheetsActions = [
  'activate',
  'deactivate',
  'delete',
  'save_widgets',
  'save_switchers',
  'set_sync_mode',
  'sync_now',
  'export_all',
] as const
export const syncModes = ['realtime', 'scheduled', 'manual'] as const
export const exportModes = ['new_file', 'new_sheet', 'replace'] as const

export const sheetsState = z.looseObject({
  is_active: z.optional(z.boolean()),
  table_title: z.optional(z.nullable(z.string())),
  table_url: z.optional(z.nullable(z.string())),
  access: z.optional(z.unknown()),
  requires_reconnect: z.optional(z.boolean()),
  enable_timestamp: z.optional(z.boolean()),
  enable_personal_data: z.optional(z.boolean()),
  sync_mode: z.optional(z.nullable(z.string())),
  schedule_hour: z.optional(z.nullable(z.int())),
  schedule_minute: z.optional(z.nullable(z.int())),
  last_synced_at: z.optional(z.nullable(z.string())),
  hidden_widget_ids: z.optional(z.array(z.string())),
})

const aSwitcher: FieldRule = ({ action, enable_timestamp, enable_personal_data }) =>
  action === 'save_switchers' && enable_timestamp === undefined && enable_personal_data === undefined
    ? [{ field: 'enable_timestamp', message: 'or enable_personal_data is required when action is save_switchers' }]
    : []

/** Both parts; a command may take them as one time. */
const timeOfSchedule: FieldRule = (input) =>
  input.sync_mode !== 'scheduled'
    ? []
    : ['schedule_hour', 'schedule_minute'].filter((name) => input[name] === undefined).map((field) => ({ field, message: 'is required' }))

export const viewSheets = operation({
  id: 'sheets.view',
  request: 'GET /quiz/{id}/integrations/sheets',
  sentBack: true,
  summary: 'Show how answers are written to a spreadsheet',
  integration: 'sheets',
  result: sheetsState,
  right: 'integrations',
  plan: { option: 'sheets' },
  refusals: ['not_connected'],
})

export const changeSheets = operation({
  id: 'sheets.change',
  request: 'POST /quiz/{id}/integrations/sheets',
  effect: ({ action }) => (action === 'delete' ? 'deletes' : action === 'deactivate' || action === 'save_widgets' ? 'live' : 'sends'),
  summary: 'Change how answers are written to a spreadsheet',
  integration: 'sheets',
  body: {
    action: required(choice(sheetsActions, 'What to do')),
    hidden_widget_ids: list(uuid('Question'), 'Questions left out of the spreadsheet; replaces the list', { max: 500 }),
    enable_timestamp: boolean('Write the time of each answer'),
    enable_personal_data: boolean("Write the respondent's IP address and device"),
    sync_mode: choice(syncModes, 'When answers are written'),
    schedule_hour: integer('Hour of the daily sync', { min: 0, max: 23 }),
    schedule_minute: integer('Minute of the daily sync', { min: 0, max: 59 }),
    export_mode: choice(exportModes, 'Where all answers are written to'),
  },
  rules: [
    requiredWhen('hidden_widget_ids', 'action', 'save_widgets'),
    aSwitcher,
    requiredWhen('sync_mode', 'action', 'set_sync_mode'),
    timeOfSchedule,
    requiredWhen('export_mode', 'action', 'export_all'),
  ],
  result: sheetsState,
  right: 'integrations',
  plan: { option: 'sheets' },
  refusals: ['not_connected'],
  replaces: readBack(viewSheets, (shown, { action }) => (action === 'save_widgets' ? shown : undefined)),
})
