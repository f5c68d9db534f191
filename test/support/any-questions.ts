/** Questions with any text where a text may stand, and options with any id. */
import { fc } from './property.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    '*a* _b_',
    '${x}',
    'a: b',
    "it's",
    '"q"',
    '=1+1',
    'two\nlines',
    '<b>',
    '&amp;',
    '“curly”',
    'x'.repeat(200),
    '__proto__',
  ),
)
const id = fc.oneof(anyText, fc.constantFrom('yes', 'no', '1', '01', 'a b', 'Ä', 'other', 'list_1', '-'))
const options = fc.uniqueArray(fc.record({ id: id.map((one) => one.trim().slice(0, 60) || 'x'), title: anyText }), {
  maxLength: 4,
  selector: ({ id: one }) => one,
})
const anyQuestion = fc.oneof(
  fc.record({
    type: fc.constant('choice'),
    title: anyText,
    description: anyText,
    choiceEntities: options,
    choiceMultiple: fc.boolean(),
    isRequired: fc.boolean(),
  }),
  fc.record({ type: fc.constant('dropdown'), title: anyText, dropdownEntities: options }),
  fc.record({ type: fc.constant('ranking'), title: anyText, rankingEntities: options }),
  fc.record({ type: fc.constant('matrix'), title: anyText, description: anyText, matrixRows: options, matrixColumns: options }),
  fc.record({ type: fc.constant('yesno'), title: anyText, yesnoYesLabel: anyText, yesnoNoLabel: anyText }),
  fc.record({ type: fc.constantFrom('message', 'input', 'email'), title: anyText, description: anyText }),
  fc.record({ type: fc.constant('html'), title: anyText, htmlContent: anyText }),
)

/** One to five of them and a final screen, as writers of other formats take a survey. */
export const anySurvey = fc.tuple(fc.array(anyQuestion, { minLength: 1, maxLength: 5 }), anyText).map(([questions, thanks]) => {
  const ids = questions.map((_, index) => `00000000-0000-4000-8000-00000000000${index}`)
  const entities: Record<string, any> = {
    ...Object.fromEntries(questions.map((one, index) => [ids[index]!, one])),
    submit: { type: 'submit', submitThanksTitle: thanks },
  }
  return { ids: [...ids, 'submit'], entities, rules: [], settings: { lang: 'en' as const } }
})
