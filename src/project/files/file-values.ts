/** `{file: PATH}` in a survey file: texts and media that are in files of their own, in the survey's folder. */
import { optionImageFormats } from '../../contract/surveys/media.ts'
import { CommandError } from '../../errors.ts'
import { isLocal, localAddress, mediaUse, type MediaUse } from '../../model/document/media.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import type { Files, FileSum } from './read-within.ts'
import type { State } from '../state/state.ts'

type Place = DocumentProblem['path']

const textFields = new Map(
  Object.entries<readonly string[]>({
    letters: ['formatted_letter', 'raw_html'],
    settings: ['scripts_in_head', 'scripts_in_body'],
  }),
)

/** Whether `{file: PATH}` is allowed at a place of a survey file, and for what. */
export function fileUse([section, ...rest]: Place): 'text' | MediaUse | undefined {
  if (section === 'screens') return rest.length === 2 && rest[1] === 'htmlContent' ? 'text' : mediaUse(rest.slice(1))
  const depth = section === 'letters' ? 2 : 1
  return rest.length === depth && textFields.get(String(section))?.includes(String(rest.at(-1))) ? 'text' : undefined
}

export const isFileValue = (value: unknown): value is { file: unknown } =>
  isObject(value) && 'file' in value && Object.keys(value).length === 1

export interface FileReading {
  /** The survey's folder: `surveys/spring`. */
  folder: string
  files: Files
  /** What was uploaded. */
  known: State['media']
  /** The address of each media file by its path, or what stands for it until it is uploaded; filled here. */
  media: Record<string, string>
  report: (path: Place, message: string) => void
}

/** Replaces each `{file: PATH}`: by the text itself, or by the address of a media file, or by what stands for it until it is uploaded. */
export function withFiles(value: unknown, reading: FileReading, path: Place = []): unknown {
  if (isFileValue(value)) return readFileValue(value.file, path, reading)
  if (typeof value === 'string') {
    if (isLocal(value)) reading.report(path, 'must be written as {file: PATH} for a file of this folder')
    return value
  }
  if (Array.isArray(value)) return value.map((item, index) => withFiles(item, reading, [...path, index]))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFiles(inner, reading, [...path, name])]))
}

/** Reports the first problem of a place only. */
function readFileValue(file: unknown, path: Place, reading: FileReading): string {
  const report = (message: string): string => {
    reading.report(path, message)
    return ''
  }
  const use = fileUse(path)
  if (use === undefined)
    return report('cannot be a file: only addresses of media, htmlContent, formatted_letter, raw_html and scripts_in_* can be {file: PATH}')
  if (!isOwnPath(file)) return report(`must name a file in ${reading.folder} by its path there, without "..", as in {file: media/van.png}`)
  try {
    return use === 'text'
      ? (reading.files.read(`${reading.folder}/${file}`) ?? report(missing(reading, file)))
      : mediaAddress(file, use, reading, report)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return report(`cannot be read: ${error.message}`)
  }
}

const missing = ({ folder }: FileReading, file: string): string => `names ${folder}/${file}, which does not exist`

/** A path below the folder, but not of a file that the tool itself writes. */
const isOwnPath = (file: unknown): file is string =>
  typeof file === 'string' &&
  /^[^\\\p{Cc}]+$/u.test(file) &&
  !/^[a-z]:/i.test(file) &&
  file.split('/').every((part) => part !== '' && part !== '.' && part !== '..') &&
  !/^(ids|survey(\.[a-z0-9-]+)?)\.yaml$/i.test(file)

function mediaAddress(
  file: string,
  use: MediaUse,
  { folder, files, known, media }: FileReading,
  report: (message: string) => string,
): string {
  const sum = files.sum(`${folder}/${file}`)
  if (!sum) return report(`names ${folder}/${file}, which does not exist`)
  if (sum.bytes === 0) return report(`names ${folder}/${file}, which is empty`)
  if (use === 'option' && !optionImageFormats.some((ending) => file.toLowerCase().endsWith(`.${ending}`)))
    return report(`names ${folder}/${file}; the picture of an option must be ${optionImageFormats.join(', ')}`)
  const found = knownAddress(known, file, sum) ?? localAddress({ path: file, ...sum })
  media[file] = found
  return found
}

/** The address of an earlier upload with the same contents: under this path, or another one, where the file was renamed. */
function knownAddress(known: State['media'] = {}, file: string, { sha256 }: FileSum): string | undefined {
  const own = known[file]
  return own?.sha256 === sha256 ? own.url : Object.values(known).find((each) => each.sha256 === sha256)?.url
}
