/** Brings a survey of another system in: as a file, as a new survey, or into one. */
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Context } from '../../../cli/context.ts'
import { writeNew } from '../../../cli/download/save.ts'
import { unchanged } from '../../../draft/change.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { limits } from '../../../forms/form.ts'
import { createImported, replaceWithImported, type Imported } from '../../../forms/import/import.ts'
import { findMedia, type FoundMedia } from '../../../forms/import/media.ts'
import { documentOf, lower, type Lowered } from '../../../forms/lower/lower.ts'
import { Losses, type Loss, type Severity } from '../../../forms/loss.ts'
import { readForm } from '../../../forms/read/index.ts'
import { formatText } from '../../../model/document/index.ts'
import type { Column } from '../../../output/columns.ts'
import { needFile } from '../../../system/local-file.ts'
import { pipeAt, readStream } from '../../../system/small-file.ts'
import { counted } from '../../../text/counted.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { flagsAgain, type ImportFlags } from './import-flags.ts'
import { reportLosses } from './import-losses.ts'
import { refuseSecondImport } from './import-second.ts'

type ImportOptions = ImportFlags & { columns: readonly Column[] }

interface Read extends Lowered, Imported {
  languages: readonly string[]
  losses: Loss[]
}

export async function importSurvey(context: Context, file: string, options: ImportOptions): Promise<void> {
  refuseMixed(options)
  const read = await readSurvey(context, file, options)
  const { keysOut, report, force } = options
  const whole = reportOf(read)
  await reportLosses(context, read.losses, options)
  refuseLosses(read, options, whole)
  const media = options.uploadMedia === undefined ? undefined : await findMedia(read.content.screens, options.uploadMedia)
  if (options.folder !== undefined) await refuseSecondImport(context, { file, content: read.content, isNew: options.new })
  if (keysOut !== undefined) await writeNew(keysOut, formatText(read.keys), force)
  if (report !== undefined) await writeNew(report, `${JSON.stringify({ quiz_id: null, ...whole }, undefined, 2)}\n`, force)
  if (options.output !== undefined) return writeDocument(context, read, options.output, options)
  const id = options.into === undefined ? await create(context, file, read, options, media) : await replace(context, read, options, media)
  const line = `${summaryOf(read)} ${options.into === undefined ? 'as' : 'into'} survey ${id}`
  await context.show.done(
    { quiz_id: id, ...whole },
    [
      `Imported ${line}`,
      toCopy`To check it: surveyctl quiz check ${id}; to try it: surveyctl quiz preview ${id}`,
      toCopy`Respondents see it once it is published: surveyctl quiz publish ${id}`,
    ],
    id,
  )
}

function refuseMixed({ output, folder, into, uploadMedia, name, new: isNew }: ImportOptions): void {
  const given = [output, folder, into].filter((value) => value !== undefined)
  if (given.length !== 1)
    throw usageError(
      'Give one of --folder (a new survey), --into (one that is there) and -o (a file)',
      'Folders: surveyctl folder list. To look first, without sending anything: -o survey.yaml',
    )
  if (output !== undefined && uploadMedia !== undefined)
    throw usageError('--upload-media needs --folder or --into: media belong to a survey')
  if (isNew && folder === undefined) throw usageError('--new needs --folder: nothing else makes a survey')
  if (name === '') throw usageError('--name must not be empty')
}

async function readSurvey(context: Context, file: string, options: ImportOptions): Promise<Read> {
  const losses = new Losses()
  const { format, lang, groups, idSeed: seed, name, uploadMedia } = options
  const bytes = await readBytes(context, file)
  const form = await readForm(bytes, { name: file === '-' ? 'standard input' : file, format, lang, groups, losses })
  const title = name ?? (form.title ? undefined : stemOf(file))
  const lowered = lower(form, { losses, seed, name: title, noLogic: options.logic === false, media: uploadMedia !== undefined })
  if (lowered.questions === 0)
    throw new CommandError('refused', `${file} has no question that can be asked here`, { code: 'file.unreadable' })
  return { ...lowered, source: form.source, languages: form.languages, losses: losses.sorted() }
}

/** What a survey without a title is called. */
const stemOf = (file: string): string | undefined => (file === '-' ? undefined : basename(file, extname(file)).slice(0, 100) || undefined)

async function readBytes({ ask, service }: Context, file: string): Promise<Uint8Array> {
  const stream = file === '-' ? ask.standardInput.stream() : pipeAt(file)
  if (stream) return readStream(stream, service.signal, limits.fileBytes)
  const size = await needFile(file)
  if (size > limits.fileBytes) throw usageError(`${file} is larger than ${limits.fileBytes / 2 ** 20} MB`)
  return readFile(file)
}

const reportOf = ({ source, questions, rules, languages, losses, keys }: Read) => ({
  format: source,
  questions,
  rules,
  languages,
  losses,
  keys,
})

const summaryOf = ({ questions, rules }: Read): string => `${counted(questions, 'screen')} and ${counted(rules, 'rule')}`

function refuseLosses({ losses }: Read, { strict, strictMinor }: ImportOptions, report: object): void {
  const refused: readonly Severity[] = strictMinor ? ['fatal', 'major', 'minor'] : strict ? ['fatal', 'major'] : []
  const count = losses.filter(({ severity }) => refused.includes(severity)).length
  if (count === 0) return
  throw new CommandError(
    'differences',
    `Nothing was sent or written: ${counted(count, 'loss is', 'losses are')} ${strictMinor ? 'minor or worse' : 'major or worse'}`,
    {
      code: 'losses',
      hint: `To go on all the same: without ${strictMinor ? '--strict-minor' : '--strict'}`,
      details: report,
    },
  )
}

async function writeDocument({ show }: Context, read: Read, output: string, { force }: ImportOptions): Promise<void> {
  const document = documentOf(read)
  const text = output.toLowerCase().endsWith('.json') ? `${JSON.stringify(document, undefined, 2)}\n` : formatText(document)
  if (output === '-') return show.print(text)
  await writeNew(output, text, force)
  await show.done({ quiz_id: null, path: output, ...reportOf(read) }, `Wrote ${summaryOf(read)} to ${output}`, output)
}

/** A plan that has no texts of its own is no reason to leave a survey half made. */
const noteLeft = ({ show }: Context, left: CommandError | undefined): void => {
  if (left) show.note(`Texts of buttons were left out: ${left.message}`)
}

async function create(context: Context, file: string, read: Read, options: ImportOptions, media?: readonly FoundMedia[]): Promise<number> {
  const { service, show } = context
  const folder_id = await context.ask.folder(options.folder ?? '')
  const { id, textsLeft } = await createImported(service, folder_id, read, { media, unfinished })
  noteLeft(context, textsLeft)
  return id

  function unfinished(survey: number): void {
    const again = [...flagsAgain(options, read.content.name), `--into=${survey}`]
    show.warn(toCopy`Survey ${survey} was made, but not finished. To go on: surveyctl quiz import ${again} ${file}`)
  }
}

async function replace(
  context: Context,
  read: Read,
  { into = '', name, allowLoss }: ImportOptions,
  media?: readonly FoundMedia[],
): Promise<number> {
  const id = await context.ask.quiz(into)
  const { sent, textsLeft } = await replaceWithImported(context.service, id, read, {
    media,
    renames: name !== undefined,
    allowLoss: allowLoss === true,
    confirm: (line) => context.ask.confirm(`Replace the draft of survey ${id} (${line})?`),
  })
  if (!sent && !context.flags.dryRun) context.show.note(unchanged(id))
  noteLeft(context, textsLeft)
  return id
}
