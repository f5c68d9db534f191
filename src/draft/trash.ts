/** Surveys that were deleted from this machine: the service lists no trash. */
import type { Service } from '../service.ts'
import { readState, writeState } from '../system/state-file.ts'
import { isObject } from '../text/is-object.ts'

export interface Deleted {
  id: number
  name: string
  at: string
}

const fileName = 'deleted-surveys.json'
const most = 200

/** The latest first. */
export function deletedHere(service: Pick<Service, 'stateFile'>): Deleted[] {
  try {
    return readState(service.stateFile(fileName), Array.isArray)?.filter(isDeleted) ?? []
  } catch {
    // It is only a help.
    return []
  }
}

const isDeleted = (value: unknown): value is Deleted =>
  isObject(value) && typeof value.id === 'number' && typeof value.name === 'string' && typeof value.at === 'string'

export function rememberDeleted(service: Pick<Service, 'stateFile'>, id: number, name: string): void {
  store(service, [{ id, name, at: new Date().toISOString() }, ...deletedHere(service).filter((each) => each.id !== id)].slice(0, most))
}

export const forgetDeleted = (service: Pick<Service, 'stateFile'>, ids: readonly number[]): void =>
  store(
    service,
    deletedHere(service).filter(({ id }) => !ids.includes(id)),
  )

function store(service: Pick<Service, 'stateFile'>, deleted: readonly Deleted[]): void {
  try {
    writeState(service.stateFile(fileName), deleted)
  } catch {
    // It is only a help.
  }
}
