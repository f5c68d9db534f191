/** A survey's questions as a person reads them: type, whether it must be answered, what can be chosen, when it is shown. */
import type { Result } from '../contract/core/operation.ts'
import { isQuestionType } from '../contract/surveys/question.ts'
import type { viewQuiz } from '../contract/surveys/quiz.ts'
import type { Chart } from '../output/columns.ts'
import { screenRows } from './document/index.ts'
import { rulesOf } from './logic.ts'
import { isRequired, listsOf } from './question/index.ts'
import { namesIn, ruleText } from './rule-text.ts'
import { settingsIn } from './settings.ts'
import { questionIn } from './survey.ts'

type Survey = Pick<Result<typeof viewQuiz>, 'widgets' | 'conditions' | 'settings'>

export function questionCharts({ widgets, conditions, settings }: Survey): Chart[] {
  if (!widgets) return []
  const rows = screenRows(widgets)
  const rules = rulesOf(conditions)
  const names = namesIn(rows, widgets)
  const mode = settingsIn(settings)?.question_required_mode
  return rows.map(({ id, number, key, title, type }) => {
    const known = isQuestionType(type) ? questionIn(widgets, id) : undefined
    const { options = [], rows: lines = [], columns = [] } = known ? listsOf(known) : {}
    const chosen = [titles('', options), titles('rows: ', lines), titles('columns: ', columns)]
    const shownWhen = rules.filter(({ then }) => 'questions' in then && then.questions.includes(id))
    return {
      heading: number === null ? title || type : `${number}. ${title || type}`,
      facts: [type, number === null && key !== type && key, known && isRequired(known, mode) && 'required'].filter(Boolean).join(' · '),
      bars: [],
      lines: [
        ...chosen.filter((line) => line !== ''),
        ...shownWhen.map((rule) => `${rule.then.action === 'hide' ? 'hidden' : 'shown'} when ${ruleText(rule, names).when}`),
      ],
    }
  })
}

const shownOptions = 12

function titles(label: string, choices: readonly { title: string }[]): string {
  if (choices.length === 0) return ''
  const some = choices.slice(0, shownOptions).map(({ title }) => title)
  return `${label}${some.join(' | ')}${choices.length > shownOptions ? ` | and ${choices.length - shownOptions} more` : ''}`
}
