/** What a job (draft, project, check, answers ...) needs of the service, whoever calls it: a command, a tool for assistants, a test. */
import type { AnyOperation, Input, Result, Row } from './contract/core/operation.ts'
import { CommandError } from './errors.ts'

export interface Service {
  /**
   * Sends one request. Under a dry run a write isn't sent but planned, and answers with ids like `{id}`. `once`: a read that is only
   * a help, and isn't sent again when it fails. `replaced`: how what a write replaces stands, by the names of its fields, where that
   * was just read; else it is read before. `body` is given the body of a read's answer as it came.
   */
  readonly call: <Op extends AnyOperation>(
    operation: Op,
    input: Input<Op>,
    options?: { once?: boolean; replaced?: Readonly<Record<string, unknown>>; body?: (bytes: Uint8Array) => void },
  ) => Promise<Result<Op>>
  /** The rows of a list, page by page, in batches; without `limit` all of them. */
  readonly rows: <Op extends AnyOperation>(operation: Op, input: Input<Op>, bounds?: RowBounds<Row<Op>>) => Rows<Row<Op>>
  /** A file at an address that the service gave, or one that an operation answers with. `open` is called at the beginning of each attempt. */
  readonly download: (from: string | FileRequest, open: () => Sink) => Promise<Downloaded>
  /** The status that an address answers with; `undefined`: one that must not be requested. */
  readonly probe: (address: string) => Promise<number | undefined>
  /** One line for a person; silent under `--quiet`. */
  readonly note: (line: string) => void
  readonly warn: (line: string) => void
  /** From now on a 429 is no failure until the pauses sum to this many milliseconds (15 minutes where none are given). */
  readonly patience: (milliseconds?: number) => Promise<void>
  /** Aborted when the person stops the work. */
  readonly signal: AbortSignal
  /** Whether writes are planned, not sent. */
  readonly dryRun: boolean
  /** Where a file of this name about this service (its address) is stored between runs; its folder is there. Undefined: nothing can be stored, which was noted unless it is only a help. */
  readonly stateFile: (name: string, isHelp?: boolean) => string | undefined
}

export interface FileRequest {
  operation: AnyOperation
  input: Readonly<Record<string, unknown>>
}

export interface RowBounds<One = unknown> {
  limit?: number
  /** Which batches have numbers that JavaScript can't hold: theirs are read as they are written. */
  exact?: (rows: readonly One[]) => boolean
  /** Given before each batch: its rows as the service wrote them. */
  texts?: (texts: readonly Uint8Array[]) => void
}

export interface Rows<One> extends AsyncIterable<One[]> {
  /** The one page that the input names; its batches are parsed when they are iterated. */
  readonly page: () => Promise<Iterable<One[]>>
  /** How many rows the list has, known after the first page where the service says it. */
  readonly total: number | undefined
}

export interface Downloaded {
  readonly type: string | undefined
  readonly bytes: number
  /** False: only the end of the connection says that the file is complete. */
  readonly proven: boolean
}

/** Where a download goes. */
export interface Sink {
  /** Returns a promise if not all could be written at once; until it resolves, `bytes` must not change. */
  write: (bytes: Buffer) => void | Promise<void>
  /** Everything is written. */
  finish: () => void
  /** Removes what was written. */
  abort: () => void
}

/** The state of something that a write changes. */
export interface Trace {
  mark: string | number
  /** Of the newest of a list: the one before it. */
  previous?: number
  /** In words: `version 8 of 2026-05-01`. */
  says: string
}

/**
 * What is only a look or a help (a read after a write, the report before one, counts, state, caches) never fails the work, nor makes
 * it unknown: it is tried once, and where it fails a note says what could not be told.
 */
export async function asHelp<T>(
  { call, note, dryRun }: Pick<Service, 'call' | 'note'> & Partial<Pick<Service, 'dryRun'>>,
  what: string,
  look: (call: Service['call']) => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await look((operation, input) => call(operation, input, { once: true }))
  } catch (error) {
    const ofDisk = error instanceof Error && 'syscall' in error
    if (!ofDisk && !(error instanceof CommandError && error.kind !== 'interrupted')) throw error
    // Not signed in: the work says so itself.
    if (error instanceof CommandError && error.kind === 'auth' && error.facts.status === undefined && !dryRun) throw error
    note(`${what} could not be told: ${error.message}`)
    return undefined
  }
}
