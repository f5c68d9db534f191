/** What `sandbox start` says: where the service is, what is kept, and each request as it comes. */
import type { Context } from '../../../cli/context.ts'
import type { LoggedRequest } from '../../../sandbox/engine/traffic.ts'
import type { Sandbox } from '../../../sandbox/index.ts'
import { toCopy } from '../../../text/to-copy.ts'

/** `data`: the folder that everything is kept in. */
export async function announce(context: Context, sandbox: Sandbox, profile: string | null, data: string | undefined): Promise<void> {
  const { baseUrl, apiKey, workspaceId, folderId, controlUrl, consoleUrl } = sandbox
  const facts = {
    base_url: baseUrl,
    api_key: apiKey,
    workspace_id: workspaceId,
    folder_id: folderId,
    control_url: controlUrl,
    console_url: consoleUrl,
    pid: process.pid,
  }
  if (context.show.form.asData) return context.show.print(`${JSON.stringify(facts)}\n`)
  if (context.flags.quiet) return context.show.print(`${facts.base_url}\n`)
  await context.show.thing({ ...facts, profile }, [
    { path: 'base_url', label: 'service' },
    { path: 'api_key', label: 'key' },
    'workspace_id',
    'folder_id',
    'profile',
    { path: 'console_url', label: 'console' },
  ])
  if (profile) context.show.note(toCopy`To use it: surveyctl --profile ${profile} quiz list`)
  context.show.note(
    data === undefined
      ? 'Nothing is kept once it ends. To keep it: surveyctl sandbox save DIR'
      : `Everything is kept in ${data}; the console's address is a new one with each start.`,
  )
  context.show.note('It runs until Ctrl-C. Requests as they come (--quiet: none):')
}

/** `02:49:27 GET /api/v3/quiz 200 12 ms`. */
export function requestLine({ at, method, path, status, whole, ms, fault }: LoggedRequest): string {
  const time = new Date(at).toLocaleTimeString('sv-SE')
  const outcome = status === null ? 'no answer' : whole ? String(status) : `${status}, cut`
  return `${time} ${method} ${path} ${outcome} ${ms} ms${fault === null ? '' : ` (fault ${fault})`}`
}
