/** A small file of each system, written here, through the whole command: what becomes of it, and all that is told. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lssOf, qsfOf, workbookOf } from '../support/form-files.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('empty', { keep: true })

interface Outcome {
  screens: string[]
  losses: string[]
  rules: number
  keys: string[]
}

async function outcomeOf(content: string | Buffer | object, ...flags: string[]): Promise<Outcome> {
  const path = join(freshFolder(), 'form')
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
  const folder = String(served.sandbox.folderId)
  const { exitCode, json, stderr } = await served.run(['quiz', 'import', path, '--folder', folder, '--new', '--json', ...flags])
  expect(exitCode, stderr).toBe(0)
  const { widgets } = (await served.sandbox.request('GET', `/quiz/${json.quiz_id}`)).body as any
  const again = await served.run(['quiz', 'import', path, '--into', String(json.quiz_id), '--json', ...flags])
  expect([again.exitCode, again.json.keys, again.stderr]).toEqual([0, json.keys, expect.stringContaining('already has these values')])
  return {
    screens: widgets.ids.map((id: string) => `${widgets.entities[id].type} ${widgets.entities[id].title ?? ''}`.trim()),
    losses: json.losses.map(({ code, at, what }: any) => `${code} ${at} ${what}`),
    rules: json.rules,
    keys: Object.values(json.keys),
  }
}

const abc = [
  ['list name', 'name', 'label::English (en)', 'label::German (de)', 'town'],
  ['abc', 'a', 'Apple', 'Apfel', null],
  ['abc', 'b', 'Pear', 'Birne', null],
  ['yes_no', 'yes', 'Yes', 'Ja', null],
  ['yes_no', 'no', 'No', 'Nein', null],
  ['towns', 1, 'North', 'Nord', null],
  ['towns', 2, 'South', 'Süd', null],
  ['streets', 'x', 'Oak street', 'Eichenweg', 1],
  ['streets', 'y', 'Elm street', 'Ulmenweg', 2],
]
const workbook = () =>
  workbookOf({
    SURVEY: [
      ['type', 'name', 'label::English (en)', 'label::German (de)', 'relevance', 'constraint', 'required', 'appearance', 'choice_filter', 'repeat_count', 'calculation', 'hint'],
      ['start', 'begun', null, null, null, null, null, null, null, null, null, null],
      ['note', 'welcome', '**Hello** there', 'Hallo', null, null, null, null, null, null, null, null],
      ['select_one yes_no', 'grows', 'Do you grow fruit?', 'Bauen Sie Obst an?', null, null, 'yes', null, null, null, null, null],
      ['begin group', 'fruit', 'Fruit', 'Obst', "${grows} = 'yes'", null, null, null, null, null, null, null],
      ['select_multiple abc or_other', 'which', 'Which?', 'Welches?', null, null, null, null, null, null, null, 'All of them'],
      ['integer', 'trees', 'How many trees?', 'Wie viele Bäume?', 'count-selected(${which}) > 0', '. >= 0 and . < 500', null, null, null, null, null, null],
      ['end group', null, null, null, null, null, null, null, null, null, null, null],
      ['begin group', 'rate', 'How good?', 'Wie gut?', null, null, null, 'table-list', null, null, null, null],
      ['select_one abc', 'soil', 'Soil', 'Boden', null, null, null, null, null, null, null, null],
      ['select_one abc', 'water', 'Water', 'Wasser', null, null, null, null, null, null, null, null],
      ['end group', null, null, null, null, null, null, null, null, null, null, null],
      ['select_one towns', 'town', 'Where?', 'Wo?', null, null, null, null, null, null, null, null],
      ['select_one streets', 'street', 'Which street?', 'Welche Straße?', null, null, null, 'minimal', 'town=${town}', null, null, null],
      ['calculate', 'double', null, null, null, null, null, null, null, null, '${trees} * 2', null],
      ['begin repeat', 'helpers', 'Helpers', 'Helfer', null, null, null, null, null, 2, null, null],
      ['text', 'who', 'Who?', 'Wer?', null, null, null, null, null, null, null, null],
      ['end repeat', null, null, null, null, null, null, null, null, null, null, null],
      ['geopoint', 'place', 'Where exactly, ${who}?', null, '${double} > 10', null, null, null, null, null, null, null],
      ['date', 'day', 'When?', 'Wann?', null, ". >= date('2026-01-01')", null, null, null, null, null, null],
      ['odd', 'odd', 'Odd', null, null, null, null, null, null, null, null, null],
    ],
    Choices: abc,
    settings: [
      ['form_title', 'form_id', 'style'],
      ['Garden', 'garden', 'pages'],
    ],
  }) // prettier-ignore

describe('XLSForm', () => {
  it('becomes questions, a table, lists by town, turns of a repeat', async () => {
    expect(await outcomeOf(await workbook())).toEqual({
      screens: [
        'welcome Hello there',
        'yesno Do you grow fruit?',
        'message Fruit',
        'choice Which?',
        'input Other',
        'input How many trees?',
        'matrix How good?',
        'choice Where?',
        'dropdown Which street?',
        'dropdown Which street?',
        'message Helpers',
        'input Who?',
        'input Who?',
        'input Where exactly, …?',
        'datetime When?',
        'submit',
      ],
      losses: [
        'type.unknown survey!A21 odd',
        'type.unsupported survey!A19 geopoint',
        'text.piping survey!A19 Where exactly, ${who}?',
        'calc.used survey!A15 ${trees} * 2',
        'logic.widened survey!E19 ${double} > 10',
        'validation.number survey!A7 a whole number from 0 to 499',
        'meta.dropped survey!A2 start',
        'text.markup survey!A3 **Hello** there',
        'structure.group survey!A5 Fruit',
        'other.split survey!A6 "Other" with a text of its own',
        'structure.group survey!A9 How good?',
        'structure.table survey!I14 town=${town}',
        'structure.group survey!A16 Helpers',
        'setting.dropped settings style',
        'lang.dropped settings German (de)',
      ],
      rules: expect.any(Number),
      keys: ['grows', 'which', 'which_other', 'trees', 'rate', 'town', 'street1', 'street2', 'who', 'who2', 'place', 'day'],
    })
  })

  it('is a single sheet of any name', async () => {
    const sheet = [
      ['type', 'name', 'label'],
      ['text', 'state', 'The state'],
    ]
    expect(await outcomeOf(await workbookOf({ Tabelle1: sheet }))).toEqual({
      screens: ['input The state', 'submit'],
      losses: [],
      rules: 0,
      keys: ['state'],
    })
  })

  it('is read in the language that is asked for, under the same ids', async () => {
    const [english, german] = [await outcomeOf(await workbook()), await outcomeOf(await workbook(), '--lang', 'de')]
    expect(german.keys).toEqual(english.keys)
    expect(german.screens.slice(0, 3)).toEqual(['welcome Hallo', 'yesno Bauen Sie Obst an?', 'message Obst'])
    expect(german.losses).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^lang.missing settings 1 text has no German/),
        'lang.unsupported settings German (de)',
      ]),
    )
  })
})

describe.each(['old', 'new'] as const)('LSS of an %s version', (generation) => {
  it('becomes questions, tables, options; what is no question is told', async () => {
    const answers = [
      ['A1', 'Good'],
      ['A2', 'Bad'],
    ] as const
    const parts = [
      ['SQ1', 'Soil'],
      ['SQ2', 'Water'],
    ] as const
    const lss = lssOf(
      [
        {
          name: 'First',
          questions: [
            { code: 'Q1', type: 'L', text: '<p>How is <b>it</b>?</p>', mandatory: 'Y', other: 'Y', answers },
            { code: 'Q2', type: 'M', text: 'Which?', parts, relevance: 'Q1.NAOK == "A1"' },
            { code: 'Q3', type: 'F', text: 'How are they?', answers, parts },
            { code: 'Q4', type: 'N', text: 'How many?' },
            { code: 'EQ', type: '*', text: '{Q4 * 2}' },
          ],
        },
        {
          name: '',
          relevance: 'EQ > 3',
          questions: [
            { code: 'Q5', type: 'D', text: 'When, {Q4}?' },
            { code: 'Q6', type: 'Y', text: 'Sure?' },
            { code: 'Q7', type: '|', text: 'A photo', attributes: { allowed_filetypes: 'png, jpg', max_num_of_files: '2' } },
            { code: 'Q8', type: '€', text: 'Odd' },
          ],
        },
      ],
      { generation, end: 'Thank you' },
    )
    const { screens, losses, keys } = await outcomeOf(lss)
    expect(screens).toEqual([
      'message First',
      'choice How is it?',
      'input Other',
      'choice Which?',
      'matrix How are they?',
      'input How many?',
      'datetime When, …?',
      'yesno Sure?',
      'file A photo',
      'submit',
    ])
    expect(losses).toEqual([
      'type.unknown question Q8 type €',
      'text.piping question Q5 When, {Q4}?',
      'calc.used question EQ {Q4 * 2}',
      // Of each of its questions.
      ...Array<string>(3).fill('logic.widened group 2 EQ > 3'),
      'validation.number question Q4 a number',
      'structure.group group 1 First',
      'text.markup question Q1 <p>How is <b>it</b>?</p>',
      'other.split question Q1 Other',
    ])
    expect(keys).toEqual(['Q1', 'Q1_other', 'Q2', 'Q3', 'Q4', 'Q5', 'Q6', 'Q7'])
  })
})

describe('QSF', () => {
  it('becomes questions in the order of the flow, with what ends early', async () => {
    const choices = (...titles: string[]) => ({
      Choices: Object.fromEntries(titles.map((title, index) => [index + 1, { Display: title }])),
      ChoiceOrder: titles.map((_, index) => index + 1),
    })
    const answers = (...titles: string[]) => ({
      Answers: Object.fromEntries(titles.map((title, index) => [index + 1, { Display: title }])),
      AnswerOrder: titles.map((_, index) => index + 1),
    })
    const selected = {
      LogicType: 'Question',
      LeftOperand: 'q://QID1/SelectableChoice/2',
      Operator: 'Selected',
      Description: 'If <b>No</b> is selected',
    }
    const qsf = qsfOf(
      [
        {
          id: 'BL_2',
          questions: [
            { id: 'QID4', payload: { QuestionType: 'Slider', Selector: 'HSLIDER', QuestionText: 'How much?', ...choices('Water'), Configuration: { CSSliderMin: 0, CSSliderMax: 10 } } },
            { id: 'QID5', payload: { QuestionType: 'HeatMap', Selector: 'Image', QuestionText: 'Where?' } },
            { id: 'QID6', payload: { QuestionType: 'TE', Selector: 'SL', QuestionText: 'Dear ${e://Field/name}', Validation: { Settings: { ForceResponse: 'ON', Type: 'ContentType', ContentType: 'ValidEmail' } } } },
          ],
        },
        {
          id: 'BL_1',
          questions: [
            { id: 'QID1', payload: { QuestionType: 'MC', Selector: 'SAVR', QuestionText: 'Do you garden?', ...choices('Yes', 'No') } },
            { id: 'QID2', payload: { QuestionType: 'Matrix', Selector: 'Likert', SubSelector: 'SingleAnswer', QuestionText: 'How is it?', ...choices('Soil', 'Water'), ...answers('Good', 'Bad') } },
            { id: 'QID3', payload: { QuestionType: 'DB', Selector: 'TB', QuestionText: '<h2>Next</h2><ul><li>one</li></ul>' } },
          ],
        },
      ],
      {
        flow: [
          { Type: 'EmbeddedData', FlowID: 'FL_2', EmbeddedData: [{ Field: 'name' }] },
          { Type: 'Block', ID: 'BL_1', FlowID: 'FL_3' },
          { Type: 'Branch', FlowID: 'FL_4', BranchLogic: { 0: { 0: selected, Type: 'If' }, Type: 'BooleanExpression' }, Flow: [{ Type: 'EndSurvey', FlowID: 'FL_5' }] },
          { Type: 'BlockRandomizer', FlowID: 'FL_6', SubSet: 1, Flow: [{ Type: 'Block', ID: 'BL_2', FlowID: 'FL_7' }, { Type: 'EmbeddedData', FlowID: 'FL_8' }] },
          // Nothing is lost of an order of one.
          { Type: 'BlockRandomizer', FlowID: 'FL_9', SubSet: 1, Flow: [{ Type: 'EmbeddedData', FlowID: 'FL_10' }] },
        ],
      },
    ) // prettier-ignore
    const { screens, losses, keys, rules } = await outcomeOf(qsf)
    expect(screens).toEqual([
      'choice Do you garden?',
      'matrix How is it?',
      expect.stringMatching(/^html Next/),
      'slider How much? · Water',
      'input Where?',
      'email Dear …',
      'submit',
    ])
    expect(losses).toEqual([
      'type.unsupported QID5 HeatMap Image',
      'text.piping QID6 Dear ${e://Field/name}',
      'logic.random FL_6 1 of 2 in a random order',
      'hidden.undeclared FL_2 name',
      'structure.table QID4 1 field in one question',
      'text.markup QID3 <h2>Next</h2><ul><li>one</li></ul>',
    ])
    expect([keys, rules]).toEqual([['Q1', 'Q2', 'Q41', 'Q5', 'Q6'], 1])
  })
})
