/**
 * What this tool stores of a survey in the state folder: the change that it made last, for `quiz undo`, what it published, and what
 * it imported; and the lock for one survey.
 */
import { existsSync, statSync, utimesSync } from 'node:fs'
import { CommandError } from '../errors.ts'
import type { Service } from '../service.ts'
import { locked } from '../system/lock.ts'
import { readState, writeState } from '../system/state-file.ts'
import type { Content } from '../model/document/index.ts'
import { parseExactly } from '../text/exact.ts'
import { isObject } from '../text/is-object.ts'

export interface StoredChange {
  /** The change in words, and when it was made. */
  what: string
  /** It took that change back: to undo it brings the change back. */
  undoes?: boolean | undefined
  at: string
  before: Content
  after: Content
}

type Place = Pick<Service, 'stateFile'>

/** Files of one survey of one service; undefined where nothing can be stored. */
const pathOf = ({ stateFile }: Place, id: number, extension: string): string | undefined => stateFile(`${id}.${extension}`)

/** One process at a time changes a survey. The stored change gets a new time: by it others see that something was sent (`changedHereSince`). */
export async function withSurveyLock<T>(service: Service, id: number, work: () => Promise<T>): Promise<T> {
  const [lock, path] = [pathOf(service, id, 'lock'), pathOf(service, id, 'json')]
  if (lock === undefined || path === undefined) return work()
  return locked(lock, `survey ${id}`, async () => {
    try {
      return await work()
    } finally {
      if (existsSync(path)) utimesSync(path, new Date(), new Date())
    }
  })
}

/** Milliseconds by which the clock of a file system may be behind ours. */
const clockTolerance = 10

/** Whether this tool changed the survey since that time. */
export function changedHereSince(service: Service, id: number, time: number): boolean {
  const path = pathOf(service, id, 'json')
  return path !== undefined && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > time - clockTolerance
}

/** The largest draft that is read back. */
const mostBytes = 2 ** 28

const isStoredChange = (value: unknown): value is StoredChange =>
  isObject(value) &&
  typeof value.what === 'string' &&
  ['boolean', 'undefined'].includes(typeof value.undoes) &&
  typeof value.at === 'string' &&
  isContent(value.before) &&
  isContent(value.after)

/** Of the form in which it was written: who changed the file by hand must not make a bug of it. */
function isContent(value: unknown): value is Content {
  if (!isObject(value)) return false
  const { screens, conditions = {}, settings = {} } = value
  const areScreens =
    isObject(screens) && Array.isArray(screens.ids) && isObject(screens.entities) && Object.values(screens.entities).every(isObject)
  return (screens === undefined || areScreens) && isObject(conditions) && isObject(settings)
}

/** What is written to a file of a survey, and read only in the form in which it was written. */
const stored = <T>(extension: string, is: (value: unknown) => value is T) => ({
  store: (service: Place, id: number, value: T | undefined): void => writeState(pathOf(service, id, extension), value),
  last: (service: Place, id: number): T | undefined => readState(pathOf(service, id, extension), is, mostBytes, parseExactly),
})

const changes = stored('json', isStoredChange)
export const lastChange = changes.last

/** `work` makes the change, which can be undone then; where its first write was refused, or wasn't made, what can be undone is what was before. */
export async function undoably<T>(service: Service, id: number, change: StoredChange, work: (service: Service) => Promise<T>): Promise<T> {
  const earlier = lastChange(service, id)
  let isChanged = false
  const call: Service['call'] = async (operation, ...request) => {
    const result = await service.call(operation, ...request)
    isChanged ||= operation.method !== 'GET'
    return result
  }
  changes.store(service, id, change)
  try {
    return await work({ ...service, call })
  } catch (error) {
    if (!isChanged && error instanceof CommandError && isNotMade(error.facts)) changes.store(service, id, earlier)
    throw error
  }
}

const isNotMade = ({ status = Infinity, unclear, undone }: CommandError['facts']): boolean => undone === true || (status < 500 && !unclear)

/** What this tool published last: as which version, or which one was the newest before. */
export interface Published {
  version?: number | undefined
  after?: number | undefined
  content: Content
}

const isPublished = (value: unknown): value is Published =>
  isObject(value) && isContent(value.content) && (typeof value.version === 'number' || typeof value.after === 'number')

export const { store: storePublished, last: lastPublished } = stored('published.json', isPublished)

/** What the last import left there. */
export const { store: storeImported, last: lastImported } = stored('imported.json', isContent)
