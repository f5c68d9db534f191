import type { Context } from '../cli/context.ts'
import { listQuizzes } from '../contract/surveys/quiz.ts'

/** The ids of surveys that a person named, each once; of all surveys, where nobody named any. */
export async function namedSurveys({ service, ask }: Context, references: readonly string[]): Promise<number[]> {
  if (references.length > 0) return [...new Set(await Promise.all(references.map((reference) => ask.quiz(reference))))]
  const ids: number[] = []
  for await (const rows of service.rows(listQuizzes, {})) ids.push(...rows.map(({ id }) => id))
  return ids
}
