/** Brings the codes of a file in: reads them, here or with the service's parser, and sends them into a list. */
import type { Context } from '../../../cli/context.ts'
import { readCount, readId } from '../../../cli/values.ts'
import { failedItems, OutputFile } from '../../../cli/download/output-file.ts'
import { codesAtOnce, listPromos } from '../../../contract/surveys/promo.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { readCodes } from '../../../promo/code-files.ts'
import type { CodeList } from '../../../promo/code-list.ts'
import { keepHeapSmall } from '../../small-heap.ts'
import { refuseSecond } from '../../second-of-a-name.ts'
import { deliver, type DeliveryOrder } from '../../../promo/delivery.ts'
import { noJournal, openImport, type Delivered } from '../../../promo/noted.ts'
import { counted } from '../../../text/counted.ts'

interface Options {
  parseOnly?: boolean
  local?: boolean
  list?: string
  name?: string
  new?: boolean
  resume?: boolean
  restart?: boolean
  maxErrors?: string
  failures?: string
}

async function showCodes(context: Context, codes: CodeList): Promise<void> {
  function* rows(): Iterable<{ code: string }[]> {
    for (let from = 0; from < codes.size; from += codesAtOnce) yield codes.slice(from, codesAtOnce).map((code) => ({ code }))
  }
  await context.show.rows(rows(), ['code'])
  context.show.note(`${codes.read} read, ${counted(codes.doubled, 'duplicate')}`)
}

function readTarget({ list, name }: Pick<Options, 'list' | 'name'>): DeliveryOrder['to'] {
  if ((list === undefined) === (name === undefined)) throw usageError('Give either --list or --name')
  if (name !== undefined && name.trim() === '') throw usageError('--name must not be empty')
  return name !== undefined ? { name } : { list_id: readId(list ?? '', '--list') }
}

async function importCodes(context: Context, id: number, codes: CodeList, failures: OutputFile, options: Options): Promise<void> {
  const to = readTarget(options)
  const maxErrors = readCount(options.maxErrors, '--max-errors') ?? Infinity
  if (codes.size === 0) throw usageError('The file holds no code')
  const { stateDir, value } = context.settings.current
  const journal = context.flags.dryRun
    ? noJournal
    : openImport(stateDir, [value('base_url'), id, JSON.stringify(to), codes.digest()], options)
  try {
    if ('name' in to && !options.resume)
      await refuseSecond(
        context,
        { ...secondList, name: to.name, isNew: options.new },
        async (call) => (await call(listPromos, { id, search: to.name, limit: 500 })).data,
      )
    const delivered = await deliver({ service: context.service, journal, id, codes, to, maxErrors })
    await failures.write(delivered.refused.map((code) => `${code}\n`).join(''))
    await failures.throwAfter(async () => {
      if (!context.flags.dryRun) await conclude(context, delivered.report, codes)
    })
  } finally {
    journal.close(false)
  }
}

const secondList = { what: 'promo list', instead: (list: string) => `To add to it: --list ${list}` }

async function conclude(context: Context, report: Delivered['report'], { read, doubled }: CodeList): Promise<void> {
  const { list_id, added, already_there, refused, not_sent } = report
  const counts = [`${added} added`, `${already_there} already there`, `${refused} refused`, not_sent > 0 && `${not_sent} not sent`]
    .filter(Boolean)
    .join(', ')
  await context.show.done(
    { status: refused === 0, ...report },
    `Imported into promo list ${list_id ?? ''}: ${counts} (${read} read, ${counted(doubled, 'duplicate')})`,
    list_id ?? undefined,
  )
  if (refused === 0) return
  const hint =
    not_sent > 0
      ? 'Stopped by --max-errors; to continue: the same command with --resume and a higher number'
      : 'To keep them: --failures FILE'
  throw new CommandError(added + already_there > 0 ? 'partial' : 'invalid', `${counted(refused, 'code was', 'codes were')} refused`, {
    hint,
  })
}

/** What `promo import` does; loaded by it alone. */
export async function runImport(context: Context, { id, file }: { id: number; file: string }, options: Options): Promise<void> {
  if (!options.parseOnly) readTarget(options)
  keepHeapSmall()
  const failures = await OutputFile.open(options.failures, failedItems)
  try {
    const codes = await readCodes(context.service, id, file, { stdin: context.ask.standardInput, isLocal: options.local === true })
    if (options.parseOnly) return await showCodes(context, codes)
    await importCodes(context, id, codes, failures, options)
  } finally {
    failures.close()
  }
}
