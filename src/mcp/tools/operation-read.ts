/** Any operation that reads. */
import { json, required, text } from '../../contract/core/fields.ts'
import { effectOf } from '../../contract/core/effect.ts'
import { check, isOfSurvey, isWrite, pathNames, type AnyOperation } from '../../contract/core/operation.ts'
import * as z from '../../contract/core/schema.ts'
import { withoutSecretFields } from '../../contract/core/secret.ts'
import { counted } from '../../text/counted.ts'
import { toCopy } from '../../text/to-copy.ts'
import { didYouMean } from '../../text/nearest.ts'
import { usageError } from '../../errors.ts'
import { writeYaml } from '../../text/yaml/write.ts'
import { isObject } from '../../text/is-object.ts'
import type { Call } from '../call.ts'
import { budgetOf, cursor, fitting, goOn, maxCharacters, partOf } from '../budget.ts'
import { cursorAt, placeAt } from '../cursor.ts'
import { asFenced, fenced, withoutPersons } from '../fence.ts'
import { linesOf } from '../rows.ts'
import { withSecrets } from '../secrets.ts'
import { type Tool } from '../definition.ts'
import { textIn, type Said, type ToolValues } from '../values.ts'

/** Loaded where one is asked for. */
export async function allOperations(): Promise<AnyOperation[]> {
  const { operationsByGroup } = await import('../../contract/operations.ts')
  return operationsByGroup().flatMap(({ operations }) => operations)
}

export async function operationNamed(id: string): Promise<AnyOperation> {
  const operations = await allOperations()
  const found = operations.find(({ id: known }) => known === id)
  if (found) return found
  const ids = operations.map((each) => each.id)
  throw usageError(`There is no operation "${id}"${didYouMean(id, ids)}`, 'To find one: operation_find')
}

export const fieldsOf = ({ params, query, body }: AnyOperation) => ({ ...params, ...query, ...body })

export const operationField = required(text('Id of operation_find'))
export const inputField = json(z.record(z.string(), z.unknown()), 'Its input, path variables included; surveys and folders by id or name')

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
  const { values: set, problems: secrets } = withSecrets(operation, values, call.server.options.secrets)
  // What is wrong with one is said in words of its own.
  const problems = check(operation, set).filter(({ field }) => !secrets.some((line) => line.startsWith(field)))
  const lines = [
    ...secrets,
    ...unknown.map((name) => `${name}: there is no such field${didYouMean(name, Object.keys(fields))}`),
    ...problems.map(({ field, message }) => `${field} ${message}`),
  ]
  const hints = [
    lines.length > 0 && `To see its fields: reference_read operation/${operation.id}`,
    secrets.length > 0 && 'The person starts the server with --secret-env NAME',
  ]
  if (lines.length > 0) throw usageError(lines, hints.filter(Boolean).join('. '))
  return values
}

/** Of a survey, in the forms of answer_export. */
const exported = /^export\.(csv|xlsx|word|sav|summary)$/

/** Before its input is judged: no input would do. */
export async function refuseFiles(call: Call, { id, file, body }: AnyOperation): Promise<void> {
  const sends = Object.values(body).some(({ kind }) => kind === 'file')
  if (!file && !sends) return
  if (exported.test(id)) throw usageError(`${id} answers with a file`, 'answer_export saves it')
  const command = await call.server.commandOf(id)
  const line = command && toCopy`surveyctl ${command.noun ?? ''} ${command.verb}`
  throw usageError(
    sends ? `${id} sends a file of this machine, which is for the person` : `${id} answers with a file, which is for the person`,
    line && `They have: ${call.forPerson(line)}`,
  )
}

export async function readOperation(call: Call, operation: AnyOperation, input: ToolValues): Promise<Said> {
  await refuseFiles(call, operation)
  const values = await inputOf(call, operation, { input: input.input })
  if (isWrite(operation) && effectOf(operation, values) !== 'read')
    throw usageError(`${operation.id} changes something`, `For that: operation_write`)
  if (isForeign(operation) && !call.server.options.texts)
    throw usageError(`${operation.id} shows what respondents wrote, and this server shows no texts`, 'Counts: answer_stats')
  if (operation.rows === undefined) {
    const answer = asShown(operation, writeYaml(clean(call, operation, await call.context.service.call(operation, values))))
    const part = partOf(answer, input, [operation.id, values])
    return { ...part, ...shown(call, operation, part.text) }
  }
  const { text: rows, ...said } = await listing(call, operation, { values, input })
  return { ...said, ...shown(call, operation, rows) }
}

/** Without secrets; of respondents without what tells who they are. */
export const clean = (call: Call, operation: AnyOperation, value: unknown): unknown =>
  withoutSecretFields(call.server.options.personal || !isForeign(operation) ? value : withoutPersons(value))

/** Measured as it goes out: what is cut off behind is in no next part. */
const asShown = (operation: AnyOperation, text: string): string => (isForeign(operation) ? asFenced(text) : text)

/** What an operation answered, between lines where respondents wrote in it. */
export function shown(call: Call, operation: AnyOperation, answer: string): { text: string } {
  if (!isForeign(operation) || answer === '') return { text: answer }
  if (!call.server.options.texts) return { text: '' }
  call.server.state.foreignShown = true
  return { text: fenced(answer) }
}

interface Listing {
  values: ToolValues
  input: ToolValues
}

const rowsAtOnce = 100
const quizLists = ['quiz.list', 'quiz.archived']

/** However the service parts its list, it is read from a place on. */
async function listing(call: Call, operation: AnyOperation, { values, input }: Listing): Promise<Said> {
  const { limit, offset, page: number, per_page, ...filters } = values
  const list = [operation.id, filters]
  const wanted = Math.min(Number(limit ?? per_page ?? rowsAtOnce), rowsAtOnce)
  const place = input.cursor === undefined ? Number(offset ?? (Number(number ?? 1) - 1) * wanted) : placeAt(textIn(input, 'cursor'), list)
  // Of surveys that are left out none is counted: those are read whole.
  const isPart = call.server.options.surveys !== undefined && quizLists.includes(operation.id)
  const isFrom = operation.paging?.by === 'offset' && !isPart
  const first = isFrom ? place : 0
  // One more tells whether there is more, as not every list says its total.
  const bounds = isPart ? {} : { limit: place - first + wanted + 1 }
  const rows = call.context.service.rows(operation, { ...filters, ...(isFrom && { offset: place }) }, bounds)
  const read: unknown[] = []
  for await (const batch of rows) read.push(...batch)
  const here = isPart ? call.here(read as { id: number }[]) : read
  const page = here.slice(place - first, place - first + wanted)
  const { columns, lines } = linesOf(page.map((row) => clean(call, operation, row)))
  const fit = fitting(
    lines.map((line) => asShown(operation, line)),
    budgetOf(input) - (columns?.length ?? 0),
  )
  const next = place + fit.length
  const more = first + here.length > next
  const total = isPart || !more ? first + here.length : rows.total
  return {
    head: `${total === undefined ? counted(fit.length, 'row') : `${fit.length} of ${counted(total, 'row')}`}${more ? `; ${goOn}` : ''}`,
    text: [...(columns === undefined ? [] : [columns]), ...fit].join('\n'),
    facts: { shown: fit.length, ...(total !== undefined && { total }), ...(more && { next_cursor: cursorAt(next, list) }) },
  }
}

export const operationRead: Tool = {
  name: 'operation_read',
  about: 'Calls an operation that only reads.',
  kind: 'read',
  operation: (input) => String(input.operation),
  fields: { operation: operationField, input: inputField, cursor, max_characters: maxCharacters },
  run: async (call, input) => readOperation(call, await operationNamed(String(input.operation)), input),
}
