/** Surveys as respondents meet them: one of every question type, and who asks for a page. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AnswerRecord } from '../../src/sandbox/store/entities.ts'
import { selectAnswers } from '../../src/sandbox/store/answers/answer.ts'
import type { Question, Settings, Content } from '../../src/model/survey.ts'
import type { RunningSandbox } from './sandbox.ts'
import { surveyWith, type GivenAnswer } from './served.ts'

const option = (id: string, title: string, more = {}) => ({ id, title, ...more })

/** One question of each type, in an order in which a person would meet them. */
export const everyType: Record<string, Question> = {
  welcome: {
    type: 'welcome',
    title: 'How was your visit?',
    description: 'Two minutes of your time.\nThank you!',
    welcomeLabel: 'Let us begin',
  },
  again: { type: 'yesno', title: 'Would you come again?', isRequired: true, yesnoYesScore: 5 },
  liked: {
    type: 'choice',
    title: 'What did you like?',
    choiceMultiple: true,
    choiceMax: 2,
    choiceEntities: [option('food', 'The food', { score: 2 }), option('staff', 'The staff', { score: 1 }), option('place', 'The place')],
  },
  how: {
    type: 'dropdown',
    title: 'How did you hear of us?',
    dropdownEntities: [option('friend', 'From a friend'), option('web', 'On the web')],
  },
  order: {
    type: 'ranking',
    title: 'Put these in order',
    rankingEntities: [option('price', 'Price'), option('speed', 'Speed'), option('taste', 'Taste')],
  },
  spend: { type: 'slider', title: 'How much did you spend?', sliderMin: 0, sliderMax: 200, sliderStep: 5 },
  stars: { type: 'rating', title: 'Rate the kitchen', ratingCount: 5, ratingFigure: 'star', ratingScore: true },
  recommend: { type: 'scale', title: 'Would you recommend us?', scaleFromLabel: 'Never', scaleToLabel: 'Certainly' },
  words: { type: 'input', title: 'In your own words', inputMultiline: true, inputMaxLength: 200 },
  mail: { type: 'email', title: 'Your e-mail' },
  call: { type: 'phone', title: 'Your phone' },
  when: { type: 'datetime', title: 'When were you here?', datetimeMin: '2026-01-01' },
  grid: {
    type: 'matrix',
    title: 'Rate each part',
    matrixRows: [option('soup', 'Soup'), option('salad', 'Salad')],
    matrixColumns: [option('bad', 'Bad'), option('fair', 'Fair'), option('good', 'Good', { score: 1 })],
  },
  note: { type: 'message', title: 'Almost done', description: 'Two more.', messageLabel: 'Go on' },
  bill: { type: 'file', title: 'A photo of the bill', fileExtensions: ['txt', 'png'], fileMaxBytes: 1000 },
  map: { type: 'html', title: 'Where we are', htmlContent: '<p>Corner of <b>Mill Lane</b></p><script>parent.hacked = true</script>' },
  submit: { type: 'submit', title: 'That is all', submitLabel: 'Send it', submitThanksTitle: 'Received with thanks' },
}

export function versionOf(entities: Record<string, Question>, settings: Settings = {}, more: Partial<Content> = {}): Content {
  return {
    widgets: { ids: Object.keys(entities), entities: entities as unknown as Content['widgets']['entities'] },
    settings: { lang: 'en', ...settings },
    conditions: {},
    texts: {},
    theme: null,
    hidden_options: {},
    ...more,
  }
}

export interface Published {
  id: number
  virtual_id: string
  /** Addresses of its page and of its preview. */
  url: string
  preview: string
  /** All that were begun, in their order. */
  answers: () => AnswerRecord[]
}

export async function published(sandbox: RunningSandbox, content: Content, given: readonly GivenAnswer[] = []): Promise<Published> {
  const id = await surveyWith(sandbox, 'Visit', content, given)
  const { virtual_id, url_shared, url_preview } = (await sandbox.request('GET', `/quiz/${id}`)).body
  const answers = (): AnswerRecord[] => [...selectAnswers(sandbox.service.store, { quiz_id: id, is_screenout: true, is_deleted: true })]
  return { id, virtual_id, url: url_shared, preview: url_preview, answers }
}

/** A promo code for the first who completes the survey. */
export async function addCode({ request }: RunningSandbox, { id }: Published, code: string): Promise<void> {
  const { list_id } = (await request('POST', `/quiz/${id}/promo/list`, { name: code, codes: [code] })).body
  await request('POST', `/quiz/${id}/promo/attach/${list_id}`, { quize_ids: [id] })
}

/** Asks for a survey's page, and what stands below it, with a cookie as browsers have it. */
export function visitor({ url }: Pick<Published, 'url'>, agent = 'Mozilla/5.0 (X11)') {
  let cookie = ''
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { 'user-agent': agent, ...(cookie && { cookie }), ...(init.headers as Record<string, string>) }
    const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    const set = answer.headers.get('set-cookie')
    if (set) cookie = set.split(';')[0]!
    return answer
  }
  return {
    get: (path = '') => ask(path),
    post: (path: string, fields: Record<string, string | string[]>, headers: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        headers,
        body: new URLSearchParams(
          Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each])),
        ),
      }),
    send: (path: string, body: FormData | string, headers: Record<string, string> = {}) => ask(path, { method: 'POST', body, headers }),
  }
}

export const tokenIn = (page: string): string => /name="token" value="([^"]+)"/.exec(page)![1]!

/** The address of a site, until the test ends: a host that embeds the survey, of another origin, with its documents by path. */
export async function startSite(document: (path: string) => string): Promise<string> {
  const server = createServer(({ url }, response) => void response.setHeader('content-type', 'text/html').end(document(url!)))
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => new Promise((closed) => void server.close(() => closed())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
