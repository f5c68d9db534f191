import { command, group, ownCommand } from '../../../cli/command.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import type { Column } from '../../../output/columns.ts'
import { allowLoss } from '../change-flags.ts'
import { questionTypes } from '../../../contract/surveys/question.ts'

const columns = ['number', 'key', 'variable', 'type', 'title', { path: 'required', as: 'yesno' }, 'options'] as const satisfies Column[]

/** The whole draft is sent by what changes a part of it: no one types it here. */
const hidden = { ids: false, entities: false } as const
const fieldsMeaning = { fields: "FIELD=VALUE of the question, by the service's names; FIELD= unsets, FIELD:=JSON takes any value" } as const
const questionMeaning = { question: 'Number (as the report counts), key, variable, id or exact title; see: question list' } as const
const place = {
  after: { flag: '--after <question>', about: 'Put it after this one' },
  before: { flag: '--before <question>', about: 'Put it before this one' },
} as const
/** What others call the types. */
const typesMeant = {
  checkbox: 'choice with choiceMultiple=true',
  checkboxes: 'choice with choiceMultiple=true',
  multiple: 'choice with choiceMultiple=true',
  radio: 'choice',
  single: 'choice',
  select: 'dropdown',
  number: 'slider',
  nps: 'scale, 0 to 10 unless told otherwise',
  stars: 'rating',
  text: 'input',
  textarea: 'input with inputMultiline=true',
  boolean: 'yesno',
  date: 'datetime',
  time: 'datetime with datetimeKind=time',
  upload: 'file',
  grid: 'matrix',
  likert: 'matrix',
  statement: 'message',
} as const satisfies Readonly<Record<string, string>>

const file = (about: string) => ({ flag: '--file <file>', about: `${about} from a JSON or YAML file (- for standard input)` }) as const

const list = command('list', quiz.viewQuiz, {
  summary: 'List the questions of a survey in their order',
  aliases: ['ls'],
  columns,
  examples: ['question list 42', "question list 42 --jq '.[] | select(.required) | .title'"],
  run: async (context, { id }) => (await import('./show.ts')).listQuestions(context, id, columns),
})

const view = command('view', quiz.viewQuiz, {
  summary: 'Show a question with all its fields',
  positionals: ['id', '[question]'],
  arguments: questionMeaning,
  examples: ['question view 42 4', 'question view 42 rating-1 --json'],
  run: async (context, { id, question }) => (await import('./show.ts')).viewQuestion(context, id, question),
})

const fieldColumns = ['field', 'value', 'default', 'example'] as const satisfies Column[]

const fields = ownCommand('fields', {
  summary: 'List the fields of a type of question: what each may hold, its default, an example',
  positionals: ['type'],
  arguments: { type: `Type of question: ${questionTypes.join(', ')}` },
  columns: fieldColumns,
  examples: ['question fields rating', 'question fields choice --json'],
  run: async (context, { type }) => (await import('./fields.ts')).listFields(context, type, fieldColumns),
})

const add = command('add', quiz.saveQuiz, {
  summary: 'Add a question to the draft of a survey',
  positionals: ['id', '[fields...]'],
  arguments: fieldsMeaning,
  flags: hidden,
  extra: {
    type: { flag: '--type <type>', about: 'Type of the question', choices: questionTypes, synonyms: typesMeant },
    title: { flag: '--title <text>', about: 'What is asked' },
    description: { flag: '--description <text>', about: 'Further text below the title' },
    required: { flag: '--required', about: 'Respondents must answer it' },
    option: { flag: '--option <title>', about: 'Option of a choice, dropdown or ranking', many: true },
    row: { flag: '--row <title>', about: 'Row of a matrix', many: true },
    column: { flag: '--column <title>', about: 'Column of a matrix', many: true },
    ...place,
    file: file('Read the question, or a list of several,'),
  },
  examples: [
    'question add 42 --type rating --title "How was the packaging?" --required --after 4',
    'question add 43 --type choice --title "How did you hear of us?" --option Friends --option Press choiceMultiple=true',
    'question add 43 --file added.yaml --before submit',
  ],
  run: async (context, { id, fields }, options) => (await import('./add.ts')).addQuestions(context, id, fields ?? [], options),
})

const set = command('set', quiz.saveQuiz, {
  summary: 'Change fields of a question',
  positionals: ['id', '[question]', '[fields...]'],
  arguments: { ...questionMeaning, ...fieldsMeaning },
  flags: hidden,
  extra: { file: file('Read the fields'), allowLoss },
  examples: [
    'question set 42 5 title="What should we do better?" isRequired=true',
    'echo "ratingCount: 10" | surveyctl question set 43 1 --file -',
  ],
  run: async (context, { id, question, fields }, options) =>
    (await import('./edit.ts')).setQuestion(context, id, [question, ...(fields ?? [])], options),
})

const toAPlace = { positionals: ['id', '[question]'], arguments: questionMeaning, flags: hidden, extra: place } as const

const move = command('move', quiz.saveQuiz, {
  summary: 'Move a question to another place',
  ...toAPlace,
  examples: ['question move 42 7 --after 2', 'question move 42 phone-1 --before submit'],
  run: async (context, { id, question }, options) => (await import('./edit.ts')).moveQuestion(context, id, question, options),
})

const copy = command('copy', quiz.saveQuiz, {
  summary: 'Copy a question, next to itself unless told otherwise',
  aliases: ['duplicate'],
  ...toAPlace,
  examples: ['question copy 42 4', 'question copy 42 matrix-1 --before submit'],
  run: async (context, { id, question }, options) => (await import('./edit.ts')).copyQuestion(context, id, question, options),
})

const remove = command('remove', quiz.saveQuiz, {
  summary: 'Remove a question from the draft',
  aliases: ['rm', 'delete'],
  positionals: ['id', '[question]'],
  arguments: questionMeaning,
  flags: hidden,
  extra: { allowLoss },
  // What was picked from a list was meant.
  confirm: ({ id, question }) => (question === undefined ? undefined : `Remove question "${question}" of survey ${id}?`),
  examples: ['question remove 43 2 --yes', 'question remove 42 phone-1 --yes --allow-loss'],
  run: async (context, { id, question }, options) => (await import('./edit.ts')).removeQuestion(context, id, question, options),
})

export const questionGroup = group('question', {
  summary: 'Questions of a survey: add, change, move, copy, remove',
  aliases: ['questions'],
  shows: 'question list {id}',
  commands: [list, view, fields, add, set, move, copy, remove],
})
