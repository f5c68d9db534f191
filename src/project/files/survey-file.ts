/**
 * Reads a survey from the files of a project: survey.yaml, merged with the overlay of an environment, with the ids of ids.yaml.
 * Problems are not thrown but returned, all of them, each with its place.
 */
import { fromDocument } from '../../model/document/codec.ts'
import { idMapOf, idMaker } from '../../model/document/ids.ts'
import { isObject, type Content, type IdMap } from '../../model/document/shape.ts'
import { parseText } from '../../model/document/text.ts'
import { problemAt, type Problem } from './config.ts'
import { withFiles, type FileReading } from './file-values.ts'
import { filesOf, readWithin, type Files } from './read-within.ts'
import { readIds } from './ids.ts'
import { folderOf, idsPath, overlayPath, surveyPath } from './layout.ts'
import type { Project } from './project.ts'
import type { State } from '../state/state.ts'

/** From 1. */
export interface Position {
  line: number
  column: number
}

export interface SurveyFile {
  key: string
  /** `surveys/spring/survey.yaml`, from the project's folder. */
  path: string
  /** The file's text and its value, as people wrote it. A function, as it is large and rarely needed. */
  source: () => Source
  /** What the service is to have, section by section, with ids; the environment's overlay is merged in. */
  content: Content
  /** The ids behind keys, also those of new questions. */
  idMap: IdMap
  /** What stands for each media file in the content, by path: its address, or a placeholder until it is uploaded. */
  media: Readonly<Record<string, string>>
  problems: Problem[]
  /** The position of a path in survey.yaml (`['screens', 2, 'title']`), or of the nearest thing around it. */
  place: (path: (string | number)[]) => Position
}

export interface Source {
  text: string
  document: Readonly<Record<string, unknown>>
}

export interface ReadOptions {
  /** Where to read, for an earlier revision. */
  files?: Files | undefined
  /** Media that were uploaded. */
  media?: State['media']
}

/** `environment`: the one whose overlay is merged in; without it none is. */
export function readSurveyFile(project: Project, key: string, environment?: string, options: ReadOptions = {}): SurveyFile {
  const { files = filesOf(project.root), media: known } = options
  const { read } = files
  const path = surveyPath(key)
  const text = read(path) ?? ''
  const { value, problems: broken, place } = parseText(text)
  const ids = readIds(read(idsPath(key)), idsPath(key))
  const problems: Problem[] = [...broken.map((problem) => ({ file: path, ...problem })), ...ids.problems]
  const reading: Omit<FileReading, 'report'> = { folder: folderOf(key), files, known, media: {} }
  const overlay = environment === undefined ? {} : readOverlay(reading, key, environment, problems)
  const whole = withFiles(value, { ...reading, report: (at, message) => problems.push(problemAt(path, place, { path: at, message })) })
  const decoded =
    broken.length > 0
      ? { content: {}, idMap: ids.idMap, problems: [] }
      : fromDocument(isObject(whole) ? mergePatch(whole, overlay) : whole, ids.idMap, idMaker(project.config.id, key))
  problems.push(...decoded.problems.map((problem) => problemAt(path, place, problem)))
  const { screens } = decoded.content
  const idMap = screens ? idMapOf(screens, decoded.idMap) : decoded.idMap
  return surveyFile({ key, content: decoded.content, idMap, media: reading.media }, problems, () => read(path) ?? '')
}

/** What is cached of a file. */
export type CachedFile = Pick<SurveyFile, 'key' | 'content' | 'idMap' | 'media'>

export const fromCache = (project: Project, cached: CachedFile): SurveyFile =>
  surveyFile(cached, [], () => readWithin(project.root, surveyPath(cached.key)) ?? '')

/** `read` gives the file's text, for what is rarely needed. */
function surveyFile(file: CachedFile, problems: Problem[], read: () => string): SurveyFile {
  const path = surveyPath(file.key)
  let places: SurveyFile['place'] | undefined
  const place: SurveyFile['place'] = (at) => (places ??= parseText(read()).place)(at)
  const source = (): Source => {
    const text = read()
    const { value } = parseText(text)
    return { text, document: isObject(value) ? value : {} }
  }
  return { ...file, path, source, problems, place }
}

/** The overlay of an environment: a JSON merge patch for all sections but questions and logic. */
function readOverlay(reading: Omit<FileReading, 'report'>, key: string, environment: string, problems: Problem[]): Record<string, unknown> {
  const file = overlayPath(key, environment)
  const text = reading.files.read(file)
  if (text === undefined) return {}
  const { value, problems: broken, place } = parseText(text)
  problems.push(...broken.map((problem) => ({ file, ...problem })))
  if (value === null || broken.length > 0) return {}
  const report: FileReading['report'] = (at, message) => problems.push(problemAt(file, place, { path: at, message }))
  if (!isObject(value)) {
    report([], 'must be an object')
    return {}
  }
  for (const name of ['screens', 'conditions', 'format', 'ids'])
    if (Object.hasOwn(value, name)) report([name], `is the same in all environments: it belongs in ${surveyPath(key)}`)
  const whole = withFiles(value, { ...reading, report })
  return isObject(whole) ? whole : {}
}

/** RFC 7396: null removes. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = isObject(value) ? { ...value } : {}
  for (const [name, inner] of Object.entries(patch)) {
    if (inner === null) delete merged[name]
    else merged[name] = mergePatch(merged[name], inner)
  }
  return merged
}
