import { randomBytes } from 'node:crypto'
import type { messengerActions } from '../../../contract/integrations/messenger.ts'
import * as contract from '../../../contract/integrations/messenger.ts'
import {
  changeConnection,
  connect,
  connectionOf,
  disconnect,
  needConnection,
  type Messenger,
  type MessengerState,
} from '../../store/integrations/connection.ts'
import { ControlError } from '../../control/error.ts'
import { ofSurvey } from '../../control/input.ts'
import { messengerLogs, notifyMessengers, send } from '../../deliveries/messengers.ts'
import { latestComplete } from '../../store/answers/answer.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { refuse } from '../../store/refusal.ts'
import type { Call, ControlHook, HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import type { RecordOf } from '../../store/records.ts'

type Change = Call<typeof contract.changeMessenger>
type Action = Exclude<(typeof messengerActions)[number], 'activate'>

export const handlers: HandlersOf<typeof contract> = {
  viewMessenger: ({ input, quiz, service }) => shown(service, quiz, input.messenger),

  changeMessenger: (call) => {
    const { input, quiz, service } = call
    if (input.action === 'activate') activate(service, quiz, input.messenger)
    else actions[input.action](call, needConnection(service.store, quiz, 'messenger', input.messenger))
    return shown(service, quiz, input.messenger)
  },
}

const actions: Record<Action, (call: Change, state: RecordOf<MessengerState>) => void> = {
  deactivate: ({ service }, state) => void changeConnection(service.store, 'messenger', state, { is_active: false }),
  delete: ({ service, quiz, input }) => void disconnect(service.store, quiz, 'messenger', input.messenger),
  toggle_buttons: ({ service, input }, state) =>
    void changeConnection(service.store, 'messenger', state, { buttons_enabled: input.buttons_enabled ?? state.buttons_enabled }),
  save_widgets: ({ service, input: { subject, hidden_widget_ids } }, state) =>
    void changeConnection(service.store, 'messenger', state, {
      ...(subject !== undefined && { subject }),
      ...(hidden_widget_ids && { hidden_widget_ids }),
    }),
  remove_recipient: ({ service, input }, state) => {
    const recipients = state.recipients.filter(({ id }) => id !== input.recipient_id)
    if (recipients.length === state.recipients.length) refuse(400, 'not_found')
    changeConnection(service.store, 'messenger', state, { recipients })
  },
  test: ({ service, quiz, input }, state) => {
    if (!state.is_active) refuse(400, 'inactive')
    if (state.recipients.length === 0) refuse(400, 'no_recipients')
    const sent = state.recipients.map((recipient) => send(service, quiz, input.messenger, state, recipient, `${quiz.name}: test message`))
    if (sent.some(({ status }) => status === 'failed')) refuse(400, 'test_failed')
  },
}

/** Switches the messenger on; the first time it creates the bot that a person then adds to a chat. */
function activate({ store }: Service, quiz: QuizRecord, messenger: Messenger): void {
  const state = connectionOf(store, quiz, 'messenger', messenger)
  if (state) changeConnection(store, 'messenger', state, { is_active: true })
  else connect(store, quiz, 'messenger', freshState(messenger, randomBytes(9).toString('base64url')), messenger)
}

const freshState = (messenger: Messenger, token: string): MessengerState => ({
  is_active: true,
  revoked: false,
  subject: '',
  buttons_enabled: false,
  recipients: [],
  hidden_widget_ids: [],
  bot_url: `https://${messenger.replace('_', '-')}.example.com/bot?start=${token}`,
})

function shown({ store }: Service, quiz: QuizRecord, messenger: Messenger) {
  const state = connectionOf(store, quiz, 'messenger', messenger)
  return {
    status: true,
    quiz_id: quiz.id,
    messenger,
    is_active: state?.is_active ?? false,
    subject: state?.subject ?? '',
    buttons_enabled: state?.buttons_enabled ?? false,
    bot_url: state?.bot_url ?? null,
    recipients: state?.recipients ?? [],
    hidden_widget_ids: state?.hidden_widget_ids ?? [],
  }
}

/** Adds the bot to a chat, as a person does; after a `revoke`, restores access instead. */
const addChat = (messenger: Messenger): ControlHook =>
  ofSurvey(messenger, ({ store }, quiz) => {
    const state = needActivated(store, quiz, messenger)
    const { recipients, revoked } = state
    const [first] = revoked ? recipients : []
    const recipient = first ?? { id: `chat-${store.next(`chat:${quiz.id}`)}`, title: `Chat ${recipients.length + 1}` }
    changeConnection(store, 'messenger', state, { recipients: first ? recipients : [...recipients, recipient], revoked: false })
    return { [messenger]: 'connected', recipient_id: recipient.id }
  })

const removeChats = (messenger: Messenger): ControlHook =>
  ofSurvey(messenger, ({ store }, quiz) => {
    changeConnection(store, 'messenger', needActivated(store, quiz, messenger), { recipients: [] })
    return { [messenger]: 'disconnected' }
  })

/** Removes the bot's access to its chats: messages fail from now on. */
const revokeAccess = (messenger: Messenger): ControlHook =>
  ofSurvey(messenger, ({ store }, quiz) => {
    changeConnection(store, 'messenger', needActivated(store, quiz, messenger), { revoked: true })
    return { [messenger]: 'revoked' }
  })

function needActivated(store: Service['store'], quiz: QuizRecord, messenger: Messenger): RecordOf<MessengerState> {
  const state = connectionOf(store, quiz, 'messenger', messenger)
  if (!state) throw new ControlError(`The messenger is not activated; to activate it: surveyctl messenger activate ${quiz.id} ${messenger}`)
  return state
}

const forBoth = (hook: (messenger: Messenger) => ControlHook) => ({ messenger_a: hook('messenger_a'), messenger_b: hook('messenger_b') })

export const hooks: Hooks = {
  answered: notifyMessengers,
  connect: forBoth(addChat),
  disconnect: forBoth(removeChats),
  revoke: forBoth(revokeAccess),
}

/** messenger_a is active with two chats and a log; messenger_b was never activated. */
export const seed: Seed = (service, { workspace }) => {
  const quiz = { id: 42, workspace_id: workspace.id }
  const recipients = [1, 2].map((number) => ({ id: `chat-${service.store.next('chat:42')}`, title: `Chat ${number}` }))
  connect(service.store, quiz, 'messenger', { ...freshState('messenger_a', 'demo'), subject: 'New answer', recipients }, 'messenger_a')
  const answers = latestComplete(service.store, 42, 6).reverse()
  answers.forEach(({ id }, index) => {
    const created_at = new Date(service.now().getTime() - (24 - index * 4) * 3_600_000).toISOString()
    const failed = index === 4
    messengerLogs(service).insert(
      {
        answer_id: id,
        recipient_id: 'chat-1',
        recipient: 'Chat 1',
        attempt: 1,
        created_at,
        sent_at: failed ? null : created_at,
        status: failed ? 'failed' : 'sent',
        error: failed ? 'The messenger did not answer' : null,
      },
      { workspace_id: workspace.id, quiz_id: 42, key: 'messenger_a' },
    )
  })
}
