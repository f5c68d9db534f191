/** Any operation that reads. */
import { json, required, text } from '../../contract/core/fields.ts'
import { effectOf } from '../../contract/core/effect.ts'
import { check, isOfSurvey, isWrite, pathNames, type AnyOperation } from '../../contract/core/operation.ts'
import * as z from '../../contract/core/schema.ts'
import { withoutSecretFields } from '../../contract/core/secret.ts'
import { didYouMean } from '../../text/nearest.ts'
import { usageError } from '../../errors.ts'
import { writeYaml } from '../../text/yaml/write.ts'
import { isObject } from '../../text/is-object.ts'
import type { Call } from '../call.ts'
import { budgetOf, fitting, maxCharacters } from '../budget.ts'
import { cursorAt, placeOf } from '../cursor.ts'
import { fenced, withoutPersons } from '../fence.ts'
import { linesOf } from '../rows.ts'
import { withSecrets } from '../secrets.ts'
import { type Tool } from '../definition.ts'
import { textIn, type Said, type ToolValues } from '../values.ts'

/** Loaded where one is asked for. */
export async function all(): Promise<AnyOperation[]> {
  const { operationsByGroup } = await import('../../contract/operations.ts')
  return operationsByGroup().flatMap(({ operations }) => operations)
}

export async function operationNamed(id: string): Promise<AnyOperation> {
  const operations = await all()
  const found = operations.find((one) => one.id === id)
  if (found) return found
  const ids = operations.map((one) => one.id)
  throw usageError(`There is no operation "${id}"${didYouMean(id, ids)}`, 'To find one: operation_find')
}

export const fieldsOf = ({ params, query, body }: AnyOperation) => ({ ...params, ...query, ...body })

export const operation = required(text('Id of operation_find'))
export const cursor = text('next_cursor of the last result')
export const given = json(z.record(z.string(), z.unknown()), 'Its input, path variables included; surveys and folders by id or name')

/** What respondents or others wrote stands in these. */
const foreign =
  /^(answer|report|ai-report|booking|mailing|partner)\.|^(webhook|integration)\.logs$|^storage\.hidden-files$|^smtp\.|\.messages$/
const isForeign = ({ id, file }: AnyOperation): boolean => foreign.test(id) || file === true

/** Each problem with its field; the account is the profile's own. */
export async function inputOf(call: Call, operation: AnyOperation, input: ToolValues): Promise<ToolValues> {
  const values = isObject(input.input) ? { ...input.input } : {}
  const names = pathNames(operation.path)
  if (names.includes('workspace_id')) values.workspace_id = await call.context.settings.workspace()
  const fields = fieldsOf(operation)
  if (isOfSurvey(operation) && values.id !== undefined) values.id = await call.survey(values.id)
  for (const [name, { refers }] of Object.entries(fields))
    if (typeof values[name] === 'string' && refers)
      values[name] = await (refers === 'quiz' ? call.survey(values[name]) : call.folder(values[name]))
  const unknown = operation.openBody ? [] : Object.keys(values).filter((name) => !Object.hasOwn(fields, name))
  const problems = check(operation, withSecrets(operation, values, call.server.options.secrets))
  const lines = [
    ...unknown.map((name) => `${name}: there is no such field${didYouMean(name, Object.keys(fields))}`),
    ...problems.map(({ field, message }) => `${field} ${message}`),
  ]
  if (lines.length > 0) throw usageError(lines, `To see its fields: operation_describe ${operation.id}`)
  return values
}

export function refuseFiles({ id, file, body }: AnyOperation): void {
  if (file) throw usageError(`${id} answers with a file`, 'answer_export saves one; other files are for the person')
  if (Object.values(body).some(({ kind }) => kind === 'file'))
    throw usageError(`${id} sends a file of this machine, which is for the person`)
}

export async function readOperation(call: Call, one: AnyOperation, input: ToolValues): Promise<Said> {
  const values = await inputOf(call, one, { input: input.input })
  if (isWrite(one) && effectOf(one, values) !== 'read') throw usageError(`${one.id} changes something`, `For that: operation_write`)
  refuseFiles(one)
  const { texts, personal } = call.server.options
  if (isForeign(one) && !texts)
    throw usageError(`${one.id} shows what respondents wrote, and this server shows no texts`, 'Counts: answer_stats')
  const clean = (value: unknown): unknown => withoutSecretFields(personal || !isForeign(one) ? value : withoutPersons(value))
  const said = one.rows === undefined ? await single(call, one, values, clean) : await listing(call, one, { values, input, clean })
  if (!isForeign(one)) return said
  call.server.state.foreignShown = true
  return { ...said, text: fenced(said.text) }
}

async function single(call: Call, one: AnyOperation, values: ToolValues, clean: (value: unknown) => unknown): Promise<Said> {
  return { text: writeYaml(clean(await call.context.service.call(one, values))) }
}

interface Listing {
  values: ToolValues
  input: ToolValues
  clean: (value: unknown) => unknown
}

const rowsAtOnce = 100

async function listing(call: Call, one: AnyOperation, { values, input, clean }: Listing): Promise<Said> {
  const list = [one.id, values]
  const place = placeOf(textIn(input, 'cursor'), list)
  const rows = call.context.service.rows(one, { ...values }, { limit: place + rowsAtOnce })
  const read: unknown[] = []
  for await (const batch of rows) read.push(...batch)
  const here = one.id === 'quiz.list' || one.id === 'quiz.archived' ? call.here(read as { id: number }[]) : read
  const lines = fitting(linesOf(here.slice(place).map(clean)), budgetOf(input))
  const hasHead = lines.length > 1 && !lines[0]?.startsWith('{')
  const shown = hasHead ? lines.length - 1 : lines.length
  const total = Math.max(rows.total ?? 0, here.length)
  const more = place + shown < total
  return {
    head: `${shown} of ${total} rows${more ? '; go on with next_cursor' : ''}`,
    text: lines.join('\n'),
    facts: { shown, total, ...(more && { next_cursor: cursorAt(place + shown, list) }) },
  }
}

export const operationRead: Tool = {
  name: 'operation_read',
  about: 'Calls an operation that only reads.',
  kind: 'read',
  fields: { operation, input: given, cursor, max_characters: maxCharacters },
  run: async (call, input) => readOperation(call, await operationNamed(String(input.operation)), input),
}
