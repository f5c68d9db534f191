/** The service as jobs see it, by the flags and the profile of a command. */
import { join } from 'node:path'
import type { AnyOperation, Input, Result } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import { makeFolder } from '../../system/make-folder.ts'
import type { CommandService } from '../context.ts'
import type { EngineContext } from './engine.ts'
import type { Presenter } from './present.ts'

/** How requests are sent: a job's, a bulk item's, those of a lookup. */
export type Call = <Op extends AnyOperation>(
  operation: Op,
  input: Input<Op>,
  replaced?: Readonly<Record<string, unknown>>,
) => Promise<Result<Op>>

/** Runs that have noted that nothing can be stored. */
const noted = new WeakSet<Presenter>()

function stateFolder({ settings, present }: EngineContext, isHelp: boolean): string | undefined {
  try {
    const folder = join(settings.current.stateDir, 'surveys')
    makeFolder(folder, 0o700)
    return folder
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (isHelp) return undefined
    if (!noted.has(present)) present.note(`${error.message}. ${error.facts.hint}`)
    noted.add(present)
    return undefined
  }
}

export const portOf = (session: EngineContext, signal: () => AbortSignal, call: Call): CommandService => ({
  call: (operation, input, options) =>
    options?.once || options?.body ? session.requests.call(operation, input, options) : call(operation, input, options?.replaced),
  rows: (operation, input, bounds) => session.requests.rows(operation, input, bounds),
  download: async (from, open) => {
    const client = await session.requests.client()
    if (typeof from === 'string') return client.downloadFrom(from, { open })
    // The request names what its operation takes.
    return client.download(from.operation, from.input as Input<AnyOperation>, { open })
  },
  probe: async (address) => (await session.requests.client()).probe(address),
  note: (line) => session.present.note(line),
  warn: (line) => session.present.warn(line),
  patience: (milliseconds) => session.requests.setPatience(milliseconds),
  get signal() {
    return signal()
  },
  dryRun: session.flags.dryRun,
  stateFile: (name, isHelp = false) => {
    const settings = session.settings.current
    const folder = stateFolder(session, isHelp)
    if (folder === undefined) return undefined
    const { createHash } = process.getBuiltinModule('node:crypto')
    const service = createHash('sha256')
      .update(settings.value('base_url') ?? '')
      .digest('hex')
      .slice(0, 12)
    return join(folder, `${service}-${name}`)
  },
  api: async (request) => {
    const { callApi } = await import('../api.ts')
    await callApi(session, request)
  },
})
