import type { Context } from '../../../cli/context.ts'
import { isQuestionType, questionTypes } from '../../../contract/surveys/question.ts'
import { usageError } from '../../../errors.ts'
import { fieldRows } from '../../../model/question/field-rows.ts'
import type { Column } from '../../../output/columns.ts'
import { didYouMean } from '../../../text/nearest.ts'

export async function listFields(context: Context, type: string, columns: readonly Column[]): Promise<void> {
  if (!isQuestionType(type))
    throw usageError(`There is no question type "${type}"${didYouMean(type, questionTypes)}`, `There are: ${questionTypes.join(', ')}`)
  await context.show.rows([fieldRows(type)], columns)
}
