/** XLSForm workbooks. */
import type { Form, ReadOptions } from '../../form.ts'
import { addCalculations, understood } from '../draft.ts'
import { unreadable } from '../json.ts'
import { Languages } from '../languages.ts'
import type { Choice } from './choices.ts'
import { withOwnSettings } from './own.ts'
import { readRows } from './rows.ts'
import { Source } from './source.ts'
import { joinTables } from './tables.ts'
import { readWorkbook, sheetOf, type SheetRow, type Sheet, type Sheets } from './workbook.ts'

export async function readXlsForm(bytes: Uint8Array, name: string, options: ReadOptions): Promise<Form> {
  return readSheets(await readWorkbook(bytes, name), name, options)
}

/** A single sheet of questions is the survey, whatever it is called. */
function onlySheet(sheets: Sheets): Sheet | undefined {
  const [name, ...others] = sheets.keys()
  const sheet = name === undefined || others.length > 0 ? undefined : sheetOf(sheets, name)
  return sheet?.fields.has('type') && sheet.fields.has('name') ? sheet : undefined
}

export function readSheets(sheets: Sheets, name: string, options: ReadOptions): Form {
  const survey = sheetOf(sheets, 'survey') ?? onlySheet(sheets)
  if (!survey?.fields.has('type'))
    throw unreadable(
      survey ? `${name}: the sheet "survey" has no column "type"` : `${name} is a workbook without a sheet "survey"`,
      `It has: ${[...sheets.keys()].join(', ')}`,
    )
  const [settings] = sheetOf(sheets, 'settings')?.rows ?? []
  const languages = languagesOf(survey, settings, options)
  const source = new Source(options, languages, (made) => choicesOf(sheets, made))
  readRows(source, survey.rows, undefined)
  const ends = endsOf(source)
  joinTables(source)
  const items = understood(source.items, ({ text }) => source.names.expression(text))
  addCalculations(source.names.calculated, (key) => isRead(source, key), options.losses)
  addSettings(source, settings, sheets)
  const title = settings ? source.label(settings, 'form_title') || source.label(settings, 'title') : ''
  const form: Form = {
    source: 'xlsform',
    title,
    lang: languages.chosen,
    languages: languages.all,
    ...ends,
    settings: { lang: languages.finish('settings') },
    texts: {},
    items,
    flow: [],
  }
  return withOwnSettings(form, settings, survey.rows)
}

/** By logic, or by a text. */
const isRead = ({ names, losses }: Source, key: string): boolean =>
  names.read.has(key) || losses.list.some(({ code, what }) => code === 'text.piping' && what.includes(`\${${key}}`))

function languagesOf({ languages, fields }: Sheet, settings: SheetRow | undefined, { lang, losses }: ReadOptions): Languages {
  const own = settings?.get('default_language') ?? ''
  const known =
    languages.find((language) => language.toLowerCase() === own.toLowerCase()) ??
    languages.find((language) => own !== '' && language.toLowerCase().startsWith(own.toLowerCase()))
  return new Languages(
    languages,
    known ?? (fields.has('label') && languages.length === 0 ? 'default' : (languages[0] ?? 'default')),
    lang,
    losses,
  )
}

/** By the names of their lists. */
function choicesOf(sheets: Sheets, source: Source): Map<string, Choice[]> {
  const rows = ['choices', 'columns', 'choice'].flatMap((name) => sheetOf(sheets, name)?.rows ?? [])
  const lists = new Map<string, Choice[]>()
  for (const row of rows) {
    const [list, name] = [row.get('list_name'), row.get('name')]
    if (list === '' || name === '') continue
    const id = row.get('surveyctl_id') || name
    const choice = { row, name, id, label: source.label(row, 'label'), image: source.raw(row, 'media::image') }
    lists.set(list, [...(lists.get(list) ?? []), choice])
  }
  return lists
}

const known = new Set(['form_title', 'title', 'default_language', 'form_id', 'id_string', 'version', 'surveyctl'])

function addSettings({ losses }: Source, settings: SheetRow | undefined, sheets: Sheets): void {
  const names = [...(sheetOf(sheets, 'settings')?.fields ?? [])].filter((name) => !known.has(name) && settings?.get(name))
  if (names.length > 0) losses.add('setting.dropped', { at: 'settings' }, names.join(', '))
  for (const name of ['entities', 'osm', 'external_choices', 'cascades'])
    if ((sheetOf(sheets, name)?.rows.length ?? 0) > 0)
      losses.add(
        name === 'external_choices' || name === 'cascades' ? 'choices.external' : 'setting.dropped',
        { at: name },
        `the sheet "${name}"`,
        'left out',
      )
}

/** A note at the beginning welcomes, one at the end thanks. */
function endsOf(source: Source): Pick<Form, 'welcome' | 'submit'> {
  const named = (index: number, pattern: RegExp) => {
    const item = source.items.at(index)
    return item &&
      ['message', 'html'].includes(item.question.type) &&
      item.id === undefined &&
      pattern.test(item.key) &&
      item.visible.length === 0
      ? item.question
      : undefined
  }
  const [first, last] = [named(0, /^(welcome|intro)/i), source.items.length > 1 ? named(-1, /^(end|thanks?|thank_you)/i) : undefined]
  if (first) source.items.shift()
  if (last) source.items.pop()
  const text = (question: typeof first): string =>
    question?.type === 'html' ? (question.htmlContent ?? '') : (question?.description ?? '')
  const media = first?.multimedia
  return {
    ...(first && {
      welcome: {
        title: first.title ?? '',
        ...(text(first) !== '' && { description: source.texts.label(text(first), { at: 'welcome' }) }),
        ...(media && { multimedia: media }),
      },
    }),
    submit: last
      ? {
          submitThanksTitle: last.title ?? '',
          ...(text(last) !== '' && { submitThanksText: source.texts.label(text(last), { at: 'end' }) }),
        }
      : {},
  }
}
