/** Tools that show surveys, and what is wrong with them. */
import { boolean, choice, integer, list, required, text } from '../../contract/core/fields.ts'
import { listArchivedQuizzes, listQuizzes, viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError, usageError } from '../../errors.ts'
import { documentOf } from '../../draft/document.ts'
import { draftOf, readDraft } from '../../draft/read.ts'
import { formatText, type SurveyDocument } from '../../model/document/index.ts'
import { counted } from '../../text/counted.ts'
import { didYouMean } from '../../text/nearest.ts'
import { budgetOf, cursor, fitting, goOn, maxCharacters, partOf, someOf } from '../budget.ts'
import { cursorAt, digestOf, placeAt } from '../cursor.ts'
import { fixing } from '../hints.ts'
import { cell } from '../rows.ts'
import { type Tool } from '../definition.ts'
import { numberIn, textIn, type ToolValues } from '../values.ts'

export const survey = required(text('Id, name or address'))

interface Row {
  id: number
  name?: string | null | undefined
  is_published?: boolean | undefined
  folder?: { name?: string | null | undefined } | null | undefined
}

const columns = (row: Row): string => [row.id, row.name, row.is_published ? 'published' : 'draft', row.folder?.name].map(cell).join('\t')

export const surveyList: Tool = {
  name: 'survey_list',
  about: 'Surveys of the account: id, name, state, folder.',
  kind: 'read',
  fields: {
    search: text('Part of a name'),
    folder: text('Folder: id or name'),
    archived: boolean('Archived ones instead'),
    limit: integer('Rows (default 50)', { min: 1, max: 500 }),
    cursor,
    max_characters: maxCharacters,
  },
  run: async (call, input) => {
    const { cursor: _, limit: __, max_characters: ___, ...filters } = input
    const place = placeAt(textIn(input, 'cursor'), ['survey_list', filters])
    const { service } = call.context
    const folder = input.folder === undefined ? undefined : await call.folder(input.folder)
    const found: Row[] = input.archived
      ? await service.call(listArchivedQuizzes, {})
      : await service.call(listQuizzes, { ...(folder && { folder_id: folder }) })
    const word = textIn(input, 'search')?.toLowerCase()
    const rows = call.here(found).filter(({ name }) => !word || name?.toLowerCase().includes(word))
    const page = rows.slice(place, place + (numberIn(input, 'limit') ?? 50))
    const lines = fitting(page.map(columns), budgetOf(input))
    const next = place + lines.length
    return {
      head: `${lines.length} of ${counted(rows.length, 'survey')}${next < rows.length ? `; ${goOn}` : ''}`,
      text: lines.join('\n'),
      facts: {
        shown: lines.length,
        total: rows.length,
        ...(next < rows.length && { next_cursor: cursorAt(next, ['survey_list', filters]) }),
      },
    }
  },
}

/** Keys, types, titles: what fits of a survey that doesn't. */
function outline({ screens = [], conditions }: SurveyDocument): string {
  const rows = screens.map(({ key, type, title, isRequired }) => ({
    key,
    type,
    ...(title !== undefined && { title }),
    ...(isRequired === true && { isRequired }),
  }))
  return formatText({ screens: rows, ...(conditions !== undefined && { conditions }) })
}

function named(document: SurveyDocument, { screens, sections }: ToolValues): object {
  if (Array.isArray(screens)) {
    const found = (document.screens ?? []).filter(({ key }) => screens.includes(key))
    const keys = (document.screens ?? []).map(({ key }) => key)
    const missing = screens.filter((key: string) => !keys.includes(key))
    if (missing.length > 0)
      throw usageError(
        missing.map((key) => `No screen is called ${key}${didYouMean(key, keys)}`),
        `There are: ${someOf(keys)}`,
      )
    return { screens: found }
  }
  if (!Array.isArray(sections)) return document
  const there = Object.keys(document)
  const missing = sections.filter((name: string) => !there.includes(name))
  if (missing.length > 0) throw usageError(`There is no section ${missing.join(', ')}`, `There are: ${there.join(', ')}`)
  return Object.fromEntries(Object.entries(document).filter(([name]) => name === 'format' || sections.includes(name)))
}

export const surveyView: Tool = {
  name: 'survey_view',
  about:
    'The draft of a survey as YAML, which survey_plan takes back. A larger one comes as its outline: then ask for screens or sections.',
  kind: 'read',
  fields: {
    survey,
    screens: list(text('Key'), 'Only these screens, by key'),
    sections: list(text('Section'), 'Only these: name, note, settings, screens, conditions'),
    cursor,
    max_characters: maxCharacters,
  },
  run: async (call, input) => {
    const id = await call.survey(input.survey)
    const draft = await readDraft(call.context.service, id)
    const document = documentOf(draft, call.keysOf(id, draft.content))
    const facts = { id, digest: digestOf(draft.content), answers: draft.answers ?? null, address: draft.url_shared ?? null }
    const { screens, sections } = input
    const whole = formatText(named(document, input))
    const isOutline = screens === undefined && sections === undefined && whole.length >= budgetOf(input)
    const part = partOf(isOutline ? outline(document) : whole, input, ['survey_view', id, screens, sections])
    call.addShown(
      id,
      Array.from(part.text.matchAll(/\bkey: ([a-z][a-z0-9-]*)/g), ([, key = '']) => key),
    )
    if (!isOutline) return { ...part, facts: { ...facts, ...part.facts } }
    const only = `The outline only, as the survey has ${whole.length} characters: ask for screens or sections`
    return { head: [only, part.head].filter(Boolean).join('; '), text: part.text, facts: { ...facts, ...part.facts, truncated: true } }
  },
}

export const surveyCheck: Tool = {
  name: 'survey_check',
  about: 'What respondents would stumble over in the draft, and how to fix it.',
  kind: 'read',
  fields: {
    survey,
    severity: choice(['error', 'warning', 'info'], 'Only this and worse (default info)'),
    cursor,
    max_characters: maxCharacters,
  },
  run: async (call, input) => {
    const id = await call.survey(input.survey)
    const which = ['survey_check', id, input.severity]
    const place = placeAt(textIn(input, 'cursor'), which)
    const order = ['error', 'warning', 'info']
    const shown = await call.context.service.call(viewQuiz, { id })
    const all = (await call.server.jobs.findings(call.context, id, shown, call.keysOf(id, draftOf(id, shown).content))).filter(
      ({ severity }) => order.indexOf(severity) <= order.indexOf(textIn(input, 'severity') ?? 'info'),
    )
    const rest = await Promise.all(
      all.slice(place).map(async (one) => `${findingLine(one)}\t${call.forPerson(await fixing(one.fix, call.server))}`),
    )
    const lines = fitting(rest, budgetOf(input))
    const next = place + lines.length
    call.addShown(
      id,
      all.slice(place, next).flatMap(({ screen }) => screen ?? []),
    )
    return {
      head: `${lines.length} of ${counted(all.length, 'finding')}${next < all.length ? `; ${goOn}` : ''}${lines.length > 0 ? '. Columns: severity, rule, screen, what is wrong, fixed by' : ''}`,
      text: lines.join('\n'),
      facts: {
        shown: lines.length,
        total: all.length,
        errors: all.filter(({ severity }) => severity === 'error').length,
        ...(next < all.length && { next_cursor: cursorAt(next, which) }),
      },
    }
  },
}

export const findingLine = ({
  severity,
  rule,
  screen,
  message,
}: {
  severity: string
  rule: string
  screen: string | null
  message: string
}): string => [severity, rule, screen, message].map(cell).join('\t')

/** The findings that keep a survey from being published. */
export const refuseErrors = (id: number, findings: readonly { severity: string; message: string; rule: string }[]): void => {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new CommandError(
    'refused',
    [`Survey ${id} was not published: it has errors`, ...errors.map(({ message, rule }) => `${message} (${rule})`)],
    {
      code: 'check_failed',
      hint: 'Change the draft: survey_plan, then survey_apply',
    },
  )
}
