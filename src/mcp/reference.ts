/** What can be read up: guides, question types, the schema of a survey, operations. The same as resources and by reference_read. */
import { guideText } from '../assets.ts'
import { questionTypes } from '../contract/surveys/question.ts'
import type { Field } from '../contract/core/fields.ts'
import { objectSchema } from '../contract/core/json-schema.ts'
import { settings } from '../contract/surveys/settings.ts'
import { fieldKinds, formatText } from '../model/document/index.ts'
import { surveySchema } from '../model/document/schema.ts'
import { actions, operators } from '../model/logic.ts'
import { examples } from '../model/question/registry.ts'
import { didYouMean } from '../text/nearest.ts'
import { CommandError } from '../errors.ts'
import { inputFields } from './input-fields.ts'

const guides = ['assistants', 'scripting', 'projects', 'analysis', 'ci', 'configuration', 'sandbox', 'failures'] as const

export interface ReferenceTopic {
  /** `help/analysis`, `question/matrix`, `schema/survey`, `operation/webhook.add`. */
  name: string
  about: string
  read: () => Promise<string>
}

const guide = (name: string): ReferenceTopic => ({
  name: `help/${name}`,
  about: `Guide: ${name}`,
  read: async () => guideText(name),
})

const question = (type: (typeof questionTypes)[number]): ReferenceTopic => ({
  name: `question/${type}`,
  about: `Fields of a question of type ${type}, with an example`,
  read: async () => formatText({ example: { key: `${type}-1`, ...examples[type] }, fields: fieldKinds(type) }),
})

/** As survey_plan takes it; its example is a part of a file. */
export const logicExample = `conditions:
  rules:
    - if: { all: [{ question: q:scale-1, operator: at_most, value: 6 }] }
      then: { action: show, questions: [q:input-1] }
    - if: { any: [{ question: q:yesno-1, operator: equals, value: no }] }
      then: { action: screenout, message: This survey is for customers. }
`

const logic = (): string => `${logicExample}
# if: all or any of its tests hold. A screen is "q:" and its key.
# operator: ${operators.join(', ')}
# value: of options their id, as survey_view has it (give new options ids of your own, to test them in the same plan); yes or no;
#   a number. answered and not_answered take none. Of a matrix: row, an id, and as value the id of a column.
# action: ${actions.join(', ')}
#   show: questions are hidden until one of their rules holds; hide wins over show
#   jump: {action: jump, to: q:KEY}, to a later screen only; finish: to the end; screenout: out of the survey, with a message
# A question that was skipped decides nothing. All rules are replaced together; conditions: {} is no logic.
`

const textsExample = `texts:
  en: { btn_next: Onward }
  ru: { btn_next: null }

# By language, then by code: texts of buttons and messages. null brings the standard text back.
# Codes, and what they are now: operation_read text.list {id, lang}
`

const settingsFields = (): string =>
  formatText({
    settings: Object.fromEntries(
      Object.entries<Field>(settings).map(([name, { kind, about, choices }]) => [name, `${about} (${choices?.join(', ') ?? kind})`]),
    ),
  })

const sections: readonly ReferenceTopic[] = [
  { name: 'schema/conditions', about: 'Logic: which screens are shown to whom, with an example', read: async () => logic() },
  { name: 'schema/settings', about: 'Settings of a survey', read: async () => settingsFields() },
  { name: 'schema/texts', about: 'Texts of buttons and messages, by language', read: async () => textsExample },
]

const schema: ReferenceTopic = {
  name: 'schema/survey',
  about: 'JSON Schema of a survey file: long, and all in the topics above',
  read: async () => JSON.stringify(surveySchema(), null, 1),
}

export const referenceTopics = (): ReferenceTopic[] => [...guides.map(guide), ...questionTypes.map(question), ...sections, schema]

/** Also operations, which are too many to be listed. */
export async function topicNamed(name: string): Promise<ReferenceTopic> {
  const found = referenceTopics().find((one) => [name, `help/${name}`, `question/${name}`, `schema/${name}`].includes(one.name))
  if (found) return found
  const id = /^operation\/(.+)$/.exec(name)?.[1]
  if (id !== undefined) {
    const { operationNamed } = await import('./tools/operation-read.ts')
    const operation = await operationNamed(id)
    return { name, about: operation.summary, read: async () => JSON.stringify(objectSchema(inputFields(operation)), null, 1) }
  }
  const names = referenceTopics().map((one) => one.name)
  throw new CommandError('not_found', `There is no topic "${name}"${didYouMean(name, names)}`, {
    hint: `There are: ${names.join(', ')}, operation/ID`,
  })
}
