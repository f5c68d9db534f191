/** Ids of questions in logic, lists and mappings: `q:KEY` in a document, `q:KEY.OPTION` for an option with a UUID. */
import { fixedKeys, isUuid } from './ids.ts'
import { isObject, type DocumentProblem, type IdMap } from './shape.ts'
import { own } from '../../text/own.ts'

type Path = (string | number)[]

/** Replaces each text and each key in a value of any shape. */
export function mapTexts(value: unknown, replace: (text: string, path: Path) => string, path: Path = []): unknown {
  if (typeof value === 'string') return replace(value, path)
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, replace, [...path, index]))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [replace(key, [...path, key]), mapTexts(inner, replace, [...path, key])]),
  )
}

/** Replaces ids by keys. A text that only looks like a reference is escaped by a second colon. */
export function toReferences(value: unknown, { questions, options }: IdMap): unknown {
  const names = new Map<string, string>()
  for (const [key, named] of Object.entries(options)) for (const [option, id] of Object.entries(named)) names.set(id, `${key}.${option}`)
  for (const [key, id] of Object.entries(questions)) names.set(id, key)
  return mapTexts(value, (text) => {
    const name = names.get(text)
    if (name !== undefined) return `q:${name}`
    return text.startsWith('q:') ? `q::${text.slice(2)}` : text
  })
}

/** Replaces keys by ids; an unknown key is a problem. */
export function fromReferences(value: unknown, { questions, options }: IdMap, at: Path, problems: DocumentProblem[]): unknown {
  const questionId = (key: string): string | undefined => (fixedKeys.includes(key) ? key : own(questions, key))
  return mapTexts(value, (text, path) => {
    if (!text.startsWith('q:')) return text
    if (text.startsWith('q::')) return `q:${text.slice(3)}`
    const [key = '', option] = text.slice(2).split('.')
    const id = option === undefined ? questionId(key) : own(own(options, key), option)
    if (id === undefined)
      problems.push({ path: [...at, ...path], message: `"${text}" names no ${option === undefined ? 'question' : 'option'}` })
    return id ?? text
  })
}

/** Ids in a value that belong to none of these questions. */
export function danglingIds(value: unknown, screens: readonly string[]): string[] {
  const known = new Set(screens)
  const found = new Set<string>()
  mapTexts(value, (text) => {
    if (isUuid(text) && !known.has(text)) found.add(text)
    return text
  })
  return [...found]
}
