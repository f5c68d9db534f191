import * as contract from '../../../contract/integrations/counter.ts'
import {
  connect,
  connectionOf,
  disconnect,
  needConnection,
  type CounterService,
  type CounterState,
} from '../../store/integrations/connection.ts'
import type { Content } from '../../../model/survey.ts'
import type { QuizRecord } from '../../store/entities.ts'
import type { Call, HandlersOf, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { requiredField } from '../../engine/sent.ts'
import { changeQuiz, getQuiz } from '../../store/surveys/quiz.ts'

export const handlers: HandlersOf<typeof contract> = {
  viewCounter: ({ input, quiz, service }) => shown(service, quiz, input.service),

  changeCounter: ({ input, quiz, service }) => {
    if (input.action === 'delete') remove(service, quiz, input.service)
    else write(service, quiz, input.service, changed(service, quiz, input))
    return shown(service, quiz, input.service)
  },
}

function changed({ store }: Service, quiz: QuizRecord, input: Call<typeof contract.changeCounter>['input']): CounterState {
  if (input.action !== 'save')
    return { ...settingsOf(needConnection(store, quiz, 'counter', input.service)), is_active: input.action === 'activate' }
  const before = connectionOf(store, quiz, 'counter', input.service)
  return {
    ...(input.service === 'analytics_a' && { version: 'current' as const }),
    ...(input.service === 'analytics_b' && { is_session_replay: false }),
    is_active: false,
    ...(before && settingsOf(before)),
    counter: requiredField('counter', input.counter),
    ...(input.version !== undefined && { version: input.version }),
    ...(input.is_session_replay !== undefined && { is_session_replay: input.is_session_replay }),
  }
}

const settingsOf = ({ counter, is_active, version, is_session_replay }: CounterState): CounterState => ({
  counter,
  is_active,
  ...(version && { version }),
  ...(is_session_replay !== undefined && { is_session_replay }),
})

/** Writes the counter to the integration's record and into the survey's versions. */
function write(service: Service, quiz: QuizRecord, name: CounterService, state: CounterState): void {
  connect(service.store, quiz, 'counter', state, name)
  changeVersions(service, quiz, (counters) => ({ ...counters, [name]: state }))
}

function remove(service: Service, quiz: QuizRecord, name: CounterService): void {
  needConnection(service.store, quiz, 'counter', name)
  disconnect(service.store, quiz, 'counter', name)
  changeVersions(service, quiz, ({ [name]: _removed, ...counters }) => counters)
}

type Counters = NonNullable<Content['counters']>

function changeVersions(service: Service, quiz: QuizRecord, patch: (counters: Counters) => Counters): void {
  const patched = (content: Content): Content => ({ ...content, counters: patch(content.counters ?? {}) })
  changeQuiz(service, quiz, { draft: patched(quiz.draft), published: quiz.published && patched(quiz.published) })
}

function shown({ store }: Service, quiz: QuizRecord, name: CounterService) {
  const state = connectionOf(store, quiz, 'counter', name)
  return { status: true, quiz_id: quiz.id, service: name, ...(state ? settingsOf(state) : { counter: null, is_active: false }) }
}

export const seed: Seed = (service) => {
  write(service, getQuiz(service.store, 42), 'analytics_a', { counter: '40000001', is_active: true, version: 'current' })
  write(service, getQuiz(service.store, 42), 'pixel_a', { counter: '50000002', is_active: false })
}
