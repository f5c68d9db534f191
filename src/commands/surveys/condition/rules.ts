import { namedScreens } from '../../../answers/dictionary/named-screens.ts'
import type { Context } from '../../../cli/context.ts'
import { readScreens, type DraftWithScreens as Draft } from '../../../draft/read.ts'
import { knownRules, otherLogic, replaceRules } from '../../../draft/rules.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { screenName, screenRows } from '../../../model/document/index.ts'
import { isRule, type Rule } from '../../../model/logic.ts'
import { ruleProblems } from '../../../model/rule-problems.ts'
import { ruleText } from '../../../model/rule-text.ts'
import { readTest } from '../../../model/typed/tests.ts'
import type { Column } from '../../../output/columns.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { pickScreen } from '../question/pick.ts'

export async function listRules(context: Context, id: number, columns: readonly Column[]): Promise<void> {
  const draft = await readScreens(context.service, id)
  const rows = screenRows(draft.screens)
  const rules = knownRules(draft).map((rule, index) => ({ number: index + 1, ...ruleText(rule, rows, draft.screens), rule }))
  await context.show.rows([rules], columns)
  const others = Object.keys(otherLogic(draft))
  if (others.length > 0) context.show.note(`The logic also has other fields; they stay as they are: ${others.join(', ')}`)
}

interface Options {
  when?: string[] | undefined
  any?: boolean | undefined
  jump?: string | undefined
  show?: string[] | undefined
  hide?: string[] | undefined
  finish?: boolean | undefined
  screenout?: string | undefined
  at?: string | undefined
  file?: string | undefined
}

export async function addRule(context: Context, id: number, options: Options): Promise<void> {
  const draft = await readScreens(context.service, id)
  const rules = knownRules(draft)
  const rule = options.file === undefined ? await typedRule(context, draft, options) : await readRule(context, options.file, options)
  refuseProblems(rule, draft)
  const at = options.at === undefined ? rules.length : placeIn(rules, options.at)
  const next = [...rules.slice(0, at), rule, ...rules.slice(at)]
  await replaceRules(context.service, draft, next, `added rule ${at + 1}`)
  const { when, then } = ruleText(rule, screenRows(draft.screens), draft.screens)
  await context.show.done({ number: at + 1, rule }, `Added rule ${at + 1} to survey ${id}: if ${when}, ${then}`, at + 1)
}

function placeIn(rules: readonly Rule[], text: string): number {
  const at = Number(text)
  if (!Number.isInteger(at) || at < 1 || at > rules.length + 1) throw usageError(`--at must be 1 to ${rules.length + 1}`)
  return at - 1
}

function refuseProblems(rule: Rule, { id, screens }: Draft): void {
  const rows = screenRows(screens)
  const nameOf = (screen: string): string => {
    const row = rows.find((each) => each.id === screen)
    return row ? screenName(row) : screen
  }
  const problems = ruleProblems(rule, screens, nameOf)
  if (problems.length === 0) return
  const isBack = problems.some(({ kind }) => kind === 'backward')
  throw usageError(
    problems.map(({ message }) => `The rule ${message}`),
    isBack
      ? 'A jump must go to a screen after all questions that it tests'
      : toCopy`To see questions and options: surveyctl question list ${id}`,
  )
}

async function readRule(context: Context, file: string, { when, any, jump, show, hide, finish, screenout }: Options): Promise<Rule> {
  if ([when, any, jump, show, hide, finish, screenout].some((given) => given !== undefined))
    throw usageError('--file holds the whole rule: give it alone')
  const data = await context.ask.readData(file)
  if (!isRule(data)) throw usageError('--file must hold one rule: { if: { all: [...] }, then: { action: ... } }')
  return data
}

async function typedRule(context: Context, draft: Draft, options: Options): Promise<Rule> {
  const { when = [], any } = options
  if (when.length === 0) throw usageError('--when is required')
  const rows = namedScreens(draft.id, draft.content)
  const tests = when.map((text) => readTest(text, draft.id, draft.screens, rows))
  const then = await actionOf(context, draft, options)
  return { if: any ? { any: tests } : { all: tests }, then }
}

async function actionOf(context: Context, draft: Draft, { jump, show, hide, finish, screenout }: Options): Promise<Rule['then']> {
  const given = [jump, show, hide, finish, screenout].filter((value) => value !== undefined)
  if (given.length !== 1) throw usageError('One of --jump, --show, --hide, --finish, --screenout is required')
  const ids = (references: readonly string[]): Promise<string[]> =>
    Promise.all(references.map(async (reference) => (await pickScreen(context, draft, reference)).id))
  if (jump !== undefined) return { action: 'jump', to: (await pickScreen(context, draft, jump)).id }
  if (show) return { action: 'show', questions: await ids(show) }
  if (hide) return { action: 'hide', questions: await ids(hide) }
  return finish ? { action: 'finish' } : { action: 'screenout', ...(screenout && { message: screenout }) }
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
