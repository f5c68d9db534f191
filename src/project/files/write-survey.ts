/** Writes a survey to its files. What hasn't changed keeps its spelling, its order and its comments. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../../errors.ts'
import { toDocument } from '../../model/document/codec.ts'
import { difference } from '../../model/document/difference.ts'
import { idMapOf, emptyIdMap, fixedKeys } from '../../model/document/ids.ts'
import { isObject, type Content, type IdMap } from '../../model/document/shape.ts'
import { formatText, updateText } from '../../model/document/text.ts'
import { treeOf } from '../../model/document/tree.ts'
import type { Environment } from './config.ts'
import { readWithin } from './read-within.ts'
import { writeExactly, writeWithin } from './write-within.ts'
import { formatIds } from './ids.ts'
import { withMediaFiles, withTextFiles, type FileText, type PathOf } from './file-places.ts'
import { folderOf, idsPath, overlayPath, surveyPath } from './layout.ts'
import type { Project } from './project.ts'
import { asFirstPulled } from '../pull/appeared.ts'
import { sectionOf } from '../sections/index.ts'
import type { Source, SurveyFile } from './survey-file.ts'
import { parseText } from '../../model/document/text.ts'

type Document = Record<string, unknown>

const comment = ' yaml-language-server: $schema=../../.surveyctl/schema/survey-1.json'

/** No media were downloaded. */
const none: PathOf = () => undefined

/** Refuses to begin a survey where somebody else has a file. */
export function refuseForeignFiles(root: string, key: string): void {
  const there = [surveyPath(key), idsPath(key)].find((path) => existsSync(join(root, path)))
  if (there !== undefined)
    throw new CommandError('refused', `${there} is there already, and is not of a survey that is linked here`, {
      code: 'file_exists',
      hint: 'Remove it, or name another key: surveyctl project adopt KEY SURVEY',
    })
}

/** Writes the files of a survey that has none yet; defaults are left out. `fetched`: the files of downloaded media, by address. */
export function writeNew(project: Project, key: string, content: Content, environment: Environment, fetched: PathOf): string[] {
  const written = Object.entries(content).filter(([name, value]) => !sectionOf(name)?.isDefault?.(value))
  const idMap = content.screens ? idMapOf(content.screens) : emptyIdMap
  const document = withMediaFiles(inFileForm(toDocument(asFirstPulled(Object.fromEntries(written)), idMap), environment), fetched)
  return writeFiles(project, [
    [surveyPath(key), formatText(document, comment)],
    [idsPath(key), formatIds(idMap)],
  ])
}

/** Updates the files of a survey to `wanted`. `fetched`: the files of downloaded media, by address. */
export function writeChanged(project: Project, ours: SurveyFile, wanted: Content, environment: Environment, fetched = none): string[] {
  const { key } = ours
  const changed = difference(treeOf(ours.content), treeOf(wanted))
  const source = ours.source()
  const before = withMediaFiles(source.document, fetched)
  if (changed.length === 0 && before === source.document) return []
  const idMap = wanted.screens ? idMapOf(wanted.screens, ours.idMap) : ours.idMap
  const paths = new Map(Object.entries(ours.media).map(([path, address]) => [address, path]))
  const encoded = withMediaFiles(inFileForm(toDocument(wanted, idMap), environment), (address) => paths.get(address) ?? fetched(address))
  const document: Document = { ...before }
  for (const name of new Set(changed.flatMap(({ path: [section] }) => section ?? []))) {
    if (name === 'screens') document.screens = screensOf({ document: before, content: ours.content }, wanted, encoded, idMap)
    else if (isObject(document[name]) && isObject(encoded[name]))
      document[name] = withChanges(
        document[name],
        encoded[name],
        changed.flatMap(({ path: [section, inner] }) => (section === name ? (inner ?? []) : [])),
      )
    else document[name] = encoded[name]
  }
  const overlay = overlayPath(key, environment.name)
  const text = readWithin(project.root, overlay)
  const patch = text === undefined ? undefined : parseText(text).value
  const texts: FileText[] = []
  const [base, patched] =
    text !== undefined && isObject(patch) ? splitOverlay(document, source.document, patch, encoded) : [document, undefined]
  const files: [string, string][] = [[idsPath(key), formatIds(idMap)]]
  if (text !== undefined && patched) files.push([overlay, updateText(text, withTextFiles(patched, patch, texts))])
  files.push([surveyPath(key), updateText(source.text, withTextFiles(base, source.document, texts))])
  const textFiles = texts.map(({ path, text: content }) => ({ path: `${folderOf(key)}/${path}`, content }))
  const changedTexts = textFiles.flatMap(({ path, content }) => (writeExactly(project.root, path, content) ? [path] : []))
  return [...changedTexts, ...writeFiles(project, files)]
}

const writeFiles = ({ root }: Project, files: [string, string][]): string[] =>
  files.flatMap(([path, text]) => (writeWithin(root, path, text) ? [path] : []))

const inFileForm = (document: Document, environment: Environment): Document =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, sectionOf(name)?.toFile?.(value, environment) ?? value]))

/** Changed keys with their new values; the others as they are written. */
function withChanges(before: Document, now: Document, names: readonly string[]): Document {
  const next = { ...before }
  for (const name of names) {
    if (now[name] === undefined) delete next[name]
    else next[name] = now[name]
  }
  return next
}

/** Lists of screens come from `toDocument`, or passed the check of the file's form; `idMap` has the key of each. */
function screensOf(
  ours: Pick<Source, 'document'> & Pick<SurveyFile, 'content'>,
  wanted: Content,
  encoded: Document,
  idMap: IdMap,
): unknown[] {
  const ids = new Map([...Object.entries(idMap.questions), ...fixedKeys.map((key): [string, string] => [key, key])])
  const before = new Map((ours.document.screens as Document[] | undefined)?.map((screen) => [ids.get(String(screen.key)), screen]))
  const [old, now] = [ours.content.screens, wanted.screens!]
  return (encoded.screens as Document[]).map((screen) => {
    const id = ids.get(String(screen.key))!
    const mine = before.get(id)
    if (!mine || !old?.entities[id]) return screen
    const treeWith = (entity: unknown) => treeOf({ screens: { ids: [id], entities: { [id]: entity as { type: string } } } })
    const names = difference(treeWith(old.entities[id]), treeWith(now.entities[id])).map(({ path }) => path[2]!)
    return names.length === 0 ? mine : withChanges(mine, screen, names)
  })
}

/** Splits a document into the survey file and the overlay: what the overlay names goes there, and the file keeps its own value of it. */
function splitOverlay(document: Document, file: Document, patch: Document, encoded: Document): [Document, Document] {
  const base = { ...document }
  const own = { ...patch }
  for (const [name, inner] of Object.entries(patch)) {
    if (isObject(inner) && isObject(document[name])) {
      const [kept, moved] = splitOverlay(
        document[name],
        isObject(file[name]) ? file[name] : {},
        inner,
        isObject(encoded[name]) ? encoded[name] : {},
      )
      base[name] = kept
      own[name] = moved
      continue
    }
    if (file[name] === undefined) delete base[name]
    else base[name] = file[name]
    own[name] = encoded[name] ?? null
  }
  return [base, own]
}
