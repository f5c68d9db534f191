/**
 * Simulates the AI that builds surveys: a job is pending, then processing, then completed, about a second each. The same prompt
 * always gives the same questions.
 */
import { randomUUID } from 'node:crypto'
import type { Option } from '../../contract/surveys/question.ts'
import type { Content, Question } from '../../model/survey.ts'
import type { Service } from '../store/service.ts'
import { changeQuiz, emptyContent, findQuiz, screenDefaults } from '../store/surveys/quiz.ts'
import type { RecordOf } from '../store/records.ts'

interface BuildRequest {
  prompt: string
  ai_type: 'quiz' | 'test'
  with_logic: boolean
  queued_at: string
  /** The draft as it was then, as JSON; an earlier version stored none. */
  draft?: string
}
interface Job extends BuildRequest {
  started_at: string | null
}

const maxPromptLength = 5000
const processingSeconds = 1
const jobsOf = ({ store }: Service) => store.records<Job>('ai_quiz')

/** Why no survey can be built from the prompt; `undefined` when one can. */
export const promptProblem = (prompt: string): string | undefined => {
  if (!/\p{L}{2}/u.test(prompt)) return 'The description contains no words'
  return [...prompt].length > maxPromptLength ? `The description must be up to ${maxPromptLength} characters` : undefined
}

const topicOf = (prompt: string): string =>
  prompt
    .trim()
    .replace(/[.!?\n].*$/s, '')
    .trim()

export const nameFrom = (prompt: string): string => [...topicOf(prompt)].slice(0, 60).join('').trim()

export const queueBuild = (service: Service, quiz_id: number, request: BuildRequest): void =>
  void jobsOf(service).insert({ ...request, started_at: null }, { quiz_id })

/** Starts the jobs that wait, and finishes those whose time has passed. */
export function advanceBuilds(service: Service, now: Date): void {
  for (const job of jobsOf(service).list()) {
    if (job.started_at === null) start(service, job, now)
    else if (now.getTime() - Date.parse(job.started_at) >= processingSeconds * 1000) finish(service, job, now)
  }
}

function start(service: Service, job: RecordOf<Job>, now: Date): void {
  jobsOf(service).update(job.id, { started_at: now.toISOString() })
  updateQuiz(service, job, { status: 'processing', queued_at: job.queued_at, started_at: now.toISOString() })
}

function finish(service: Service, job: RecordOf<Job>, now: Date): void {
  jobsOf(service).remove(job.id)
  updateQuiz(
    service,
    job,
    { status: 'completed', queued_at: job.queued_at, started_at: job.started_at, finished_at: now.toISOString() },
    contentOf(job),
  )
}

/** Updates the survey's job, and its draft unless that was edited meanwhile. A deleted survey is left alone. */
function updateQuiz(service: Service, { quiz_id, draft }: RecordOf<Job>, ai_quiz_job: Record<string, unknown>, content?: Content): void {
  const quiz = findQuiz(service.store, quiz_id)
  if (!quiz) return
  const isUntouched = draft === undefined || JSON.stringify(quiz.draft) === draft
  changeQuiz(service, quiz, { ai_quiz_job, ...(content && isUntouched && { draft: { ...quiz.draft, ...content } }) })
}

/** `5 questions`, `5 вопросов`; between 1 and 20, else 5. */
function countOf(prompt: string): number {
  const given = Number(/(\d+)\s*(?:[\p{L}-]+\s+)?(?:questions?|вопрос\p{L}*)/iu.exec(prompt)?.[1] ?? 5)
  return Math.min(Math.max(given, 1), 20)
}

type Texts = Readonly<Record<'rate' | 'yes' | 'choose' | 'improve' | 'recommend' | 'start' | 'send' | 'thanks', string>> & {
  options: readonly string[]
}

const wording: Readonly<Record<'ru' | 'en', Texts>> = {
  en: {
    rate: 'How do you rate it overall?',
    yes: 'Did it meet your expectations?',
    choose: 'What matters most to you?',
    improve: 'What should be better?',
    recommend: 'How likely are you to recommend it?',
    start: 'Start',
    send: 'Send',
    thanks: 'Thank you!',
    options: ['Quality', 'Price', 'Speed', 'Service'],
  },
  ru: {
    rate: 'Как вы оцениваете это в целом?',
    yes: 'Оправдались ли ваши ожидания?',
    choose: 'Что для вас важнее всего?',
    improve: 'Что стоит улучшить?',
    recommend: 'Насколько вероятно, что вы порекомендуете нас?',
    start: 'Начать',
    send: 'Отправить',
    thanks: 'Спасибо!',
    options: ['Качество', 'Цена', 'Скорость', 'Обслуживание'],
  },
}

function questionOf(index: number, say: Texts, isTest: boolean): Question & { title: string } {
  const options = (scored: boolean): Option[] =>
    say.options.map((title, place) => ({ id: String(place + 1), title, ...(scored && { score: place === 0 ? 1 : 0 }) }))
  // A test has only questions that can be scored.
  if (isTest) return { type: 'choice', title: `${index + 1}. ${say.choose}`, isRequired: true, choiceEntities: options(true) }
  // After one of each type the titles repeat, with a number before them.
  const prefix = index >= 5 ? `${index + 1}. ` : ''
  switch (index % 5) {
    case 0:
      return { type: 'rating', title: `${prefix}${say.rate}`, isRequired: true, ratingCount: 5, ratingFigure: 'star' }
    case 1:
      return { type: 'yesno', title: `${prefix}${say.yes}`, isRequired: true }
    case 2:
      return { type: 'choice', title: `${prefix}${say.choose}`, choiceEntities: options(false) }
    case 3:
      return { type: 'input', title: `${prefix}${say.improve}`, inputMultiline: true }
    default:
      return { type: 'scale', title: `${prefix}${say.recommend}`, scaleFrom: 0, scaleTo: 10 }
  }
}

type Built = Pick<Content, 'widgets' | 'settings' | 'conditions'>

function contentOf({ prompt, ai_type, with_logic }: BuildRequest): Content {
  const lang = /\p{Script=Cyrillic}/u.test(prompt) ? 'ru' : 'en'
  const say = wording[lang]
  const empty = emptyContent()
  const questions = Array.from({ length: countOf(prompt) }, (_, index) => ({
    id: String(randomUUID()),
    question: questionOf(index, say, ai_type === 'test'),
  }))
  const built: Built = {
    widgets: {
      ids: ['welcome', ...questions.map(({ id }) => id), 'submit'],
      entities: {
        welcome: { ...screenDefaults, type: 'welcome', title: nameFrom(prompt), welcomeLabel: say.start },
        ...Object.fromEntries(questions.map(({ id, question }) => [id, { ...screenDefaults, ...question }])),
        submit: { ...screenDefaults, type: 'submit', title: say.thanks, submitLabel: say.send },
      },
    },
    settings: { ...empty.settings, lang, info_title: nameFrom(prompt), scoring_switcher: ai_type === 'test' },
    conditions: with_logic ? logicOf(questions.map(({ id, question }) => ({ id, type: question.type }))) : {},
  }
  return { ...empty, ...built }
}

/** Respondents whose expectations were met aren't asked what should be better. */
function logicOf(questions: readonly { id: string; type: string }[]): Record<string, unknown> {
  const [asked, hidden] = [questions.find(({ type }) => type === 'yesno'), questions.find(({ type }) => type === 'input')]
  if (!asked || !hidden) return {}
  return {
    rules: [{ if: { all: [{ question: asked.id, operator: 'equals', value: 'yes' }] }, then: { action: 'hide', questions: [hidden.id] } }],
  }
}
