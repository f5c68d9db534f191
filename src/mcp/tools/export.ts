/** Answers as a file on this machine: its content never goes through the assistant. */
import { createReadStream, existsSync, lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { choice, text } from '../../contract/core/fields.ts'
import { exportCsv, exportSav, exportSummary, exportWord, exportXlsx } from '../../contract/answers/export.ts'
import { CommandError, usageError } from '../../errors.ts'
import { counted } from '../../text/counted.ts'
import { makeFolder } from '../../system/make-folder.ts'
import type { ServerOptions } from '../options.ts'
import { type Tool } from '../definition.ts'
import { textIn, type ToolValues } from '../values.ts'
import { survey } from './survey-read.ts'

const formats = { csv: exportCsv, xlsx: exportXlsx, word: exportWord, sav: exportSav, pdf: exportSummary } as const
const endings = { csv: 'csv', xlsx: 'xlsx', word: 'docx', sav: 'zip', pdf: 'pdf' } as const
type Format = keyof typeof formats

const formatOf = (input: ToolValues): Format => (textIn(input, 'format') ?? 'csv') as Format

/** No folders, nothing that hides, nothing that a system takes for something else. */
const plainName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .split('/')
    .at(-1)!
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^[.\s-]+/, '')
    .slice(0, 120)

function pathOf(input: ToolValues, { exportDir }: ServerOptions): string {
  if (exportDir === undefined)
    throw new CommandError('forbidden', 'This server saves no files', {
      code: 'no_export_dir',
      hint: 'The person can start it with --export-dir FOLDER',
    })
  const name = plainName(textIn(input, 'name') ?? '') || `survey-${String(input.survey).replaceAll(/\W+/g, '-')}`
  const ending = endings[formatOf(input)]
  return join(exportDir, name.endsWith(`.${ending}`) ? name : `${name}.${ending}`)
}

/** Below the names of columns; a line end within quotes is no row's. */
async function rowsOf(path: string): Promise<number> {
  let [lines, quotes] = [0, 0]
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    for (const byte of chunk)
      if (byte === quote) quotes++
      else if (byte === lineEnd && quotes % 2 === 0) lines++
  return Math.max(lines - 1, 0)
}
const [quote, lineEnd] = [0x22, 0x0a]

export const answerExport: Tool = {
  name: 'answer_export',
  about: 'Saves all answers as a file in the folder that the person chose; tells its path, not its content.',
  kind: 'file',
  fields: { survey, format: choice(['csv', 'xlsx', 'word', 'sav', 'pdf'], 'File format (default csv)'), name: text('Plain file name') },
  flags: (input, options) => ({ output: pathOf(input, options), force: false }),
  run: async (call, input) => {
    const path = call.session.flags.output ?? ''
    const folder = call.server.options.exportDir ?? ''
    if (existsSync(folder) && lstatSync(folder).isSymbolicLink())
      throw usageError(`${folder} is a link: --export-dir must be a folder itself`)
    makeFolder(folder)
    if (lstatSync(path, { throwIfNoEntry: false })) throw usageError(`${path} is there already`, 'Take another name')
    const id = await call.survey(input.survey)
    await call.session.show.download(formats[formatOf(input)] as typeof exportCsv, { id })
    const { size: bytes } = statSync(path)
    const rows = formatOf(input) === 'csv' ? await rowsOf(path) : undefined
    return {
      text: `Saved ${path} (${rows === undefined ? '' : `${counted(rows, 'row')}, `}${bytes} bytes)`,
      facts: { path, ...(rows !== undefined && { rows }), bytes },
    }
  },
}
