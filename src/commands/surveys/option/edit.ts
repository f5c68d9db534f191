import { randomBytes } from 'node:crypto'
import type { Context } from '../../../cli/context.ts'
import { usageError } from '../../../errors.ts'
import {
  addOption,
  moveOption,
  optionListOf,
  removeOption,
  screenName,
  setFields,
  setOption,
  type InsertAt,
  type OptionList,
} from '../../../model/document/index.ts'
import { changeDraft, unchanged } from '../../../draft/change.ts'
import { pickOption, pickScreen, placeOf } from '../question/pick.ts'
import { readScreens } from '../../../draft/read.ts'
import { refuseTwins } from '../../../model/typed/question.ts'
import { readOptionFields, splitAssignments } from '../../../model/typed/fields.ts'

interface Options extends InsertAt {
  list?: string | undefined
  allowLoss?: boolean | undefined
}

interface Changed {
  options: Record<string, unknown>[]
  /** What was done, and to which option, for a person. */
  line: string
  id: string
}

async function change(
  context: Context,
  id: number,
  reference: string,
  { list, allowLoss }: Options,
  work: (list: OptionList) => Changed | Promise<Changed>,
): Promise<void> {
  const draft = await readScreens(context.service, id)
  const row = await pickScreen(context, draft, reference)
  const found = optionListOf(draft.screens, row, list)
  const { options, line, id: option } = await work(found)
  const screens = setFields(draft.screens, row.id, { [found.field]: options })
  const sent = await changeDraft(context.service, draft, { screens }, { what: `${line} of question ${screenName(row)}`, allowLoss })
  const result = { question: row.id, field: found.field, options, changed: sent }
  await context.show.done(result, sent ? `${line} of question ${screenName(row)}, survey ${id}` : unchanged(id), option)
}

/** An id that no option ever had: the number of a removed one would give its answers to the new one. */
const newId = (): string => randomBytes(4).toString('hex')

export const addOptions = (context: Context, id: number, question: string, titles: readonly string[], options: Options): Promise<void> =>
  change(context, id, question, options, async (list) => {
    refuseTwins(
      'option',
      titles,
      list.options.map(({ title }) => title),
    )
    let place = await placeOf(options, (name) => pickOption(context, list, name))
    let all = list.options
    const ids: string[] = []
    for (const title of titles) {
      const option = { id: newId(), title }
      all = addOption(all, option, place)
      place = { after: option.id }
      ids.push(option.id)
    }
    return { options: all, line: `Added option ${titles.map((title) => `"${title}"`).join(', ')}`, id: ids.join('\n') }
  })

export async function setOptionFields(
  context: Context,
  id: number,
  question: string,
  typed: readonly (string | undefined)[],
  options: Options,
): Promise<void> {
  const { reference, assignments } = splitAssignments(typed)
  const fields = readOptionFields(assignments)
  if (assignments.length === 0) throw usageError('FIELD=VALUE is missing')
  await change(context, id, question, options, async (list) => {
    const option = await pickOption(context, list, reference)
    return { options: setOption(list.options, option.id, fields), line: `Changed option "${option.title}"`, id: option.id }
  })
}

export async function moveOptions(
  context: Context,
  id: number,
  question: string,
  reference: string | undefined,
  options: Options,
): Promise<void> {
  if (options.after === undefined && options.before === undefined) throw usageError('--after or --before is required')
  await change(context, id, question, options, async (list) => {
    const option = await pickOption(context, list, reference)
    const place = await placeOf(options, (name) => pickOption(context, list, name))
    if (place.after === option.id || place.before === option.id) throw usageError('An option cannot be moved next to itself')
    return { options: moveOption(list.options, option.id, place), line: `Moved option "${option.title}"`, id: option.id }
  })
}

export const removeOptions = (
  context: Context,
  id: number,
  question: string,
  reference: string | undefined,
  options: Options,
): Promise<void> =>
  change(context, id, question, options, async (list) => {
    const option = await pickOption(context, list, reference)
    return { options: removeOption(list.options, option.id), line: `Removed option "${option.title}"`, id: option.id }
  })
