/** A rule as a sentence: questions by number and title, options by title. */
import type { Widgets } from '../contract/core/records.ts'
import { screenName, type ScreenRow } from './document/index.ts'
import type { Rule, Test } from './logic.ts'
import { listsOf } from './question/index.ts'
import { questionIn } from './survey.ts'

const operators: Readonly<Record<Test['operator'], string>> = {
  equals: '=',
  not_equals: '!=',
  contains: 'contains',
  not_contains: 'does not contain',
  greater: '>',
  less: '<',
  at_least: '>=',
  at_most: '<=',
  answered: 'is answered',
  not_answered: 'is not answered',
}

export function ruleText({ if: on, then }: Rule, rows: readonly ScreenRow[], screens: Widgets): { when: string; then: string } {
  const name = (id: string): string => {
    const row = rows.find((each) => each.id === id)
    return row ? screenName(row) : `${id} (gone)`
  }
  const test = ({ question: id, row, operator, value }: Test): string => {
    const question = questionIn(screens, id)
    const lists = question ? listsOf(question) : {}
    const title = (list: readonly { id: string; title: string }[] | undefined, item: unknown): string =>
      list?.find((option) => option.id === String(item))?.title ?? String(item)
    const values =
      value === undefined
        ? []
        : [value].flat().map((item) => title(lists.columns && row !== undefined ? lists.columns : lists.options, item))
    const part = row === undefined ? '' : `/${title(lists.rows, row)}`
    return [`${name(id)}${part}`, operators[operator], values.join(', ')].filter((word) => word !== '').join(' ')
  }
  const [tests, word] = 'all' in on ? [on.all, ' and '] : [on.any, ' or ']
  return { when: tests.map(test).join(word), then: actionText(then, name) }
}

function actionText(then: Rule['then'], name: (id: string) => string): string {
  switch (then.action) {
    case 'jump':
      return `go on at ${name(then.to)}`
    case 'show':
    case 'hide':
      return `${then.action} ${then.questions.map(name).join(', ')}`
    case 'screenout':
      return `screen out${then.message ? `: ${then.message}` : ''}`
    case 'finish':
      return 'finish'
  }
}
