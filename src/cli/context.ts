/** What a command's `run` works with. Everything costly is made on first use. */
import type { Client } from '../client/index.ts'
import type { AnyOperation, Input, Result, Row } from '../contract/core/operation.ts'
import type { Chart, Column } from '../output/columns.ts'
import type { Settings } from '../settings/index.ts'
import type { ChosenForm } from '../output/form.ts'
import type { Flags } from './flags/read.ts'
import type { Presenter } from './present.ts'
import type { References } from './references.ts'

export interface Connection {
  base_url: string
  api_key: string
}

/** A request of `surveyctl api`. */
export interface ApiRequest {
  method: string
  path: string
  query: [string, string][]
  /** Text is sent as it is; anything else as JSON. */
  body?: unknown
  include: boolean
  paginate: boolean
}

export interface Pickable<T> {
  value: T
  name: string
  description?: string
}

export interface AskOptions {
  /** What is typed is not shown. */
  secret?: boolean
  /** What is wrong with a text, which is then asked for again. */
  problem?: (text: string) => string | undefined
}

/** How many rows of a list are read: else as the flags of lists say. */
export interface RowBounds {
  limit?: number
  all?: boolean
}

type Lazy = () => Promise<readonly AnyOperation[]>
/** Operations, or what loads them. Whether a command changes something must be known without loading: a write of it stands there itself. */
export type Also = readonly (AnyOperation | Lazy)[] | Lazy

/** A group with what its commands reach. */
export interface Reach {
  noun: string
  commands: readonly { verb: string; operation?: AnyOperation; also?: Also }[]
}

/** A file on its way out; nothing of it is made before it is read. */
export interface MadeFile {
  /** Where `-o` names only a folder. */
  name: string
  type: string
  body: AsyncIterable<Uint8Array>
  /** A second file that explains the first, complete once the body is written; not made for standard output. */
  beside?: { ending: string; text: () => string }
}

/** The state of something that a write changes. */
export interface Trace {
  mark: string | number
  /** In words: `version 8 of 2026-05-01`. */
  says: string
}

/** The main request of a command: what it changes as it was before, and how far the request got. */
export interface MainRequest {
  trace: Trace | undefined
  state: 'unsent' | 'sent' | 'done'
}

export interface Context {
  /** Sends one request, with a spinner on a terminal. Under `--dry-run` a write is printed instead, and answers with ids like `{id}`. */
  call: <Op extends AnyOperation>(operation: Op, input: Input<Op>) => Promise<Result<Op>>
  /** Rows of a list, page by page, in batches. */
  rows: <Op extends AnyOperation>(operation: Op, input: Input<Op>, bounds?: RowBounds) => AsyncIterable<Row<Op>[]>
  /** Reads a list and shows it; `--raw` gets the body. */
  list: <Op extends AnyOperation>(operation: Op, input: Input<Op>, columns?: readonly Column[]) => Promise<void>
  /** Reads one thing and shows it; `--raw` gets the body. */
  view: <Op extends AnyOperation>(operation: Op, input: Input<Op>, columns?: readonly Column[]) => Promise<void>
  /** Saves the file that an operation answers with, where `-o` says. */
  download: <Op extends AnyOperation>(operation: Op, input: Input<Op>) => Promise<void>
  /** Shows one thing as the output flags ask (detail view or JSON). */
  show: (thing: unknown, columns?: readonly Column[]) => Promise<void>
  /** Shows a list as the output flags ask. */
  showRows: (rows: Iterable<unknown[]> | AsyncIterable<unknown[]>, columns?: readonly Column[]) => Promise<void>
  /** Draws charts for a person. */
  charts: (charts: readonly Chart[]) => Promise<void>
  /** Ends a write: the lines for a person, the result under `--json`, the id under `--quiet`. */
  done: (result: unknown, lines: string | string[], id?: string | number) => Promise<void>
  /** Text as it is, on standard output. */
  print: (text: string) => Promise<void>
  /** One line on standard error; silent under `--quiet`. */
  note: (line: string) => void
  warn: (line: string) => void
  /** Asks on a terminal; off it a usage error unless `--yes`. Throws when the answer is no. */
  confirm: (question: string) => Promise<void>
  /** Asks for a value on a terminal; off it a usage error that names `flag`. */
  ask: (question: string, flag: string, options?: AskOptions) => Promise<string>
  /** One of several, from a list on a terminal; off it a usage error that names `flag`. */
  choose: (question: string, flag: string, choices: readonly string[]) => Promise<string>
  /** Has one of several chosen on a terminal; off it a usage error with `missing` and `hint`. */
  pick: <T>(message: string, list: readonly Pickable<T>[], missing: string, hint: string) => Promise<T>
  /** A survey reference to its id. */
  quiz: (reference: string | number) => Promise<number>
  folder: (reference: string | number) => Promise<number>
  /** Opens an http or https address for the person, and prints it. */
  open: (target: string) => Promise<void>
  /** The workspace of the profile; a usage error when there is none. */
  workspace: () => Promise<number>
  /** The client of the profile. */
  client: () => Promise<Client>
  /** For jobs of many requests: a 429 is no failure until the pauses sum to this many milliseconds (15 minutes). */
  patient: (patience?: number) => Promise<void>
  /** The same command under another profile; with `writes`, refused where that one forbids them. */
  under: (profile: string, writes: boolean) => Context
  /** A client of another address or key than the profile's. */
  connect: (connection: Connection) => Promise<Client>
  settings: () => Settings
  settingsStore: () => Promise<typeof import('../settings/store.ts')>
  api: (request: ApiRequest) => Promise<void>
  /** Every group of this tool. */
  groups: () => Promise<readonly Reach[]>
  /** Text of a file, or of standard input for `-`. */
  readText: (file: string) => Promise<string>
  /** JSON or YAML of a file, or of standard input for `-`. */
  readData: (file: string) => Promise<unknown>
  /** Without those that choose a form of output: `asDocument` and `asLines` hold for every form. */
  readonly flags: Omit<Flags, ChosenForm | 'form'>
  /** Whether standard output is a terminal. */
  readonly terminal: boolean
  /** Whether a person reads the result: on a terminal, neither as data nor by `--fields`. */
  readonly forPerson: boolean
  /** Whether the result goes out as it came, for a program: as a document, as lines, or under `--raw`. */
  readonly asData: boolean
  /** Whether the result goes out whole, as one document: under `--json` and `--jq`. */
  readonly asDocument: boolean
  /** Whether it goes out as data a line each: under `--ndjson`. */
  readonly asLines: boolean
  readonly signal: AbortSignal
  /** Milliseconds that a whole answer may take, or a job that is waited for: ten times `--timeout`. */
  readonly longest: number
  /** Where journals are kept. */
  readonly stateDir: string
}

/** Changes a file as it comes. */
export interface Rewriter {
  push: (bytes: Uint8Array) => Uint8Array
  end: () => Uint8Array
}

/** What only the engine's own parts (downloads, bulk, `api`) work with. */
export interface EngineContext extends Context {
  readonly present: Presenter
  readonly references: References
  /** Requests at once. */
  readonly concurrency: number
  /** Refuses a write that the profile forbids. */
  guardWrite: () => void
  /** Opens a file that was saved, and prints its path. */
  openFile: (path: string) => Promise<void>
  /** Refuses a `--jq` that isn't valid before anything is written. */
  refuseBrokenFilter: () => Promise<void>
  /** Keeps a request that `--dry-run` prints instead of sending it. */
  plan: (method: string, path: string, body: unknown) => Promise<void>
  /** A context of one item of a bulk run: what it says is kept for the report. */
  item: () => ItemContext
  /** A path that no other file of this run has. */
  claim: (path: string, id: unknown) => string
}

export interface ItemContext extends Context {
  readonly mainRequest: MainRequest
  readonly results: unknown[]
  readonly lines: string[]
}
