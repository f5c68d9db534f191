/** What a request is about, in the user's terms: "Survey 42", "Webhook 7 of survey 42". */
import type { Field } from '../contract/core/fields.ts'
import type { AnyOperation } from '../contract/core/operation.ts'
import type { Values } from './request.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function subjectOf(operation: AnyOperation, input: Values): string {
  const given = (wanted: (field: Field) => boolean): readonly [name: string, field: Field] | undefined =>
    fieldsOf(operation).findLast(([name, field]) => wanted(field) && input[name] !== undefined && operation.params[name] === field)
  const named = fieldsOf(operation).find(([name, field]) => field.named && input[name] !== undefined)
  const integration = operation.integration ?? (named && String(input[named[0]]))
  const part =
    integration ??
    worded(
      given(({ thing, refers }) => thing !== undefined && thing !== 'account' && refers !== 'quiz'),
      input,
    )
  const survey = worded(
    given(({ refers }) => refers === 'quiz'),
    input,
  )
  const whole =
    survey && part
      ? `${part} of ${survey}`
      : (part ??
        survey ??
        worded(
          given(({ thing }) => thing === 'account'),
          input,
        ))
  // An integration's name is the service's own, written as it is.
  return integration === undefined ? capital(whole ?? operation.summary) : whole!
}

const fieldsOf = ({ params, query, body }: AnyOperation): [name: string, field: Field][] => Object.entries({ ...params, ...query, ...body })

const worded = (found: readonly [name: string, field: Field] | undefined, input: Values): string | undefined =>
  found && `${found[1].thing} ${String(input[found[0]])}`

/** What wasn't found, by the field whose `absent` code this is. `refusal`: its body, which may say which of several. */
export function missingSubject(code: string, operation: AnyOperation, input: Values, refusal: Values): string {
  const fields = fieldsOf(operation)
  const several = fields.find(([name, { item }]) => item?.absent === code && Array.isArray(input[name]))
  if (several) {
    const { thing } = several[1].item!
    const missing = namedBy(refusal, input[several[0]] as unknown[])
    if (missing.length === 0) return `One of the ${thing}s`
    return `${capital(thing!)}${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`
  }
  const about = fields.filter(([, { absent }]) => absent === code)
  const given = about.find(([name]) => input[name] !== undefined) ?? about[0]
  if (!given) return subjectOf(operation, input)
  const [name, { thing }] = given
  return input[name] === undefined ? `The ${thing}` : `${capital(thing!)} ${String(input[name])}`
}

/** Which of the given values the refusal names. */
const namedBy = (refusal: Values, given: readonly unknown[]): unknown[] =>
  Object.values(refusal)
    .flat()
    .filter((value) => given.includes(value))
