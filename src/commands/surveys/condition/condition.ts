import { command, group } from '../../../cli/command.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import type { Column } from '../../../output/columns.ts'

const columns = ['number', 'when', 'then'] as const satisfies Column[]
const walked = ['number', 'key', 'type', 'title'] as const satisfies Column[]

/** The whole logic is sent by what changes a rule of it. */
const hidden = { conditions: false } as const

const list = command('list', quiz.viewQuiz, {
  summary: 'List the rules of the navigation logic in their order',
  aliases: ['ls'],
  columns,
  examples: ['condition list 42', 'condition list 42 --json'],
  run: async (context, { id }) => (await import('./rules.ts')).listRules(context, id, columns),
})

const add = command('add', quiz.conditionsQuiz, {
  summary: 'Add a rule to the navigation logic of a survey',
  flags: hidden,
  extra: {
    when: {
      flag: '--when <test>',
      about: "A test: QUESTION OPERATOR VALUE, e.g. '1 = no', '4 <= 2', '2 contains Seeds', '9/Website = Very', '5 answered'",
      many: true,
    },
    any: { flag: '--any', about: 'One of the tests is enough (otherwise all must hold)' },
    jump: { flag: '--jump <question>', about: 'Then jump to this later question' },
    show: { flag: '--show <question>', about: 'Then show this question, which is hidden otherwise', many: true },
    hide: { flag: '--hide <question>', about: 'Then hide this question', many: true },
    finish: { flag: '--finish', about: 'Then go to the final screen' },
    screenout: { flag: '--screenout <message>', about: 'Then end without completing, and say this' },
    at: { flag: '--at <n>', about: 'Place among the rules; an earlier one decides first (default: the last)' },
    file: { flag: '--file <file>', about: 'Read the rule, with ids, from a JSON or YAML file (- for standard input)' },
  },
  examples: [
    "condition add 42 --when '6 < 3' --jump submit",
    "condition add 42 --when '2 contains Seeds' --when '2 contains Tools' --any --show file-1 --at 1",
  ],
  run: async (context, { id }, options) => (await import('./rules.ts')).addRule(context, id, options),
})

const remove = command('remove', quiz.conditionsQuiz, {
  summary: 'Remove rules from the navigation logic of a survey',
  aliases: ['rm', 'delete'],
  positionals: ['id', 'numbers...'],
  arguments: { numbers: 'Number of a rule, as "condition list" shows it' },
  flags: hidden,
  confirm: ({ id, numbers }) => `Remove ${numbers.length === 1 ? `rule ${numbers[0]}` : `rules ${numbers.join(', ')}`} from survey ${id}?`,
  examples: ['condition remove 42 2 --yes'],
  run: async (context, { id, numbers }) => (await import('./rules.ts')).removeRules(context, id, numbers),
})

const test = command('test', quiz.viewQuiz, {
  summary: 'Show which screens come, given these answers',
  positionals: ['id', '[answers...]'],
  arguments: { answers: "QUESTION=ANSWER, e.g. 1=no, 2='Seeds, Tools', 9='Website: Very'; QUESTION:=JSON as it is stored" },
  columns: walked,
  examples: ['condition test 42 1=yes 4=2', 'condition test 42 1=no --json --jq .end'],
  run: async (context, { id, answers }) => (await import('./rules.ts')).testRules(context, id, answers ?? [], walked),
})

export const conditionGroup = group('condition', {
  summary: 'Navigation logic: which screens follow which answers',
  aliases: ['conditions', 'logic'],
  shows: 'condition list {id}',
  commands: [list, add, remove, test],
})
