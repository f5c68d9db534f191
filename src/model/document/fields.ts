/** The kinds of values that the fields of questions take, to convert what people type. */
import { isPictureList, questionFields, isQuestionType } from '../../contract/surveys/question.ts'

type FieldKind = 'text' | 'boolean' | 'number' | 'options' | 'texts' | 'object'

interface Schema {
  safeParse: (value: unknown) => { success: boolean }
}

/** A field has the first of these kinds whose sample its schema accepts. */
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

/** The fields of a type that hold lists of options, the one in use first. */
export function optionFields(type: string, question: Readonly<Record<string, unknown>> = {}): string[] {
  const names = Object.entries(fieldKinds(type)).flatMap(([name, kind]) => (kind === 'options' ? [name] : []))
  // Pictures replace the other list when there are any.
  const isUsed = (name: string): boolean => isPictureList(name) && Array.isArray(question[name]) && question[name].length > 0
  return [...names.filter(isUsed), ...names.filter((name) => !isUsed(name))]
}
