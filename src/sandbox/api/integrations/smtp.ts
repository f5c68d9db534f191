import * as contract from '../../../contract/integrations/smtp.ts'
import { refuse } from '../../store/refusal.ts'
import type { Call, ControlHook, HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import { smtpLogs, smtpOf, type SmtpLog, type SmtpState } from '../../deliveries/mail.ts'
import { offsetPage, type PageSource } from '../../engine/paging.ts'
import { rowOf, type RecordOf } from '../../store/records.ts'
import { visibilityFor } from '../../store/surveys/visibility.ts'

type Use = Call<typeof contract.useSmtp>

export const handlers: HandlersOf<typeof contract> = {
  useSmtp: (call) => ({ status: true, ...actions[call.input.action](call) }),
}

const show = ({ service, workspace }: Use) => {
  const state = smtpOf(service, workspace.id)
  if (!state) return { connected: false, is_active: false }
  const { host, port, encryption, username, from_address, is_active } = state
  return { connected: true, is_active, host, port, encryption, username, from_address }
}

const toggle = (is_active: boolean) => (call: Use) => {
  const state = smtpOf(call.service, call.workspace.id) ?? refuse(400, 'not_connected')
  call.service.store.records<SmtpState>('smtp').update(state.id, { is_active })
  return show(call)
}

const actions: Record<Use['input']['action'], (call: Use) => Record<string, unknown>> = {
  show,
  logs: ({ service, workspace, actor, input: { limit = 20, offset } }) => {
    const owner = { workspace_id: workspace.id }
    const logs = smtpLogs(service)
    const source: PageSource<RecordOf<SmtpLog>> = actor.limited
      ? logs.list({ ...owner, order: 'desc' }).filter(visibilityFor(service.store, actor))
      : logs.latest(owner)
    const { data, ...page } = offsetPage(source, { limit, offset })
    return { ...page, logs: data.map(rowOf) }
  },
  enable: toggle(true),
  disable: toggle(false),
  test: ({ service, workspace }) => {
    const state = smtpOf(service, workspace.id)
    const message = !state ? 'No mail service is connected' : state.reachable ? null : 'The mail service did not answer'
    return { connection_ok: message === null, ...(message && { message }) }
  },
}

const freshState = (): SmtpState => ({
  host: 'mail.example.com',
  port: 465,
  encryption: 'tls',
  username: 'surveys',
  from_address: 'surveys@example.com',
  is_active: false,
  reachable: true,
})

const connectSmtp: ControlHook = ({ store }, { workspace }) => {
  const mail = store.records<SmtpState>('smtp')
  const state = mail.find({ workspace_id: workspace.id })
  if (state) mail.update(state.id, { reachable: true })
  else mail.insert(freshState(), { workspace_id: workspace.id })
  return { workspace_id: workspace.id, smtp: 'connected' }
}

const disconnectSmtp: ControlHook = ({ store }, { workspace }) => ({
  workspace_id: workspace.id,
  smtp: store.records('smtp').removeAll({ workspace_id: workspace.id }) > 0 ? 'disconnected' : 'not connected',
})

const revokeSmtp: ControlHook = ({ store }, { workspace }) => {
  const mail = store.records<SmtpState>('smtp')
  mail.put({ workspace_id: workspace.id }, { ...freshState(), ...mail.find({ workspace_id: workspace.id }), reachable: false })
  return { workspace_id: workspace.id, smtp: 'revoked' }
}

export const hooks: Hooks = { connect: { smtp: connectSmtp }, disconnect: { smtp: disconnectSmtp }, revoke: { smtp: revokeSmtp } }

export const seed: Seed = (service, { workspace }) => {
  const owner = { workspace_id: workspace.id }
  service.store.records<SmtpState>('smtp').insert({ ...freshState(), is_active: true }, owner)
  for (let hours = 12; hours > 0; hours -= 3) {
    smtpLogs(service).insert(
      {
        created_at: new Date(service.now().getTime() - hours * 3_600_000).toISOString(),
        to: 'owner@example.com',
        subject: 'New answer',
        status: 'sent',
        error: null,
      },
      owner,
    )
  }
}
