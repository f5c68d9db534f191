import { namedScreens } from '../../../answers/dictionary/named-screens.ts'
import type { Context } from '../../../cli/context.ts'
import { readScreens } from '../../../draft/read.ts'
import { wayOf } from '../../../draft/rules.ts'
import { typedAnswers } from '../../../model/typed/answers.ts'
import type { Column } from '../../../output/columns.ts'

/** The way through the draft. */
export async function testRules(context: Context, id: number, args: readonly string[], columns: readonly Column[]): Promise<void> {
  const draft = await readScreens(context.service, id)
  const answers = typedAnswers(args, { id, screens: draft.screens, rows: namedScreens(id, draft.content) })
  const { path, end, message, unanswered, isShuffled } = wayOf(draft, answers)
  if (context.show.form.asDocument)
    return context.show.thing({ path, end, message: message ?? null, unanswered: unanswered.map(({ key }) => key) })
  await context.show.rows([path], columns)
  const names = unanswered.map(({ number, key }) => number ?? key)
  if (names.length > 0) context.show.note(`Required, but not answered: ${names.join(', ')}. The page does not continue without it`)
  if (isShuffled) context.show.note('The questions are shuffled for each respondent: this is the way in their own order')
  context.show.note(
    end === 'submit' ? 'Then the answer is sent' : `Then the respondent is screened out${message === undefined ? '' : `: ${message}`}`,
  )
}
