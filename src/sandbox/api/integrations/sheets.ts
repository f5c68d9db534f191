import type { sheetsActions } from '../../../contract/integrations/sheets.ts'
import * as contract from '../../../contract/integrations/sheets.ts'
import {
  changeConnection,
  connect,
  connectionOf,
  disconnect,
  needConnection,
  type SheetsState,
} from '../../store/integrations/connection.ts'
import { ControlError } from '../../control/error.ts'
import { ofSurvey } from '../../control/input.ts'
import { forgetWaiting, nextSync, writeAll, writeScheduled, writeToSheet, writeWaiting } from '../../deliveries/sheets.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { refuse } from '../../store/refusal.ts'
import type { Call, HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import type { RecordOf } from '../../store/records.ts'

type Change = Call<typeof contract.changeSheets>
type Outcome = Record<string, unknown> | void

export const handlers: HandlersOf<typeof contract> = {
  viewSheets: ({ quiz, service }) => shown(quiz, needConnection(service.store, quiz, 'sheets')),

  changeSheets: (call) => {
    const { input, quiz, service } = call
    const before = needConnection(service.store, quiz, 'sheets')
    const outcome = actions[input.action](call, before) ?? {}
    return { ...shown(quiz, connectionOf(service.store, quiz, 'sheets')), ...outcome }
  },
}

const change = ({ service }: Change, state: RecordOf<SheetsState>, patch: Partial<SheetsState>): void =>
  void changeConnection(service.store, 'sheets', state, patch)

const actions: Record<(typeof sheetsActions)[number], (call: Change, state: RecordOf<SheetsState>) => Outcome> = {
  activate: (call, state) => change(call, state, { is_active: true }),
  deactivate: (call, state) => change(call, state, { is_active: false }),
  delete: ({ service, quiz }) => {
    forgetWaiting(service, quiz)
    disconnect(service.store, quiz, 'sheets')
  },
  save_widgets: (call, state) => change(call, state, { hidden_widget_ids: call.input.hidden_widget_ids ?? [] }),
  save_switchers: (call, state) => {
    const { enable_timestamp, enable_personal_data } = call.input
    change(call, state, {
      ...(enable_timestamp !== undefined && { enable_timestamp }),
      ...(enable_personal_data !== undefined && { enable_personal_data }),
    })
  },
  set_sync_mode: (call, state) => {
    const { sync_mode = state.sync_mode, schedule_hour = null, schedule_minute = null } = call.input
    const schedule = { sync_mode, schedule_hour, schedule_minute }
    change(call, state, { ...schedule, next_sync_at: nextSync(schedule, call.service.now()) })
  },
  sync_now: ({ service, quiz }, state) => {
    needAccess(state)
    return { synced: writeWaiting(service, quiz, state) }
  },
  export_all: ({ service, quiz, input }, state) => {
    needAccess(state)
    const target = input.export_mode === 'new_file' ? changeConnection(service.store, 'sheets', state, tableOf(service, quiz)) : state
    return { export_mode: input.export_mode, exported: writeAll(service, quiz, target) }
  },
}

/** Refuses once access was revoked: nothing can be written then. */
function needAccess({ requires_reconnect }: SheetsState): void {
  if (requires_reconnect) refuse(400, 'not_connected')
}

const tableOf = ({ store }: Service, { id, name }: Pick<QuizRecord, 'id' | 'name'>): Pick<SheetsState, 'table_title' | 'table_url'> => ({
  table_title: name,
  table_url: `https://sheets.example.com/table/${id}-${store.next('sheets_table')}`,
})

const freshState = (service: Service, quiz: Pick<QuizRecord, 'id' | 'name'>): SheetsState => ({
  is_active: false,
  requires_reconnect: false,
  ...tableOf(service, quiz),
  enable_timestamp: true,
  enable_personal_data: false,
  sync_mode: 'realtime',
  schedule_hour: null,
  schedule_minute: null,
  last_synced_at: null,
  next_sync_at: null,
  hidden_widget_ids: [],
})

const shown = (quiz: QuizRecord, state: SheetsState | undefined) => ({
  status: true,
  quiz_id: quiz.id,
  is_active: state?.is_active ?? false,
  table_title: state?.table_title ?? null,
  table_url: state?.table_url ?? null,
  access: state ? (state.requires_reconnect ? 'revoked' : 'granted') : null,
  requires_reconnect: state?.requires_reconnect ?? false,
  enable_timestamp: state?.enable_timestamp ?? false,
  enable_personal_data: state?.enable_personal_data ?? false,
  sync_mode: state?.sync_mode ?? null,
  schedule_hour: state?.schedule_hour ?? null,
  schedule_minute: state?.schedule_minute ?? null,
  last_synced_at: state?.last_synced_at ?? null,
  hidden_widget_ids: state?.hidden_widget_ids ?? [],
})

/** Connects a spreadsheet account, or restores access that was revoked. */
const connectSheets = ofSurvey('sheets', (service, quiz) => {
  const state = connectionOf(service.store, quiz, 'sheets')
  if (state) changeConnection(service.store, 'sheets', state, { requires_reconnect: false })
  else connect(service.store, quiz, 'sheets', freshState(service, quiz))
  return { sheets: 'connected' }
})

const disconnectSheets = ofSurvey('sheets', (service, quiz) => {
  forgetWaiting(service, quiz)
  return { sheets: disconnect(service.store, quiz, 'sheets') ? 'disconnected' : 'not connected' }
})

const revokeSheets = ofSurvey('sheets', (service, quiz) => {
  const state = connectionOf(service.store, quiz, 'sheets')
  if (!state) throw new ControlError(`Survey ${quiz.id} has no spreadsheet`)
  changeConnection(service.store, 'sheets', state, { requires_reconnect: true })
  return { sheets: 'revoked' }
})

export const hooks: Hooks = {
  answered: writeToSheet,
  tick: writeScheduled,
  connect: { sheets: connectSheets },
  disconnect: { sheets: disconnectSheets },
  revoke: { sheets: revokeSheets },
}

export const seed: Seed = (service, { workspace }) => {
  const last_synced_at = new Date(service.now().getTime() - 3_600_000).toISOString()
  connect(service.store, { id: 42, workspace_id: workspace.id }, 'sheets', {
    ...freshState(service, { id: 42, name: 'Spring' }),
    is_active: true,
    last_synced_at,
  })
}
