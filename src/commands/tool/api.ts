import { group, ownCommand, type Extras, type Options } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import { usageError } from '../../errors.ts'
import { parseExactly } from '../../text/exact.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

/** `-f k=v` is text, `-F k:=JSON` is JSON; dots and `[]` are part of the name. */
function readParameters(texts: readonly string[], json: readonly string[]): [string, unknown][] {
  const plain = texts.map((text): [string, unknown] => {
    const at = text.indexOf('=')
    if (at < 1) throw usageError(`-f takes K=V, not "${text}"`)
    return [text.slice(0, at), text.slice(at + 1)]
  })
  const typed = json.map((text): [string, unknown] => {
    const [, name, value] = /^([^:=]+):?=(.*)$/s.exec(text) ?? []
    if (name === undefined || value === undefined) throw usageError(`-F takes K:=JSON, not "${text}"`)
    try {
      return [name, parseExactly(value)]
    } catch {
      throw usageError(`-F ${name}: is not valid JSON`)
    }
  })
  return [...plain, ...typed]
}

const queryValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Parameters go to the query of a GET and to the body of everything else; the same name again makes a list. */
function spread(parameters: readonly [string, unknown][], method: string): { query: [string, string][]; body?: Record<string, unknown> } {
  if (method === 'GET' || method === 'HEAD') return { query: parameters.map(([name, value]) => [name, queryValue(value)]) }
  // A name may be one that every object inherits.
  const body = new Map<string, unknown>()
  for (const [name, value] of parameters) {
    const bare = name.replace(/\[\]$/, '')
    if (bare !== name || body.has(bare)) body.set(bare, [...(body.has(bare) ? [body.get(bare)].flat() : []), value])
    else body.set(bare, value)
  }
  return parameters.length > 0 ? { query: [], body: Object.fromEntries(body) } : { query: [] }
}

const flags = {
  f: { flag: '-f <k=v>', about: 'A text parameter; in the query of a GET, else in the JSON body', many: true },
  F: { flag: '-F <k:=json>', about: 'A JSON parameter', many: true },
  body: { flag: '--file <file>', about: 'Body from a file (- for standard input)' },
  paginate: { flag: '--paginate', about: 'Follow the pages of a list' },
  dryRun: { flag: '--dry-run', about: 'Print the request that would be sent, and send nothing but a GET' },
  confirm: { flag: '--confirm <profile>', about: 'Name of the protected profile, to confirm a DELETE' },
  include: { flag: '-i, --include', about: 'Print the status line and headers too' },
} as const satisfies Extras

async function callApi(
  context: Context,
  { method: given, path }: { method: string; path: string },
  options: Options<typeof flags>,
): Promise<void> {
  const method = given.toUpperCase()
  if (!methods.includes(method)) throw usageError(`METHOD must be one of ${methods.join(', ')}`)
  const { query, body } = spread(readParameters(options.f ?? [], options.F ?? []), method)
  if (options.body !== undefined && body) throw usageError('--file cannot be given together with -f or -F')
  const text = options.body === undefined ? undefined : await context.ask.readText(options.body)
  await context.service.api({
    method,
    path,
    query,
    body: text ?? body,
    include: Boolean(options.include),
    paginate: Boolean(options.paginate),
  })
}

export const apiGroup = group('api', {
  summary: 'Send any request to the service, with the key of the profile',
  commands: [
    ownCommand('', {
      summary: 'Send any request, known to this tool or not, and print the answer',
      positionals: ['method', 'path'],
      arguments: { method: methods.join(', '), path: 'What follows the base URL, e.g. /quiz/42' },
      extra: flags,
      examples: ['api GET /quiz -f limit=2', "api POST /quiz/43/note -f 'notes=Written by hand'", 'api GET /quiz/42 --jq .name'],
      run: callApi,
    }),
  ],
})
