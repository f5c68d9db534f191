/** Writes values back to the files that hold them: a survey file keeps its `{file: PATH}`. Pure. */
import { withMedia } from '../../model/document/media.ts'
import { isObject } from '../../model/document/shape.ts'
import { fileUse, isFileValue } from './file-values.ts'

type Document = Record<string, unknown>

/** The path of the file behind an address, where there is one. */
export type PathOf = (address: string) => string | undefined

/** The document with `{file: PATH}` in place of addresses that belong to files; the same object where there is none. */
export function withMediaFiles(document: Document, pathOf: PathOf): Document {
  if (!Array.isArray(document.screens)) return document
  const before: unknown[] = document.screens
  const screens = before.map((screen) => (isObject(screen) ? withMedia(screen, (address) => asFile(pathOf(address)) ?? address) : screen))
  return screens.some((screen, index) => screen !== before[index]) ? { ...document, screens } : document
}

const asFile = (path: string | undefined): { file: string } | undefined => (path === undefined ? undefined : { file: path })

/** A file, and the text that it is to hold. */
export interface FileText {
  path: string
  text: string
}

/** `now` with the `{file: PATH}` of texts that `before` had at the same place; what is to be in those files goes to `texts`. */
export function withTextFiles<T>(now: T, before: unknown, texts: FileText[], path: (string | number)[] = []): T {
  if (isFileValue(before) && typeof before.file === 'string' && typeof now === 'string' && fileUse(path) === 'text') {
    // What a file can't hold as it is stays in the survey file.
    if (!now.isWellFormed()) return now
    texts.push({ path: before.file, text: now })
    // A file value stands for a text.
    return before as T
  }
  // What is rebuilt part by part has the type of what it was built from.
  if (Array.isArray(now))
    return now.map((item, index) => withTextFiles(item, itemBefore(before, item, index), texts, [...path, index])) as T
  if (!isObject(now) || !isObject(before)) return now
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, withTextFiles(value, before[name], texts, [...path, name])]),
  ) as T
}

/** Questions are matched by their keys, other items by their places. */
function itemBefore(before: unknown, item: unknown, index: number): unknown {
  if (!Array.isArray(before)) return undefined
  if (!isObject(item) || typeof item.key !== 'string') return before[index]
  return before.find((each) => isObject(each) && each.key === item.key)
}
