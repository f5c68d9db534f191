/** What a command's `run` works with. Everything costly is made on first use. */
import type { Client } from '../client/index.ts'
import type { AnyOperation, Input } from '../contract/core/operation.ts'
import type { Chart, Column } from '../output/columns.ts'
import type { Service, Trace } from '../service.ts'
import type { Settings } from '../settings/index.ts'
import type { ChosenForm } from '../output/form.ts'
import type { Meter } from '../output/progress/progress.ts'
import type { IO } from '../system/io.ts'
import type { Flags } from './flags/read.ts'

export interface Connection {
  base_url: string
  /** Absent: the address is nobody's that a key is for. */
  api_key?: string
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

type Lazy = () => Promise<readonly AnyOperation[]>
/** Operations, or what loads them. Whether a command changes something must be known without loading: a write of it stands there itself. */
export type Also = readonly (AnyOperation | Lazy)[] | Lazy

/** A group with what its commands reach. */
export interface GroupOperations {
  noun: string
  commands: readonly { verb: string; operation?: AnyOperation; definition: { also?: Also } }[]
}

/** A file on its way out; nothing of it is made before it is read. */
export interface MadeFile {
  /** Where `-o` names only a folder. */
  name: string
  type: string
  body: AsyncIterable<Uint8Array>
  /** A second file that belongs to the first, made once the body is written; not for standard output. */
  beside?: { ending: string; body: () => AsyncIterable<Uint8Array> }
  /** Once all is written, or nothing is. */
  close?: () => void
}

/** The main request of a command: what it changes as it was before, and how far the request got. */
export interface MainRequest {
  trace: Trace | undefined
  state: 'unsent' | 'sent' | 'done'
}

/** In parts, as each command uses two or three of them. */
export interface Context {
  readonly service: CommandService
  readonly show: Show
  readonly ask: Ask
  readonly settings: CommandSettings
  /** Without those that choose a form of output: `show.form` says what follows from them. */
  readonly flags: Omit<Flags, ChosenForm | 'form'>
}

/** Requests, with a spinner on a terminal. The same port as jobs take. */
export interface CommandService extends Service {
  /** Any request; its answer is printed as it came. */
  readonly api: (request: ApiRequest) => Promise<void>
}

/** What goes out, as the output flags say. */
export interface Show {
  /** Reads a list and shows it; `--raw` gets the body. */
  readonly list: <Op extends AnyOperation>(operation: Op, input: Input<Op>, columns?: readonly Column[]) => Promise<void>
  /** Reads one thing and shows it; `--raw` gets the body. */
  readonly view: <Op extends AnyOperation>(operation: Op, input: Input<Op>, columns?: readonly Column[]) => Promise<void>
  /** Saves the file that an operation answers with, where `-o` says. */
  readonly download: <Op extends AnyOperation>(operation: Op, input: Input<Op>) => Promise<void>
  /** One thing: a detail view or JSON. */
  readonly thing: (thing: unknown, columns?: readonly Column[]) => Promise<void>
  readonly rows: (rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>, columns?: readonly Column[]) => Promise<void>
  /** Charts for a person. */
  readonly charts: (charts: readonly Chart[]) => Promise<void>
  /** Ends a write: the lines for a person, the result under `--json`, the id under `--quiet`. */
  readonly done: (result: unknown, lines: string | string[], id?: string | number) => Promise<void>
  /** Text as it is, on standard output. */
  readonly print: (text: string) => Promise<void>
  /** Lines for people, on standard output: a terminal gets them folded at blanks. */
  readonly text: (text: string) => Promise<void>
  /** One line on standard error; silent under `--quiet`. */
  readonly note: (line: string) => void
  readonly warn: (line: string) => void
  /** How far a long job is, on a terminal: one line below all that is printed meanwhile, with count, rate and time left. */
  readonly meter: (label: string, total?: number) => Meter
  readonly form: Form
}

/** Where the result goes, and in which form. */
export interface Form {
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
  /** Standard output itself, for files. */
  readonly output: IO['stdout']
}

/** What comes in from the person: answers, references, files. */
export interface Ask {
  /** Whether `confirm` puts its question to a person. */
  readonly willAsk: () => boolean
  /** Asks on a terminal; off it a usage error unless `--yes`. Throws when the answer is no. */
  readonly confirm: (question: string) => Promise<void>
  /** A text on a terminal; off it a usage error that names `flag`. */
  readonly value: (question: string, flag: string, options?: AskOptions) => Promise<string>
  /** One of several, from a list on a terminal; off it a usage error that names `flag`. */
  readonly choose: (question: string, flag: string, choices: readonly string[]) => Promise<string>
  /** Has one of several chosen on a terminal; off it a usage error with `missing` and `hint`. */
  readonly pick: <T>(message: string, list: readonly Pickable<T>[], missing: string, hint: string) => Promise<T>
  /** A survey reference to its id. */
  readonly quiz: (reference: string | number) => Promise<number>
  /** A folder reference to its id. */
  readonly folder: (reference: string | number) => Promise<number>
  /** Text of a file, or of standard input for `-`. */
  readonly readText: (file: string) => Promise<string>
  /** JSON or YAML of a file, or of standard input for `-`. */
  readonly readData: (file: string) => Promise<unknown>
  readonly standardInput: IO['stdin']
}

/** Profile, account and key of this run. */
export interface CommandSettings {
  /** Made on first use. */
  readonly current: Settings
  /** The key: stored, or of the environment or the key command. */
  readonly key: () => Promise<string | undefined>
  /** In words: where that comes from. */
  readonly keyOrigin: () => string
  /** What writes the settings file. */
  readonly store: () => Promise<typeof import('../settings/store.ts')>
  /** The address of the service; not signed in where there is none. */
  readonly address: () => string
  /** The workspace of the profile; a usage error when there is none. */
  readonly workspace: () => Promise<number>
  /** Both: which account it is. */
  readonly account: () => Promise<{ base_url: string; workspace_id: number }>
  /** Milliseconds that a whole answer may take, or a job that is waited for: ten times `--timeout`. */
  readonly longest: number
  /** A client of another address or key than the profile's. */
  readonly connect: (connection: Connection) => Promise<Client>
  /** The same command under another profile; with `writes`, refused where that one forbids them. */
  readonly under: (profile: string, options: { writes: boolean }) => Context
}

/** Changes a file as it comes. */
export interface Rewriter {
  push: (bytes: Uint8Array) => Uint8Array
  end: () => Uint8Array
}
