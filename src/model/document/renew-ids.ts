/** New ids for the questions of a survey, for a service that has each id once only: the same survey always gets the same ones. */
import type { Widgets } from '../../contract/core/records.ts'
import { isObject } from '../../text/is-object.ts'
import { own } from '../../text/own.ts'
import { isUuid, optionIds, uuidV5 } from './ids.ts'
import { mapTexts } from './references.ts'

/** By the ids that they take the place of; of options too, where those are UUIDs. Others are told apart within their question only. */
export type NewIds = Readonly<Record<string, string>>

export const areNewIds = (value: unknown): value is NewIds => isObject(value) && Object.values(value).every((id) => typeof id === 'string')

export const newIdsOf = (widgets: Widgets, survey: number): NewIds =>
  Object.fromEntries(uuidsOf(widgets).map((id) => [id, uuidV5(id, String(survey))]))

export const uuidsOf = ({ entities }: Widgets): string[] =>
  Object.entries(entities).flatMap(([id, question]) => [...(isUuid(id) ? [id] : []), ...optionIds(question)])

/** One that stands for itself; in an address it is a part of a file's name. */
const mention = /(?<![\w/-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w/-]|\.\w)/gi

/** Wherever they are named: as keys, in lists, and in texts such as letters. */
export const withNewIds = <Value>(value: Value, ids: NewIds): Value =>
  // Texts and keys are replaced by others: the value keeps its shape.
  mapTexts(value, (text) => text.replaceAll(mention, (id) => own(ids, id) ?? id)) as Value
