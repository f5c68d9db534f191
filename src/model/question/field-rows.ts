/** The fields of a type of question: what each may hold, its default, an example. */
import { jsonSchemaOf } from '../../contract/core/json-schema.ts'
import { questionFields, type QuestionType } from '../../contract/surveys/question.ts'
import { questionDefaults } from '../document/sections.ts'
import { examples } from './registry.ts'

export function fieldRows(type: QuestionType) {
  const example: Readonly<Record<string, unknown>> = examples[type]
  return Object.entries(questionFields[type]).map(([field, schema]) => ({
    field,
    value: valueText(jsonSchemaOf(schema, 'input')),
    default: questionDefaults.get(field) ?? null,
    example: example[field] ?? null,
  }))
}

function valueText(schema: Readonly<Record<string, unknown>>): string {
  const { anyOf, enum: choices, type, minimum, maximum, minLength, maxLength, items, const: only } = schema
  if (Array.isArray(anyOf)) {
    const kinds = anyOf.map((each: Record<string, unknown>) => valueText(each)).filter((each) => each !== 'null')
    return [...new Set(kinds)].join(' or ')
  }
  if (Array.isArray(choices)) return choices.join(' | ')
  if (only !== undefined) return String(only)
  if (type === 'array') return `list of ${valueText(typeof items === 'object' && items !== null ? { ...items } : {})}`
  const least = minimum ?? minLength
  const most = maximum ?? maxLength
  const bounds = [least !== undefined && `at least ${String(least)}`, most !== undefined && `at most ${String(most)}`].filter(Boolean)
  return [kinds.get(String(type)) ?? 'any', ...bounds].join(', ')
}

const kinds = new Map(
  Object.entries<string>({
    string: 'text',
    boolean: 'true | false',
    integer: 'whole number',
    number: 'number',
    object: 'object',
    null: 'null',
  }),
)
