/** The tools that a server has, in an order that stays: clients keep the list. */
import type { JsonSchema } from '../contract/core/json-schema.ts'
import { objectSchema } from '../contract/core/json-schema.ts'
import type { ServerOptions } from './options.ts'
import type { Tool } from './definition.ts'
import { portable } from './portable.ts'
import { accountView } from './tools/account.ts'
import { answerList, answerStats } from './tools/answers.ts'
import { answerExport } from './tools/export.ts'
import { operationDescribe, operationFind } from './tools/operations.ts'
import { operationRead } from './tools/operation-read.ts'
import { operationWrite } from './tools/operation-write.ts'
import { referenceRead } from './tools/reference.ts'
import { surveyApply, surveyCreate, surveyPlan } from './tools/survey-change.ts'
import { surveyPublish } from './tools/survey-publish.ts'
import { surveyCheck, surveyList, surveyView } from './tools/survey-read.ts'

const sets: ReadonlyMap<string, readonly Tool[]> = new Map([
  ['surveys', [surveyList, surveyView, surveyCheck, surveyPlan, surveyApply, surveyCreate, surveyPublish]],
  ['answers', [answerStats, answerList, answerExport]],
  ['operations', [operationFind, operationDescribe, operationRead, operationWrite]],
])

export async function toolsFor({ toolsets }: ServerOptions): Promise<Tool[]> {
  const jobs = [...sets].flatMap(([name, tools]) => (toolsets.includes(name) ? tools : []))
  const groups = toolsets.filter((name) => !sets.has(name))
  // Operations of all groups are loaded where one is named.
  const operations = groups.length === 0 ? [] : groups.flatMap((await import('./tools/of-group.ts')).toolsOf)
  // A job that has the name of an operation does the same, and more.
  const others = operations.filter(({ name }) => !jobs.some((job) => job.name === name))
  return [accountView, ...jobs, ...others, referenceRead]
}

export interface Listed {
  name: string
  description: string
  inputSchema: JsonSchema & { type: 'object' }
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean }
}

/** As clients see it. */
export function listed({ name, about, kind, fields, destructive, repeatable }: Tool): Listed {
  const destroys = kind === 'ask' || destructive === true
  return {
    name,
    description: about,
    inputSchema: { ...portable(objectSchema(fields)), type: 'object' },
    annotations: {
      readOnlyHint: kind === 'read',
      ...(kind !== 'read' && { destructiveHint: destroys }),
      ...(repeatable && { idempotentHint: true }),
    },
  }
}

/** Tools that write are not there where nothing may be written. */
export const shownTools = (tools: readonly Tool[], readOnly: boolean): Tool[] =>
  tools.filter(({ kind }) => !readOnly || kind === 'read' || kind === 'file')

/** As o200k counts such lists, within a twentieth: its table takes 22 MB and more, for a figure that is only to be compared. */
export const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4.25)
