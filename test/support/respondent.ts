/** A respondent page of its own: a survey with every question type, kept in memory, on a free port. */
import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import type { AnswerRecord } from '../../src/sandbox/store/entities.ts'
import type { FileValue, Question, Settings, Content } from '../../src/model/survey.ts'
import { createRespondent } from '../../src/sandbox/respondent/respondent.ts'
import { startedAnswer, type RespondentStore, type Survey } from '../../src/sandbox/respondent/store.ts'

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

export interface Memory {
  survey: Survey
  draft: Content
  /** Earlier ones, by their ids. */
  publications: Map<number, Content>
  answers: AnswerRecord[]
  files: Map<string, { value: FileValue; text: string }>
  passwords: string[]
  codes: string[]
  now: Date
  store: RespondentStore
}

export function memory(version: Content, more: Partial<Survey> = {}): Memory {
  const find = (id: number): AnswerRecord => kept.answers.find((answer) => answer.id === id)!
  const done = (): AnswerRecord[] => kept.answers.filter((answer) => answer.is_complete && !answer.is_deleted)
  const store: RespondentStore = {
    now: () => kept.now,
    survey: (virtualId, previewKey) => {
      const content = previewKey === undefined ? kept.survey.version : kept.draft
      return virtualId === kept.survey.virtual_id ? { ...kept.survey, version: content, admission: content.settings } : undefined
    },
    publication: (survey, version_id) => {
      const content = kept.publications.get(version_id)
      return content && { ...survey, version: content, version_id }
    },
    answer: (_, token) => kept.answers.find((answer) => answer.token === token),
    completed: () => done().length,
    completedFrom: (_, ip) => done().some((answer) => answer.ip_address === ip),
    passwordFits: (_, password) => kept.passwords.includes(password),
    begin: (quiz_id, answer) => {
      kept.answers.push({ id: kept.answers.length + 1, ...startedAnswer(quiz_id, kept.now.toISOString(), answer) })
      return kept.answers.at(-1)!
    },
    save: (id, values) => Object.assign(find(id), { values }),
    finish: (id, { values, score, screenout, limit }) => {
      const answer = find(id)
      if (answer.date_end) return answer
      if (!screenout && limit !== null && done().length >= limit) return undefined
      return Object.assign(answer, {
        values,
        score,
        is_complete: !screenout,
        is_screenout: screenout,
        date_end: kept.now.toISOString(),
        promo_code: screenout ? null : (kept.codes.shift() ?? null),
      })
    },
    keepFile: (_, { name, bytes }) => {
      const id = `file${kept.files.size + 1}`
      const value = { id, url: `http://files.example/${id}`, name, ext: name.split('.').at(-1)!, size: bytes.length }
      kept.files.set(id, { value, text: Buffer.from(bytes).toString() })
      return value
    },
    file: (_, id) => kept.files.get(id)?.value,
  }
  const kept: Memory = {
    survey: {
      id: 1,
      virtual_id: 'demo1',
      name: 'Visit',
      version,
      version_id: 1,
      admission: version.settings,
      accepting: true,
      branding: { logo_url: null, show_copyright: true },
      payment: null,
      ...more,
    },
    draft: version,
    publications: new Map(),
    answers: [],
    files: new Map(),
    passwords: [],
    codes: [],
    now: new Date('2026-06-01T12:00:00Z'),
    store,
  }
  return kept
}

/** Asks without a socket. */
export function visitor(kept: Memory, { ip = '203.0.113.7', agent = 'Mozilla/5.0 (X11)' } = {}) {
  const respondent = createRespondent(kept.store)
  let cookie = ''
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { 'user-agent': agent, ...(cookie && { cookie }), ...(init.headers as Record<string, string>) }
    const answer = await respondent(new Request(`http://localhost${path}`, { ...init, headers }), ip)
    const set = answer.headers.get('set-cookie')
    if (set) cookie = set.split(';')[0]!
    return answer
  }
  return {
    get: (path = '/s/demo1') => ask(path),
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

export interface Running {
  url: string
  stop: () => Promise<void>
}

/** `pages` are other documents, by path: a host that embeds the survey. */
export async function listen(kept: Memory, pages: Record<string, string> = {}): Promise<Running> {
  const respondent = createRespondent(kept.store)
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const own = pages[new URL(request.url).pathname]
      return own === undefined ? respondent(request, '127.0.0.1') : new Response(own, { headers: { 'content-type': 'text/html' } })
    },
  })
  await new Promise<void>((resolve) => void server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
