/** Brings a survey of another system in: as a file, as a new survey, or into one. */
import type { Context } from '../../../cli/context.ts'
import { writeNew } from '../../../cli/download/save.ts'
import { unchanged } from '../../../draft/change.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { createImported, madeOf, replaceWithImported } from '../../../forms/import/import.ts'
import { findMedia, type FoundMedia } from '../../../forms/import/media.ts'
import { readSurvey, reportOf, type ReadSurvey } from '../../../forms/import/read-survey.ts'
import { documentOfForm } from '../../../forms/lower/lower.ts'
import type { Severity } from '../../../forms/loss.ts'
import { formatText } from '../../../model/document/index.ts'
import type { Column } from '../../../output/columns.ts'
import { counted } from '../../../text/counted.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { flagsAgain, type ImportFlags } from './import-flags.ts'
import { reportLosses } from './import-losses.ts'
import { refuseSecond } from '../../second-of-a-name.ts'

type ImportOptions = ImportFlags & { columns: readonly Column[] }

export async function importSurvey(context: Context, file: string, options: ImportOptions): Promise<void> {
  refuseMixed(options)
  const read = await readSurvey(context.service, file, context.ask.standardInput, options)
  const { keysOut, report, force } = options
  const whole = reportOf(read)
  await reportLosses(context, read.losses, options)
  refuseLosses(read, options, whole)
  const media = options.uploadMedia === undefined ? undefined : await findMedia(read.content.screens, options.uploadMedia)
  if (options.folder !== undefined) await refuseSecondImport(context, file, read, options.new)
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

const summaryOf = ({ questions, rules }: ReadSurvey): string => `${counted(questions, 'screen')} and ${counted(rules, 'rule')}`

function refuseLosses({ losses }: ReadSurvey, { strict, strictMinor }: ImportOptions, report: object): void {
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

async function writeDocument({ show }: Context, read: ReadSurvey, output: string, { force }: ImportOptions): Promise<void> {
  const document = documentOfForm(read)
  const text = output.toLowerCase().endsWith('.json') ? `${JSON.stringify(document, undefined, 2)}\n` : formatText(document)
  if (output === '-') return show.print(text)
  await writeNew(output, text, force)
  await show.done({ quiz_id: null, path: output, ...reportOf(read) }, `Wrote ${summaryOf(read)} to ${output}`, output)
}

/** Several surveys of one name are usual, as of each spring; one that holds questions of this file as well was made of it. */
async function refuseSecondImport(context: Context, file: string, { content }: ReadSurvey, isNew: boolean | undefined): Promise<void> {
  const { name } = content
  if (typeof name !== 'string') return
  const instead = (id: string): string => toCopy`To replace its draft: surveyctl quiz import --into ${id} ${file}`
  await refuseSecond(context, { what: 'survey', name, isNew, instead }, (call) => madeOf(call, name, content))
}

/** A plan that has no texts of its own is no reason to leave a survey half made. */
const noteLeft = ({ show }: Context, left: CommandError | undefined): void => {
  if (left) show.note(`Texts of buttons were left out: ${left.message}`)
}

async function create(
  context: Context,
  file: string,
  read: ReadSurvey,
  options: ImportOptions,
  media?: readonly FoundMedia[],
): Promise<number> {
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
  read: ReadSurvey,
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
