import type { Options } from '../../../cli/command.ts'
import { allowLoss } from '../change-flags.ts'

/** What an import may be told. */
export const importFlags = {
  output: {
    flag: '-o, --output <file>',
    about: 'Write a survey file instead of sending anything (- for standard output)',
    saves: ['yaml', 'json'],
  },
  folder: { flag: '--folder <id>', about: 'Make a new survey in this folder' },
  new: { flag: '--new', about: 'Make it also where there is one of this name from this file already' },
  into: { flag: '--into <survey>', about: 'Replace the draft of this survey; questions of the same names keep their answers' },
  name: { flag: '--name <text>', about: 'Name of the survey (default: as in the file)' },
  format: {
    flag: '--format <format>',
    about: 'What the file must be',
    choices: ['xlsform', 'surveyjs', 'qsf', 'lss', 'typeform'],
  },
  lang: { flag: '--lang <language>', about: 'Language to read, of a file in several (default: its own)' },
  groups: { flag: '--groups <how>', about: 'Titles of groups and pages', choices: ['message', 'drop'], default: 'message' },
  idSeed: { flag: '--id-seed <text>', about: 'Makes other ids, for a second survey from the same file' },
  keysOut: { flag: '--keys-out <file>', about: 'Write UUID: KEY lines there, as "answer sync --keys" reads them' },
  report: { flag: '--report <file>', about: 'Write the whole report there, as JSON' },
  strict: { flag: '--strict', about: 'Send nothing if a loss is major or fatal (exit 10)' },
  strictMinor: { flag: '--strict-minor', about: 'Send nothing if a loss is minor, major or fatal (exit 10)' },
  logic: { flag: '--no-logic', about: 'Questions only, without conditions and jumps' },
  uploadMedia: { flag: '--upload-media <folder>', about: 'Upload pictures that the file names, from this folder' },
  allowLoss,
  force: { flag: '--force', about: 'Replace existing files' },
} as const

export type ImportFlags = Options<typeof importFlags>

/** With which the same survey comes of the file once more. */
export const flagsAgain = ({ format, lang, groups, idSeed, logic, uploadMedia }: ImportFlags, name: unknown): string[] => [
  // It may not have been sent yet.
  ...(typeof name === 'string' ? [`--name=${name}`] : []),
  ...(format === undefined ? [] : [`--format=${format}`]),
  ...(lang === undefined ? [] : [`--lang=${lang}`]),
  ...(groups === 'drop' ? ['--groups=drop'] : []),
  ...(idSeed === undefined ? [] : [`--id-seed=${idSeed}`]),
  ...(logic === false ? ['--no-logic'] : []),
  ...(uploadMedia === undefined ? [] : [`--upload-media=${uploadMedia}`]),
]
