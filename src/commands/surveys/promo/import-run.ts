/** Brings the codes of a file in: reads them, here or with the service's parser, and sends them into a list. */
import type { Context } from '../../../cli/context.ts'
import { readCount, readId } from '../../../cli/values.ts'
import { failedItems, OutputFile } from '../../../cli/download/output-file.ts'
import { openJournal, peekJournal } from '../../../system/journal.ts'
import type { Journal } from '../../../system/journal.ts'
import { codesAtOnce, importBytes, importFormats, listPromos, parseCodes } from '../../../contract/surveys/promo.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { readCodeFile } from '../../../promo/code-files.ts'
import { CodeList } from '../../../promo/code-list.ts'
import { isPipe, needFile } from '../../../system/local-file.ts'
import { keepHeapSmall } from '../../small-heap.ts'
import { refuseSecond } from '../../second-of-a-name.ts'
import { Delivery, type DeliveryOrder } from '../../../promo/delivery.ts'
import { deliveredIn, type Delivered } from '../../../promo/noted.ts'

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

/** Small files go through the service's own parser; the rest is read here. */
async function readCodes(context: Context, id: number, file: string, local: boolean): Promise<CodeList> {
  // A pipe, such as `<(command)`, can be read once and has no size: its text is read here.
  if (file === '-' || (await isPipe(file))) return readCodeFile(file, 0, context.ask.standardInput)
  const size = await needFile(file, local ? {} : { formats: importFormats })
  // Under --dry-run nothing leaves this machine.
  if (local || size > importBytes || context.flags.dryRun) return readCodeFile(file, size, context.ask.standardInput)
  const { data } = await context.service.call(parseCodes, { id, file })
  const codes = new CodeList()
  for (const code of data.codes) codes.add(code)
  return codes
}

async function showCodes(context: Context, codes: CodeList): Promise<void> {
  function* rows(): Iterable<{ code: string }[]> {
    for (let from = 0; from < codes.size; from += codesAtOnce) yield codes.slice(from, codesAtOnce).map((code) => ({ code }))
  }
  await context.show.rows(rows(), ['code'])
  context.show.note(`${codes.read} read, ${codes.doubled} duplicates`)
}

function readTarget({ list, name }: Pick<Options, 'list' | 'name'>): DeliveryOrder['to'] {
  if ((list === undefined) === (name === undefined)) throw usageError('Give either --list or --name')
  if (name !== undefined && name.trim() === '') throw usageError('--name must not be empty')
  return name !== undefined ? { name } : { list_id: readId(list ?? '', '--list') }
}

/** The journal of this very import: the same service, survey, target and codes. */
function journalOf(context: Context, id: number, to: DeliveryOrder['to'], codes: CodeList, { resume, restart }: Options): Journal {
  const { stateDir } = context.settings.current
  const name = ['promo.import', context.settings.current.value('base_url'), id, JSON.stringify(to), codes.digest()].join(' ')
  const known = peekJournal(stateDir, name)
  if (known.size > 0 && !known.has('end') && !resume && !restart) {
    throw usageError('An import of these codes was interrupted', 'To continue it: the same command with --resume. To forget it: --restart')
  }
  if (known.size === 0 && resume) {
    throw usageError(
      'Nothing to resume: no unfinished import of exactly these codes into this list is known',
      'To import all of them: the same command without --resume',
    )
  }
  return openJournal(stateDir, name, { resume: Boolean(resume) })
}

/** Of a dry run: nothing is remembered. */
const dryRunJournal: Journal = {
  known: new Map(),
  entry: () => undefined,
  begin: async () => {},
  end: async () => {},
  close: () => {},
}

async function importCodes(context: Context, id: number, codes: CodeList, failures: OutputFile, options: Options): Promise<void> {
  const to = readTarget(options)
  const maxErrors = options.maxErrors === undefined ? Infinity : readCount(options.maxErrors, '--max-errors')
  if (codes.size === 0) throw usageError('The file holds no code')
  const journal = context.flags.dryRun ? dryRunJournal : journalOf(context, id, to, codes, options)
  try {
    if ('name' in to && !options.resume)
      await refuseSecond(
        context,
        { ...secondList, name: to.name, isNew: options.new },
        async (call) => (await call(listPromos, { id, search: to.name, limit: 500 })).data,
      )
    const end = journal.entry('end')
    const delivered = end ? deliveredIn(end) : await deliver({ service: context.service, journal, id, codes, to, maxErrors })
    await failures.write(delivered.refused.map((code) => `${code}\n`).join(''))
    await failures.throwAfter(async () => {
      if (!context.flags.dryRun) await tell(context, delivered.report, codes)
    })
  } finally {
    journal.close(false)
  }
}

const secondList = { what: 'promo list', instead: (list: string) => `To add to it: --list ${list}` }

/** A finished import stays known, so that `--resume` after its last moment sends nothing again. */
async function deliver(order: DeliveryOrder): Promise<Delivered> {
  try {
    const delivered = await new Delivery(order).run()
    if (delivered.report.not_sent === 0) await order.journal.end('end', 'done', delivered)
    return delivered
  } catch (error) {
    if (!(error instanceof CommandError) || order.service.dryRun) throw error
    throw new CommandError(error.kind, error.message, {
      ...error.facts,
      hint: `${error.facts.hint ? `${error.facts.hint}. ` : ''}What was sent is known; to continue: the same command with --resume`,
    })
  }
}

async function tell(context: Context, report: Delivered['report'], { read, doubled }: CodeList): Promise<void> {
  const { list_id, added, already_there, refused, not_sent } = report
  const counts = [`${added} added`, `${already_there} already there`, `${refused} refused`, not_sent > 0 && `${not_sent} not sent`]
    .filter(Boolean)
    .join(', ')
  await context.show.done(
    { status: refused === 0, ...report },
    `Imported into promo list ${list_id ?? ''}: ${counts} (${read} read, ${doubled} duplicates)`,
    list_id ?? undefined,
  )
  if (refused === 0) return
  const hint =
    not_sent > 0
      ? 'Stopped by --max-errors; to continue: the same command with --resume and a higher number'
      : 'To keep them: --failures FILE'
  throw new CommandError(added + already_there > 0 ? 'partial' : 'invalid', `${refused} codes were refused`, { hint })
}

/** What `promo import` does; loaded by it alone. */
export async function runImport(context: Context, { id, file }: { id: number; file: string }, options: Options): Promise<void> {
  if (!options.parseOnly) readTarget(options)
  keepHeapSmall()
  const failures = await OutputFile.open(options.failures, failedItems)
  try {
    const codes = await readCodes(context, id, file, Boolean(options.local))
    if (options.parseOnly) return await showCodes(context, codes)
    await importCodes(context, id, codes, failures, options)
  } finally {
    failures.close()
  }
}
