/** The question or option that a person means; on a terminal it may be left out and is chosen from a list. */
import type { Context } from '../../../cli/context.ts'
import { namedScreens } from '../../../answers/dictionary/named-screens.ts'
import { usageError } from '../../../errors.ts'
import {
  optionNamed,
  optionRows,
  questionNamed,
  questionNaming,
  type InsertAt,
  type OptionList,
  type OptionRow,
  type ScreenRow,
} from '../../../model/document/index.ts'
import type { DraftWithScreens as Draft } from '../../../draft/read.ts'
import { toCopy } from '../../../text/to-copy.ts'

export async function pickScreen(context: Context, draft: Draft, reference: string | undefined): Promise<ScreenRow> {
  const { id } = draft
  const rows = namedScreens(id, draft.content)
  if (reference === undefined) {
    const choices = rows.map((row) => ({
      value: row,
      name: `${row.number ?? '·'} ${row.title || row.key}`,
      description: `${row.type}, ${row.key}`,
    }))
    return context.ask.pick(
      'Question',
      choices,
      'QUESTION is missing',
      toCopy`Name it ${questionNaming}. To see them: surveyctl question list ${id}`,
    )
  }
  return questionNamed(rows, reference, id)
}

/** `--after` and `--before`, as ids. */
export async function placeOf({ after, before }: InsertAt, pick: (reference: string) => Promise<{ id: string }>): Promise<InsertAt> {
  if (after !== undefined && before !== undefined) throw usageError('--after cannot be given together with --before')
  if (after !== undefined) return { after: (await pick(after)).id }
  return before === undefined ? {} : { before: (await pick(before)).id }
}

export async function pickOption(context: Context, { options }: OptionList, reference: string | undefined): Promise<OptionRow> {
  const rows = optionRows(options)
  if (reference === undefined)
    return context.ask.pick(
      'Option',
      rows.map((row) => ({ value: row, name: `${row.number} ${row.title}` })),
      'OPTION is missing',
      'Name it by number, id or exact title',
    )
  return optionNamed(rows, reference)
}
