/** JSON Schema of a survey document, for editors: made from what is known of questions and settings. */
import { jsonSchemaOf, objectSchema, type JsonSchema } from '../../contract/core/json-schema.ts'
import * as z from '../../contract/core/schema.ts'
import { questionFields, questionTypes } from '../../contract/surveys/question.ts'
import { settings } from '../../contract/surveys/settings.ts'
import { sectionNames, type SectionName } from './sections.ts'

/** Fields of one type; others pass, since the service may know more. */
const fieldsOf = (type: (typeof questionTypes)[number]): JsonSchema => {
  const { additionalProperties: _, ...schema } = jsonSchemaOf(z.object(questionFields[type]), 'input')
  return schema
}

const screen = (): JsonSchema => ({
  type: 'object',
  required: ['key', 'type'],
  properties: {
    key: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]{0,39}$',
      description: 'Name of the question in this file; stays when its title changes',
    },
    type: { enum: questionTypes },
  },
  allOf: questionTypes.map((type) => ({ if: { properties: { type: { const: type } } }, then: fieldsOf(type) })),
})

const described = (): Record<'name' | 'folder' | 'archived' | 'settings' | 'screens', JsonSchema> => ({
  name: { type: 'string', description: 'Name of the survey' },
  folder: { type: 'string', description: 'Folder, by name' },
  archived: { type: 'boolean' },
  settings: objectSchema(settings),
  screens: { type: 'array', items: screen(), description: 'Questions in the order in which they are shown' },
})

const byKey: JsonSchema = { type: 'object', additionalProperties: { type: 'string', format: 'uuid' } }

/** Which id is behind which key, in a file that stands alone. */
const ids: JsonSchema = {
  type: 'object',
  description: 'Ids of questions and options by their keys; written by quiz export',
  properties: { questions: byKey, options: { type: 'object', additionalProperties: byKey } },
}

/** By name, of the sections that only a project has. */
export type MoreSchemas = Readonly<Record<Exclude<SectionName, keyof ReturnType<typeof described>>, JsonSchema>>

export const surveySchema = (more?: MoreSchemas): JsonSchema => {
  const known: Partial<Record<SectionName, JsonSchema>> = { ...more, ...described() }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Survey',
    type: 'object',
    required: ['format'],
    properties: {
      format: { const: 1 },
      ids,
      ...Object.fromEntries(sectionNames.map((name) => [name, known[name] ?? {}])),
    },
    additionalProperties: false,
  }
}
