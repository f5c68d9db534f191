/** Any operation that changes something. */
import { boolean } from '../../contract/core/fields.ts'
import { effectOf, type Effect } from '../../contract/core/effect.ts'
import { isOfSurvey, isWrite, pathNames, type AnyOperation } from '../../contract/core/operation.ts'
import { secretFields } from '../../contract/core/secret.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { usageError } from '../../errors.ts'
import { toCopy } from '../../text/to-copy.ts'
import { writeYaml } from '../../text/yaml/write.ts'
import type { Call } from '../call.ts'
import { digestOf } from '../cursor.ts'
import type { Allowable } from '../options.ts'
import { named, placeIn } from '../questions.ts'
import { withSecrets } from '../secrets.ts'
import { type Tool } from '../definition.ts'
import { type Said, type ToolValues } from '../values.ts'

import { clean, inputField, inputOf, operationField, operationNamed, refuseFiles, shown } from './operation-read.ts'

/** By operation: the tool that does it better, as it looks first. */
export const toolInstead: ReadonlyMap<string, string> = new Map([
  ['quiz.save', 'survey_plan'],
  ['quiz.conditions', 'survey_plan'],
  ['quiz.publish', 'survey_publish'],
])

const allowedBy: Readonly<Partial<Record<Effect, Allowable>>> = { sends: 'send', deletes: 'delete' }

/** Where it goes: hosts and domains, which a person must see. */
const placesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(placesIn)
    : [placeIn(value)].filter((place) => place !== undefined)

export async function writeOperation(call: Call, operation: AnyOperation, input: ToolValues): Promise<Said> {
  const tool = toolInstead.get(operation.id)
  if (tool) throw usageError(`${operation.id} is not sent as it is`, `It is done by ${tool}, which looks first at what answers would lose`)
  await refuseFiles(call, operation)
  const values = await inputOf(call, operation, { input: input.input })
  const effect = effectOf(operation, values)
  if (!isWrite(operation) || effect === 'read') throw usageError(`${operation.id} only reads`, 'For that: operation_read')
  call.refuseReadOnly()
  if (effect !== 'draft') await confirm(call, operation, values, effect)
  const result = await call.context.service.call(operation, withSecrets(operation, values, call.server.options.secrets).values)
  if (call.dryRun) return { text: '' }
  return { head: `Done: ${operation.summary}`, ...shown(call, operation, writeYaml(clean(call, operation, result))) }
}

async function confirm(call: Call, operation: AnyOperation, values: ToolValues, effect: Effect): Promise<void> {
  const names = pathNames(operation.path).filter((name) => name !== 'workspace_id' && !(name === 'id' && isOfSurvey(operation)))
  const ids = names.map((name) => `${name.replace(/_?id$/i, '') || 'id'} ${named(values[name])}`)
  const id = isOfSurvey(operation) ? Number(values.id) : undefined
  const survey = id === undefined ? undefined : (await call.context.service.call(viewQuiz, { id })).name
  const actions = typeof values.action === 'string' && operation.body.action ? [`action ${named(values.action)}`] : []
  const places = [...new Set(placesIn(values))].slice(0, 3).map((place) => `to ${place}`)
  call.confirm({
    text: `${operation.summary}${id === undefined ? '' : `: survey ${id} ${named(survey)}`}? ${[...actions, ...ids, ...places, effects[effect]].join(', ')}`,
    about: digestOf([operation.id, values]),
    allowed: allowedBy[effect],
    reachesOthers: effect === 'live' || effect === 'sends',
    line: lineFor(operation, values),
  })
}

/** The same request, as the person sends it; a secret is what they fill in. */
function lineFor(operation: AnyOperation, values: ToolValues): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const secret = secretFields(operation.body)
  const given = Object.keys(operation.body).filter((name) => values[name] !== undefined)
  const flags = given.flatMap((name) => ['-F', `${name}:=${secret.includes(name) ? 'SECRET' : JSON.stringify(values[name])}`])
  const line = toCopy`surveyctl api ${operation.method} ${path}`
  return flags.length === 0 ? line : toCopy`surveyctl api ${operation.method} ${path} ${flags}`
}

const effects: Readonly<Record<Effect, string>> = {
  read: '',
  draft: '',
  live: 'it holds at once',
  sends: 'something is sent',
  deletes: 'something is deleted',
}

export const operationWrite: Tool = {
  name: 'operation_write',
  about:
    'Calls an operation that changes something; a person is asked where it is more than a draft. Secrets are given as {"env": "NAME"}.',
  kind: 'draft',
  operation: (input) => String(input.operation),
  destructive: true,
  fields: { operation: operationField, input: inputField, dry_run: boolean('Only show the requests') },
  run: async (call, input) => writeOperation(call, await operationNamed(String(input.operation)), input),
}
