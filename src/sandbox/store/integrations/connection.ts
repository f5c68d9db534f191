/** Connections of surveys to other systems: one record for each survey and system. No record means not connected. */
import type { CrmBlock, CrmEntity, crms } from '../../../contract/integrations/crm.ts'
import type { counterServices } from '../../../contract/integrations/counter.ts'
import type { messengers } from '../../../contract/integrations/integration.ts'
import type { syncModes } from '../../../contract/integrations/sheets.ts'
import type { QuizRecord } from '../entities.ts'
import { refuse } from '../refusal.ts'
import type { RecordOf, Owner } from '../records.ts'
import type { Store } from '../store.ts'

export type Crm = (typeof crms)[number]
export type Messenger = (typeof messengers)[number]
export type CounterService = (typeof counterServices)[number]
type SyncMode = (typeof syncModes)[number]

/** `revoked`: access was withdrawn on the other side, which the service only notices when it uses it. */
export interface CrmState {
  is_active: boolean
  revoked: boolean
  mapping: Partial<Record<CrmEntity | CrmBlock, Record<string, unknown>>>
  /** Written by the older method, which checks nothing. */
  settings: unknown[]
}

export type Recipient = { id: string; title: string }

export interface MessengerState {
  is_active: boolean
  revoked: boolean
  subject: string
  buttons_enabled: boolean
  bot_url: string
  recipients: Recipient[]
  hidden_widget_ids: string[]
}

export interface SheetsState {
  is_active: boolean
  requires_reconnect: boolean
  table_title: string
  table_url: string
  enable_timestamp: boolean
  enable_personal_data: boolean
  sync_mode: SyncMode
  schedule_hour: number | null
  schedule_minute: number | null
  last_synced_at: string | null
  /** When the daily sync is next; only with `scheduled`. */
  next_sync_at: string | null
  hidden_widget_ids: string[]
}

interface AutomationState {
  is_active: boolean
  hooks: { id: number; url: string }[]
}

export interface CounterState {
  counter: string
  is_active: boolean
  version?: 'current' | 'legacy'
  is_session_replay?: boolean
}

interface Kinds {
  crm: CrmState
  messenger: MessengerState
  sheets: SheetsState
  automation: AutomationState
  counter: CounterState
}

type Survey = Pick<QuizRecord, 'id' | 'workspace_id'>

const owner = ({ id, workspace_id }: Survey, key: string | undefined): Owner => ({ workspace_id, quiz_id: id, key: key ?? null })

/** `key` names the CRM, messenger or counter of a kind that has several. */
export const connectionOf = <K extends keyof Kinds>(store: Store, quiz: Survey, kind: K, key?: string): RecordOf<Kinds[K]> | undefined =>
  store.records<Kinds[K]>(kind).find({ quiz_id: quiz.id, key: key ?? null })

/** The connection, or 400 `not_connected`. */
export const needConnection = <K extends keyof Kinds>(store: Store, quiz: Survey, kind: K, key?: string): RecordOf<Kinds[K]> =>
  connectionOf(store, quiz, kind, key) ?? refuse(400, 'not_connected')

export const connect = <K extends keyof Kinds>(store: Store, quiz: Survey, kind: K, state: Kinds[K], key?: string): RecordOf<Kinds[K]> =>
  store.records<Kinds[K]>(kind).put(owner(quiz, key), state)

export const changeConnection = <K extends keyof Kinds>(
  store: Store,
  kind: K,
  { id }: { id: number },
  patch: Partial<Kinds[K]>,
): RecordOf<Kinds[K]> => store.records<Kinds[K]>(kind).update(id, patch)

export const disconnect = <K extends keyof Kinds>(store: Store, quiz: Survey, kind: K, key?: string): boolean =>
  store.records<Kinds[K]>(kind).removeAll({ quiz_id: quiz.id, key: key ?? null }) > 0
