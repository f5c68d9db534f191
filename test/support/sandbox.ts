/** The service for a test file, in this process and on a free port. */
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts'
import { copyOf } from './seeded.ts'

export interface Answered {
  status: number
  /** The body as JSON; the text when it is something else. */
  body: any
  headers: Headers
}

export interface RunningSandbox extends Sandbox {
  /** For programs that are to find it: `SURVEYCTL_SANDBOX`. */
  env: Record<string, string>
  /** For programs that are to be signed in to it as the owner, as a shell's user is. */
  signedIn: Record<string, string>
  /** One raw request with the owner's key, or another one (`null`: none). */
  request: (method: string, path: string, body?: unknown, key?: string | null) => Promise<Answered>
  /** What the `sandbox` commands ask. */
  control: (action: string, input?: object) => Promise<any>
  /** A participant's key: `{ edit_quiz: 'partially' }`. */
  participant: (rights: Record<string, string>, more?: { all?: boolean; role_id?: number }) => Promise<string>
  /** As it was started, without its faults; keys and addresses stay. */
  restore: () => Promise<void>
  /** Nothing was changed since it was started or restored. */
  isSeeded: () => boolean
  /** Lines of the log so far: what broke. */
  log: string[]
  /** `POST /api/v3/quiz/42/save`: what was asked so far. */
  requests: string[]
}

export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const log: string[] = []
  const sandbox = await createSandbox({ ...options, log: (line) => log.push(line) })
  const requests: string[] = []
  sandbox.onRequest(({ method, path }) => requests.push(`${method} ${path}`))
  const { baseUrl, apiKey, controlUrl, controlToken } = sandbox
  const send = async (url: string, method: string, key: string | null, body: unknown): Promise<Answered> => {
    const isForm = body instanceof FormData || typeof body === 'string'
    const answer = await fetch(url, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
  }
  const control = async (action: string, input: object = {}): Promise<any> => {
    const { status, body } = await send(controlUrl, 'POST', controlToken, { action, input })
    if (status !== 200) throw new Error(`${action}: ${status} ${body.message}`)
    return body.result
  }
  const copy = copyOf(sandbox)
  return {
    ...sandbox,
    control,
    restore: async () => {
      await copy.restore()
      await control('fault clear')
    },
    isSeeded: copy.isSeeded,
    log,
    requests,
    env: { SURVEYCTL_SANDBOX: `${controlUrl}#${controlToken}` },
    signedIn: { SURVEYCTL_BASE_URL: baseUrl, SURVEYCTL_API_KEY: apiKey, SURVEYCTL_WORKSPACE: String(sandbox.workspaceId) },
    request: (method, path, body, key = apiKey) => send(baseUrl + path, method, key, body),
    participant: async (rights, more) => (await control('key participant', { rights, ...more })).api_key,
  }
}
