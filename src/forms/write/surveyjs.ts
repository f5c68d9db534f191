/**
 * SurveyJS of a survey: a page a screen. What SurveyJS can't say stands in one property `surveyctl`, as pairs of what is read back
 * and what it was, so that what is changed in an editor wins.
 */
import type { Option } from '../../contract/surveys/question.ts'
import { withoutMarkup } from '../../model/markup.ts'
import { rulesOf } from '../../model/logic.ts'
import { questionIn, type Question } from '../../model/survey.ts'
import type { Content } from '../../model/document/index.ts'
import { Losses } from '../loss.ts'
import { objectsIn, textIn } from '../read/json.ts'
import { logicMark } from '../read/surveyjs/own.ts'
import { readSurveyJs } from '../read/surveyjs/read.ts'
import { askedIn, changed, changedEnds, lacksOptions, addScreenouts } from './changed.ts'
import { textOf } from './surveyjs-logic.ts'
import { visibilityOf } from './visibility.ts'

type Element = Record<string, unknown>

/** `names`: of screens, by id. */
export function writeSurveyJs(
  { screens = { ids: [], entities: {} }, conditions, settings, name }: Content,
  names: ReadonlyMap<string, string>,
  losses: Losses,
): Element {
  const rules = rulesOf(conditions)
  const visible = visibilityOf(screens.ids, rules)
  const own = (settings ?? {}) as Element
  const [welcome, submit] = [questionIn(screens, 'welcome'), questionIn(screens, 'submit')]
  const nameOf = (id: string): string => names.get(id) ?? id
  const pages = askedIn(screens).map((id, index) => {
    const question = questionIn(screens, id)!
    const expression = visible.get(id)
    const at = { at: nameOf(id) }
    if (!expression) losses.add('logic.too-large', at, 'its conditions')
    const visibleIf = expression && expression.kind !== 'const' ? textOf(expression, screens, nameOf) : ''
    const shown = expression?.kind === 'const' && !expression.value ? { visibleIf: '1 = 2' } : visibleIf === '' ? {} : { visibleIf }
    return { name: `page${index + 1}`, elements: [{ ...elementOf(question), name: nameOf(id), ...shown, surveyctl: { id } }] }
  })
  addScreenouts(rules, losses)
  const survey: Element = {
    title: textIn(name),
    locale: textIn(own.lang) || 'en',
    ...(own.show_progressbar !== undefined && { showProgressBar: own.show_progressbar === true }),
    ...(own.numeration !== undefined && { showQuestionNumbers: own.numeration === true }),
    ...(own.block_jump_to_prev_widget === true && { showPrevButton: false }),
    ...(own.filling_time_enabled === true && { timeLimit: own.filling_time_seconds }),
    ...(submit?.type === 'submit' && endOf(submit)),
    ...(welcome?.type === 'welcome' && {
      firstPageIsStartPage: true,
      ...(welcome.welcomeLabel && { startSurveyText: welcome.welcomeLabel }),
    }),
    pages: [...(welcome ? [{ name: 'start', elements: [{ type: 'html', name: 'welcome', html: htmlOf(welcome) }] }] : []), ...pages],
  }
  return withOwn(survey, { screens, conditions, settings })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** What people read: braces would take something from an answer. */
const plain = (text: unknown): string => withoutMarkup(textIn(text))
const htmlOf = ({ title, description }: Question): string =>
  [plain(title), plain(description)].filter(Boolean).map(escaped).join('<br>').replaceAll('\n', '<br>')

const endOf = ({
  submitLabel,
  submitRedirectUrl,
  submitThanksTitle,
  submitThanksText,
}: Extract<Question, { type: 'submit' }>): Element => ({
  ...(submitLabel && { completeText: submitLabel }),
  ...(submitRedirectUrl && { navigateToUrl: submitRedirectUrl }),
  ...((submitThanksTitle || submitThanksText) && {
    completedHtml: [submitThanksTitle, submitThanksText]
      .filter(Boolean)
      .map((text) => escaped(plain(text)))
      .join('<br>')
      .replaceAll('\n', '<br>'),
  }),
})

const choicesOf = (list: readonly Option[] | null | undefined): Element[] =>
  (list ?? []).map(({ id, title, link }, index) => ({
    value: String(id ?? index + 1),
    text: plain(title) || String(id ?? index + 1),
    ...(link && { imageLink: link }),
  }))

function elementOf(question: Question): Element {
  const { title, description, isRequired, isBlocked, withTitle } = question
  const asked = {
    title: plain(title),
    ...(plain(description) !== '' && { description: plain(description) }),
    ...(isRequired && { isRequired: true }),
    ...(isBlocked && { readOnly: true }),
    ...(withTitle === false && { titleLocation: 'hidden' }),
  }
  if (lacksOptions(question)) return { type: 'text', ...asked }
  switch (question.type) {
    case 'yesno':
      return {
        type: 'boolean',
        ...asked,
        ...(question.yesnoYesLabel && { labelTrue: plain(question.yesnoYesLabel) }),
        ...(question.yesnoNoLabel && { labelFalse: plain(question.yesnoNoLabel) }),
      }
    case 'choice': {
      const pictures = question.choiceImageEntities?.length ? question.choiceImageEntities : undefined
      const several = question.choiceMultiple === true
      const limits = {
        ...(question.choiceMin && { minSelectedChoices: Number(question.choiceMin) }),
        ...(question.choiceMax && { maxSelectedChoices: Number(question.choiceMax) }),
      }
      return {
        type: pictures ? 'imagepicker' : several ? 'checkbox' : 'radiogroup',
        ...asked,
        choices: choicesOf(pictures ?? question.choiceEntities),
        ...(several && limits),
        ...(pictures && several && { multiSelect: true }),
        ...(pictures && { showLabel: true }),
      }
    }
    case 'dropdown':
      return { type: 'dropdown', ...asked, choices: choicesOf(question.dropdownEntities) }
    case 'ranking':
      return { type: 'ranking', ...asked, choices: choicesOf(question.rankingEntities) }
    case 'matrix':
      return {
        type: 'matrix',
        ...asked,
        ...(isRequired && { eachRowRequired: true }),
        ...(question.matrixMultiple && { cellType: 'checkbox' }),
        rows: choicesOf(question.matrixRows),
        columns: choicesOf(question.matrixColumns),
      }
    default:
      return { ...typedOf(question), ...asked }
  }
}

const mostRates = 20

function typedOf(question: Exclude<Question, { type: 'yesno' | 'choice' | 'dropdown' | 'ranking' | 'matrix' }>): Element {
  switch (question.type) {
    case 'slider':
      return {
        type: 'slider',
        min: Number(question.sliderMin ?? 0),
        max: Number(question.sliderMax ?? 100),
        step: Number(question.sliderStep ?? 1),
      }
    case 'rating':
      return { type: 'rating', rateType: 'stars', rateMax: question.ratingCount ?? 5 }
    case 'scale': {
      const [from, to] = [Number(question.scaleFrom ?? 0), Number(question.scaleTo ?? 10)]
      if (to - from >= mostRates) return { type: 'text', inputType: 'number', min: from, max: to }
      return {
        type: 'rating',
        rateMin: from,
        rateMax: to,
        ...(question.scaleFromLabel && { minRateDescription: plain(question.scaleFromLabel) }),
        ...(question.scaleToLabel && { maxRateDescription: plain(question.scaleToLabel) }),
      }
    }
    case 'input':
      return {
        type: question.inputMultiline ? 'comment' : 'text',
        ...(question.inputMaxLength && { maxLength: Number(question.inputMaxLength) }),
        ...(question.inputPlaceholder && { placeholder: question.inputPlaceholder }),
      }
    case 'email':
      return { type: 'text', inputType: 'email', ...(question.emailPlaceholder && { placeholder: question.emailPlaceholder }) }
    case 'phone':
      return { type: 'text', inputType: 'tel', ...(question.phonePlaceholder && { placeholder: question.phonePlaceholder }) }
    case 'datetime': {
      const kind = question.datetimeKind === 'time' ? 'time' : question.datetimeKind === 'datetime' ? 'datetime-local' : 'date'
      return {
        type: 'text',
        inputType: kind,
        ...(question.datetimeMin && { min: question.datetimeMin }),
        ...(question.datetimeMax && { max: question.datetimeMax }),
      }
    }
    case 'file':
      return {
        type: 'file',
        ...(Number(question.fileMaxCount ?? 1) > 1 && { allowMultiple: true, maxFiles: Number(question.fileMaxCount) }),
        ...(question.fileMaxBytes && { maxSize: Number(question.fileMaxBytes) }),
        ...(question.fileExtensions?.length && {
          acceptedTypes: question.fileExtensions.map((ending) => `.${ending.replace(/^\./, '')}`).join(','),
        }),
      }
    case 'html':
      return { type: 'html', html: question.htmlContent ?? '' }
    case 'welcome':
    case 'message':
    case 'submit':
      return { type: 'html', html: htmlOf(question) }
    default:
      // Of a newer service: its texts are kept.
      question satisfies never
      return { type: 'html', html: htmlOf(question) }
  }
}

/** Adds what a reader would not find again. */
function withOwn(survey: Element, content: Content): Element {
  const { screens, conditions } = content
  const read = readSurveyJs(survey, { groups: 'drop', losses: new Losses() })
  const questions = new Map(read.items.map(({ key, question }) => [key, question as object]))
  for (const page of objectsIn(survey.pages))
    for (const element of objectsIn(page.elements) as Element[]) {
      const { id } = (element.surveyctl ?? {}) as { id?: string }
      const entity = id === undefined ? undefined : screens?.entities[id]
      if (entity) element.surveyctl = { id, ...changed(questions.get(textIn(element.name)) ?? {}, entity) }
    }
  const logic = { mark: logicMark(survey), conditions: conditions ?? {} }
  return { ...survey, surveyctl: { ...changedEnds(read, content), logic } }
}
