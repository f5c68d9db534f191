import { command, group } from '../../../cli/command.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import { allowLoss } from '../change-flags.ts'

const hidden = { ids: false, entities: false } as const
const meanings = {
  question: 'Number, key, variable, id or exact title of the question',
  option: 'Number, id or exact title of the option',
} as const
const matrixList = { list: { flag: '--list <list>', about: 'Which list of a matrix', choices: ['rows', 'columns'] } } as const
const place = {
  after: { flag: '--after <option>', about: 'Put it after this one' },
  before: { flag: '--before <option>', about: 'Put it before this one' },
} as const

const add = command('add', quiz.saveQuiz, {
  summary: 'Add options to a question',
  positionals: ['id', 'question', 'titles...'],
  arguments: { ...meanings, titles: 'Title of the new option' },
  flags: hidden,
  extra: { ...matrixList, ...place },
  examples: ['option add 42 2 Compost Lamps --after Tools', 'option add 42 matrix-1 Delivery --list rows'],
  run: async (context, { id, question, titles }, options) => (await import('./edit.ts')).addOptions(context, id, question, titles, options),
})

const set = command('set', quiz.saveQuiz, {
  summary: 'Change fields of an option',
  positionals: ['id', 'question', '[option]', '[fields...]'],
  arguments: { ...meanings, fields: 'FIELD=VALUE of the option (title, score, link); FIELD:=JSON takes any value' },
  flags: hidden,
  extra: { ...matrixList, allowLoss },
  examples: ['option set 42 2 Seeds title="Seeds and bulbs" score=2'],
  run: async (context, { id, question, option, fields }, options) =>
    (await import('./edit.ts')).setOptionFields(context, id, question, [option, ...(fields ?? [])], options),
})

const move = command('move', quiz.saveQuiz, {
  summary: 'Move an option to another place',
  positionals: ['id', 'question', '[option]'],
  arguments: meanings,
  flags: hidden,
  extra: { ...matrixList, ...place },
  examples: ['option move 42 2 Furniture --before Seeds'],
  run: async (context, { id, question, option }, options) =>
    (await import('./edit.ts')).moveOptions(context, id, question, option, options),
})

const remove = command('remove', quiz.saveQuiz, {
  summary: 'Remove an option from a question',
  aliases: ['rm', 'delete'],
  positionals: ['id', 'question', '[option]'],
  arguments: meanings,
  flags: hidden,
  extra: { ...matrixList, allowLoss },
  confirm: ({ id, option }) => (option === undefined ? undefined : `Remove option "${option}" from a question of survey ${id}?`),
  examples: ['option remove 42 2 Pots --yes --allow-loss'],
  run: async (context, { id, question, option }, options) =>
    (await import('./edit.ts')).removeOptions(context, id, question, option, options),
})

export const optionGroup = group('option', {
  summary: 'Options of a question: add, change, move, remove',
  aliases: ['options'],
  shows: 'question list {id}',
  commands: [add, set, move, remove],
})
