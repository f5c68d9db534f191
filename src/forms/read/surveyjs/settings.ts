/** What a survey of SurveyJS says of itself. */
import type { Settings } from '../../../model/survey.ts'
import type { Form } from '../../form.ts'
import { finiteNumber, isOn, listOf, textIn, type Fields } from '../json.ts'
import type { Source } from './source.ts'
import { counted } from '../../../text/counted.ts'

/** Read here or elsewhere, or nothing that respondents see. */
const known = new Set([
  'title', 'description', 'pages', 'elements', 'questions', 'triggers', 'calculatedValues', 'locale', 'completedHtml', 'navigateToUrl',
  'showProgressBar', 'showQuestionNumbers', 'showPrevButton', 'showPreviousButton', 'timeLimit', 'maxTimeToFinish', 'timeLimitPerPage',
  'maxTimeToFinishPage', 'questionOrder', 'questionsOrder', 'pageNextText', 'pagePrevText', 'completeText', 'startSurveyText', 'firstPageIsStartPage', 'firstPageIsStarted',
  'questionsOnPageMode', 'surveyctl', 'showTimer', 'widthMode', 'completedHtmlOnCondition', 'navigateToUrlOnCondition', 'logoPosition', 'headerView', 'showTimerPanel',
]) // prettier-ignore

export function settingsOf(source: Source, survey: Fields): Pick<Form, 'settings' | 'texts' | 'submit'> {
  const { losses } = source
  const rest = Object.keys(survey).filter((name) => !known.has(name))
  if (rest.length > 0) losses.add('setting.dropped', { at: '' }, rest.join(', '))
  for (const name of ['completedHtmlOnCondition', 'navigateToUrlOnCondition'])
    if (listOf(survey[name]).length > 0)
      losses.add('setting.dropped', { at: name }, `${counted(listOf(survey[name]).length, 'ending')} on conditions`)
  const thanks = source.label(survey.completedHtml, { at: 'completedHtml' })
  const url = source.text(survey.navigateToUrl)
  return {
    settings: timed(source, survey),
    texts: Object.fromEntries(
      [
        ['btn_next', 'pageNextText'],
        ['btn_back', 'pagePrevText'],
        ['btn_submit', 'completeText'],
      ].flatMap(([code = '', name = '']) => {
        const text = source.label(survey[name], { at: name })
        return text === '' ? [] : [[code, text]]
      }),
    ),
    submit: { ...(thanks !== '' && { submitThanksText: thanks }), ...(/^https?:\/\//i.test(url) && { submitRedirectUrl: url }) },
  }
}

function timed(source: Source, survey: Fields): Settings {
  const { losses } = source
  const limit = finiteNumber(survey.timeLimit) ?? finiteNumber(survey.maxTimeToFinish)
  const page = finiteNumber(survey.timeLimitPerPage) ?? finiteNumber(survey.maxTimeToFinishPage)
  if (page !== undefined && page > 0)
    losses.add('timing.changed', { at: 'timeLimitPerPage' }, `${counted(page, 'second')} a page`, 'no limit: questions have their own')
  const [bar, numbers, back] = [survey.showProgressBar, survey.showQuestionNumbers, survey.showPrevButton ?? survey.showPreviousButton]
  const description = source.label(survey.description, { at: 'description' })
  const order = textIn(survey.questionOrder) || textIn(survey.questionsOrder)
  return {
    ...(description !== '' && { description }),
    ...(bar !== undefined && { show_progressbar: bar !== false && bar !== 'off' }),
    ...(numbers !== undefined && { numeration: numbers !== false && numbers !== 'off' }),
    ...(back !== undefined && !isOn(back) && { block_jump_to_prev_widget: true }),
    ...(limit !== undefined && limit > 0 && { filling_time_enabled: true, filling_time_seconds: Math.min(limit, 86_400) }),
    ...(order === 'random' && { question_random_order: true }),
    ...(survey.questionsOnPageMode === 'singlePage' && { show_by_one: false }),
    ...(source.scored && { scoring_switcher: true }),
  }
}
