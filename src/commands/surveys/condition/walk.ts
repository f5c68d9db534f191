import type { Context } from '../../../cli/context.ts'
import { usageError } from '../../../errors.ts'
import { matchingQuestions, questionAt, screenRows } from '../../../model/document/index.ts'
import { walk } from '../../../model/walk.ts'
import { isRequired, problemOf } from '../../../model/question/index.ts'
import { settingsIn } from '../../../model/settings.ts'
import type { Column } from '../../../output/columns.ts'
import { namedScreens } from '../../../answers/dictionary/named-screens.ts'
import { pickScreen } from '../question/pick.ts'
import { readScreens, type DraftWithScreens as Draft } from '../../../draft/read.ts'
import { knownRules } from '../../../draft/rules.ts'
import { checkedAnswer, readAnswer } from '../../../model/typed/answers.ts'

/** The way through the draft. */
export async function testRules(context: Context, id: number, args: readonly string[], columns: readonly Column[]): Promise<void> {
  const draft = await readScreens(context.service, id)
  const answers = await answersIn(context, draft, args)
  const { path, end, message } = walk(draft.screens.ids, knownRules(draft), answers)
  const rows = screenRows(draft.screens)
  const shown = path.flatMap((screen) => rows.find((row) => row.id === screen) ?? [])
  const settings = settingsIn(draft.content.settings)
  const unanswered = shown.filter((row) => {
    const question = questionAt(draft.screens, row)
    return problemOf(question, answers[row.id], isRequired(question, settings?.question_required_mode)) !== undefined
  })
  if (context.show.form.asDocument)
    return context.show.thing({ path: shown, end, message: message ?? null, unanswered: unanswered.map(({ key }) => key) })
  await context.show.rows([shown], columns)
  const names = unanswered.map(({ number, key }) => number ?? key)
  if (names.length > 0) context.show.note(`Required, but not answered: ${names.join(', ')}. The page does not continue without it`)
  if (settings?.question_random_order)
    context.show.note('The questions are shuffled for each respondent: this is the way in their own order')
  context.show.note(
    end === 'submit' ? 'Then the answer is sent' : `Then the respondent is screened out${message === undefined ? '' : `: ${message}`}`,
  )
}

async function answersIn(context: Context, draft: Draft, args: readonly string[]): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  const rows = namedScreens(draft.id, draft.content)
  for (const arg of args) {
    // A title may hold the sign itself: the first part that names a question is one.
    const signs = [...arg.matchAll(/:?=/g)]
    const sign = signs.find(({ index }) => matchingQuestions(rows, arg.slice(0, index).trim()).length === 1) ?? signs[0]
    if (!sign) throw usageError(`"${arg}" is not QUESTION=ANSWER`)
    const row = await pickScreen(context, draft, arg.slice(0, sign.index).trim())
    const text = arg.slice(sign.index + sign[0].length)
    const question = questionAt(draft.screens, row)
    values[row.id] = checkedAnswer(question, row, sign[0] === ':=' ? readJson(text) : readAnswer(question, row, text))
  }
  return values
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usageError(`"${text}" is not valid JSON`)
  }
}
