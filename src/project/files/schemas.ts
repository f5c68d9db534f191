/** JSON Schemas of a project's files, for editors, as paths and texts. */
import { isPictureList } from '../../contract/surveys/question.ts'
import { surveySchema } from '../../model/document/schema.ts'
import { isObject } from '../../model/document/shape.ts'
import { schemasPath } from './layout.ts'
import { sectionSchemas } from './section-schemas.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'
const uuid = { type: 'string', format: 'uuid' }
const byKey = (value: object): object => ({ type: 'object', additionalProperties: value })
const idsByName = (description: string): object => ({ ...byKey({ type: 'integer', minimum: 1 }), description })

const environment = {
  type: ['object', 'null'],
  properties: {
    profile: { type: 'string', description: 'Profile of the account' },
    protected: { type: 'boolean', description: 'Changes need its name' },
    read_only: { type: 'boolean', description: 'Nothing is applied to it' },
    folders: idsByName('Ids of folders by their names: of those that hold no survey yet'),
    themes: idsByName('Ids of themes by the names that survey files give them'),
    promo: idsByName('Ids of promo lists by the names that survey files give them'),
    sellers: idsByName('Ids of seller accounts by the names that survey files give them'),
  },
  additionalProperties: false,
}

const project = {
  $schema: dialect,
  title: 'Project of surveys',
  type: 'object',
  required: ['format', 'id'],
  properties: {
    format: { const: 1 },
    id: { ...uuid, description: 'Ids of new questions are derived from it: do not change it' },
    default: { type: 'string', description: 'Environment that is used without --env' },
    media: { enum: ['urls', 'files'], description: 'Whether a pull downloads pictures, videos and sounds into media/ (default: urls)' },
    environments: { ...byKey(environment), description: 'Accounts that the surveys go to' },
  },
  additionalProperties: false,
}

const ids = {
  $schema: dialect,
  title: 'Ids behind the keys of a survey; written by surveyctl',
  type: 'object',
  properties: {
    format: { const: 1 },
    questions: byKey(uuid),
    options: byKey(byKey(uuid)),
    retired: byKey({ type: 'object', properties: { id: uuid, generation: { type: 'integer' } } }),
  },
  additionalProperties: false,
}

const file = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', description: "Path in the survey's folder: media/van.png" } },
  additionalProperties: false,
}
const inFiles = new Set([
  'imgUrl',
  'videoUrl',
  'audioUrl',
  'htmlContent',
  'formatted_letter',
  'raw_html',
  'scripts_in_head',
  'scripts_in_body',
])

/** The schema, with `{file: PATH}` as an alternative for each field that may be in a file of its own. */
function withFileValues(schema: unknown, name = ''): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withFileValues(each, name))
  if (!isObject(schema)) return schema
  const fields = (of: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(of).map(([field, its]) => {
        const isFile = inFiles.has(field) || (field === 'link' && isPictureList(name))
        return [field, isFile ? { anyOf: [its, file] } : withFileValues(its, field)]
      }),
    )
  return Object.fromEntries(
    Object.entries(schema).map(([word, its]) => [word, word === 'properties' && isObject(its) ? fields(its) : withFileValues(its, name)]),
  )
}

/** `check`: the schema of `check.yaml`. */
export const schemas = (check: object): [path: string, text: string][] =>
  Object.entries({ project, ids, check, survey: withFileValues(surveySchema(sectionSchemas())) }).map(([name, schema]) => [
    `${schemasPath}/${name}-1.json`,
    `${JSON.stringify(schema, null, 2)}\n`,
  ])
