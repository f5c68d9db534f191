/** A document as YAML: text in, text out. */
import { isObject, type DocumentProblem } from './shape.ts'
import { canonical } from './tree.ts'
import { yamlPlaces, type PositionOf, type TextPosition } from '../../text/yaml/places.ts'
import { readYaml } from '../../text/yaml/read.ts'
import { updateYaml } from '../../text/yaml/update.ts'
import { writeYaml } from '../../text/yaml/write.ts'

const maxBytes = 10 * 2 ** 20

export interface TextProblem extends TextPosition {
  message: string
}

export interface ParsedText {
  value: unknown
  problems: TextProblem[]
  /** The position of a path, or of the nearest thing around it. */
  place: (path: DocumentProblem['path']) => TextPosition
}

const nowhere = (): TextPosition => ({ line: 1, column: 1 })

export function parseText(text: string): ParsedText {
  if (Buffer.byteLength(text) > maxBytes)
    return { value: undefined, problems: [{ ...nowhere(), message: 'is larger than 10 MB' }], place: nowhere }
  const { value, problem } = readYaml(text)
  if (problem) {
    const conflicts = conflictMarkers(text)
    return { value: undefined, problems: conflicts.length > 0 ? conflicts : [problem], place: nowhere }
  }
  let places: PositionOf | undefined
  return { value, problems: [], place: (path) => (places ??= yamlPlaces(text))(path) }
}

export const hasConflictMarkers = (text: string): boolean => conflictMarkers(text).length > 0

/** Markers of an unresolved merge conflict. */
function conflictMarkers(text: string): TextProblem[] {
  const marks = text.split('\n').flatMap((line, index) => (/^(<{7}|>{7})( |\r?$)/.test(line) ? [{ line: index + 1, mark: line[0] }] : []))
  const begun = marks.filter(({ mark }) => mark === '<')
  return (begun.length > 0 ? begun : marks).map(({ line }) => ({
    line,
    column: 1,
    message: 'A merge left a conflict here: keep what is right of both sides, and delete the lines with <<<<<<<, ======= and >>>>>>>',
  }))
}

export function formatText(value: unknown, comment?: string): string {
  const text = writeYaml(value)
  return comment === undefined ? text : `${comment.replace(/^/gm, '#')}\n\n${text}`
}

/** The text with another value. What has not changed stays, byte for byte. */
export const updateText = (text: string, value: unknown): string =>
  updateYaml(text, readYaml(text).value, value, { canonical, identity }) ?? formatText(value)

/** The key or id of an item of a list. */
const identity = (item: unknown): string | undefined =>
  isObject(item) && (item.key ?? item.id) !== undefined ? String(item.key ?? item.id) : undefined
