/** `sandbox start` and `sandbox run`: the service in this process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { ownProgram } from '../../../own-program.ts'
import { CommandError, Ended, usageError } from '../../../errors.ts'
import { ending } from '../../../system/child.ts'
import { codeOf } from '../../../system/error-code.ts'
import { removeTemporary, temporaryFolder } from '../../../system/temporary.ts'
import { messageOf } from '../../../text/message-of.ts'
import type { Context } from '../../../cli/context.ts'
import { announce, requestLine } from './announce.ts'
import { controlText } from '../../../control/control.ts'
import type { Sandbox } from '../../../sandbox/index.ts'
import { enter, leave, runningSandboxes, type Entry } from '../../../control/registry.ts'
import { environment } from '../../../system/environment.ts'

interface StartFlags {
  port?: string | undefined
  data?: string | undefined
  seed?: 'demo' | 'empty' | undefined
  allowLocalWebhooks?: boolean | undefined
  profile?: boolean | undefined
}

export async function startSandbox(context: Context, flags: StartFlags): Promise<void> {
  const sandbox = await open(context, flags, readPort(flags.port ?? '4010'))
  const settingsPath = context.settings.current.path
  const entry: Entry = { base_url: sandbox.baseUrl, control_url: sandbox.controlUrl, token: sandbox.controlToken, pid: process.pid }
  let isEntered = false
  try {
    const profile = await orNoted(context, async () => {
      ;(await context.settings.store()).settingsFolder()
      await enter(settingsPath, entry)
      isEntered = true
      return flags.profile === false ? null : saveProfile(context, sandbox)
    })
    await announce(context, sandbox, profile ?? null, flags.data)
    // A program that asked for JSON may never read standard error, and a full pipe would stop the service.
    if (!context.show.form.asData) sandbox.onRequest((asked) => context.show.note(requestLine(asked)))
    await ended(context.service.signal)
  } finally {
    await (isEntered ? leave(settingsPath, entry) : Promise.resolve()).finally(() => sandbox.close())
  }
}

/** Where nothing can be stored, the sandbox is there all the same: other commands need its address and key then. */
async function orNoted<T>(context: Context, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    context.show.note(`${error.message}. ${error.facts.hint ?? ''}`)
    return undefined
  }
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw usageError('--port must be 0 (any free one) to 65535')
}

async function open(context: Context, flags: StartFlags, port: number): Promise<Sandbox> {
  const { createSandbox } = await import('../../../sandbox/index.ts')
  try {
    return await createSandbox({
      port,
      seed: flags.seed ?? 'demo',
      allowLocalWebhooks: flags.allowLocalWebhooks === true,
      log: (line) => context.show.warn(line),
      ...(flags.data !== undefined && { data: flags.data }),
    })
  } catch (error) {
    throw asFailure(error, port, flags.data)
  }
}

function asFailure(error: unknown, port: number, data: string | undefined): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return new CommandError('refused', `Port ${port} is taken`, { hint: 'To use any free one: --port 0', cause: error })
  if (code === 'EACCES' && data === undefined)
    return new CommandError('refused', `No permission to use port ${port}`, { hint: 'To use any free one: --port 0', cause: error })
  if (code === 'ERR_SQLITE_ERROR' && data !== undefined) {
    const message = messageOf(error)
    const busy = /locked|busy/.test(message)
    return new CommandError('refused', busy ? `Another sandbox uses ${data}` : `Cannot use ${data}: ${message}`, { cause: error })
  }
  return error
}

/** The name of the profile. */
async function saveProfile(context: Context, { baseUrl, apiKey, workspaceId }: Sandbox): Promise<string> {
  const { saveSandboxProfile } = await context.settings.store()
  const running = runningSandboxes(context.settings.current.path).map(({ base_url }) => base_url)
  return saveSandboxProfile({ base_url: baseUrl, api_key: apiKey, workspace: workspaceId }, running)
}

const ended = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

export async function runInSandbox(context: Context, command: readonly string[], flags: StartFlags): Promise<void> {
  const [program = '', ...args] = command
  if (program === '') throw usageError('COMMAND is empty')
  const sandbox = await open(context, flags, 0)
  const shims = makeShims()
  const [file, ...words] = program === 'surveyctl' ? [...ownProgram(), ...args] : [program, ...args]
  try {
    const child = spawn(file, words, { stdio: 'inherit', env: environmentOf(sandbox, shims) })
    throw new Ended(await exitCodeOf(child, program, context.service.signal))
  } finally {
    removeTemporary(shims)
    await sandbox.close()
  }
}

/** The settings of this machine play no part: a profile of its own, and everything else by variables. */
function environmentOf({ baseUrl, apiKey, workspaceId, controlUrl, controlToken }: Sandbox, shims: string): NodeJS.ProcessEnv {
  return {
    ...environment(),
    PATH: [shims, environment().PATH].filter(Boolean).join(delimiter),
    SURVEYCTL_PROFILE: 'sandbox',
    SURVEYCTL_BASE_URL: baseUrl,
    SURVEYCTL_API_KEY: apiKey,
    SURVEYCTL_WORKSPACE: String(workspaceId),
    SURVEYCTL_SANDBOX: controlText({ url: controlUrl, token: controlToken }),
  }
}

/** A folder for the PATH in which `surveyctl` is this very program, also for scripts that COMMAND runs. */
function makeShims(): string {
  const folder = temporaryFolder('surveyctl-run')
  const words = ownProgram()
  if (process.platform === 'win32') writeFileSync(join(folder, 'surveyctl.cmd'), `@${words.map((word) => `"${word}"`).join(' ')} %*\r\n`)
  const quoted = words.map((path) => `'${path.replaceAll("'", `'\\''`)}'`)
  writeFileSync(join(folder, 'surveyctl'), `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`)
  chmodSync(join(folder, 'surveyctl'), 0o755)
  return folder
}

/** As shells have it. */
async function exitCodeOf(child: ChildProcess, program: string, signal: AbortSignal): Promise<number> {
  try {
    const { code, killedBy } = await ending(child, signal)
    return killedBy === null ? (code ?? 0) : 128 + constants.signals[killedBy]
  } catch (error) {
    throw new CommandError('refused', codeOf(error) === 'ENOENT' ? `There is no program "${program}"` : messageOf(error), { cause: error })
  }
}
