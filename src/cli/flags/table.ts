/**
 * The flags of all commands: a row each. What stands before the noun, help, completion and the reading of argv follow from the rows, and so does the type of
 * `context.flags`.
 */
import {
  amount,
  commandsThat,
  count,
  isGiven,
  names,
  nonEmpty,
  turnedOff,
  row,
  rowsToShow,
  seconds,
  text,
  type CommonFlag,
  type CommandFacts,
} from './flag.ts'

/** By their names in `context.flags`, in the order of a page of help. */
export const commonFlags = {
  limit: row({ long: '--limit', value: 'n', about: rowsToShow, readBy: 'page', finite: true, read: count('--limit') }),
  offset: row({ long: '--offset', value: 'n', about: 'Rows to skip', readBy: 'skipRows', finite: true, read: count('--offset', 0) }),
  all: row({ long: '--all', about: 'All rows', readBy: 'page', finite: true, read: isGiven }),
  file: row({
    long: '--file',
    value: 'file',
    about: 'Read the fields from a JSON or YAML file (- for standard input); flags override the file',
    readBy: 'takeFields',
    read: text,
  }),
  output: row({
    long: '--output',
    short: '-o',
    value: 'path',
    about: "File, folder/ or - for standard output (default: the service's file name, in this folder)",
    readBy: 'saveFiles',
    read: nonEmpty('--output'),
  }),
  force: row({ long: '--force', about: 'Replace an existing file', readBy: 'saveFiles', read: isGiven }),
  open: row({ long: '--open', about: 'Open the file once it is saved', readBy: 'saveFiles', read: isGiven }),
  concurrency: row({
    long: '--concurrency',
    value: 'n',
    about: 'Surveys at once (default 8)',
    readBy: 'repeat',
    read: count('--concurrency'),
  }),
  resume: row({
    long: '--resume',
    about: 'Continue an interrupted run of the same command, with these surveys or others',
    readBy: 'repeat',
    read: isGiven,
  }),
  maxErrors: row({
    long: '--max-errors',
    value: 'n',
    about: 'Stop after this many failures',
    readBy: 'repeat',
    read: count('--max-errors'),
  }),
  failures: row({
    long: '--failures',
    value: 'file',
    about: 'Write the references that failed to a file, to be given again as -',
    readBy: 'repeat',
    read: nonEmpty('--failures'),
  }),
  yes: row({
    long: '--yes',
    short: '-y',
    about: 'Do not ask for confirmation; what is protected also wants --confirm NAME',
    readBy: 'run',
    hidden: ({ confirms }) => !confirms,
    read: isGiven,
  }),
  dryRun: row({ long: '--dry-run', about: 'Print the requests that would be sent, and send no write', readBy: 'write', read: isGiven }),
  confirm: row({
    long: '--confirm',
    value: 'profile',
    about: 'Name of the protected profile, to confirm the change',
    readBy: 'write',
    hidden: true,
    read: nonEmpty('--confirm'),
  }),
  json: row({
    long: '--json',
    about: ({ isFile }) => (isFile ? 'What was saved as JSON' : 'The result as JSON'),
    readBy: 'run',
    heading: 'output',
    read: isGiven,
  }),
  fields: row({
    long: '--fields',
    value: 'names',
    about: ({ isFile }) =>
      isFile ? 'Only these fields of it (comma-separated)' : 'Only these fields, in this order (comma-separated, dots reach inside)',
    readBy: 'run',
    heading: 'output',
    read: names,
  }),
  jq: row({ long: '--jq', value: 'expression', about: 'Filter the JSON with jq', readBy: 'run', heading: 'output', read: text }),
  ndjson: row({
    long: '--ndjson',
    about: 'A list as one JSON object a line, as it arrives',
    readBy: 'show',
    heading: 'output',
    read: isGiven,
  }),
  raw: row({ long: '--raw', about: "The service's answer, byte for byte", readBy: 'show', heading: 'output', finite: true, read: isGiven }),
  quiet: row({
    long: '--quiet',
    short: '-q',
    about: 'No notes and no progress; a write prints only the id',
    readBy: 'run',
    heading: 'output',
    read: isGiven,
  }),
  profile: row({ long: '--profile', value: 'name', about: 'Profile to use', readBy: 'run', heading: 'run', read: nonEmpty('--profile') }),
  baseUrl: row({
    long: '--base-url',
    value: 'url',
    about: 'Address of the service',
    readBy: 'run',
    heading: 'run',
    hidden: true,
    read: nonEmpty('--base-url'),
  }),
  workspace: row({ long: '--workspace', value: 'n', about: 'Account id', readBy: 'run', heading: 'run', read: count('--workspace') }),
  timeout: row({
    long: '--timeout',
    value: 'seconds',
    about: 'Longest wait for the first byte, in seconds or as 10m (default 60)',
    readBy: 'run',
    heading: 'run',
    read: seconds('--timeout'),
  }),
  rate: row({
    long: '--rate',
    value: 'n',
    about: 'Requests a second at most',
    readBy: 'run',
    heading: 'run',
    read: amount('--rate', 'requests a second'),
  }),
  allowHttp: row({
    long: '--allow-http',
    about: 'Allow plain http to a host that is not this machine',
    readBy: 'run',
    heading: 'run',
    hidden: true,
    read: isGiven,
  }),
  input: row({
    long: '--no-input',
    about: 'Never prompt; what is missing is an error',
    readBy: 'run',
    heading: 'run',
    read: (typed, _, env) => typed !== false && !env.SURVEYCTL_NO_INPUT && !env.CI,
  }),
  color: row({ long: '--no-color', about: 'No colour', readBy: 'run', heading: 'run', read: turnedOff }),
  debug: row({
    long: '--debug',
    about: 'Show requests and answers on standard error',
    readBy: 'run',
    heading: 'run',
    read: (typed, _, env) => typed === true || env.SURVEYCTL_DEBUG === '1',
  }),
} as const satisfies Record<string, CommonFlag>

type Table = typeof commonFlags
export type FlagName = keyof Table

/** What the flags of all commands say: `context.flags`. */
export type GlobalFlags = { readonly [N in FlagName]: ReturnType<Table[N]['read']> }

/** Those that a command takes. */
export const flagsFor = (shape: CommandFacts): CommonFlag[] =>
  Object.values<CommonFlag>(commonFlags).filter(({ readBy, finite }) => commandsThat[readBy](shape) && !(finite && shape.endless))
