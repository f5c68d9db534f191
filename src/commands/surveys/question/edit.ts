import { randomUUID } from 'node:crypto'
import type { Context } from '../../../cli/context.ts'
import type { Widgets } from '../../../contract/core/records.ts'
import { usageError } from '../../../errors.ts'
import {
  addScreen,
  fieldKinds,
  fixedId,
  moveScreen,
  questionAt,
  screenName,
  removeScreen,
  screenRows,
  setFields,
  type InsertAt,
  type ScreenRow,
} from '../../../model/document/index.ts'
import { changeDraft, unchanged } from '../../../draft/change.ts'
import { pickScreen, placeOf } from './pick.ts'
import { readScreens, type DraftWithScreens as Draft } from '../../../draft/read.ts'
import { readFields, splitAssignments } from '../../../model/typed/fields.ts'
import { readObject } from '../../read-object.ts'
import { toCopy } from '../../../text/to-copy.ts'

interface Loss {
  allowLoss?: boolean | undefined
}

/** Reads, changes, saves; `line` says what was done. */
async function change(
  context: Context,
  id: number,
  reference: string | undefined,
  { what, allowLoss, work }: Loss & { what: string; work: (draft: Draft, row: ScreenRow) => Widgets | Promise<Widgets> },
): Promise<void> {
  const draft = await readScreens(context.service, id)
  const row = await pickScreen(context, draft, reference)
  const screens = await work(draft, row)
  const sent = await changeDraft(context.service, draft, { screens }, { what: `${what} question ${screenName(row)}`, allowLoss })
  const now = screenRows(screens).find((each) => each.id === row.id) ?? row
  await context.show.done({ ...now, changed: sent }, sent ? `${what} question ${screenName(now)} of survey ${id}` : unchanged(id), row.id)
}

export async function setQuestion(
  context: Context,
  id: number,
  typed: readonly (string | undefined)[],
  { file, allowLoss }: Loss & { file?: string | undefined },
): Promise<void> {
  const { reference, assignments } = splitAssignments(typed)
  const read = file === undefined ? {} : await readObject(context, file)
  await change(context, id, reference, {
    what: 'Changed',
    allowLoss,
    work: async ({ screens }, row) => {
      if (assignments.length === 0 && file === undefined) assignments.push(await askedField(context, screens, row))
      const { key: _, number: __, id: ___, ...fields } = read
      const typed = readFields(assignments, String(fields.type ?? typeIn(assignments) ?? row.type))
      return setFields(screens, row.id, { ...fields, ...typed })
    },
  })
}

/** Asks for one field and its value: a text, a number or a switch; lists and objects are read from a file. */
async function askedField(context: Context, { entities }: Widgets, { id, type }: ScreenRow): Promise<string> {
  const question = entities[id] ?? {}
  const fields = Object.entries(fieldKinds(type)).filter(([, kind]) => ['text', 'boolean', 'number'].includes(kind))
  const choices = fields.map(([name, kind]) => {
    const value: unknown = Object.entries(question).find(([field]) => field === name)?.[1]
    return { value: { name, kind }, name, description: value === undefined ? 'not set' : String(value) }
  })
  const hint = 'Fields can also be read from a file: --file FILE'
  const { name, kind } = await context.ask.pick('Field', choices, 'FIELD=VALUE is missing', hint)
  const value =
    kind === 'boolean' ? await context.ask.choose(name, 'FIELD=VALUE', ['true', 'false']) : await context.ask.value(name, 'FIELD=VALUE')
  return `${name}=${value}`
}

const typeIn = (assignments: readonly string[]): string | undefined => assignments.find((each) => each.startsWith('type='))?.slice(5)

export async function moveQuestion(context: Context, id: number, reference: string | undefined, options: InsertAt): Promise<void> {
  if (options.after === undefined && options.before === undefined) throw usageError('--after or --before is required')
  await change(context, id, reference, {
    what: 'Moved',
    work: async (draft, row) => {
      const place = await placeOf(options, (name) => pickScreen(context, draft, name))
      if (place.after === row.id || place.before === row.id) throw usageError('A question cannot be moved next to itself')
      return moveScreen(draft.screens, row.id, place)
    },
  })
}

export async function copyQuestion(context: Context, id: number, reference: string | undefined, options: InsertAt): Promise<void> {
  const draft = await readScreens(context.service, id)
  const row = await pickScreen(context, draft, reference)
  if (fixedId(row.type) !== undefined) throw usageError('A survey has one start and one final screen')
  const place = await placeOf(options, (name) => pickScreen(context, draft, name))
  const copy = randomUUID()
  const at = place.after === undefined && place.before === undefined ? { after: row.id } : place
  const screens = addScreen(draft.screens, copy, questionAt(draft.screens, row), at)
  await changeDraft(context.service, draft, { screens }, { what: `copied question ${screenName(row)}` })
  const made = screenRows(screens).find((each) => each.id === copy)
  await context.show.done(made, `Copied question ${screenName(row)} of survey ${id}: it is question ${made?.number}`, copy)
}

export async function removeQuestion(context: Context, id: number, reference: string | undefined, { allowLoss }: Loss): Promise<void> {
  await change(context, id, reference, {
    what: 'Removed',
    allowLoss,
    work: ({ screens, content }, row) => {
      if (JSON.stringify(content.conditions ?? {}).includes(row.id))
        context.show.warn(toCopy`The logic of survey ${id} still uses it. To see where: surveyctl condition list ${id}`)
      return removeScreen(screens, row.id)
    },
  })
}
