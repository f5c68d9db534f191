/** The same command over several surveys: some at once, a line each, a summary, exit 9 when only some are done. */
import { writeFileSync } from 'node:fs'
import { CommandError, usageError } from '../errors.ts'
import type { Command } from './command.ts'
import type { Context } from './context.ts'
import type { Journal } from './journal.ts'
import { inParallel } from './parallel.ts'
import type { Session } from './session.ts'

type Values = Record<string, unknown>
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
  command: Command, references: readonly Reference[], rest: Values, options: Readonly<Record<string, any>>, session: Session,
  one: (context: Context, values: Values) => Promise<void>,
): Promise<void> {
  const items = [...new Set(references.map((reference) => String(reference).trim()))]
  if (items.length === 1 && !options.failures && !options.resume) return one(session, { ...rest, id: await session.quiz(items[0]!) })
  const maxErrors = readMaxErrors(options.maxErrors)
  const journal = session.flags.dryRun ? undefined : await session.journal(`${command.operation!.id} ${JSON.stringify(rest)}`, items, Boolean(options.resume))
  const pending = items.filter((item) => journal?.outcome(item) !== 'done')
  if (pending.length < items.length) session.note(`${items.length - pending.length} of ${items.length} were done before; going on with the rest.`)
  const outcomes: Outcome[] = []
  let failed = 0
  const work = async (item: string): Promise<void> => {
    const outcome = await attempt(item, rest, session, one, journal, command.operation!.repeatable === true)
    outcomes.push(outcome)
    if (!outcome.ok) failed++
    await session.report(outcome)
  }
  try {
    await inParallel(pending, session.concurrency, work, () => session.signal.aborted || failed >= maxErrors)
  } finally {
    journal?.close(outcomes.filter(({ ok }) => ok).length === pending.length)
  }
  if (options.failures) writeFileSync(String(options.failures), outcomes.filter(({ ok }) => !ok).map(({ reference }) => `${reference}\n`).join(''))
  await conclude(outcomes, pending.length, items.length, session)
}

async function attempt(item: string, rest: Values, session: Session, one: (context: Context, values: Values) => Promise<void>, journal: Journal | undefined, repeatable: boolean): Promise<Outcome> {
  let id: number | undefined
  try {
    id = await session.quiz(item)
    const context = session.item()
    const before = journal?.outcome(item)
    // What may be repeated needs no line before: at worst it is sent again.
    if (!repeatable) await journal?.begin(item)
    await one(context, { ...rest, id }).catch((error: unknown) => {
      // The earlier run may have deleted it just before it was killed.
      if (!(before === 'begun' && error instanceof CommandError && error.facts.code === 'quiz_not_found')) throw error
    })
    await journal?.end(item, 'done')
    return { reference: item, id, ok: true, result: context.results.at(-1), line: context.lines[0] ?? `Survey ${id}: done before` }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (error.kind !== 'interrupted') await journal?.end(item, 'failed')
    return { reference: item, ...(id !== undefined && { id }), ok: false, error }
  }
}

function readMaxErrors(text: unknown): number {
  if (text === undefined) return Infinity
  if (!/^[1-9]\d*$/.test(String(text))) throw usageError('--max-errors must be a whole number of at least 1')
  return Number(text)
}

async function conclude(outcomes: readonly Outcome[], pending: number, all: number, session: Session): Promise<void> {
  await session.endReport()
  const done = outcomes.filter(({ ok }) => ok).length + (all - pending)
  const failures = outcomes.filter(({ ok }) => !ok)
  const untouched = pending - outcomes.length
  const words = [`${done} of ${all} done`, failures.length > 0 && `${failures.length} failed`, untouched > 0 && `${untouched} not started`].filter(Boolean).join(', ')
  session.note(words)
  if (session.signal.aborted) throw new CommandError('interrupted', `Interrupted: ${words}`, { hint: 'To go on: the same command with --resume' })
  if (failures.length === 0) return
  const first = failures[0]!.error!
  if (done === 0) throw new CommandError(first.kind, `None of ${all} is done`, { ...first.facts, hint: first.facts.hint ?? undefined })
  throw new CommandError('partial', words, { hint: 'Those that failed are named above; the same command may be repeated for them' })
}
