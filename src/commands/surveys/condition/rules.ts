import { namedScreens } from '../../../answers/dictionary/named-screens.ts'
import type { Context } from '../../../cli/context.ts'
import { readScreens } from '../../../draft/read.ts'
import { knownRules, otherLogic, refuseProblems, replaceRules, wayOf } from '../../../draft/rules.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { screenRows } from '../../../model/document/index.ts'
import { isRule, type Rule } from '../../../model/logic.ts'
import { namesIn, ruleText } from '../../../model/rule-text.ts'
import { typedAnswers } from '../../../model/typed/answers.ts'
import { typedRule, type TypedRule } from '../../../model/typed/rule.ts'
import type { Column } from '../../../output/columns.ts'
import { toCopy } from '../../../text/to-copy.ts'

export async function listRules(context: Context, id: number, columns: readonly Column[]): Promise<void> {
  const draft = await readScreens(context.service, id)
  const names = namesIn(screenRows(draft.screens), draft.screens)
  const rules = knownRules(draft).map((rule, index) => ({ number: index + 1, ...ruleText(rule, names), rule }))
  await context.show.rows([rules], columns)
  const others = Object.keys(otherLogic(draft))
  if (others.length > 0) context.show.note(`The logic also has other fields; they stay as they are: ${others.join(', ')}`)
}

interface Options extends TypedRule {
  at?: string | undefined
  file?: string | undefined
}

export async function addRule(context: Context, id: number, { at: place, file, ...typed }: Options): Promise<void> {
  const draft = await readScreens(context.service, id)
  const { screens, content } = draft
  const rules = knownRules(draft)
  const rule =
    file === undefined ? typedRule(typed, { id, screens, rows: namedScreens(id, content) }) : await readRule(context, file, typed)
  refuseProblems(rule, draft)
  const at = place === undefined ? rules.length : placeIn(rules, place)
  const next = [...rules.slice(0, at), rule, ...rules.slice(at)]
  await replaceRules(context.service, draft, next, `added rule ${at + 1}`)
  const { when, then } = ruleText(rule, namesIn(screenRows(screens), screens))
  await context.show.done({ number: at + 1, rule }, `Added rule ${at + 1} to survey ${id}: if ${when}, ${then}`, at + 1)
}

function placeIn(rules: readonly Rule[], text: string): number {
  const at = Number(text)
  if (!Number.isInteger(at) || at < 1 || at > rules.length + 1) throw usageError(`--at must be 1 to ${rules.length + 1}`)
  return at - 1
}

async function readRule(context: Context, file: string, typed: TypedRule): Promise<Rule> {
  if (Object.values(typed).some((given) => given !== undefined)) throw usageError('--file holds the whole rule: give it alone')
  const data = await context.ask.readData(file)
  if (!isRule(data)) throw usageError('--file must hold one rule: { if: { all: [...] }, then: { action: ... } }')
  return data
}

export async function removeRules(context: Context, id: number, numbers: readonly string[]): Promise<void> {
  const draft = await readScreens(context.service, id)
  const rules = knownRules(draft)
  const gone = new Set(numbers.map(Number))
  const wrong = numbers.filter((number) => !Number.isInteger(Number(number)) || Number(number) < 1 || Number(number) > rules.length)
  if (wrong.length > 0)
    throw new CommandError('not_found', `Survey ${id} has no rule ${wrong.join(', ')}`, {
      hint: toCopy`To see them: surveyctl condition list ${id}`,
    })
  const what = gone.size === 1 ? `rule ${[...gone][0]}` : `rules ${[...gone].sort((a, b) => a - b).join(', ')}`
  await replaceRules(
    context.service,
    draft,
    rules.filter((_, index) => !gone.has(index + 1)),
    `removed ${what}`,
  )
  await context.show.done({ removed: [...gone], left: rules.length - gone.size }, `Removed ${what} of survey ${id}`)
}

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
