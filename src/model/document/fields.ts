/** What kind of value the known fields of a question have, for texts that people type. */
import { isQuestionType } from '../../contract/question-rules.ts'
import { questionFields } from '../../contract/question.ts'

type FieldKind = 'text' | 'boolean' | 'number' | 'options' | 'texts' | 'object'

interface Schema {
  safeParse: (value: unknown) => { success: boolean }
}

/** The first that its schema takes. */
const samples: readonly [FieldKind, unknown][] = [
  ['boolean', true],
  ['number', 1],
  ['texts', ['x']],
  ['options', [{ title: 'x' }]],
  ['object', {}],
]

const kindOf = (schema: Schema): FieldKind => samples.find(([, sample]) => schema.safeParse(sample).success)?.[0] ?? 'text'

/** Known fields of a type in the order in which they are written; the service may have more. */
export const fieldNames = (type: string): string[] => (isQuestionType(type) ? Object.keys(questionFields[type]) : [])

export const fieldKinds = (type: string): Record<string, FieldKind> =>
  isQuestionType(type) ? Object.fromEntries(Object.entries(questionFields[type]).map(([name, schema]) => [name, kindOf(schema)])) : {}

/** The lists of options that a type has, the one in use first. */
export function optionFields(type: string, question: Readonly<Record<string, unknown>> = {}): string[] {
  const names = Object.entries(fieldKinds(type)).flatMap(([name, kind]) => (kind === 'options' ? [name] : []))
  // Pictures replace the other list when there are any.
  return Array.isArray(question.choiceImageEntities) && question.choiceImageEntities.length > 0 ? names.toReversed() : names
}
