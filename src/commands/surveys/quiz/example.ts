/** Something to start from: a survey file, a question of a type, the schema that editors check files with. */
import { ownCommand } from '../../../cli/command.ts'
import { questionTypes, type QuestionType, isQuestionType } from '../../../contract/surveys/question.ts'
import { usageError } from '../../../errors.ts'

/** What a first survey is made of. */
const first: readonly QuestionType[] = ['welcome', 'rating', 'choice', 'scale', 'input', 'submit']

export const example = ownCommand('example', {
  summary: 'Print a survey file to start from, or a question of a type',
  positionals: ['[type]'],
  arguments: { type: `Type of question: ${questionTypes.join(', ')}` },
  examples: ['quiz example > survey.yaml', 'quiz example matrix'],
  run: async (context, { type }) => {
    const { examples } = await import('../../../model/question/registry.ts')
    if (type !== undefined && !isQuestionType(type))
      throw usageError(`There is no question type "${type}"`, `There are: ${questionTypes.join(', ')}`)
    const keyed = (name: QuestionType) => ({ key: name === 'welcome' || name === 'submit' ? name : `${name}-1`, ...examples[name] })
    const value = type === undefined ? { format: 1, screens: first.map(keyed) } : examples[type]
    if (context.show.form.asDocument) return context.show.thing(value)
    const { formatText } = await import('../../../model/document/index.ts')
    await context.show.print(
      formatText(
        value,
        type === undefined
          ? ' For: surveyctl quiz save SURVEY --file survey.yaml\n A question of another type: surveyctl quiz example TYPE'
          : ` For: surveyctl question add SURVEY --file question.yaml`,
      ),
    )
  },
})

export const schema = ownCommand('schema', {
  summary: 'Print the JSON Schema of a survey file, for editors',
  examples: ['quiz schema > survey.schema.json'],
  run: async (context) => {
    const { surveySchema } = await import('../../../model/document/schema.ts')
    await context.show.print(`${JSON.stringify(surveySchema(), null, 2)}\n`)
  },
})
