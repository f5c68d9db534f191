import type { crmSections } from '../../../contract/integrations/crm.ts'
import * as contract from '../../../contract/integrations/crm.ts'
import {
  changeConnection,
  connect,
  connectionOf,
  disconnect,
  needConnection,
  type Crm,
  type CrmState,
} from '../../store/integrations/connection.ts'
import { ControlError } from '../../control/error.ts'
import { ofSurvey } from '../../control/input.ts'
import { accountOf, catalogues, directoriesOf } from '../../deliveries/crm-directories.ts'
import { createInCrm } from '../../deliveries/crm.ts'
import type { QuizRecord } from '../../store/entities.ts'
import type { Actor } from '../../store/account/actor.ts'
import { refuse } from '../../store/refusal.ts'
import type { ControlHook, HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import { listVisible } from '../../store/surveys/quiz-list.ts'
import type { RecordOf } from '../../store/records.ts'
import { visibilityFor } from '../../store/surveys/visibility.ts'
import type { Store } from '../../store/store.ts'

export const handlers: HandlersOf<typeof contract> = {
  viewCrm: ({ input: { crm }, quiz, service }) => {
    const state = connectionOf(service.store, quiz, 'crm', crm)
    return { status: true, quiz_id: quiz.id, crm, connected: state !== undefined, is_active: state?.is_active ?? false }
  },

  toggleCrm: ({ input: { crm, is_active: wanted }, quiz, service }) => {
    const state = needConnection(service.store, quiz, 'crm', crm)
    const is_active = String(wanted) === 'true'
    // Switching on is registered with the CRM, which needs access.
    if (is_active && state.revoked) refuse(400, 'toggle_failed')
    changeConnection(service.store, 'crm', state, { is_active })
    return { status: true, quiz_id: quiz.id, crm, is_active }
  },

  checkCrm: ({ input: { crm }, quiz, service }) => {
    const state = connectionOf(service.store, quiz, 'crm', crm)
    const message = !state ? 'The survey is not connected to the CRM' : state.revoked ? 'Access to the CRM was revoked' : null
    return { status: true, quiz_id: quiz.id, crm, connection_ok: message === null, ...(message && { message }) }
  },

  viewCrmFields: ({ input: { crm, sections, deal_category_id }, quiz, service }) => {
    const state = needLive(needConnection(service.store, quiz, 'crm', crm))
    const wanted: readonly (typeof crmSections)[number][] = sections && sections.length > 0 ? sections : ['lead', 'contact']
    return {
      status: true,
      quiz_id: quiz.id,
      crm,
      is_active: state.is_active,
      sections: wanted,
      directories: directoriesOf(crm, wanted, deal_category_id),
      current_mapping: state.mapping,
    }
  },

  viewCrmAccount: ({ workspace, actor, service }) => {
    needAccount(service.store, workspace.id, actor)
    return accountOf()
  },

  listCrmLists: ({ workspace, actor, service }) => {
    needAccount(service.store, workspace.id, actor)
    return { response: { items: catalogues.map((entry) => ({ ...entry })) } }
  },

  listCrmQuizzes: ({ input, workspace, actor, service }) =>
    listVisible(service, workspace.id, actor, input).map(({ id, name, folder }) => ({
      id,
      name,
      crm_a_is_active: connectionOf(service.store, { id, workspace_id: workspace.id }, 'crm', 'crm_a')?.is_active ?? false,
      folder,
    })),

  viewCrmSettings: ({ quiz, service }) => shownSettings(quiz, needConnection(service.store, quiz, 'crm', 'crm_a')),

  setCrmSettings: ({ input: { settings, is_active }, quiz, service }) => {
    const state = needConnection(service.store, quiz, 'crm', 'crm_a')
    return shownSettings(quiz, changeConnection(service.store, 'crm', state, { settings, ...(is_active !== undefined && { is_active }) }))
  },
}

const shownSettings = ({ id }: QuizRecord, { is_active, settings }: CrmState) => ({ status: true, quiz_id: id, is_active, settings })

/** The connection, or 400 `connection_lost`: revoked access is noticed only when it is used. */
export function needLive(state: RecordOf<CrmState>): RecordOf<CrmState> {
  return state.revoked ? refuse(400, 'connection_lost') : state
}

/** The CRM account can be read as soon as a survey that the caller may see is connected to it. */
function needAccount(store: Store, workspace_id: number, actor: Actor): void {
  const states = store.records<CrmState>('crm').list({ workspace_id, key: 'crm_a' }).filter(visibilityFor(store, actor))
  if (states.length === 0) refuse(400, 'not_connected')
  if (states.every(({ revoked }) => revoked)) refuse(400, 'connection_lost')
}

const freshState = (): CrmState => ({ is_active: false, revoked: false, mapping: {}, settings: [] })

/** Connects the survey, or restores access that was revoked. */
const connectCrm = (crm: Crm): ControlHook =>
  ofSurvey(crm, ({ store }, quiz) => {
    const state = connectionOf(store, quiz, 'crm', crm)
    if (state) changeConnection(store, 'crm', state, { revoked: false })
    else connect(store, quiz, 'crm', freshState(), crm)
    return { [crm]: 'connected' }
  })

const disconnectCrm = (crm: Crm): ControlHook =>
  ofSurvey(crm, ({ store }, quiz) => ({ [crm]: disconnect(store, quiz, 'crm', crm) ? 'disconnected' : 'not connected' }))

const revokeCrm = (crm: Crm): ControlHook =>
  ofSurvey(crm, ({ store }, quiz) => {
    const state = connectionOf(store, quiz, 'crm', crm)
    if (!state) throw new ControlError(`Survey ${quiz.id} is not connected to ${crm}`)
    changeConnection(store, 'crm', state, { revoked: true })
    return { [crm]: 'revoked' }
  })

const forBoth = (hook: (crm: Crm) => ControlHook) => ({ crm_a: hook('crm_a'), crm_b: hook('crm_b') })

export const hooks: Hooks = {
  answered: createInCrm,
  connect: forBoth(connectCrm),
  disconnect: forBoth(disconnectCrm),
  revoke: forBoth(revokeCrm),
}

/** crm_a is connected and off, crm_b creates leads. */
export const seed: Seed = ({ store }, { workspace }) => {
  const quiz = { id: 42, workspace_id: workspace.id }
  connect(
    store,
    quiz,
    'crm',
    { ...freshState(), mapping: { deal: { active: [101], titles: { 101: 'Survey answer' }, statuses: { 101: 1001 } } } },
    'crm_a',
  )
  connect(
    store,
    quiz,
    'crm',
    {
      ...freshState(),
      is_active: true,
      mapping: {
        lead: { enabled: true, title_type: 'Static', title_value: 'Survey answer', fields: { SOURCE_ID: { static_value: 'SURVEY' } } },
      },
    },
    'crm_b',
  )
}
