/** Surveys of SurveyJS, as its editor saves them. */
import { isObject } from '../../../text/is-object.ts'
import { keysIn } from '../../expression/expression.ts'
import type { Flow, Form, ReadOptions } from '../../form.ts'
import { addCalculations, titleScreen, understood, type Said } from '../draft.ts'
import { fieldsOf, finiteNumber, isOn, listOf, objectsIn, textIn, type Fields } from '../json.ts'
import { Languages } from '../languages.ts'
import { restored } from '../own.ts'
import { logicMark, withOwn } from './own.ts'
import { readers } from './questions.ts'
import { settingsOf } from './settings.ts'
import { Source, type Around } from './source.ts'
import { tables } from './tables.ts'
import { counted } from '../../../text/counted.ts'

export const isSurveyJs = (data: Fields): boolean =>
  Array.isArray(data.pages) || Array.isArray(data.elements) || Array.isArray(data.questions)

export function readSurveyJs(survey: Fields, options: ReadOptions): Form {
  const { losses } = options
  const languages = new Languages(languagesIn(survey), textIn(survey.locale) || 'en', options.lang, losses)
  const source = new Source(options, languages)
  objectsIn(survey.calculatedValues).forEach(({ name, expression }, index) => {
    source.names.calculated.set(textIn(name), { text: textIn(expression), at: `calculatedValues[${index}]` })
  })
  const top: Around = { at: '', visible: [], keyOf: (name) => name, say: (text) => text }
  const pages = Array.isArray(survey.pages) ? objectsIn(survey.pages) : [{ elements: survey.elements ?? survey.questions }]
  const starts = isOn(survey.firstPageIsStartPage) || isOn(survey.firstPageIsStarted)
  pages.forEach((page, index) => readPage(source, page, { ...top, at: Array.isArray(survey.pages) ? `pages[${index}]` : '' }))
  const welcome = starts ? takeWelcome(source, survey) : undefined
  const flow = objectsIn(survey.triggers).flatMap((trigger, index) => readTrigger(source, trigger, `triggers[${index}]`))
  const items = understood(source.items, ({ text }) => source.names.expression(text))
  addCalculations(source.names.calculated, (key) => source.names.read.has(key), source.losses)
  const settings = settingsOf(source, survey)
  const lang = languages.finish('locale')
  const own = fieldsOf(survey.surveyctl)
  const logic = fieldsOf(own.logic)
  return {
    source: 'surveyjs',
    title: source.label(survey.title, { at: 'title' }),
    lang: languages.chosen,
    languages: languages.all,
    ...(welcome && { welcome: restored(welcome, own.welcome) }),
    ...settings,
    submit: restored(settings.submit, own.submit),
    settings: restored({ lang, ...settings.settings }, own.settings),
    ...(logic.mark === logicMark(survey) && isObject(logic.conditions) && { conditions: logic.conditions }),
    ignoresCase: true,
    items,
    flow: [...flow].sort((a, b) => items.findIndex(({ key }) => key === a.after) - items.findIndex(({ key }) => key === b.after)),
  }
}

/** Languages that any text is there in; `default` is that of the survey. */
function languagesIn(survey: Fields): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look)
    if (!isObject(value)) return
    if (typeof value.default === 'string')
      for (const name of Object.keys(value)) if (name !== 'default' && typeof value[name] === 'string') found.add(name)
    Object.values(value).forEach(look)
  }
  look([survey.title, survey.pages, survey.elements, survey.questions, survey.completedHtml])
  return [...found]
}

function readPage(source: Source, page: Fields, around: Around): void {
  const visible = source.visible(page, around, textIn(page.name))
  if (!visible) return
  const before = source.items.length
  const limit = finiteNumber(page.timeLimit) ?? finiteNumber(page.maxTimeToFinish)
  readGroup(source, page, { ...around, visible })
  const asked = source.items.slice(before)
  if (limit === undefined || limit <= 0) return
  const [only] = asked
  if (only && asked.length === 1) only.question = { ...only.question, filling_time_enabled: true, filling_time_seconds: limit }
  else
    source.losses.add(
      'timing.changed',
      around,
      `${counted(limit, 'second')} for a page of ${counted(asked.length, 'screen')}`,
      'no limit: questions have their own',
    )
}

/** A page or panel: its name as a screen of its own where it says something, then what is in it. */
function readGroup(source: Source, group: Fields, around: Around): void {
  const [title, text] = [source.label(group.title, around), source.label(group.description, around)]
  const elements = group.elements ?? group.questions
  const members = objectsIn(elements)
  const [first] = members
  const isSaid = !first || first.type === 'html' || source.text(first.title) === source.text(group.title)
  if (title !== '' && members.length > 0) {
    source.losses.add('structure.group', around, title, source.groups === 'drop' || isSaid ? undefined : 'a screen with its title')
    if (source.groups === 'message' && !isSaid)
      source.items.push(titleScreen(around.at, around.keyOf(textIn(group.name) || around.at), around.visible, title, text))
  }
  readElements(source, elements, around, 'elements')
}

const kinds = new Map(Object.entries({ ...readers, ...tables(readElements) }))

function readElements(source: Source, elements: unknown, around: Around, path: string): void {
  listOf(elements).forEach((element, index) => {
    const at = `${around.at}${around.at && '.'}${path}[${index}]`
    if (!isObject(element)) return source.losses.add('type.unknown', { at }, JSON.stringify(element) ?? 'nothing')
    const [type, name] = [textIn(element.type) || 'text', textIn(element.name)]
    const inside = { ...around, at }
    if (type === 'panel' || type === 'flowpanel') {
      const visible = source.visible(element, inside, name)
      if (visible) readGroup(source, element, { ...inside, visible })
      return
    }
    const read = kinds.get(type)
    const before = source.items.length
    if (read) read(source, element, inside, name || [type, ...(at.match(/\d+/g) ?? [])].join('-'))
    else source.losses.add('type.unknown', { at, key: name }, type)
    const added = source.items[before]
    if (added) withOwn(added, element)
  })
}

/** Of a page that stands before the first question: what it says. */
function takeWelcome(source: Source, survey: Fields): Form['welcome'] {
  const [first] = source.items
  const label = source.label(survey.startSurveyText, { at: 'startSurveyText' })
  const button = label === '' ? {} : { welcomeLabel: label }
  if (!first || !['message', 'html'].includes(first.question.type) || !first.at.startsWith('pages[0]'))
    return label === '' ? undefined : { title: source.label(survey.title, { at: 'title' }), ...button }
  source.items.shift()
  const { question } = first
  const description = question.type === 'html' ? source.texts.label(question.htmlContent, first) : question.description
  return {
    title: question.title ?? '',
    ...(description && { description }),
    ...(question.multimedia && { multimedia: question.multimedia }),
    ...button,
  }
}

function readTrigger(source: Source, trigger: Fields, at: string): Flow[] {
  const text = textIn(trigger.expression)
  const on = { text, at, when: source.names.expression(text) }
  const tested = keysIn(on.when)
  const after = source.items.findLast(({ key }) => tested.includes(key))?.key
  switch (trigger.type) {
    case 'complete':
    case 'skip': {
      if (after === undefined) {
        source.losses.add('logic.widened', { at }, text, 'nothing is skipped')
        return []
      }
      const to = textIn(trigger.gotoName)
      return [
        { after, on, then: trigger.type === 'complete' ? { action: 'finish' } : { action: 'jump', to: source.names.find(to)?.key ?? to } },
      ]
    }
    case 'visible':
      for (const name of listOf(trigger.questions)) showOn(source, textIn(name), { text, at })
      for (const name of listOf(trigger.pages)) source.losses.add('logic.widened', { at }, `page "${textIn(name)}": ${text}`)
      return []
    default:
      source.losses.add('calc.dropped', { at }, `${textIn(trigger.type)}: ${text}`)
      return []
  }
}

function showOn(source: Source, name: string, said: Said): void {
  const item = source.items.find(({ key }) => key === name)
  if (item) item.visible = [...item.visible, said]
}
