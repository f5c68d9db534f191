/** Finds a sandbox that runs on this machine, and asks something of it. */
import { request } from 'node:http'
import { CommandError, usageError, type ErrorKind } from '../errors.ts'
import type { ZodMiniType } from '../contract/core/schema.ts'
import { isObject } from '../text/is-object.ts'
import { runningSandboxes, type Entry } from './registry.ts'
import { environment } from '../system/environment.ts'
import { jsonOf } from '../text/json-of.ts'

export interface Control {
  url: string
  token: string
}

/** `ADDRESS#TOKEN`, as SURVEYCTL_SANDBOX has it. */
export const controlText = ({ url, token }: Control): string => `${url}#${token}`

function readControl(text: string): Control | undefined {
  const [, url, token] = /^(http:\/\/[^#]+)#(\S+)$/.exec(text) ?? []
  return url === undefined || token === undefined ? undefined : { url, token }
}

/** Where it is looked for: beside the settings, and at the address of the profile. */
export interface Here {
  settingsPath: string
  base_url: string | undefined
}

const none = 'To start one: surveyctl sandbox start'

/** All that run; with `--control` or SURVEYCTL_SANDBOX, that one. */
export function findSandboxes(here: Here, chosen: string | undefined): Control[] {
  if (chosen !== undefined || environment().SURVEYCTL_SANDBOX) return [findSandbox(here, chosen)]
  return runningSandboxes(here.settingsPath).map(({ control_url, token }) => ({ url: control_url, token }))
}

/** `--control` chooses; else SURVEYCTL_SANDBOX; else the one at the profile's base URL, or the only one that runs. */
export function findSandbox(here: Here, chosen: string | undefined): Control {
  const fromEnvironment = environment().SURVEYCTL_SANDBOX
  if (chosen === undefined && fromEnvironment) return readControl(fromEnvironment) ?? wrongVariable()
  const whole = chosen === undefined ? undefined : readControl(chosen)
  if (whole) return whole
  const running = runningSandboxes(here.settingsPath)
  const fitting = chosen === undefined ? atProfile(here, running) : running.filter(({ control_url }) => control_url === chosen)
  if (fitting.length > 1)
    throw usageError(
      `${fitting.length} sandboxes run: ${fitting.map(({ control_url }) => control_url).join(', ')}`,
      'To choose one: --control URL',
    )
  const found = fitting[0]
  if (!found) throw new CommandError('not_found', chosen === undefined ? 'No sandbox runs' : `No sandbox runs at ${chosen}`, { hint: none })
  return { url: found.control_url, token: found.token }
}

/** The sandbox that the profile's service is, if it is one of this machine. */
export function sandboxOfProfile(here: Here): Control | undefined {
  const address = here.base_url ?? ''
  const named = readControl(environment().SURVEYCTL_SANDBOX ?? '')
  if (named && URL.parse(named.url)?.origin === URL.parse(address)?.origin) return named
  const found = runningSandboxes(here.settingsPath).find(({ base_url }) => base_url === address)
  return found && { url: found.control_url, token: found.token }
}

function wrongVariable(): never {
  throw usageError('SURVEYCTL_SANDBOX must be the control address and its token: http://127.0.0.1:PORT/control#TOKEN')
}

function atProfile({ base_url: address }: Here, running: readonly Entry[]): readonly Entry[] {
  const there = running.filter(({ base_url }) => base_url === address)
  return there.length > 0 ? there : running
}

const kinds: Record<number, ErrorKind> = { 401: 'auth', 404: 'not_found', 422: 'usage' }

/** Does one thing in the sandbox; its refusals become the command's. `shape`: what the command needs of the result. */
export async function ask<T>(
  control: Control,
  { action, input }: { action: string; input: object },
  shape: ZodMiniType<T>,
  bounds: AskBounds,
): Promise<T> {
  const { status, text } = await post(control, JSON.stringify({ action, input }), bounds)
  const json = jsonOf(text)
  const body = isObject(json) ? json : undefined
  const { data } = status === 200 ? shape.safeParse(body?.result) : {}
  if (data !== undefined) return data
  if (!body || status === 200) throw new CommandError('unavailable', `${control.url} answered ${status}, but not as a sandbox does`)
  throw new CommandError(
    kinds[status] ?? 'refused',
    String(body.message),
    status === 401 ? { hint: 'The sandbox was restarted: its token has changed' } : {},
  )
}

/** What it may take: until it is interrupted, or for so many milliseconds. */
export interface AskBounds {
  signal: AbortSignal
  longest: number
}

/** node:http, since the control address is on this machine: neither proxies nor retries have a part in it. */
const post = ({ url, token }: Control, body: string, { signal, longest }: AskBounds): Promise<{ status: number; text: string }> =>
  new Promise((done, failed) => {
    const late = AbortSignal.timeout(longest)
    const fail = (error: NodeJS.ErrnoException): void => failed(signal.aborted ? signal.reason : failureAt(url, error, late.aborted))
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), authorization: `Bearer ${token}` }
    const sent = request(url, { method: 'POST', headers, signal: AbortSignal.any([signal, late]), agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', fail)
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    sent.on('error', fail)
    sent.end(body)
  })

function failureAt(url: string, cause: NodeJS.ErrnoException, late: boolean): CommandError {
  if (late)
    return new CommandError('unavailable', `The sandbox at ${url} did not answer in time`, {
      hint: 'To wait longer: --timeout SECONDS',
      cause,
    })
  if (cause.code === 'ECONNREFUSED') return new CommandError('unavailable', `No sandbox answers at ${url}`, { hint: none, cause })
  return new CommandError('unavailable', `The connection to the sandbox at ${url} broke: ${cause.message}`, { hint: none, cause })
}
