/** Keys of questions and options, and ids for new questions. */
import type { Widgets } from '../../contract/core/records.ts'
import { isObject, type IdMap, type MakeId, type Path } from './shape.ts'
import { own } from '../../text/own.ts'

export const isKey = (text: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(text)
export const isUuid = (text: string): boolean => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)

/** Ids by keys. */
export const areIds = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.entries(value).every(([key, id]) => isKey(key) && typeof id === 'string' && isUuid(id))

export const areOptionIds = (value: unknown): value is IdMap['options'] => isObject(value) && Object.values(value).every(areIds)

/** Screens that a survey has once at most, and whose id is also their key. */
export const fixedKeys: readonly string[] = ['welcome', 'submit']

/** The id of a screen of this type, where it is one of `fixedKeys`. */
export const fixedId = (type: unknown): string | undefined => fixedKeys.find((key) => key === type)

export const emptyIdMap: IdMap = { questions: {}, options: {}, retired: {} }

/** What keys name, turned round: the key of each id. */
export const keysById = (ids: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(ids).map(([key, id]) => [id, key]))

/** `rating-1`, `rating-2`, ...: with the first number that no key has or ever had. */
function freeKeys(taken: Set<string>): (stem: string) => string {
  const next = new Map<string, number>()
  return (stem) => {
    let number = next.get(stem) ?? 1
    while (taken.has(`${stem}-${number}`)) number++
    next.set(stem, number + 1)
    taken.add(`${stem}-${number}`)
    return `${stem}-${number}`
  }
}

const stemOf = (type: unknown): string => (typeof type === 'string' && isKey(type) ? type.slice(0, 30) : 'question')

/** Ids of options that are UUIDs, in whichever field. */
export function optionIds(question: Readonly<Record<string, unknown>>): string[] {
  const items = Object.values(question).flatMap((value) => (Array.isArray(value) ? value : []))
  const ids = items.flatMap((item: unknown) => (isObject(item) && typeof item.id === 'string' && isUuid(item.id) ? [item.id] : []))
  return [...new Set(ids)]
}

/** How often a key had been retired before it named this id; without an id: before the next one it will name. */
export const generationOf = ({ retired }: IdMap, key: string, id?: string): number => {
  const last = own(retired, key)
  return last === undefined ? 0 : last.id === id ? last.generation : last.generation + 1
}

/** The ids behind the keys of these screens. Known keys stay, new screens are named by their type, and keys of missing ones are retired. */
export function idMapOf({ ids, entities }: Widgets, before: IdMap = emptyIdMap): IdMap {
  const known = keysById(before.questions)
  const retired = { ...before.retired }
  const present = new Set(ids)
  for (const [key, id] of Object.entries(before.questions))
    if (!present.has(id)) retired[key] = { id, generation: generationOf(before, key, id) }
  // A question that came back gets its key again, unless another one has it now.
  for (const [key, { id }] of Object.entries(before.retired)) if (!own(before.questions, key) && !known.has(id)) known.set(id, key)
  const freeKey = freeKeys(new Set([...fixedKeys, ...Object.keys(before.questions), ...Object.keys(retired)]))
  const questions: Record<string, string> = {}
  const options: Record<string, Record<string, string>> = {}
  for (const id of ids) {
    const question = own(entities, id) ?? { type: '' }
    const key = fixedKeys.includes(id) ? id : (known.get(id) ?? freeKey(stemOf(question.type)))
    if (key !== id) questions[key] = id
    const named = nameOptions(optionIds(question), own(before.options, key) ?? {})
    if (Object.keys(named).length > 0) options[key] = named
  }
  return { questions, options, retired }
}

function nameOptions(ids: readonly string[], before: Readonly<Record<string, string>>): Record<string, string> {
  const known = keysById(before)
  const freeKey = freeKeys(new Set(Object.keys(before)))
  return Object.fromEntries(ids.map((id) => [known.get(id) ?? freeKey('option'), id]))
}

/** Derives ids from keys, so that two people who add the same key, or a run repeated after a crash, get the same id. */
export const idMaker =
  (project: string, survey: string): MakeId =>
  (key, generation) =>
    uuidV5(project, `${survey}/${key}/${generation}`)

export function uuidV5(namespace: string, name: string): string {
  // Pages of help load this file.
  const bytes = process
    .getBuiltinModule('node:crypto')
    .createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A path as people read it: keys instead of ids. */
export const pathText = (path: Path, { questions }: IdMap): string => {
  const keys = keysById(questions)
  return path.map((part) => keys.get(part) ?? part).join('.')
}
