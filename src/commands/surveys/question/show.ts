import type { Context } from '../../../cli/context.ts'
import { optionFields } from '../../../model/document/index.ts'
import type { Column } from '../../../output/columns.ts'
import { namedScreens } from '../../../answers/dictionary/named-screens.ts'
import { pickScreen } from './pick.ts'
import { readScreens } from '../../../draft/read.ts'

export async function listQuestions(context: Context, id: number, columns: readonly Column[]): Promise<void> {
  const draft = await readScreens(context.service, id)
  const { screens } = draft
  const rows = namedScreens(id, draft.content).map((row) => {
    const question: Readonly<Record<string, unknown>> = screens.entities[row.id] ?? {}
    const lists = optionFields(row.type, question).map((name) => question[name])
    const options = lists.find((value): value is unknown[] => Array.isArray(value) && value.length > 0)
    return { ...row, required: question.isRequired === true, options: options?.length ?? null }
  })
  await context.show.rows([rows], columns)
}

/** All fields as the service has them, under the names that find the question. */
export async function viewQuestion(context: Context, id: number, reference: string | undefined): Promise<void> {
  const draft = await readScreens(context.service, id)
  const { number, key, variable, id: question } = await pickScreen(context, draft, reference)
  await context.show.thing({ number, key, variable, id: question, ...draft.screens.entities[question] })
}
