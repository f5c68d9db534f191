/** JSON Schema of `check.yaml`, for editors. */
import { accountRules } from './account-rules.ts'
import { rules } from './rules/index.ts'

const severity = { enum: ['error', 'warning', 'info', 'off'] }
const text = { type: 'string', minLength: 1 }

export const checkSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'What the rules of surveyctl check look at',
  type: ['object', 'null'],
  properties: {
    rules: {
      type: 'object',
      description: 'How strictly each rule holds; some take options: [warning, {below: 50}]',
      properties: Object.fromEntries(
        [...rules, ...accountRules].map(({ id, why }) => [
          id,
          { anyOf: [severity, { type: 'array', prefixItems: [severity, { type: 'object' }], minItems: 1, maxItems: 2 }], description: why },
        ]),
      ),
      additionalProperties: false,
    },
    consent: { type: 'array', items: text, description: 'Words that a question for consent has in its title' },
    domains: { type: 'array', items: text, description: 'Own domains, for account audit: answers that leave for another one are told' },
    suppress: {
      type: 'array',
      description: 'Findings that you accept',
      items: {
        type: 'object',
        required: ['rule', 'survey', 'reason'],
        properties: {
          rule: { enum: [...rules, ...accountRules].map(({ id }) => id) },
          survey: { type: ['string', 'integer'], description: 'Key or id of the survey' },
          screen: { type: 'string', description: 'Key or id of the question' },
          reason: { ...text, pattern: '\\S' },
          until: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: 'The last day on which it holds' },
        },
      },
    },
  },
  additionalProperties: false,
})
