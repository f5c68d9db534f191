/** Surveys of sixty questions, made in the sandbox. */
import { randomUUID } from 'node:crypto'
import { examples } from '../../src/model/question/registry.ts'
import type { Sandbox } from './services.ts'

type Question = (typeof examples)[keyof typeof examples]

const asked = Object.values(examples).filter(({ type }) => type !== 'welcome' && type !== 'submit')

/** Questions between a first and a last screen, each with a title of its own. */
export function widgetsOf(questions: readonly Question[], nth: number): object {
  const between = questions.map(
    (question, place) => [randomUUID(), { ...question, title: `${question.title} (${nth}.${place + 1})` }] as const,
  )
  const all = [['welcome', examples.welcome], ...between, ['submit', examples.submit]] as const
  return { ids: all.map(([id]) => id), entities: Object.fromEntries(all) }
}

/** As many as are asked for, with questions of all types in turn. */
export async function makeSurveys({ post, folder }: Sandbox, many: number, questions: number): Promise<void> {
  const all = Array.from({ length: questions }, (_, place) => asked[place % asked.length]!)
  for (let nth = 1; nth <= many; nth++) {
    const { id } = await post('/quiz', { folder_id: folder })
    await post(`/quiz/${id}/save`, widgetsOf(all, nth))
    await post(`/quiz/${id}/settings/info`, { name: `Survey ${nth}` })
  }
}
