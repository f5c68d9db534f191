/** One survey of a bulk run: looked up where an earlier run may have sent it, else sent, and noted. */
import { CommandError } from '../../errors.ts'
import { isObject } from '../../text/is-object.ts'
import type { Command, Values } from '../command.ts'
import type { Context } from '../context.ts'
import type { EngineContext, ItemContext } from '../session/engine.ts'
import type { ItemReport } from '../session/present.ts'
import type { Trace } from '../../service.ts'
import type { Journal } from '../../system/journal.ts'

export interface Item {
  /** As it was typed. */
  reference: string
  /** Where it is known; else why not. */
  id: number | undefined
  error?: CommandError
}

/** What the journal has of an item that was sent. */
interface Sent {
  trace?: Trace | undefined
}

/** What can't be read of it counts as unknown: the item is then not sent again. */
function readSent(value: unknown): Sent {
  if (!isObject(value) || !isObject(value.trace)) return {}
  const { mark, says } = value.trace
  return (typeof mark === 'string' || typeof mark === 'number') && typeof says === 'string' ? { trace: { mark, says } } : {}
}

export type RunOne = (context: Context & Pick<ItemContext, 'mainRequest'>, values: Values) => Promise<void>

interface Work {
  command: Command
  rest: Values
  session: EngineContext
  runOne: RunOne
  journal: Journal
}

/** Interrupted before it was sent: it was not begun. */
export const isUnbegun = ({ error }: ItemReport): boolean => error?.kind === 'interrupted' && error.facts.unclear !== true

export async function attempt({ reference, id, error: unnamed }: Item, work: Work): Promise<ItemReport> {
  if (id === undefined) return { reference, ok: false, ...(unnamed && { error: unnamed }) }
  const { command, rest, session, runOne, journal } = work
  const item = String(id)
  const past = journal.entry(item)
  const sent = past?.state === 'begun' ? readSent(past.value) : undefined
  const context = session.item()
  const values = { ...rest, id }
  try {
    const appeared = sent && (await changeSince(sent, values, context, command))
    if (appeared === undefined) {
      // A repeatable write needs no line in the journal beforehand: at worst it is sent again.
      if (command.operation?.repeatable !== true && !sent) {
        context.mainRequest.trace = await command.definition.trace?.(context.service, values)
        await journal.begin(item, { trace: context.mainRequest.trace } satisfies Sent)
      }
      await runOne(context, values).catch(passOverDeleted(sent !== undefined, command))
    }
    await journal.end(item, 'done')
    return { reference, id, ok: true, result: context.results.at(-1), line: context.lines[0] ?? appeared ?? `Survey ${id}: done before` }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (context.mainRequest.state === 'done') {
      await journal.end(item, 'done')
      const then = error.kind === 'interrupted' ? 'interrupted before the result could be read' : `what followed failed: ${error.message}`
      return { reference, id, ok: true, line: `Survey ${id}: done; ${then}` }
    }
    if (!(error.facts.unclear && (sent || context.mainRequest.state === 'sent'))) await journal.end(item, 'failed')
    return { reference, id, ok: false, error }
  }
}

/** What shows that the change was made after an earlier run sent it, by that run or by somebody else. */
async function changeSince({ trace }: Sent, values: Values, context: Context, { definition }: Command): Promise<string | undefined> {
  if (!definition.trace) return undefined
  const now = await definition.trace(context.service, values)
  const survey = `Survey ${String(values.id)}`
  if (now === undefined || trace === undefined)
    throw new CommandError('unavailable', `${survey}: an earlier run sent it, and the service does not show whether it was done`, {
      unclear: true,
      hint: 'Check the survey; to do it all the same: run the command for it alone, without --resume',
    })
  if (now.mark === trace.mark) return undefined
  return `${survey}: ${now.says} appeared since then, from the interrupted run or from somebody else: the service does not show whose. It was not repeated`
}

/** The earlier run may have deleted it just before it was killed. */
const passOverDeleted =
  (wasSent: boolean, { operation }: Command) =>
  (error: unknown): void => {
    const isGone = error instanceof CommandError && error.facts.code === 'quiz_not_found'
    if (!(wasSent && isGone && operation?.method === 'DELETE')) throw error
  }
