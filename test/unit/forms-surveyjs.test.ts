/** SurveyJS: what becomes of its questions, and that its logic leads the same ways as its own engine. */
import { Model } from 'survey-core'
import { describe, expect, it } from 'vitest'
import { imported, told } from '../support/forms.ts'
import { fc } from '../support/property.ts'

const one = async (element: object) => {
  const { screens, losses } = await imported({ elements: [{ name: 'q', title: 'Q', ...element }] })
  const { submit: _, ...rest } = screens
  return { screens: rest, losses: told(losses) }
}
const ab = ['a', 'b']
const options = [
  { id: 'a', title: 'a' },
  { id: 'b', title: 'b' },
]

describe('a question of SurveyJS', () => {
  it.each([
    [{ type: 'text' }, { type: 'input' }],
    [
      { type: 'text', inputType: 'email', placeholder: 'you@' },
      { type: 'email', emailPlaceholder: 'you@' },
    ],
    [{ type: 'text', inputType: 'tel' }, { type: 'phone' }],
    [
      { type: 'text', inputType: 'date', min: '2026-01-01' },
      { type: 'datetime', datetimeKind: 'date', datetimeMin: '2026-01-01' },
    ],
    [
      { type: 'text', inputType: 'datetime-local' },
      { type: 'datetime', datetimeKind: 'datetime' },
    ],
    [
      { type: 'text', inputType: 'number', min: 1, max: 7 },
      { type: 'scale', scaleFrom: 1, scaleTo: 7 },
    ],
    [
      { type: 'text', inputType: 'range', max: 9 },
      { type: 'slider', sliderMin: 0, sliderMax: 9, sliderStep: 1 },
    ],
    [{ type: 'text', validators: [{ type: 'email' }] }, { type: 'email' }],
    [
      { type: 'comment', maxLength: 99 },
      { type: 'input', inputMultiline: true, inputMaxLength: 99 },
    ],
    [
      { type: 'radiogroup', choices: ab, isRequired: true },
      { type: 'choice', choiceEntities: options, isRequired: true },
    ],
    [
      { type: 'dropdown', choices: ab },
      { type: 'dropdown', dropdownEntities: options },
    ],
    [
      { type: 'checkbox', choices: ab, maxSelectedChoices: 1 },
      { type: 'choice', choiceEntities: options, choiceMultiple: true, choiceMax: 1 },
    ],
    [
      { type: 'ranking', choices: ab },
      { type: 'ranking', rankingEntities: options },
    ],
    [
      { type: 'boolean', labelTrue: 'Yep' },
      { type: 'yesno', yesnoYesLabel: 'Yep' },
    ],
    [
      { type: 'rating', rateType: 'stars', rateMax: 4 },
      { type: 'rating', ratingCount: 4 },
    ],
    [
      { type: 'rating', rateMin: 0, rateMax: 10, minRateDescription: 'no' },
      { type: 'scale', scaleFrom: 0, scaleTo: 10, scaleFromLabel: 'no' },
    ],
    [
      { type: 'slider', min: 2, max: 8, step: 2 },
      { type: 'slider', sliderMin: 2, sliderMax: 8, sliderStep: 2 },
    ],
    [
      { type: 'file', acceptedTypes: '.pdf,image/png', maxSize: 1000 },
      { type: 'file', fileExtensions: ['pdf', 'png'], fileMaxBytes: 1000 },
    ],
    [
      { type: 'matrix', rows: ab, columns: ab, eachRowRequired: true },
      { type: 'matrix', matrixRows: options, matrixColumns: options, isRequired: true },
    ],
    [
      { type: 'matrix', cellType: 'checkbox', rows: ab, columns: ab },
      { type: 'matrix', matrixRows: options, matrixColumns: options, matrixMultiple: true },
    ],
  ])('%j loses nothing', async (element, expected) => {
    expect(await one(element)).toEqual({ screens: { q: { title: 'Q', ...expected } }, losses: [] })
  })

  it.each([
    [{ type: 'text', inputType: 'number' }, { q: 'input' }, ['validation.number elements[0] a whole number']],
    [{ type: 'radiogroup' }, { q: 'input' }, ['choices.external elements[0] it has no options in the file']],
    [
      { type: 'radiogroup', choices: ab, showOtherItem: true },
      { q: 'choice', 'q-other': 'input' },
      ['other.split elements[0] "Other (describe)" with a text of its own'],
    ],
    [{ type: 'checkbox', choices: ab, showNoneItem: true }, { q: 'choice' }, ['none.exclusive elements[0] None']],
    [
      { type: 'radiogroup', choices: ab, choicesOrder: 'random' },
      { q: 'choice' },
      ['options.random elements[0] options in a random order'],
    ],
    [
      { type: 'multipletext', items: [{ name: 'x' }, { name: 'y' }] },
      { 'q-x': 'input', 'q-y': 'input' },
      ['structure.table elements[0] 2 texts in one question'],
    ],
    [
      { type: 'matrixdropdown', choices: ab, rows: ab, columns: [{ name: 'c' }, { name: 't', cellType: 'text' }] },
      { 'q-c': 'matrix', 'q-a-t': 'input', 'q-b-t': 'input' },
      ['structure.table elements[0] columns with lists of their own', 'structure.table elements[0] 2 rows'],
    ],
    [
      { type: 'paneldynamic', panelCount: 2, minPanelCount: 2, maxPanelCount: 2, templateElements: [{ type: 'text', name: 'n' }] },
      { 'q-n': 'input', 'q-n-2': 'input' },
      [],
    ],
    [
      { type: 'paneldynamic', templateElements: [{ type: 'text', name: 'n' }] },
      { 'q-n': 'input' },
      ['structure.repeat elements[0] "q" is asked as often as the respondent wants'],
    ],
    [{ type: 'hologram' }, {}, ['type.unknown elements[0] hologram']],
    [{ type: 'text', visible: false }, {}, ['hidden.undeclared elements[0] "q" is hidden']],
    [{ type: 'text', defaultValue: 'x' }, { q: 'input' }, ['default.dropped elements[0] defaultValue: "x"']],
    [
      { type: 'text', title: 'Dear {name}, <b>hello</b>' },
      { q: 'input' },
      ['text.piping elements[0] Dear {name}, hello', 'text.markup elements[0] Dear {name}, <b>hello</b>'],
    ],
  ])('%j', async (element, types, losses) => {
    const read = await one(element)
    expect(Object.fromEntries(Object.entries(read.screens).map(([key, { type }]) => [key, type]))).toEqual(types)
    expect(read.losses).toEqual(losses)
  })
})

describe('the logic of SurveyJS', () => {
  it.each([
    [
      "{a} = 'x' and {b} notempty",
      [
        {
          all: [
            { q: 'a', is: 'equals x' },
            { q: 'b', is: 'answered ' },
          ],
        },
      ],
    ],
    [
      "{a} = 'x' or {a} = 'y'",
      [
        {
          any: [
            { q: 'a', is: 'equals x' },
            { q: 'a', is: 'equals y' },
          ],
        },
      ],
    ],
    ["{c} contains 'y'", [{ all: [{ q: 'c', is: 'contains y' }] }]],
    [
      "{c} anyof ['x', 'y']",
      [
        {
          any: [
            { q: 'c', is: 'contains x' },
            { q: 'c', is: 'contains y' },
          ],
        },
      ],
    ],
    ['{b} empty', [{ all: [{ q: 'b', is: 'not_answered ' }] }]],
  ])('%s', async (visibleIf, expected) => {
    const { form, content, idMap, losses } = await imported({
      elements: [
        { type: 'radiogroup', name: 'a', choices: ['x', 'y', 'z'] },
        { type: 'text', name: 'b' },
        { type: 'checkbox', name: 'c', choices: ['x', 'y'] },
        { type: 'text', name: 'd', visibleIf },
      ],
    })
    const key = (id: string): string => Object.entries(idMap.questions).find(([, one]) => one === id)![0]
    const { rules = [] } = content.conditions as any
    const read = rules.map((rule: any) =>
      Object.fromEntries(
        Object.entries<any[]>(rule.if).map(([kind, tests]) => [
          kind,
          tests.map((test) => ({ q: key(test.question), is: `${test.operator} ${test.value ?? ''}` })),
        ]),
      ),
    )
    expect([read, losses, form.source]).toEqual([expected, [], 'surveyjs'])
  })

  it('shows more, not less, where it does not understand, and says what', async () => {
    const { losses, path } = await imported({
      elements: [
        { type: 'boolean', name: 'a' },
        { type: 'text', name: 'b', visibleIf: '{a} = true and age({born}) > 18' },
        { type: 'text', name: 'c', visibleIf: '{d} = 1' },
        { type: 'text', name: 'd' },
      ],
    })
    expect(told(losses)).toEqual([
      'logic.widened elements[1].visibleIf {a} = true and age({born}) > 18',
      'logic.forward elements[2].visibleIf {d} = 1: "d" comes later',
    ])
    expect([path({ a: 'no' }), path({ a: 'yes' })]).toEqual([
      ['a', 'c', 'd', 'submit'],
      ['a', 'b', 'c', 'd', 'submit'],
    ])
  })

  it('jumps where a trigger does, and ends where one completes', async () => {
    const { path } = await imported({
      elements: ['a', 'b', 'c', 'd'].map((name) => ({ type: 'radiogroup', name, choices: ['x', 'y'] })),
      triggers: [
        { type: 'skip', expression: "{a} = 'x'", gotoName: 'd' },
        { type: 'complete', expression: "{a} = 'y' and {b} = 'y'" },
      ],
    })
    expect([path({ a: ['x'] }), path({ a: ['y'], b: ['y'] }), path({ a: ['y'], b: ['x'] }), path({})]).toEqual([
      ['a', 'd', 'submit'],
      ['a', 'b', 'submit'],
      ['a', 'b', 'c', 'd', 'submit'],
      ['a', 'b', 'c', 'd', 'submit'],
    ])
  })
})

const questions = [
  { type: 'boolean', name: 'yes' },
  { type: 'radiogroup', name: 'one', choices: ['a', 'b', 3] },
  { type: 'checkbox', name: 'many', choices: ['a', 'b', 'c'] },
  { type: 'rating', name: 'rate', rateMin: 0, rateMax: 4 },
  { type: 'dropdown', name: 'drop', choices: [1, 2, 10] },
  { type: 'text', name: 'free' },
  { type: 'matrix', name: 'grid', rows: ['r1', 'r2'], columns: ['a', 'b'] },
] as const
type Name = (typeof questions)[number]['name']
const tests: Record<Name, fc.Arbitrary<string>> = {
  yes: fc.constantFrom('{yes} = true', '{yes} = false', '{yes} <> true', '{yes} empty', '{yes}', '!{yes}'),
  one: fc.constantFrom(
    "{one} = 'a'",
    "{one} != 'b'",
    '{one} = 3',
    "{one} anyof ['a', 'b']",
    "'a' = {one}",
    '{one} notempty',
    "{one} = 'zz'",
  ),
  many: fc.constantFrom(
    "{many} contains 'a'",
    "{many} notcontains 'b'",
    "{many} allof ['a', 'c']",
    "{many} anyof ['b', 'c']",
    "{many} noneof ['a', 'b']",
    "{many} = ['a', 'b']",
    '{many} empty',
  ),
  rate: fc.constantFrom(
    '{rate} > 2',
    '{rate} >= 4',
    '{rate} < 1',
    '{rate} <= 0',
    '{rate} = 3',
    '{rate} <> 3',
    '{rate} > 4',
    '{rate} < 9',
    '!({rate} < 2)',
  ),
  drop: fc.constantFrom('{drop} > 1', '{drop} <= 2', "{drop} = '10'", '{drop} < 1', '{drop} != 2'),
  free: fc.constantFrom("{free} = 'blue'", "{free} contains 'lu'", '{free} notempty', "{free} <> 'red'"),
  grid: fc.constantFrom("{grid.r1} = 'a'", "{grid.r2} <> 'b'", '{grid.r1} empty', '{grid} notempty'),
}
const answers: Record<Name, fc.Arbitrary<unknown>> = {
  yes: fc.constantFrom(undefined, true, false),
  one: fc.constantFrom(undefined, 'a', 'b', 3),
  many: fc.constantFrom(undefined, ['a'], ['b', 'a'], ['c'], ['a', 'b', 'c']),
  rate: fc.constantFrom(undefined, 0, 1, 2, 3, 4),
  drop: fc.constantFrom(undefined, 1, 2, 10),
  free: fc.constantFrom(undefined, 'blue', 'red'),
  grid: fc.constantFrom(undefined, { r1: 'a' }, { r1: 'b', r2: 'b' }),
}
/** As it is stored here. */
function stored(value: any): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object')
    return Array.isArray(value) ? value : Object.fromEntries(Object.entries(value).map(([row, column]) => [row, [column]]))
  return value
}
const expressionOver = (names: readonly Name[]): fc.Arbitrary<string> =>
  fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...names).chain((name) => tests[name]),
      fc.tuple(tie('node'), fc.constantFrom(' and ', ' or '), tie('node')).map(([a, sign, b]) => `(${a}${sign}${b})`),
      tie('node').map((inner) => `!(${inner})`),
    ),
  })).node

it('tells where SurveyJS takes capital letters for small ones', async () => {
  const { losses } = await imported({
    elements: [
      { type: 'text', name: 'a' },
      { type: 'radiogroup', name: 'b', choices: ['Red'] },
      { type: 'text', name: 'c', visibleIf: "{a} = 'Red'" },
      { type: 'text', name: 'd', visibleIf: "{a} = '12' and {b} = 'red'" },
    ],
  })
  expect(told(losses)).toEqual(["setting.changed elements[2].visibleIf {a} = 'Red'"])
})

it('tells of a calculation by its place, its name and what it calculates', async () => {
  const { losses } = await imported({
    calculatedValues: [{ name: 'v', expression: '{a} + 1' }],
    elements: [
      { type: 'text', name: 'a' },
      { type: 'expression', name: 'ex', expression: '{a} * 2' },
      { type: 'text', name: 'b', visibleIf: '{v} > 1' },
    ],
  })
  expect(losses.filter(({ code }) => code.startsWith('calc')).map(({ code, at, key, what }) => [code, at, key, what])).toEqual([
    ['calc.used', 'calculatedValues[0]', 'v', '{a} + 1'],
    ['calc.dropped', 'elements[1]', 'ex', '{a} * 2'],
  ])
})

describe('the logic of SurveyJS and its own engine', () => {
  it('show the same questions, for whatever is answered', async () => {
    const names = questions.map(({ name }) => name)
    const condition = (index: number): fc.Arbitrary<string | undefined> =>
      index === 0 ? fc.constant(undefined) : fc.option(expressionOver(names.slice(0, index)), { nil: undefined, freq: 3 })
    const survey = fc.tuple(...names.map((_, index) => condition(index)))
    const values = fc.record(Object.fromEntries(names.map((name) => [name, answers[name]])) as typeof answers)
    await fc.assert(
      fc.asyncProperty(survey, fc.array(values, { minLength: 3, maxLength: 3 }), async (conditions, given) => {
        const elements = questions.map((question, index) => ({
          ...question,
          ...(conditions[index] !== undefined && { visibleIf: conditions[index] }),
        }))
        const { path, losses } = await imported({ elements })
        expect(losses.filter(({ code }) => code.startsWith('logic'))).toEqual([])
        for (const all of given) {
          const model = new Model({ elements })
          const shown: string[] = []
          for (const name of names) {
            if (!model.getQuestionByName(name).isVisible) continue
            shown.push(name)
            if (all[name] !== undefined) model.setValue(name, all[name])
          }
          const own = Object.fromEntries(
            names.flatMap((name) =>
              all[name] === undefined
                ? []
                : [[name, name === 'one' ? [String(all[name])] : name === 'drop' ? String(all[name]) : stored(all[name])]],
            ),
          )
          expect(path(own).filter((key) => key !== 'submit')).toEqual(shown)
        }
      }),
      { numRuns: process.env.SURVEYCTL_FULL ? 50 : 20 },
    )
  })
})
