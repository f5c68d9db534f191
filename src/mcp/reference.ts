/** What can be read up: guides, question types, the schema of a survey, operations. The same as resources and by reference_read. */
import { guideText } from '../assets.ts'
import { questionTypes } from '../contract/surveys/question.ts'
import { objectSchema } from '../contract/core/json-schema.ts'
import { fieldKinds, formatText } from '../model/document/index.ts'
import { surveySchema } from '../model/document/schema.ts'
import { examples } from '../model/question/registry.ts'
import { didYouMean } from '../text/nearest.ts'
import { CommandError } from '../errors.ts'
import { toBeGiven } from './given.ts'

const guides = ['assistants', 'scripting', 'projects', 'analysis', 'ci', 'configuration', 'sandbox', 'failures'] as const

export interface Topic {
  /** `help/analysis`, `question/matrix`, `schema/survey`, `operation/webhook.add`. */
  name: string
  about: string
  read: () => Promise<string>
}

const guide = (name: string): Topic => ({
  name: `help/${name}`,
  about: `Guide: ${name}`,
  read: async () => guideText(name),
})

const question = (type: (typeof questionTypes)[number]): Topic => ({
  name: `question/${type}`,
  about: `Fields of a question of type ${type}, with an example`,
  read: async () => formatText({ example: { key: `${type}-1`, ...examples[type] }, fields: fieldKinds(type) }),
})

const schema: Topic = {
  name: 'schema/survey',
  about: 'JSON Schema of a survey file',
  read: async () => JSON.stringify(surveySchema(), null, 1),
}

export const topics = (): Topic[] => [...guides.map(guide), ...questionTypes.map(question), schema]

/** Also operations, which are too many to be listed. */
export async function topicNamed(name: string): Promise<Topic> {
  const found = topics().find((one) => one.name === name || one.name === `help/${name}` || one.name === `question/${name}`)
  if (found) return found
  const id = /^operation\/(.+)$/.exec(name)?.[1]
  if (id !== undefined) {
    const { operationNamed } = await import('./tools/operation-read.ts')
    const operation = await operationNamed(id)
    return { name, about: operation.summary, read: async () => JSON.stringify(objectSchema(toBeGiven(operation)), null, 1) }
  }
  const names = topics().map((one) => one.name)
  throw new CommandError('not_found', `There is no topic "${name}"${didYouMean(name, names)}`, {
    hint: `There are: ${names.join(', ')}, operation/ID`,
  })
}
