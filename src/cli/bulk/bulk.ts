/** The same command over several surveys: some at once, a line each, a summary, exit 9 when only some are done. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, isUnclear, usageError } from '../../errors.ts'
import { OutputClosed } from '../../output/stdout.ts'
import type { Command, Values } from '../command.ts'
import type { Context, EngineContext } from '../context.ts'
import type { Journal } from './journal.ts'
import { inParallel } from './parallel.ts'

type Reference = string | number

interface Outcome {
  reference: Reference
  id?: number
  ok: boolean
  result?: unknown
  line?: string
  error?: CommandError
}

export async function runBulk(
  command: Command,
  references: readonly Reference[],
  rest: Values,
  session: EngineContext,
  one: One,
): Promise<void> {
  const items = [...new Set(references.map((reference) => String(reference).trim()))]
  const [only] = items
  if (only !== undefined && items.length === 1 && session.flags.failures === undefined && !session.flags.resume)
    return one(session, { ...rest, id: await session.quiz(only) })
  if (session.flags.raw) throw usageError('--raw takes one survey')
  if (session.flags.dryRun) return planAll(items, rest, session, one)
  const { maxErrors = Infinity, failures: failuresFile } = session.flags
  const journal = await journalOf(command, rest, items, session)
  const pending = items.filter((item) => journal.outcome(item) !== 'done')
  if (pending.length < items.length)
    session.note(`${items.length - pending.length} of ${items.length} were done before; going on with the rest.`)
  // What went well is told and forgotten: memory must not grow with it.
  const failures: Outcome[] = []
  let done = items.length - pending.length
  const work = async (item: string): Promise<void> => {
    const outcome = await attempt(item, rest, session, one, journal, command)
    if (outcome.ok) done++
    else failures.push(outcome)
    await session.present.report(outcome).catch(passOverClosed)
  }
  let finished = false
  try {
    await inParallel(pending, session.concurrency, work, () => session.signal.aborted || failures.length >= maxErrors)
    if (failuresFile !== undefined) writeFileSync(failuresFile, failures.map(({ reference }) => `${reference}\n`).join(''))
    await conclude(done, failures, items.length, session)
    finished = true
  } finally {
    // The journal goes last: whoever is killed before it was told that all is done can still go on.
    journal.close(finished)
  }
}

/** A journal of this very work: the same command over the same items of the same service. */
async function journalOf(command: Command, rest: Values, items: readonly string[], session: EngineContext): Promise<Journal> {
  const { openJournal } = await import('./journal.ts')
  const name = `${command.operation?.id} ${JSON.stringify(rest)}`
  return openJournal(join(session.stateDir, 'journals'), [name, session.settings().value('base_url'), ...items].join('\n'), {
    total: items.length,
    resume: session.flags.resume,
  })
}

async function planAll(items: readonly string[], rest: Values, session: EngineContext, one: One): Promise<void> {
  for (const item of items) await one(session, { ...rest, id: await session.quiz(item) })
}

/** What the journal has of an item that was sent. */
interface Sent {
  id: number
  trace?: unknown
}

type One = (context: Context, values: Values) => Promise<void>

async function attempt(item: string, rest: Values, session: EngineContext, one: One, journal: Journal, command: Command): Promise<Outcome> {
  const past = journal.entry(item)
  const sent = past?.state === 'begun' ? (past.value as Sent) : undefined
  // What may be repeated needs no line before: at worst it is sent again.
  const onlyOnce = command.operation?.repeatable !== true
  let id = sent?.id
  try {
    id ??= await session.quiz(item)
    const context = session.item()
    const values = { ...rest, id }
    if (!sent || !(await wasDone(sent, values, context, command))) {
      if (onlyOnce && !sent) await journal.begin(item, { id, trace: await command.definition.trace?.(context, values) } satisfies Sent)
      await one(context, values).catch(passOverDeleted(sent !== undefined, command))
    }
    await journal.end(item, 'done')
    return { reference: item, id, ok: true, result: context.results.at(-1), line: context.lines[0] ?? `Survey ${id}: done before` }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const isUnknown = error.kind === 'interrupted' || (onlyOnce && isUnclear(error))
    if (!isUnknown) await journal.end(item, 'failed')
    return { reference: item, ...(id !== undefined && { id }), ok: false, error }
  }
}

/** Whether the service shows that an earlier run carried it out. */
async function wasDone({ trace }: Sent, values: Values, context: Context, { definition }: Command): Promise<boolean> {
  const now = trace === undefined ? undefined : await definition.trace?.(context, values)
  return now !== undefined && now !== trace
}

/** The earlier run may have deleted it just before it was killed. */
const passOverDeleted =
  (wasSent: boolean, { operation }: Command) =>
  (error: unknown): void => {
    const isGone = error instanceof CommandError && error.facts.code === 'quiz_not_found'
    if (!(wasSent && isGone && operation?.method === 'DELETE')) throw error
  }

/** Work that was asked for goes on when nobody listens any more. */
const passOverClosed = (error: unknown): void => {
  if (!(error instanceof OutputClosed)) throw error
}

async function conclude(done: number, failures: readonly Outcome[], all: number, session: EngineContext): Promise<void> {
  await session.present.endReport().catch(passOverClosed)
  const untouched = all - done - failures.length
  const words = [`${done} of ${all} done`, failures.length > 0 && `${failures.length} failed`, untouched > 0 && `${untouched} not started`]
    .filter(Boolean)
    .join(', ')
  if (session.signal.aborted)
    throw new CommandError('interrupted', `Interrupted: ${words}`, { hint: 'To continue: run the same command with --resume' })
  if (failures.length === 0) return session.note(words)
  const first = failures[0]!.error!
  if (done === 0)
    throw new CommandError(first.kind, untouched > 0 ? `None of ${all} is done: ${words}` : `All ${all} failed`, {
      ...first.facts,
      hint: first.facts.hint ?? undefined,
    })
  throw new CommandError('partial', words, { hint: 'Those that failed are named above. To retry them: run the same command with --resume' })
}
