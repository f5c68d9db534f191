import { questionTypes } from '../../../contract/surveys/question.ts'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../../cli/context.ts'
import { type Widgets } from '../../../contract/core/records.ts'
import { usageError } from '../../../errors.ts'
import { addScreen, fixedId, optionFields, screenName, screenRows, type InsertAt } from '../../../model/document/index.ts'
import { changeDraft } from '../../../draft/change.ts'
import { typedQuestion, type TypedQuestion } from '../../../model/typed/question.ts'
import { refuseStray } from '../../../model/typed/fields.ts'
import { pickScreen, placeOf } from './pick.ts'
import { readScreens } from '../../../draft/read.ts'
import { isOneOf } from '../../../text/is-one-of.ts'
import { isObject } from '../../../text/is-object.ts'

interface Options extends TypedQuestion, InsertAt {
  file?: string | undefined
}

export async function addQuestions(context: Context, id: number, assignments: readonly string[], options: Options): Promise<void> {
  refuseStray(assignments, (word) => (isOneOf(questionTypes, word) ? `For its type: --type ${word}` : undefined))
  const questions =
    options.file === undefined
      ? [typedQuestion(assignments, await withType(context, assignments, options))]
      : (await read(context, options.file)).map((each) => typedQuestion(assignments, options, each))
  if (questions.length === 0) throw usageError('--file holds no question')
  const draft = await readScreens(context.service, id)
  const added: string[] = []
  let screens: Widgets = draft.screens
  let place: InsertAt = await placeOf(options, (name) => pickScreen(context, draft, name))
  for (const { id: given, ...question } of questions) {
    const screen = typeof given === 'string' ? given : (fixedId(question.type) ?? randomUUID())
    if (screens.entities[screen]) throw usageError(`Survey ${id} has a question with the id ${screen} already`)
    screens = addScreen(screens, screen, question, place)
    // The next one follows it.
    place = { after: screen }
    added.push(screen)
  }
  await changeDraft(
    context.service,
    draft,
    { screens },
    { what: `added ${added.length === 1 ? 'a question' : `${added.length} questions`}` },
  )
  const rows = screenRows(screens).filter((row) => added.includes(row.id))
  await context.show.done(
    rows.length === 1 ? rows[0] : rows,
    rows.map((row) => `Added question ${screenName(row)} (${row.type}) to survey ${id}`),
    added.join('\n'),
  )
}

/** Who leaves the type out on a terminal is asked for it, and then for what such a question needs at least. */
async function withType(context: Context, assignments: readonly string[], options: Options): Promise<Options> {
  if (options.type !== undefined) return options
  // Most surveys have their first and last screen already.
  const rare = questionTypes.filter((each) => fixedId(each) !== undefined)
  const choices = [...questionTypes.filter((each) => !rare.includes(each)), ...rare].map((value) => ({ value, name: value }))
  const type = await context.ask.pick('Type', choices, '--type is required', `Types: ${questionTypes.join(', ')}`)
  const title =
    options.title ?? (assignments.some((each) => /^title:?=/.test(each)) ? undefined : await context.ask.value('Title', '--title'))
  if (type === 'matrix') {
    const row = options.row ?? (await several(context, 'Row', '--row'))
    return { ...options, type, title, row, column: options.column ?? (await several(context, 'Column', '--column')) }
  }
  const asksOptions = options.option === undefined && optionFields(type).length > 0
  return { ...options, type, title, ...(asksOptions && { option: await several(context, 'Option', '--option') }) }
}

/** Titles, one after the other. */
async function several(context: Context, what: string, flag: string): Promise<string[]> {
  const titles: string[] = []
  for (;;) {
    const first = titles.length === 0
    const problem = (text: string): string | undefined =>
      first && text.trim() === '' ? 'There must be at least one' : titles.includes(text) ? 'There is one of this title already' : undefined
    const title = await context.ask.value(`${what} ${titles.length + 1}${first ? '' : ' (empty: no more)'}`, flag, { problem })
    if (title.trim() === '') return titles
    titles.push(title)
  }
}

async function read(context: Context, file: string): Promise<Record<string, unknown>[]> {
  const data = await context.ask.readData(file)
  const list = Array.isArray(data) ? data : [data]
  if (!list.every(isObject)) throw usageError('--file must hold a question, or a list of questions')
  return list.map(({ key: _, number: __, ...question }) => question)
}
