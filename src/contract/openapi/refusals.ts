/** How an operation may refuse, by status. */
import type { JsonSchema } from '../core/json-schema.ts'
import { isOfSurvey, pathNames, rightsOf, type AnyOperation } from '../core/operation.ts'
import { statusesOf } from '../core/refusals.ts'

const any: JsonSchema = {}
const flag: JsonSchema = { type: 'boolean' }

const text: JsonSchema = { type: 'string' }

/** The bodies of refusals, as the specification's "Errors" has them. */
export const refusalSchemas = {
  Unauthenticated: { type: 'object', properties: { message: { const: 'Unauthenticated.' } }, required: ['message'] },
  Refusal: {
    type: 'object',
    description: 'Refused with a code; some codes have details beside them',
    properties: { status: { const: false }, code: text, message: text, blocked_by_access: flag, blocked_by_tariff: flag },
    required: ['status'],
    additionalProperties: any,
  },
  Invalid: {
    type: 'object',
    description: 'What is wrong with each field; some operations add a code',
    properties: {
      message: text,
      errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
      status: { const: false },
      code: text,
    },
    required: ['message', 'errors'],
    additionalProperties: any,
  },
  Message: { type: 'object', properties: { message: text }, required: ['message'] },
  Locked: {
    type: 'object',
    properties: {
      status: { const: false },
      editing_lock: {
        type: 'object',
        properties: {
          locked: flag,
          can_edit: flag,
          reason: text,
          campaign: { type: 'object', properties: { id: { type: 'integer' }, title: text, status: text } },
        },
      },
    },
    required: ['status', 'editing_lock'],
  },
} satisfies Record<string, JsonSchema>

const body = (schema: string, description: string, codes: readonly string[] = []): JsonSchema => {
  const reference = { $ref: `#/components/schemas/${schema}` }
  const named = codes.length > 0 ? { allOf: [reference, { properties: { code: { enum: codes } } }] } : reference
  return { description, content: { 'application/json': { schema: named } } }
}

/** The same for every operation. */
export const commonResponses = {
  Unauthenticated: body('Unauthenticated', 'The key is missing or was not accepted'),
  NoAddress: body('Message', 'There is no such address: an id of the path is not one'),
  TooLarge: body('Message', 'The body is larger than the service takes'),
  Locked: body('Locked', 'A paid campaign runs: the survey cannot be changed until it ends'),
} satisfies Record<string, JsonSchema>

const common = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` })

/** Codes that it may refuse with; those that its path and its facts imply included. */
export function codesOf(operation: AnyOperation): string[] {
  const names = pathNames(operation.path)
  const ofQuiz = isOfSurvey(operation) && operation.id !== 'quiz.save'
  const ofFields = Object.values(operation.params).flatMap(({ code }) => code ?? [])
  return [
    ...new Set([
      ...(ofQuiz ? ['quiz_not_found'] : []),
      ...(names.includes('workspace_id') ? ['workspace_not_found'] : []),
      ...(operation.refusals ?? []),
      ...ofFields,
    ]),
  ]
}

const forbids = (operation: AnyOperation): string[] => {
  const rights = rightsOf(operation)
  return [
    ...(isOfSurvey(operation) ? ['the role of the key hides the survey'] : []),
    ...(operation.ownerOnly ? ['for the owner of the account only'] : []),
    ...(rights.length > 0 ? [`the right ${rights.join(' and ')} is missing`] : []),
    ...(operation.plan ? [`the plan has no ${operation.plan.option}`] : []),
  ]
}

export function refusalsOf(operation: AnyOperation): Record<string, JsonSchema> {
  const { status: planStatus, code: planCode } = operation.plan?.refusal ?? { status: 403, code: 'blocked_by_tariff' }
  const implied = new Map<string, readonly number[]>()
  if (operation.ownerOnly || isOfSurvey(operation) || rightsOf(operation).length > 0) implied.set('access_denied', [403])
  if (operation.plan) implied.set(planCode, [planStatus])
  const codes = [...new Set([...codesOf(operation), ...implied.keys()])]
  const at = (status: number): string[] => codes.filter((code) => (implied.get(code) ?? statusesOf(code)).includes(status))
  const list = (status: number): string => at(status).join(', ')
  const checked = Object.keys({ ...operation.query, ...operation.body }).length > 0 || at(422).length > 0
  return {
    ...(at(400).length > 0 && { 400: body('Refusal', `Refused: ${list(400)}`, at(400)) }),
    401: common('Unauthenticated'),
    ...(at(403).length > 0 && {
      403: body(
        'Refusal',
        `Forbidden (${list(403)})${forbids(operation)
          .map((reason, index) => `${index === 0 ? ': ' : '; '}${reason}`)
          .join('')}`,
        at(403),
      ),
    }),
    ...(pathNames(operation.path).length > 0 && { 404: common('NoAddress') }),
    ...(Object.keys(operation.body).length > 0 && { 413: common('TooLarge') }),
    ...(checked && { 422: body('Invalid', at(422).length > 0 ? `Invalid: ${list(422)}, or by field` : 'Invalid, by field') }),
    ...(operation.locks && { 423: common('Locked') }),
  }
}
