/** The flags that every command takes, and those that come with what a command does. */
import type { Option } from 'commander'
import type { GlobalFlags } from './context.ts'
import { usageError } from '../errors.ts'
import type { Command } from './command.ts'
import type { Shape } from './shape.ts'

type Make = (flags: string, about: string) => Option

export const helpGroups = { output: 'Output flags:', run: 'Flags of every command:' } as const

export function globalOptions(make: Make, shape: Shape, { definition }: Command): Option[] {
  const output = (flags: string, about: string): Option => make(flags, about).helpGroup(helpGroups.output)
  const every = (flags: string, about: string): Option => make(flags, about).helpGroup(helpGroups.run)
  const shows = !shape.isFile
  return [
    ...(shape.isList ? pagingOptions(make, shape) : []),
    ...(shape.takesFile
      ? [make('--file <file>', 'Read the fields from a JSON or YAML file (- for standard input); what is typed wins')]
      : []),
    ...(shape.isFile ? fileOptions(make) : []),
    ...(shape.bulk && !shape.isFile ? bulkOptions(make) : []),
    ...(definition.confirm ? [make('-y, --yes', 'Go ahead without asking')] : []),
    ...(shape.isWrite
      ? [
          make('--dry-run', 'Print the requests that would be sent, and send no write'),
          make('--confirm <profile>', 'Name of the protected profile that is meant to change').hideHelp(),
        ]
      : []),
    ...(definition.confirm ? [] : [make('-y, --yes', 'Go ahead without asking').hideHelp()]),
    ...(shows
      ? [
          output('--json', 'The result as JSON'),
          output('--fields <names>', 'Only these fields, in this order (comma-separated, dots reach inside)'),
          output('--jq <expression>', 'Filter the JSON with jq'),
          output('--ndjson', 'A list as one JSON object a line, as it arrives'),
          output('--raw', "The service's answer, byte for byte"),
        ]
      : [
          output('--json', 'What was saved as JSON'),
          output('--fields <names>', 'Only these fields of it (comma-separated)'),
          output('--jq <expression>', 'Filter the JSON with jq'),
        ]),
    output('-q, --quiet', 'No notes and no progress; a write prints only the id'),
    every('--profile <name>', 'Profile to use'),
    every('--base-url <url>', 'Address of the service').hideHelp(),
    every('--workspace <n>', 'Account id'),
    every('--timeout <seconds>', 'Longest wait for the first byte (default 60)'),
    every('--allow-http', 'Allow plain http to a host that is not this machine').hideHelp(),
    every('--no-input', 'Never ask'),
    every('--no-color', 'No colour'),
    every('--debug', 'Show requests and answers on standard error'),
  ]
}

const pagingOptions = (make: Make, { operation }: Shape): Option[] =>
  operation?.paging
    ? [
        make('--limit <n>', `Rows to show${operation.paging.size ? ` (default ${operation.paging.size})` : ''}`),
        ...(operation.paging.by === 'offset' ? [make('--offset <n>', 'Rows to skip')] : []),
        make('--all', 'All rows'),
      ]
    : []

const bulkOptions = (make: Make): Option[] => [
  make('--concurrency <n>', 'Surveys at once (default 8)'),
  make('--resume', 'Go on where an interrupted run of the same command stopped'),
  make('--max-errors <n>', 'Stop after this many failures'),
  make('--failures <file>', 'Write the references that failed to a file, to be given again as -'),
]

const fileOptions = (make: Make): Option[] => [
  make('-o, --output <path>', "File, folder/ or - for standard output (default: the service's file name here)"),
  make('--force', 'Replace an existing file'),
  make('--open', 'Open the file when it is there'),
]

const count = (value: unknown, flag: string, problems: string[], least = 1): number | undefined => {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(String(value)) && Number(value) >= least) return Number(value)
  problems.push(`${flag} must be a whole number of at least ${least}`)
  return undefined
}

/** The global flags of a parsed command; all that is wrong with them at once. `preferred` knows the form of output of a profile. */
export function readGlobals(
  options: Readonly<Record<string, any>>,
  env: NodeJS.ProcessEnv,
  preferred: (profile: string | undefined) => string | undefined,
): GlobalFlags {
  const problems: string[] = []
  const workspace = count(options.workspace, '--workspace', problems)
  const limit = count(options.limit, '--limit', problems)
  const offset = count(options.offset, '--offset', problems, 0)
  const concurrency = count(options.concurrency, '--concurrency', problems)
  const timeout = Number(options.timeout)
  if (options.timeout !== undefined && !(timeout > 0)) problems.push('--timeout must be a number of seconds')
  if (limit !== undefined && options.all) problems.push('--limit cannot be given together with --all')
  const forms = [options.json && '--json', options.ndjson && '--ndjson', options.raw && '--raw'].filter(Boolean)
  if (forms.length > 1 && !(options.json && options.ndjson)) problems.push(`${forms.join(' and ')} exclude each other`)
  if (options.raw && (options.jq || options.fields)) problems.push('--raw cannot be given together with --jq or --fields')
  const fields =
    options.fields === undefined
      ? undefined
      : String(options.fields)
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
  if (fields?.length === 0) problems.push('--fields names no field')
  if (env.SURVEYCTL_OUTPUT && !['json', 'ndjson'].includes(env.SURVEYCTL_OUTPUT))
    problems.push(`SURVEYCTL_OUTPUT must be json or ndjson, not "${env.SURVEYCTL_OUTPUT}"`)
  if (problems.length > 0) throw usageError(problems)
  const chosen = forms.length > 0 || options.jq !== undefined
  const wanted = chosen ? undefined : env.SURVEYCTL_OUTPUT || preferred(options.profile)
  return {
    json: Boolean(options.json) || options.jq !== undefined || wanted === 'json',
    ndjson: Boolean(options.ndjson) || wanted === 'ndjson',
    raw: Boolean(options.raw),
    quiet: Boolean(options.quiet),
    dryRun: Boolean(options.dryRun),
    debug: Boolean(options.debug) || env.SURVEYCTL_DEBUG === '1',
    yes: Boolean(options.yes),
    input: options.input !== false && !env.SURVEYCTL_NO_INPUT && !env.CI,
    allowHttp: Boolean(options.allowHttp),
    all: Boolean(options.all),
    force: Boolean(options.force),
    open: Boolean(options.open),
    ...(concurrency !== undefined && { concurrency }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(fields && { fields }),
    ...(options.jq !== undefined && { jq: String(options.jq) }),
    ...(options.color === false && { color: false }),
    ...(options.profile && { profile: String(options.profile) }),
    ...(options.baseUrl && { baseUrl: String(options.baseUrl) }),
    ...(workspace !== undefined && { workspace }),
    ...(options.timeout !== undefined && { timeout }),
    ...(options.confirm && { confirm: String(options.confirm) }),
    ...(options.output && { output: String(options.output) }),
  }
}
