/** Surveys with logic, and answers to them, from a seed: every type of question, tests and actions of every kind. */
import type { Rule } from '../../src/model/logic.ts'
import { isRequired, listsOf } from '../../src/model/question/index.ts'
import type { Question, Settings } from '../../src/model/survey.ts'
import { plausible } from '../../src/sandbox/seed/plausible.ts'
import { seeded, type Random } from '../../src/sandbox/engine/random.ts'

type Test = Extract<Rule['if'], { all: unknown }>['all'][number]

export interface LogicSurvey {
  ids: string[]
  entities: Record<string, Question>
  rules: Rule[]
  settings: Settings
  /** What the respondent gives where they are asked; a question that isn't here is left blank. */
  answers: Record<string, unknown>
}

const options = (...titles: string[]) => titles.map((title) => ({ id: title.toLowerCase().replaceAll(' ', '-'), title }))
const words = ['red', 'Blue', 'green, and red', '12', '9']
const emails = ['one@example.com', 'two@example.com']
const days = ['2026-02-01', '2026-11-30']

/** Few answers each, so that tests often hold. */
const makers: readonly ((random: Random) => Question)[] = [
  () => ({ type: 'yesno' }),
  (random) => ({
    type: 'choice',
    choiceMultiple: random.chance(0.6),
    choiceMax: random.pick([undefined, 2]),
    choiceMin: random.pick([undefined, 2]),
    choiceEntities: random.chance(0.3)
      ? [{ title: 'First' }, { title: 'Second' }, { title: 'Third' }]
      : options('Tea', 'Coffee', 'Hot milk'),
  }),
  () => ({ type: 'dropdown', dropdownEntities: options('Town', 'Village', 'Far away') }),
  () => ({ type: 'ranking', rankingEntities: options('Price', 'Speed', 'Taste') }),
  (random) => ({ type: 'slider', sliderMin: random.pick([-5, 0]), sliderMax: 5, sliderStep: random.pick([1, 2.5]) }),
  () => ({ type: 'rating', ratingCount: 4 }),
  () => ({ type: 'scale', scaleFrom: 1, scaleTo: 5 }),
  (random) => ({ type: 'input', inputMultiline: random.chance(0.3) }),
  () => ({ type: 'email' }),
  () => ({ type: 'phone' }),
  (random) => ({ type: 'datetime', datetimeKind: random.pick(['date', 'time'] as const) }),
  (random) => ({
    type: 'matrix',
    matrixMultiple: random.chance(0.3),
    matrixRows: options('Soup', 'Bread'),
    matrixColumns: options('Bad', 'Fair', 'Good'),
  }),
  () => ({ type: 'file', fileExtensions: ['txt'] }),
  () => ({ type: 'message', messageLabel: 'On' }),
  () => ({ type: 'html', htmlContent: '<p>Text</p>' }),
]

export function randomLogic(seed: number): LogicSurvey {
  const random = seeded(seed)
  const inner = Array.from({ length: random.between(3, 7) }, (_, index): [string, Question] => [
    `00000000-0000-4000-8000-00000000000${index}`,
    {
      ...random.pick(makers)(random),
      title: `Question ${index}`,
      ...(random.chance(0.4) && { isRequired: true }),
      ...(random.chance(0.05) && { isBlocked: true }),
    },
  ])
  const entities: Record<string, Question> = {
    ...(random.chance(0.8) && { welcome: { type: 'welcome', title: 'Hello' } }),
    ...Object.fromEntries(inner),
    submit: { type: 'submit', title: 'The end', submitThanksTitle: 'Completed' },
  }
  const ids = Object.keys(entities)
  const settings: Settings = {
    lang: 'en',
    show_by_one: random.chance(0.8),
    numeration: random.chance(0.5),
    question_required_mode: random.pick(['individual', 'individual', 'all_required', 'all_optional'] as const),
  }
  const rules = Array.from({ length: random.between(1, 6) }, (_, index) => randomRule(ids, entities, index, random))
  const answers = Object.fromEntries(
    ids.flatMap((id): [string, unknown][] => {
      const question = entities[id]!
      const value = randomAnswer(question, isRequired(question, settings.question_required_mode), random)
      return value === undefined || question.isBlocked ? [] : [[id, value]]
    }),
  )
  return { ids, entities, rules, settings, answers }
}

function randomAnswer(question: Question, required: boolean, random: Random): unknown {
  if (!required && random.chance(0.3)) return question.type === 'input' && random.chance(0.5) ? '  ' : undefined
  switch (question.type) {
    case 'input':
      return random.pick(words)
    case 'email':
      return random.pick(emails)
    case 'datetime':
      return question.datetimeKind === 'time' ? random.pick(['08:05', '19:30']) : random.pick(days)
    case 'matrix': {
      const whole = plausible(question)(random) as Record<string, string[]>
      const rows = Object.entries(whole).filter(() => required || random.chance(0.7))
      return Object.fromEntries(
        rows.map(([row, columns]) => [row, question.matrixMultiple && !columns.includes('bad') ? ['bad', ...columns] : columns]),
      )
    }
    case 'file':
      return [{ id: 'f', url: '', name: 'note.txt', ext: 'txt', size: 4 }]
    default:
      return plausible(question)(random)
  }
}

function randomRule(ids: readonly string[], entities: Readonly<Record<string, Question>>, index: number, random: Random): Rule {
  const tests = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => randomTest(ids, entities, random))
  return { if: random.chance(0.5) ? { all: tests } : { any: tests }, then: randomAction(ids, index, random) }
}

function randomAction(ids: readonly string[], index: number, random: Random): Rule['then'] {
  switch (random.between(0, 7)) {
    case 0:
      return { action: 'screenout', ...(random.chance(0.5) && { message: `Out by rule ${index}` }) }
    case 1:
      return { action: 'finish' }
    case 2:
    case 3:
      return { action: 'jump', to: random.chance(0.05) ? 'gone' : random.pick(ids) }
    case 4:
    case 5:
      return { action: 'show', questions: random.shuffle(ids.slice(1)).slice(0, random.between(1, 2)) }
    default:
      return { action: 'hide', questions: random.shuffle(ids.slice(1)).slice(0, random.between(1, 2)) }
  }
}

function randomTest(ids: readonly string[], entities: Readonly<Record<string, Question>>, random: Random): Test {
  const question = random.chance(0.03) ? 'gone' : random.pick(ids)
  const of = entities[question]
  const about = { question }
  if (!of || random.chance(0.2)) return { ...about, operator: random.pick(['answered', 'not_answered'] as const) }
  const { options: list, rows = [], columns = [] } = listsOf(of)
  const inRow = rows.length > 0 && random.chance(0.8) ? { row: random.pick(rows).id } : {}
  const choices = (list ?? columns).map(({ id }) => id)
  if (choices.length > 0) {
    const value = random.chance(0.3) ? random.shuffle(choices).slice(0, 2) : random.pick(choices)
    return { ...about, ...inRow, operator: random.pick(['equals', 'not_equals', 'contains', 'not_contains'] as const), value }
  }
  const operator = random.pick(['equals', 'not_equals', 'contains', 'not_contains', 'greater', 'less', 'at_least', 'at_most'] as const)
  if (of.type === 'datetime') return { ...about, operator, value: of.datetimeKind === 'time' ? '08:05' : random.pick(days) }
  if (of.type === 'email') return { ...about, operator, value: random.pick(emails) }
  if (of.type === 'input' || of.type === 'phone') return { ...about, operator, value: random.pick([...words, 're', 12]) }
  return { ...about, operator, value: random.chance(0.5) ? random.between(-5, 6) : String(random.between(-5, 6)) }
}
