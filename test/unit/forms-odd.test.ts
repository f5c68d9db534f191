/** Files in which anything may stand anywhere: each is read, or refused with a message of ours; nothing else is thrown. */
import { describe, expect, it } from 'vitest'
import { CommandError } from '../../src/errors.ts'
import { lssOf, qsfOf, workbookOf } from '../support/form-files.ts'
import { imported } from '../support/forms.ts'
import { fc } from '../support/property.ts'

const numRuns = process.env.SURVEYCTL_FULL ? 3000 : 250

const odd = fc.constantFrom<unknown>(
  null, true, false, 0, -1, 1e21, '', ' ', '__proto__', 'constructor', [], {}, [[]], [null], { __proto__: null, 0: {} }, 'x'.repeat(300),
  '${a}', '{a}', "not(not('", 'QID1', '\u0000\u001b[2J', '9999999999', ['a', { b: 1 }],
) // prettier-ignore

/** Places in it, by the way that leads there. */
function placesIn(value: unknown, way: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [way]
  return [way, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...way, name]))]
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value)) return value.map((inner, index) => (String(index) === name ? replaced(inner, rest, by) : inner))
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, key === name ? replaced(inner, rest, by) : inner]))
}

async function readOrRefused(source: Parameters<typeof imported>[0]): Promise<void> {
  try {
    const { content } = await imported(source)
    expect(content.screens.ids.at(-1)).toBe('submit')
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    expect(error.message).toMatch(/\S/)
  }
}

const choices = {
  Choices: { 1: { Display: 'A', TextEntry: 'on' }, 2: { Display: 'B' } },
  ChoiceOrder: ['1', 2],
  RecodeValues: { 1: '5', 2: '6' },
}
const logic = {
  0: { 0: { LogicType: 'Question', LeftOperand: 'q://QID1/SelectableChoice/1', Operator: 'Selected', Type: 'Expression' }, Type: 'If' },
  Type: 'BooleanExpression',
}
const files: Record<string, object> = {
  surveyjs: {
    title: { default: 'T', de: 'T' },
    locale: 'de',
    triggers: [{ type: 'complete', expression: '{a} = 1' }, { type: 'skip', expression: "{b} = 'x'", gotoName: 'e' }],
    calculatedValues: [{ name: 'v', expression: '{a} + 1' }],
    pages: [
      { name: 'p', title: 'P', visibleIf: '{a} notempty', timeLimit: 3, elements: [
        { type: 'text', name: 'a', inputType: 'number', min: 1, max: 5, validators: [{ type: 'numeric', minValue: 2 }] },
        { type: 'checkbox', name: 'b', choices: ['x', { value: 'y', text: { default: 'Y' }, visibleIf: '{a} > 1' }], showOtherItem: true, correctAnswer: ['x'] },
        { type: 'panel', name: 'q', elements: [{ type: 'matrix', name: 'c', rows: ['r'], columns: [{ value: 1, text: 'One' }], visibleIf: "{b} contains 'x'" }] },
        { type: 'matrixdropdown', name: 'd', columns: [{ name: 'k', cellType: 'dropdown', choices: [1, 2] }], rows: ['r', 's'] },
        { type: 'paneldynamic', name: 'e', panelCount: 2, minPanelCount: 2, maxPanelCount: 2, templateElements: [{ type: 'rating', name: 'f', rateValues: [1, 2] }] },
        { type: 'imagepicker', name: 'g', choices: [{ value: 'i', imageLink: 'i.png' }], multiSelect: true },
        { type: 'multipletext', name: 'h', items: [{ name: 'm', title: 'M' }] },
      ] },
    ],
  },
  qsf: qsfOf(
    [{ id: 'BL_1', questions: [
      { id: 'QID1', payload: { QuestionType: 'MC', Selector: 'SAVR', QuestionText: 'A', ...choices, Language: { DE: { QuestionText: 'A' } } }, skip: [{ ChoiceLocator: 'q://QID1/SelectableChoice/1', Condition: 'Selected', SkipToDestination: 'ENDOFBLOCK' }] },
      { id: 'QID2', payload: { QuestionType: 'Matrix', Selector: 'Likert', SubSelector: 'MultipleAnswer', QuestionText: 'B', ...choices, Answers: { 1: { Display: 'X' } }, AnswerOrder: ['1'], DisplayLogic: logic } },
      { id: 'QID3', payload: { QuestionType: 'Slider', Selector: 'HSLIDER', QuestionText: 'C', ...choices, Configuration: { CSSliderMin: 0, CSSliderMax: 10, NumDecimals: '1' } } },
      { id: 'QID4', payload: { QuestionType: 'SBS', Selector: 'SBSMatrix', QuestionText: 'D', ...choices, AdditionalQuestions: { 1: { QuestionType: 'Matrix', Selector: 'Likert', SubSelector: 'SingleAnswer', QuestionText: 'E', Answers: { 1: { Display: 'X' } } } } } },
      { id: 'QID5', payload: { QuestionType: 'TE', Selector: 'FORM', QuestionText: 'F', ...choices, Validation: { Settings: { ForceResponse: 'ON', Type: 'ContentType', ContentType: 'ValidNumber', ValidNumber: { Min: '1', Max: '9' } } } } },
    ] }],
    { flow: [{ Type: 'EmbeddedData', EmbeddedData: [{ Field: 'f' }] }, { Type: 'Branch', FlowID: 'FL_3', BranchLogic: logic, Flow: [{ Type: 'Block', ID: 'BL_1' }, { Type: 'EndSurvey', Options: { ResponseFlag: 'Screened' } }] }] },
  ),
  typeform: {
    title: 'T', settings: { language: 'en' }, hidden: ['h'], welcome_screens: [{ title: 'W', properties: { description: 'D' } }], thankyou_screens: [{ ref: 't', title: 'B' }],
    fields: [
      { ref: 'a', type: 'multiple_choice', title: 'A', properties: { choices: [{ ref: 'x', label: 'X' }], allow_other_choice: true } },
      { ref: 'b', type: 'matrix', title: 'B', properties: { fields: [{ ref: 'r', title: 'R', properties: { choices: [{ ref: 'c', label: 'C' }] } }] } },
      { ref: 'g', type: 'group', title: 'G', properties: { fields: [{ ref: 'n', type: 'number', title: 'N', validations: { min_value: 1, max_value: 3 } }] } },
    ],
    logic: [{ ref: 'a', actions: [{ action: 'jump', details: { to: { type: 'field', value: 'g' } }, condition: { op: 'is', vars: [{ type: 'field', value: 'a' }, { type: 'choice', value: 'x' }] } }, { action: 'add', details: { target: { value: 'score' }, value: { value: 1 } }, condition: { op: 'is', vars: [{ type: 'field', value: 'a' }, { type: 'choice', value: 'x' }] } }] }],
  },
} // prettier-ignore

describe('a file in which anything may stand anywhere', () => {
  it.each(Object.keys(files))('%s', async (name) => {
    const file = files[name]!
    await readOrRefused(file)
    const places = placesIn(file)
    const changes = fc.array(fc.tuple(fc.constantFrom(...places), odd), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(changes, async (some) => {
        let changed: unknown = file
        for (const [way, by] of some)
          if (placesIn(changed).some((one) => one.join('\n') === way.join('\n'))) changed = replaced(changed, way, by)
        await readOrRefused(JSON.stringify(changed))
      }),
      { numRuns },
    )
  })

  it('lss', async () => {
    const text = lssOf([
      { name: 'G', relevance: 'a.NAOK == "1"', questions: [
        { code: 'a', type: 'L', text: 'A', other: 'Y', answers: [['1', 'One']] },
        { code: 'b', type: 'F', text: 'B', parts: [['s', 'S']], answers: [['1', 'One']], relevance: '!is_empty(a) && a != "2"' },
        { code: 'c', type: 'N', text: 'C', attributes: { max_num_value_n: '5', min_num_value_n: '1' } },
        { code: 'd', type: '1', text: 'D', parts: [['s', 'S']], answers: [['1', 'One']] },
      ] },
    ]) // prettier-ignore
    const values = [...text.matchAll(/<!\[CDATA\[([^\]]*)\]\]>/g)]
    const by = fc.constantFrom('', '-1', '__proto__', 'x', '999999999999', '*', ':', ';', '|', '{a', '(((', '\u001b', '1e9', 'a.NAOK', 'Y')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(values.length - 1), by), { minLength: 1, maxLength: 4 }), async (some) => {
        let at = -1
        const wanted = new Map(some)
        const changed = text.replaceAll(/<!\[CDATA\[([^\]]*)\]\]>/g, (whole) =>
          wanted.has(++at) ? `<![CDATA[${wanted.get(at)}]]>` : whole,
        )
        await readOrRefused(changed)
        await readOrRefused(text.slice(0, Math.floor((text.length * (some[0]![0] + 1)) / (values.length + 1))))
      }),
      { numRuns },
    )
  })

  it('xlsform', async () => {
    const survey = [
      ['type', 'name', 'label', 'relevant', 'constraint', 'calculation', 'choice_filter', 'repeat_count', 'parameters', 'appearance'],
      ['begin group', 'g', 'G', "${a} = '1'", null, null, null, null, null, 'table-list'],
      ['select_one l', 'a', 'A', null, null, null, null, null, null, null],
      ['select_one l or_other', 'b', 'B', "selected(${a}, '1')", null, null, 'town=${a}', null, null, 'minimal'],
      ['end group', null, null, null, null, null, null, null, null, null],
      ['begin repeat', 'r', 'R', null, null, null, null, '3', null, null],
      ['range', 'c', 'C', null, '. > 1 and . < 5', null, null, null, 'start=1 end=5 step=1', 'rating'],
      ['end repeat', null, null, null, null, null, null, null, null, null],
      ['calculate', 'k', null, null, null, '${k}', null, null, null, null],
      ['calculate', 'm', null, null, null, '${n}', null, null, null, null],
      ['calculate', 'n', null, null, null, '${m}', null, null, null, null],
      ['date', 'd', 'D', '${k} = 1 or ${m} = 2', ". >= date('2026-01-01')", null, null, null, null, null],
    ] // prettier-ignore
    const choices = [['list_name', 'name', 'label', 'town'], ['l', '1', 'One', '1'], ['l', '2', 'Two', '2']] // prettier-ignore
    const cell = fc.constantFrom(
      null,
      '',
      -1,
      true,
      '__proto__',
      'begin repeat',
      'end group',
      'select_multiple',
      'select_one',
      'loop',
      '=1+1',
      '${',
      '((((',
      "'",
      'a.b-c',
      'rank l',
      1e21,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(11), fc.nat(9), cell), { minLength: 1, maxLength: 4 }), async (some) => {
        const changed = survey.map((row, index) =>
          row.map((value, place) => some.find(([r, c]) => r === index && c === place)?.[2] ?? value),
        )
        await readOrRefused(await workbookOf({ survey: changed, choices }))
      }),
      { numRuns: numRuns / 2 },
    )
  })
})
