/** The service as an OpenAPI 3.1 document, made from the contract alone. */
import { operationsByGroup } from '../operations.ts'
import type { Field } from '../core/fields.ts'
import { fieldSchema, jsonSchemaOf, objectSchema, type JsonSchema } from '../core/json-schema.ts'
import { rightsOf, type AnyOperation } from '../core/operation.ts'
import { commonResponses, refusalSchemas, refusalsOf } from './refusals.ts'
import { tagName, tags } from './tags.ts'

export interface OpenApi {
  openapi: string
  info: JsonSchema
  servers: readonly { url: string }[]
  security: readonly JsonSchema[]
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, JsonSchema>>
  components: JsonSchema
}

/** `server`: the base URL that paths are below. */
export function openApi(server: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const { group, operations } of operationsByGroup())
    for (const operation of operations) (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation, group)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Survey platform',
      version: '3',
      description:
        'Surveys, answers, reports and integrations. Requests and answers are JSON unless a row says otherwise; times are ISO 8601.',
    },
    servers: [{ url: server }],
    security: [{ key: [] }],
    tags: Object.entries(tags).map(([group, description]) => ({ name: tagName(group), description })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key of the account' } },
      schemas: refusalSchemas,
      responses: commonResponses,
    },
  }
}

function operationObject(operation: AnyOperation, group: string): JsonSchema {
  const parameters = parametersOf(operation)
  const body = bodyOf(operation)
  const rights = rightsOf(operation)
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [tagName(group)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { [operation.created ? 201 : 200]: resultOf(operation), ...refusalsOf(operation) },
    ...(rights.length > 0 && { 'x-rights': rights }),
    ...(operation.plan && { 'x-plan-option': operation.plan.option }),
  }
}

const parametersOf = ({ params, query }: AnyOperation): JsonSchema[] => [
  ...Object.entries(params).map(([name, field]) => parameter(name, 'path', { ...field, required: true })),
  ...Object.entries(query).map(([name, field]) => parameter(name, 'query', field)),
]

/** The description stands with the parameter; what may be null is left out of a query. A list is `ids[]=1&ids[]=2`. */
function parameter(name: string, place: 'path' | 'query', field: Field): JsonSchema {
  const { description, ...schema } = fieldSchema({ ...field, nullable: false })
  const isList = field.kind === 'list'
  return {
    name: isList ? `${name}[]` : name,
    in: place,
    ...(field.required && { required: true }),
    description,
    schema,
    ...(isList && { style: 'form', explode: true }),
  }
}

/** A file beside the fields of a multipart body is sent as it is. */
function bodyOf({ body, multipart }: AnyOperation): JsonSchema | undefined {
  if (Object.keys(body).length === 0) return undefined
  return {
    ...(Object.values(body).some(({ required }) => required) && { required: true }),
    content: { [multipart ? 'multipart/form-data' : 'application/json']: { schema: objectSchema(body) } },
  }
}

const attachment = { 'Content-Disposition': { description: 'Name of the file', schema: { type: 'string' } } }

const resultOf = ({ file, result, created }: AnyOperation): JsonSchema =>
  file
    ? { description: 'The file itself', headers: attachment, content: { '*/*': { schema: {} } } }
    : { description: created ? 'Created' : 'Done', content: { 'application/json': { schema: jsonSchemaOf(result, 'output') } } }
