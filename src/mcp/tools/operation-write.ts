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

import { clean, given, inputOf, operation, operationNamed, refuseFiles, shown } from './operation-read.ts'

/** Those that a job does better, as it looks first. */
export const jobs: ReadonlyMap<string, string> = new Map([
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

export async function writeOperation(call: Call, one: AnyOperation, input: ToolValues): Promise<Said> {
  const job = jobs.get(one.id)
  if (job) throw usageError(`${one.id} is not sent as it is`, `It is done by ${job}, which looks first at what answers would lose`)
  await refuseFiles(call, one)
  const values = await inputOf(call, one, { input: input.input })
  const effect = effectOf(one, values)
  if (!isWrite(one) || effect === 'read') throw usageError(`${one.id} only reads`, 'For that: operation_read')
  call.refuseReadOnly()
  if (effect !== 'draft') await confirm(call, one, values, effect)
  const result = await call.context.service.call(one, withSecrets(one, values, call.server.options.secrets).values)
  if (call.dryRun) return { text: '' }
  return { head: `Done: ${one.summary}`, ...shown(call, one, writeYaml(clean(call, one, result))) }
}

async function confirm(call: Call, one: AnyOperation, values: ToolValues, effect: Effect): Promise<void> {
  const names = pathNames(one.path).filter((name) => name !== 'workspace_id' && !(name === 'id' && isOfSurvey(one)))
  const ids = names.map((name) => `${name.replace(/_?id$/i, '') || 'id'} ${named(values[name])}`)
  const id = isOfSurvey(one) ? Number(values.id) : undefined
  const survey = id === undefined ? undefined : (await call.context.service.call(viewQuiz, { id })).name
  const actions = typeof values.action === 'string' && one.body.action ? [`action ${named(values.action)}`] : []
  const places = [...new Set(placesIn(values))].slice(0, 3).map((place) => `to ${place}`)
  call.confirm({
    text: `${one.summary}${id === undefined ? '' : `: survey ${id} ${named(survey)}`}? ${[...actions, ...ids, ...places, effects[effect]].join(', ')}`,
    about: digestOf([one.id, values]),
    allowed: allowedBy[effect],
    reachesOthers: effect === 'live' || effect === 'sends',
    line: lineFor(one, values),
  })
}

/** The same request, as the person sends it; a secret is what they fill in. */
function lineFor(one: AnyOperation, values: ToolValues): string {
  const path = one.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const secret = secretFields(one.body)
  const given = Object.keys(one.body).filter((name) => values[name] !== undefined)
  const flags = given.flatMap((name) => ['-F', `${name}:=${secret.includes(name) ? 'SECRET' : JSON.stringify(values[name])}`])
  const line = toCopy`surveyctl api ${one.method} ${path}`
  return flags.length === 0 ? line : toCopy`surveyctl api ${one.method} ${path} ${flags}`
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
  fields: { operation, input: given, dry_run: boolean('Only show the requests') },
  run: async (call, input) => writeOperation(call, await operationNamed(String(input.operation)), input),
}
