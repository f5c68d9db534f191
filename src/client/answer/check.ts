/** Whether an answer holds what the program relies on. What is only shown isn't checked. */
import { isWrite, type AnyOperation } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import { exchangeOf, requestOf, unknownOutcome, type Asked } from '../asked.ts'
import { saysYes } from './refusal.ts'
import { isObject } from '../../text/is-object.ts'

interface Issue {
  path: PropertyKey[]
  code?: string
  expected?: string
  message: string
}

const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  return Array.isArray(value) ? 'a list' : `a${typeof value === 'object' ? 'n' : ''} ${typeof value}`
}

/** The value at a path; undefined if the path ends before. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  // Any value has properties but null and undefined.
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value)

const expectedNames = new Map(
  Object.entries<string>({
    int: 'a whole number',
    number: 'a number',
    string: 'text',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  }),
)

export function checked<T>(operation: AnyOperation, value: unknown, asked: Asked, status: number): T {
  refuseUnconfirmed(operation, value, asked, status)
  refuseOtherSurvey(operation, value, asked, status)
  const outcome = operation.result.safeParse(value)
  // Results are checked, not copied. zod's issues are of many types, which share these fields.
  if (outcome.success) return value as T
  throw wrongAnswer(outcome.error.issues[0] as Issue, value, asked, status)
}

const noObject: Issue = { path: [], expected: 'object', message: '' }
const neitherYesNorNo: Issue = { path: ['status'], expected: 'boolean', message: '' }

/** Refuses the answer to a write that says neither yes nor no. `status` may also be a field of the write that comes back. */
export function refuseUnconfirmed(operation: AnyOperation, value: unknown, asked: Asked, status: number): void {
  if (!isWrite(operation)) return
  if (!isObject(value)) throw wrongAnswer(noObject, value, asked, status)
  if (value.status === undefined || 'status' in operation.body) return
  if (!saysYes(value.status)) throw wrongAnswer(neitherYesNorNo, value, asked, status)
}

/** An answer that names another survey than the request is the answer to another request. */
function refuseOtherSurvey({ params, path }: AnyOperation, value: unknown, asked: Asked, status: number): void {
  if (!isObject(value) || params.id?.refers !== 'quiz') return
  const answered = path.endsWith('/{id}') ? (value.quiz_id ?? value.id) : value.quiz_id
  if (typeof answered !== 'number' || answered === Number(asked.input.id)) return
  const hint = asked.repeatable ? 'Something on the way to the service, such as a proxy, mixes up answers' : unknownOutcome(asked)
  throw new CommandError('refused', `The answer to ${exchangeOf(asked)} is about survey ${answered}`, {
    status,
    request: requestOf(asked),
    hint,
    unclear: !asked.repeatable,
  })
}

export function wrongAnswer({ path, expected, message }: Issue, value: unknown, asked: Asked, status: number): CommandError {
  const field = path.map(String).join('.')
  const wanted =
    expected === undefined ? message : `should be ${expectedNames.get(expected) ?? expected}, is ${typeName(valueAt(value, path))}`
  const accepted = isObject(value) && saysYes(value.status)
  const hint = accepted
    ? 'The service accepted the request, but its answer is not as documented'
    : asked.repeatable
      ? 'This version of the tool may not match the service'
      : unknownOutcome(asked)
  const said = `The answer to ${exchangeOf(asked)} is not as expected: ${field === '' ? 'it' : field} ${wanted}`
  return new CommandError('refused', said, {
    status,
    request: requestOf(asked),
    hint,
    unclear: !asked.repeatable,
    details: { field, expected: expected ?? null },
  })
}
