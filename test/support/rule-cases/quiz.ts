/** A survey for the cases of rules, made and changed by requests to the service alone. */
import { expect } from 'vitest'
import type { Rule as LogicRule } from '../../../src/model/logic.ts'
import { changeDraft, getQuiz } from '../../../src/sandbox/store/surveys/quiz.ts'
import type { RunningSandbox } from '../sandbox.ts'

type Question = Record<string, unknown>
export interface Widgets {
  ids: string[]
  entities: Record<string, Question>
}

export interface Quiz {
  id: number
  sandbox: RunningSandbox
  /** Below the survey's own path; what is refused fails. */
  send: (path: string, body?: unknown, method?: string) => Promise<any>
  control: (action: string, input?: object) => Promise<any>
}

/** Changes the survey, by one request or several. */
export type Step = (quiz: Quiz) => Promise<unknown>

export const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`
export const option = (name: string, more: object = {}) => ({ id: name, title: name, ...more })
export const options = (count: number) => Array.from({ length: count }, (_, index) => option(String(index)))

/** Three questions that nothing is wrong with. */
export const soundScreens = (): Widgets => ({
  ids: ['welcome', id(1), id(2), id(3), 'submit'],
  entities: {
    welcome: { type: 'welcome', title: 'Hello' },
    [id(1)]: { type: 'yesno', title: 'Bought?' },
    [id(2)]: { type: 'choice', title: 'What?', choiceEntities: [option('a'), option('b')] },
    [id(3)]: { type: 'scale', title: 'Again?', scaleFrom: 0, scaleTo: 10 },
    submit: { type: 'submit', title: 'Bye' },
  },
})

export async function bareQuiz(sandbox: RunningSandbox): Promise<Quiz> {
  const request = async (path: string, body: unknown, method: string): Promise<any> => {
    const answer = await sandbox.request(method, path, body)
    if (answer.status > 201) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const quiz: Quiz = {
    id: (await request('/quiz', { folder_id: sandbox.folderId }, 'POST')).id,
    sandbox,
    send: (path, body, method = 'POST') => request(path.startsWith('/') ? path : `/quiz/${quiz.id}${path && `/${path}`}`, body, method),
    control: (action, input = {}) => sandbox.control(action, { quiz: quiz.id, ...input }),
  }
  await quiz.send('settings/info', { lang: 'en' })
  await quiz.send('save', soundScreens())
  return quiz
}

/** Published, and somebody learns of its answers. */
export async function soundQuiz(sandbox: RunningSandbox): Promise<Quiz> {
  const quiz = await bareQuiz(sandbox)
  await quiz.send('emails/toggle', { type: 'owner', enabled: true })
  await quiz.send('publish')
  return quiz
}

export const nothing: Step = () => Promise.resolve()
export const all =
  (...steps: Step[]): Step =>
  async (quiz) => {
    for (const step of steps) await step(quiz)
  }
export const send =
  (path: string, body?: unknown): Step =>
  (quiz) =>
    quiz.send(path, body)
export const control =
  (action: string, input?: object): Step =>
  (quiz) =>
    quiz.control(action, input)
export const set = (settings: object): Step => send('settings/info', settings)
export const logic = (...rules: LogicRule[]): Step => send('conditions', { conditions: { rules } })
export const letter = (type: 'owner' | 'client', enabled: boolean): Step => send('emails/toggle', { type, enabled })

const changed = (ids: string[] | undefined, entities: Record<string, Question>): Widgets => {
  const sound = soundScreens()
  const order = ids ?? sound.ids
  return { ids: order, entities: Object.fromEntries(order.map((one) => [one, entities[one] ?? sound.entities[one] ?? {}])) }
}
/** The sound screens, these of them in this order. */
export const screens = (...ids: string[]): Step => send('save', changed(ids, {}))
/** One of them is another. */
export const screen = (one: string, question: Question): Step => send('save', changed(undefined, { [one]: question }))
export const also = (number: number, more: Question): Step => screen(id(number), { ...soundScreens().entities[id(number)], ...more })

/** What this service refuses to save, and its editor, or an older one, may have left behind: put into the store. */
export const leftBehind =
  (number: number, more: Question): Step =>
  async ({ id: quizId, sandbox: { service, request } }) => {
    const widgets = changed(undefined, { [id(number)]: { ...soundScreens().entities[id(number)], ...more } })
    expect((await request('POST', `/quiz/${quizId}/save`, widgets)).status).toBe(422)
    await service.write(() => changeDraft(service, getQuiz(service.store, quizId), { widgets } as never))
  }
