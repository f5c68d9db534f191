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

/** What a person calls a screen, and of a test its row and what it compares with; how a message is shown. */
export interface RuleNames {
  screen: (id: string) => string
  choice: (test: Test, of: 'row' | 'value', id: string) => string
  message: (text: string) => string
}

export const namesIn = (rows: readonly ScreenRow[], screens: Widgets): RuleNames => ({
  screen: (id) => {
    const row = rows.find((each) => each.id === id)
    return row ? screenName(row) : `${id} (gone)`
  },
  choice: ({ question: asked, row }, of, id) => {
    const question = questionIn(screens, asked)
    const { options, rows: lines, columns } = question ? listsOf(question) : {}
    const list = of === 'row' ? lines : columns && row !== undefined ? columns : options
    return list?.find((option) => option.id === id)?.title ?? id
  },
  message: (text) => text,
})

export function ruleText({ if: on, then }: Rule, names: RuleNames): { when: string; then: string } {
  const { screen, choice } = names
  const testText = (test: Test): string => {
    const { question, row, operator, value } = test
    const values = value === undefined ? [] : [value].flat().map((item) => choice(test, 'value', String(item)))
    const part = row === undefined ? '' : `/${choice(test, 'row', row)}`
    return [`${screen(question)}${part}`, operators[operator], values.join(', ')].filter((word) => word !== '').join(' ')
  }
  const [tests, word] = 'all' in on ? [on.all, ' and '] : [on.any, ' or ']
  return { when: tests.map(testText).join(word), then: actionText(then, names) }
}

function actionText(then: Rule['then'], { screen, message }: RuleNames): string {
  switch (then.action) {
    case 'jump':
      return `go on at ${screen(then.to)}`
    case 'show':
    case 'hide':
      return `${then.action} ${then.questions.map(screen).join(', ')}`
    case 'screenout':
      return `screen out${then.message ? `: ${message(then.message)}` : ''}`
    case 'finish':
      return 'finish'
  }
}
