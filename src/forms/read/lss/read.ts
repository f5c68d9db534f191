/** LSS files: a survey as tables in XML. */
import type { Settings } from '../../../model/survey.ts'
import type { Form, ReadOptions } from '../../form.ts'
import { addCalculations, titleScreen, understood, type Said } from '../draft.ts'
import { unreadable } from '../json.ts'
import { Languages } from '../languages.ts'
import { readers } from './questions.ts'
import { Source } from './source.ts'
import { readTables, type LssRow, type Tables } from './tables.ts'

export const isLss = (text: string): boolean => /^\s*<\?xml|^\s*<document/.test(text) && text.includes('LimeSurveyDocType')

export function readLss(text: string, name: string, options: ReadOptions): Form {
  const tables = readTables(text, name)
  if (tables.kind !== 'Survey')
    throw unreadable(`${name} is only a part of a survey (${tables.kind}), not a whole one`, 'Export the whole survey (.lss)')
  const [survey = {}] = tables.rows('surveys')
  const settings = tables.rows('surveys_languagesettings').map(({ surveyls_language = '' }) => surveyls_language)
  const languages = new Languages(settings, survey.language ?? settings[0] ?? 'en', options.lang, options.losses)
  const source = new Source(tables, languages, options)
  const groups = unique(tables.rows('groups'), 'gid').sort((a, b) => Number(a.group_order) - Number(b.group_order))
  for (const group of groups) readGroup(source, group)
  nameByNumbers(source, tables)
  const items = understood(source.items, ({ text }) => source.names.expression(text))
  addCalculations(source.names.calculated, (key) => source.names.read.has(key), options.losses)
  for (const { name: quota = '', limit = '' } of unique(tables.rows('quota'), 'id'))
    options.losses.add('quota.dropped', { at: 'quota' }, `${quota}: ${limit}`)
  return {
    source: 'lss',
    title: source.texts.label(source.setting('surveyls_title'), { at: 'surveyls_title' }),
    lang: languages.chosen,
    languages: languages.all,
    ...endsOf(source, survey),
    settings: { lang: languages.finish('languages'), ...settingsOf(source, survey) },
    texts: {},
    items,
    flow: [],
  }
}

/** A row for each language is one thing. */
const unique = (rows: readonly LssRow[], field: string): LssRow[] => [...new Map(rows.map((row) => [row[field], row])).values()]

function readGroup(source: Source, group: LssRow): void {
  const own = { table: 'groups', beside: 'group_l10ns', id: 'gid' }
  const at = `group ${group.gid ?? ''}`
  const visible = saidBy(group.grelevance, at)
  const questions = unique(source.rows('questions', 'gid', group.gid), 'qid')
    .filter(({ parent_qid = '0' }) => parent_qid === '0' || parent_qid === '')
    .sort((a, b) => Number(a.question_order) - Number(b.question_order))
  const title = source.texts.label(source.text(own, group.gid, 'group_name'), { at })
  const text = source.texts.label(source.text(own, group.gid, 'description'), { at })
  if (title !== '' && questions.length > 0) {
    const isSaid = questions[0]?.type === 'X' || source.groups === 'drop'
    source.losses.add('structure.group', { at }, title, isSaid ? undefined : 'a screen with its title')
    if (!isSaid) source.items.push(titleScreen(at, `group${group.group_order ?? group.gid}`, visible, title, text))
  }
  if (group.randomization_group) source.losses.add('logic.random', { at }, `groups in a random order: ${group.randomization_group}`)
  for (const question of questions) readQuestion(source, question, visible)
}

const saidBy = (relevance = '', at: string): Said[] => (['', '1', '{1}'].includes(relevance.trim()) ? [] : [{ text: relevance, at }])

function readQuestion(source: Source, row: LssRow, around: readonly Said[]): void {
  const { title: key = '', type = '', qid } = row
  const place = { at: `question ${key}`, key }
  const attributes = new Map(
    source
      .rows('question_attributes', 'qid', qid)
      .flatMap(({ attribute = '', value = '' }): [string, string][] => (value === '' ? [] : [[attribute, value]])),
  )
  const title = source.text({ table: 'questions', beside: 'question_l10ns', id: 'qid' }, qid, 'question')
  if (type === '*') return void source.names.calculated.set(key, { text: attributes.get('equation') ?? title, at: place.at })
  if (type === 'I') return source.losses.add('meta.dropped', place, 'a choice of languages', 'left out: a survey has one language here')
  if (attributes.get('hidden') === '1') {
    source.names.calculated.set(key, { text: `hidden: ${title}`, at: place.at })
    return source.losses.add('hidden.undeclared', place, `"${key}" is hidden`)
  }
  const read = readers.get(type)
  if (!read) return source.losses.add('type.unknown', place, `type ${type}`)
  const own = saidBy(row.relevance, place.at)
  read(source, { row, key, place, title, visible: [...around, ...(own.length > 0 ? own : conditionsOf(source, row))], attributes })
  const checks = [row.preg, attributes.get('em_validation_q'), attributes.get('em_validation_sq')].filter(Boolean)
  for (const check of checks) source.losses.add('validation.dropped', place, check!)
  const limit = Number(attributes.get('time_limit') ?? 0)
  const item = source.items.find((one) => one.key === key)
  if (limit > 0 && item) item.question = { ...item.question, filling_time_enabled: true, filling_time_seconds: limit }
}

/** Older files say conditions in a table; newer ones in both. Those on one question are alternatives. */
function conditionsOf(source: Source, { qid, relevance = '', title = '' }: LssRow): Said[] {
  if (relevance.trim() !== '') return []
  const scenarios = [...Map.groupBy(source.rows('conditions', 'qid', qid), ({ scenario = '1' }) => scenario).values()]
  const text = scenarios
    .map((rows) => {
      const fields = [...Map.groupBy(rows, ({ cfieldname = '' }) => cfieldname).values()]
      return fields
        .map(
          (same) =>
            `(${same.map(({ cfieldname = '', method = '==', value = '' }) => `${cfieldname.replace(/^\+/, '')} ${method.trim() || '=='} "${value}"`).join(' or ')})`,
        )
        .join(' and ')
    })
    .join(' or ')
  return text === '' ? [] : [{ text, at: `conditions of ${title}` }]
}

/** `Q481` and `123X4X567SQ1` name questions by their numbers. */
function nameByNumbers({ names }: Source, tables: Tables): void {
  for (const { qid = '', sid = '', gid = '', title = '', parent_qid = '0' } of unique(tables.rows('questions'), 'qid')) {
    if (parent_qid !== '0' && parent_qid !== '') continue
    for (const [name, subject] of Array.from(names.subjects)) {
      if (name !== title && !name.startsWith(`${title}_`)) continue
      const rest = name.slice(title.length)
      for (const other of [`Q${qid}${rest}`, `${sid}X${gid}X${qid}${rest.replace(/^_/, '')}`])
        if (!names.subjects.has(other)) names.subjects.set(other, subject)
    }
  }
}

function endsOf(source: Source, survey: LssRow): Pick<Form, 'welcome' | 'submit'> {
  const label = (field: string): string => source.texts.label(source.setting(field), { at: field })
  const [welcome, description, end, url] = [
    label('surveyls_welcometext'),
    label('surveyls_description'),
    label('surveyls_endtext'),
    source.setting('surveyls_url'),
  ]
  const leads = /^https?:\/\//i.test(url)
  return {
    ...((welcome !== '' || description !== '') && {
      welcome: { title: label('surveyls_title'), description: [description, welcome].filter(Boolean).join('\n\n') },
    }),
    submit: {
      ...(end !== '' && { submitThanksText: end }),
      ...(leads && survey.autoredirect === 'Y' && { submitRedirectUrl: url }),
    },
  }
}

const mails = /email|admin|attributecaptions|bounce|template|tokens?|policy/

function settingsOf({ losses, scored, tables }: Source, survey: LssRow): Settings {
  const flag = (field: string): boolean | undefined => (survey[field] === 'Y' ? true : survey[field] === 'N' ? false : undefined)
  const [bar, back, captcha] = [flag('showprogress'), flag('allowprev'), survey.usecaptcha]
  const dropped = Object.entries(survey)
    .filter(([name, value]) => mails.test(name) && !['', 'I', 'N', 'inherit', '-1'].includes(value))
    .map(([name]) => name)
  if (dropped.length > 0) losses.add('setting.dropped', { at: 'surveys' }, dropped.join(', '))
  if (tables.rows('surveys_languagesettings').some((row) => Object.keys(row).some((name) => name.includes('email'))))
    losses.add('setting.dropped', { at: 'surveys_languagesettings' }, 'letters')
  const expires = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(survey.expires ?? '') ? `${survey.expires!.replace(' ', 'T')}Z` : undefined
  if (survey.startdate) losses.add('setting.dropped', { at: 'startdate' }, survey.startdate)
  return {
    ...(bar !== undefined && { show_progressbar: bar }),
    ...(back === false && { block_jump_to_prev_widget: true }),
    ...(captcha !== undefined && /^[ABCDFX]$/.test(captcha) && { show_captcha: true }),
    ...(survey.format === 'A' && { show_by_one: false }),
    ...(expires !== undefined && { limit_time_enabled: true, limit_time_value: expires, limit_time_timezone: 'UTC' }),
    ...(scored && { scoring_switcher: true }),
  }
}
