import type { Context } from '../../cli/context.ts'
import { optionFields, screenRows } from '../../model/document/index.ts'
import type { Column } from '../../output/columns.ts'
import { pickScreen } from '../draft/pick.ts'
import { readScreens } from '../draft/read.ts'

export async function listQuestions(context: Context, id: number, columns: readonly Column[]): Promise<void> {
  const { screens } = await readScreens(context, id)
  const rows = screenRows(screens).map((row) => {
    const question: Readonly<Record<string, unknown>> = screens.entities[row.id] ?? {}
    const lists = optionFields(row.type, question).map((name) => question[name])
    const options = lists.find((value): value is unknown[] => Array.isArray(value) && value.length > 0)
    return { ...row, required: question.isRequired === true, options: options?.length ?? null }
  })
  await context.showRows([rows], columns)
}

/** All fields as the service has them, under the names that find the question. */
export async function viewQuestion(context: Context, id: number, reference: string | undefined): Promise<void> {
  const draft = await readScreens(context, id)
  const { number, key, id: question } = await pickScreen(context, draft, reference)
  await context.show({ number, key, id: question, ...draft.screens.entities[question] })
}
