import * as contract from '../../../contract/integrations/crm-mapping.ts'
import { changeConnection, needConnection } from '../../store/integrations/connection.ts'
import { needLive } from './crm.ts'
import { catalogues, customFields, isUser, pipelines } from '../../deliveries/crm-directories.ts'
import { invalid, refuse } from '../../store/refusal.ts'
import type { Call, HandlersOf } from '../../engine/handler.ts'
import { sentFields } from '../../engine/sent.ts'
import { questionIds } from '../../store/surveys/quiz.ts'

type InputA = Call<typeof contract.mapCrmA>['input']
type Mapping = Record<string, unknown>

export const handlers: HandlersOf<typeof contract> = {
  mapCrmB: ({ input: { id: _quiz, entity, ...given }, quiz, service }) => {
    const state = needLive(needConnection(service.store, quiz, 'crm', 'crm_b'))
    const saved: Mapping = state.mapping[entity] ?? {}
    const { mapping, stage_dropped } = withStage({ ...saved, ...sentFields(given) }, given.default_stage !== undefined)
    changeConnection(service.store, 'crm', state, { mapping: { ...state.mapping, [entity]: mapping } })
    return { status: true, quiz_id: quiz.id, crm: 'crm_b', entity, mapping, ...(stage_dropped !== undefined && { stage_dropped }) }
  },

  mapCrmA: ({ input, quiz, service }) => {
    const state = needLive(needConnection(service.store, quiz, 'crm', 'crm_a'))
    const saved: Mapping = state.mapping[input.block] ?? {}
    refuseUnknown(input, saved, questionIds(quiz.draft))
    const { id: _quiz, block, ...given } = input
    const mapping = { ...saved, ...sentFields(given) }
    changeConnection(service.store, 'crm', state, { mapping: { ...state.mapping, [block]: mapping } })
    return { status: true, quiz_id: quiz.id, crm: 'crm_a', block, mapping }
  },
}

/** Refuses a stage that was sent and isn't of the pipeline; drops a saved one when the pipeline has changed. */
function withStage(mapping: Mapping, isSent: boolean): { mapping: Mapping; stage_dropped?: string } {
  const { default_stage, ...rest } = mapping
  const category = Number(mapping.category_id ?? 0)
  if (typeof default_stage !== 'string' || contract.stageFits(default_stage, category)) return { mapping }
  if (!isSent) return { mapping: rest, stage_dropped: default_stage }
  const { field, message, code } = contract.stageMismatch(category)
  return invalid({ [field]: message }, code)
}

/** Checks each value against the CRM's directories and the survey's questions. */
function refuseUnknown(
  { block, active, titles, statuses, users, use_price, bind, subtype }: InputA,
  saved: Mapping,
  questions: readonly string[],
): void {
  const numbers = block === 'list' ? [0, 1, ...catalogues.map(({ id }) => Number(id))] : pipelines.map(({ id }) => id)
  for (const number of [...(active ?? []), ...[titles, statuses, users, use_price].flatMap((map) => Object.keys(map ?? {}))]) {
    if (!numbers.includes(Number(number))) refuse(400, 'pipeline_unknown')
  }
  if (Object.values(titles ?? {}).some((title) => title.trim() === '')) refuse(400, 'title_empty')
  for (const [number, status] of Object.entries(statuses ?? {})) if (!hasStatus(Number(number), status)) refuse(400, 'status_mismatch')
  if (!Object.values(users ?? {}).every(isUser)) refuse(400, 'user_unknown')
  for (const field of [...Object.keys(bind ?? {}), ...Object.keys(subtype ?? {})]) {
    if (!customFields.some(({ id }) => String(id) === field)) refuse(400, 'field_unknown')
  }
  if (!Object.values(bind ?? {}).every((question) => questions.includes(question))) refuse(400, 'bind_not_widget')
  const bound = Object.keys(bind ?? saved.bind ?? {})
  if (!Object.keys(subtype ?? {}).every((field) => bound.includes(field))) refuse(400, 'subtype_without_bind')
}

const hasStatus = (pipeline: number, status: unknown): boolean =>
  pipelines.find(({ id }) => id === pipeline)?.statuses.some(({ id }) => String(id) === String(status)) ?? false
