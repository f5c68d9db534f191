import * as contract from '../../../contract/integrations/automation.ts'
import { changeConnection, connect, connectionOf, disconnect, needConnection } from '../../store/integrations/connection.ts'
import { ofSurvey } from '../../control/input.ts'
import { sendToAutomation } from '../../deliveries/automation.ts'
import type { QuizRecord } from '../../store/entities.ts'
import type { HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'

export const handlers: HandlersOf<typeof contract> = {
  viewAutomation: ({ quiz, service }) => shown(service, quiz),

  changeAutomation: ({ input, quiz, service }) => {
    const state = needConnection(service.store, quiz, 'automation')
    if (input.action !== 'delete') {
      changeConnection(service.store, 'automation', state, { is_active: input.action === 'activate' })
      return shown(service, quiz)
    }
    disconnect(service.store, quiz, 'automation')
    return { ...shown(service, quiz), removed_hooks: state.hooks.length }
  },
}

function shown({ store }: Service, quiz: QuizRecord) {
  const state = connectionOf(store, quiz, 'automation')
  return {
    status: true,
    quiz_id: quiz.id,
    connected: state !== undefined,
    is_active: state?.is_active ?? false,
    hooks: state?.hooks.length ?? 0,
  }
}

const subscription = (id: number) => ({ id, url: `https://automation.example.com/hooks/${id}` })

/** Adds one more subscription, as a person does on the connector's side. */
const subscribe = ofSurvey('automation', ({ store }, quiz) => {
  const state = connectionOf(store, quiz, 'automation')
  const hook = subscription(store.next('automation_hook'))
  if (state) changeConnection(store, 'automation', state, { hooks: [...state.hooks, hook] })
  else connect(store, quiz, 'automation', { is_active: false, hooks: [hook] })
  return { automation: 'connected', hooks: (state?.hooks.length ?? 0) + 1 }
})

const unsubscribe = ofSurvey('automation', ({ store }, quiz) => ({
  automation: disconnect(store, quiz, 'automation') ? 'disconnected' : 'not connected',
}))

export const hooks: Hooks = { answered: sendToAutomation, connect: { automation: subscribe }, disconnect: { automation: unsubscribe } }

export const seed: Seed = ({ store }, { workspace }) => {
  const subscriptions = [1, 2].map(() => subscription(store.next('automation_hook')))
  connect(store, { id: 42, workspace_id: workspace.id }, 'automation', { is_active: true, hooks: subscriptions })
}
