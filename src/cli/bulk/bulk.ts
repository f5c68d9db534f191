/** The same command over several surveys: some at once, a line each, a summary, exit 9 when only some are done. */
import { createHash } from 'node:crypto'
import { CommandError, usageError } from '../../errors.ts'
import type { Command, Values } from '../command.ts'
import type { EngineContext } from '../session/engine.ts'
import { attempt, isUnbegun, type Item, type RunOne } from './item.ts'
import { allWritten } from '../../system/patient-write.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { BulkReport } from './report.ts'
import type { Journal, Left } from '../../system/journal.ts'

type Reference = string | number

export async function runBulk(
  command: Command,
  references: readonly Reference[],
  rest: Values,
  session: EngineContext,
  runOne: RunOne,
): Promise<void> {
  const given = [...new Set(references.map((reference) => String(reference).trim()))]
  const [only] = given
  if (only !== undefined && given.length === 1 && session.flags.failures === undefined && !session.flags.resume)
    return runOne(session, { ...rest, id: await session.ask.quiz(only) })
  if (session.flags.raw) throw usageError('--raw takes one survey')
  if (session.flags.dryRun) return planAll(given, rest, session, runOne)
  const report = await BulkReport.open(session)
  try {
    const { items, journal } = await begin(command, rest, given, session)
    const pending = items.filter(({ id }) => id === undefined || journal.entry(String(id))?.state !== 'done')
    if (pending.length < items.length)
      session.show.note(`${items.length - pending.length} of ${items.length} were done before; going on with the rest.`)
    report.begin(items.length, items.length - pending.length)
    try {
      const { maxErrors = Infinity } = session.flags
      const work = { command, rest, session, runOne, journal }
      const stop = (): boolean => session.service.signal.aborted || report.failures.length >= maxErrors
      const meter = session.show.meter(command.verb, pending.length)
      const each = async (item: Item): Promise<void> => {
        const outcome = await attempt(item, work)
        if (isUnbegun(outcome)) return
        await report.add(outcome)
        meter.advance()
      }
      await inParallel(pending, session.requests.concurrency, each, stop).finally(() => meter.end())
      await report.conclude()
    } finally {
      // The journal goes last: a run that is killed before its report is written can still be resumed.
      if (report.concluded) await allWritten()
      journal.close(report.concluded)
    }
  } finally {
    report.close()
  }
}

async function planAll(items: readonly string[], rest: Values, session: EngineContext, runOne: RunOne): Promise<void> {
  for (const item of items) await runOne(session.item(), { ...rest, id: await session.ask.quiz(item) })
}

/** Names what is to be done, and opens its journal: with `--resume` on what earlier runs left of it. */
async function begin(
  command: Command,
  rest: Values,
  given: readonly string[],
  session: EngineContext,
): Promise<{ journal: Journal; items: Item[] }> {
  const { openJournal, peekJournal } = await import('../../system/journal.ts')
  const { resume } = session.flags
  const { stateDir } = session.settings.current
  const name = nameOf(command, rest, session)
  const left = resume ? peekJournal(stateDir, name) : undefined
  const items = await withIds(given, session, left)
  const named = new Map(items.flatMap(({ id, reference }) => (id === undefined ? [] : [[String(id), reference]])))
  if (left && ![...named.keys()].some((item) => left.has(item))) await askAnew(items.length, session)
  const journal = openJournal(stateDir, name, { resume, items: named })
  if (!resume) noteForgotten(journal.known, items.length, session)
  return { journal, items }
}

/** Identifies a job without its items: operation, values and account. */
function nameOf({ operation, verb }: Command, rest: Values, session: EngineContext): string {
  const settings = session.settings.current
  const account =
    settings.value('workspace') ??
    createHash('sha256')
      .update(settings.value('api_key') ?? '')
      .digest('hex')
  const sorted = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [operation?.id ?? verb, JSON.stringify(sorted), settings.value('base_url'), account].join('\n')
}

/** Each survey once, whatever it is called. One that can't be found any more may be one that an earlier run deleted. */
async function withIds(given: readonly string[], session: EngineContext, left?: Left): Promise<Item[]> {
  const called = new Map(Array.from(left ?? [], ([item, { reference }]) => [reference, item]))
  const items: Item[] = []
  const seen = new Set<number>()
  for (const reference of given) {
    const item = await idOf(reference, session, called)
    if (item.id !== undefined && seen.has(item.id)) continue
    if (item.id !== undefined) seen.add(item.id)
    items.push(item)
  }
  return items
}

async function idOf(reference: string, session: EngineContext, called: ReadonlyMap<string, string>): Promise<Item> {
  try {
    return { reference, id: await session.ask.quiz(reference) }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const before = error.kind === 'not_found' ? called.get(reference) : undefined
    return before === undefined ? { reference, id: undefined, error } : { reference, id: Number(before) }
  }
}

/** With nothing to resume, all items would be done from the start: that is asked first. */
async function askAnew(count: number, session: EngineContext): Promise<void> {
  const nothing = 'Nothing to resume: no unfinished run of this command is known for these surveys'
  if (!session.consent.canAsk || session.flags.yes) throw usageError(nothing, 'To do all of them: the same command without --resume')
  session.show.note(`${nothing}.`)
  if (!(await session.consent.yes(`Do all ${count}?`))) throw new CommandError('refused', 'Nothing was done')
}

/** Without `--resume` items that an earlier run did are done again: the user is told so. */
function noteForgotten(known: Left, count: number, session: EngineContext): void {
  const states = [...known.values()].map(({ entry }) => entry?.state)
  const [done, begun] = (['done', 'begun'] as const).map((wanted) => states.filter((state) => state === wanted).length)
  if (!done && !begun) return
  const what = [done && `did ${done}`, begun && `may have done ${begun}`].filter(Boolean).join(' and ')
  session.show.note(`An earlier, unfinished run of this command ${what} of these ${count}; they are done again. To continue it: --resume`)
}
