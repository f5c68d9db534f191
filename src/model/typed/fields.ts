/** `FIELD=VALUE` of questions and options, as people type them. */
import { nearest } from '../../text/nearest.ts'
import { fieldKinds } from '../document/index.ts'
import { usageError } from '../../errors.ts'
import { parseExactly, readNumber } from '../../text/exact.ts'

type Values = Record<string, unknown>

export const isAssignment = (arg: string): boolean => /^[A-Za-z_]\w*:?=/.test(arg)

/** What the fields are of stands before them; on a terminal it may be left out. */
export function splitAssignments(typed: readonly (string | undefined)[]): { reference: string | undefined; assignments: string[] } {
  const assignments = typed.filter((each) => each !== undefined)
  const reference = assignments[0] === undefined || isAssignment(assignments[0]) ? undefined : assignments.shift()
  return { reference, assignments }
}

/** Words that are no field, told before anything is asked. */
export function refuseStray(words: readonly string[], hintOf: (word: string) => string | undefined): void {
  const stray = words.filter((word) => !isAssignment(word))
  if (stray.length > 0)
    throw usageError(
      stray.map(notAssigned),
      stray.map(hintOf).find((hint) => hint !== undefined),
    )
}

const notAssigned = (word: string): string => `"${word}" is not FIELD=VALUE`

/** Fields of a question of this type; `FIELD=` unsets, `FIELD:=JSON` is taken as it is, also for fields that nobody here knows. */
export const readFields = (assignments: readonly string[], type: string): Values =>
  readAssignments(assignments, { type: 'text', ...fieldKinds(type) })

const optionKinds = { id: 'text', title: 'text', score: 'number', link: 'text' } as const
export const readOptionFields = (assignments: readonly string[]): Values => readAssignments(assignments, optionKinds)

function readAssignments(assignments: readonly string[], kinds: Readonly<Record<string, string>>): Values {
  const values: Values = {}
  const problems: string[] = []
  for (const assignment of assignments) {
    const [, name = '', operator, text = ''] = /^([A-Za-z_]\w*)(:?=)(.*)$/s.exec(assignment) ?? []
    if (name === '') problems.push(notAssigned(assignment))
    else if (operator === ':=') readJson(name, text, values, problems)
    else readText(name, text, kinds, values, problems)
  }
  if (problems.length > 0) throw usageError(problems)
  return values
}

function readJson(name: string, text: string, values: Values, problems: string[]): void {
  try {
    values[name] = parseExactly(text)
  } catch {
    problems.push(`${name} is not valid JSON`)
  }
}

function readText(name: string, text: string, kinds: Readonly<Record<string, string>>, values: Values, problems: string[]): void {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === undefined) problems.push(`unknown field "${name}"${suggestion(name, Object.keys(kinds))}`)
  else if (text === '') values[name] = undefined
  else if (kind === 'boolean') {
    const value = { true: true, yes: true, on: true, false: false, no: false, off: false }[text.toLowerCase()]
    if (value === undefined) problems.push(`${name} must be true or false`)
    else values[name] = value
  } else if (kind === 'number') {
    const number = readNumber(text)
    if (number !== undefined) values[name] = number
    else problems.push(`${name} must be a number`)
  } else if (kind === 'texts') values[name] = text.split(',').map((part) => part.trim())
  else if (kind === 'text') values[name] = text
  else problems.push(`${name} is no text: ${name}:='JSON'${kind === 'options' ? ', or: surveyctl option add' : ''}`)
}

const suggestion = (name: string, known: readonly string[]): string => {
  const near = nearest(name, known)
  return near === undefined ? ` (as it is: ${name}:=JSON)` : `, did you mean ${near}? (as it is: ${name}:=JSON)`
}
