/** `--typed`: answers with types, from the service or from a folder that was synced. */
import { daysOf } from '../../../answers/days.ts'
import type { BlankCodes } from '../../../answers/export/sav.ts'
import type { Opened } from '../../../answers/export/open.ts'
import type { ExportSelection, ExportSource } from '../../../answers/export/source.ts'
import type { Options } from '../../../cli/command.ts'
import type { Context, MadeFile } from '../../../cli/context.ts'
import { usageError } from '../../../errors.ts'
import { keepHeapSmall } from '../../small-heap.ts'
import { namingOf } from '../answer/keys.ts'
import { metersOfSurvey, pagesAhead } from '../../meters.ts'
import type { savFlags, tableFlags } from './typed-flags.ts'

interface Given extends ExportSelection {
  id: number
}

type TypedOptions = Options<typeof tableFlags> & Options<typeof savFlags> & { safeCsv?: boolean }

/** What makes no sense without `--typed`, or together. */
function refuse(options: TypedOptions): void {
  const { typed, labels, codes, ...rest } = options
  const only = ['synced', 'keys', 'long', 'seenBlank', 'notShown', 'notReached', 'fromDate', 'toDate'] as const
  const given = only
    .filter((name) => rest[name] !== undefined)
    .map((name) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
  if (!typed && (given.length > 0 || labels || codes))
    throw usageError(`${[...given, ...(labels ? ['--labels'] : []), ...(codes ? ['--codes'] : [])].join(', ')} needs --typed`)
  if (labels && codes) throw usageError('Give either --labels or --codes')
}

function blankCodes({ seenBlank, notShown, notReached }: TypedOptions): BlankCodes {
  const read = (text: string | undefined, flag: string): number | undefined => {
    if (text === undefined) return undefined
    if (!/^-\d{1,6}$/.test(text)) throw usageError(`${flag} must be a negative whole number, such as -99`)
    return Number(text)
  }
  const codes = {
    seen: read(seenBlank, '--seen-blank'),
    'not-shown': read(notShown, '--not-shown'),
    'not-reached': read(notReached, '--not-reached'),
  }
  const given = Object.entries(codes).filter((entry): entry is [string, number] => entry[1] !== undefined)
  return Object.fromEntries(given)
}

type Write = (source: ExportSource) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>

export async function typedCsv(context: Context, given: Given, options: TypedOptions): Promise<MadeFile | undefined> {
  refuse(options)
  if (!options.typed) return undefined
  const { csvOf } = await import('../../../answers/export/tables.ts')
  const form = { values: options.codes ? 'codes' : 'labels', long: options.long === true, safe: options.safeCsv === true } as const
  return made(context, given, options, { ending: 'csv', type: 'text/csv; charset=utf-8' }, (source) => csvOf(source, form))
}

export async function typedXlsx(context: Context, given: Given, options: TypedOptions): Promise<MadeFile | undefined> {
  refuse(options)
  if (!options.typed) return undefined
  const { xlsxOf } = await import('../../../answers/export/tables.ts')
  const { xlsxType } = await import('../../../files/xlsx.ts')
  const form = { values: options.codes ? 'codes' : 'labels', long: options.long === true } as const
  return made(context, given, options, { ending: 'xlsx', type: xlsxType }, (source) => xlsxOf(source, form))
}

export async function typedSav(
  context: Context,
  given: Given & { is_deleted?: boolean | undefined },
  options: TypedOptions & { extract?: boolean },
): Promise<MadeFile | undefined> {
  refuse(options)
  if (options.extract && context.flags.output === '-') throw usageError('--extract needs a place for the file, not standard output')
  if (!options.typed) return undefined
  if (options.extract) throw usageError("--extract is of the service's archive: --typed writes the .sav file itself")
  if (given.is_deleted) throw usageError('--deleted cannot be typed: the service lists no deleted answers')
  const { withoutContacts } = await import('../../../answers/personal.ts')
  const { savOf } = await import('../../../answers/export/sav.ts')
  const { codebookOf, codebookText } = await import('../../../answers/export/codebook.ts')
  const codes = blankCodes(options)
  let codebook = ''
  async function* write(source: ExportSource): AsyncGenerator<Uint8Array> {
    const { body, counts } = await savOf(source, codes)
    yield* body
    codebook = codebookText(codebookOf(withoutContacts(source.dictionary), counts), 'md')
  }
  const file = await made(context, given, options, { ending: 'sav', type: 'application/x-spss-sav' }, write)
  return {
    ...file,
    beside: {
      ending: '.codebook.md',
      body: async function* () {
        yield Buffer.from(codebook)
      },
    },
  }
}

async function made(
  context: Context,
  given: Given,
  options: TypedOptions,
  { ending, type }: { ending: string; type: string },
  write: Write,
): Promise<MadeFile> {
  const { fileName } = await import('../../../files/text.ts')
  const { source, close } = await openSource(context, given, options)
  const body = async function* () {
    yield* await write(source)
  }
  return { name: fileName(source.title, 'answers', ending), type, body: body(), close }
}

/** From the folder that `--synced` names, or from the service. */
export async function openSource(
  context: Context,
  { id, ...asked }: Given,
  { synced, keys, fromDate, toDate }: TypedOptions,
): Promise<Opened> {
  const selection = { ...asked, days: daysOf({ fromDate, toDate }) }
  keepHeapSmall()
  const { openService, openSynced } = await import('../../../answers/export/open.ts')
  if (synced === undefined) {
    const { progress, end } = metersOfSurvey(context, id)
    const reading = { ...(await namingOf(context, id, keys)), ahead: pagesAhead(context), progress: progress.bind(undefined, 'reading') }
    return openService(context.service, id, selection, reading).finally(end)
  }
  if (keys !== undefined) throw usageError('--keys is for answers of the service: those of a folder have the keys of its last sync')
  return openSynced(synced, id, selection, context.service.signal)
}
