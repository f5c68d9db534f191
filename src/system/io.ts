/** What a run of the program has of the world around it. The process gives its own (process-io.ts), a test what it likes. */
import type { Readable, Writable } from 'node:stream'

export interface IO {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly env: NodeJS.ProcessEnv
  /** The current folder. */
  readonly folder: string
  readonly interruption: Stop
  /** What is drawn again and again at the bottom of the terminal: all else is written above it. */
  readonly setLine: (line: DrawnLine | undefined) => void
  /** Called with how far a long job is, where somebody else than a terminal follows it. */
  readonly follow?: ((progress: JobProgress) => void) | undefined
}

export interface JobProgress {
  done: number
  /** Undefined: not known. */
  total: number | undefined
  /** What is counted. */
  label: string
}

export interface DrawnLine {
  readonly clear: () => unknown
  readonly render: () => unknown
  /** As long as something stands there that doesn't end with a line. */
  readonly stop: () => unknown
  readonly start: () => unknown
}

export interface Input {
  readonly isTerminal: boolean
  /** Made on first use, as what libraries read. */
  readonly stream: () => Readable
}

export interface Output {
  readonly isTerminal: boolean
  /** Of a terminal that says so. */
  readonly columns: number | undefined
  readonly rows: number | undefined
  /** `undefined`: all is written; else the bytes must not change until then. Fails as `node:fs` does. */
  readonly write: (bytes: Uint8Array) => Promise<void> | undefined
  /** Made on first use, as what libraries draw on. */
  readonly stream: () => Writable
}

/** Whether the person has stopped the run. */
export interface Stop {
  readonly signal: AbortSignal
  readonly happened: boolean
  /** From now on there is something to clean up: a signal stops the work, and no longer ends the process at once. */
  readonly listen: () => void
  /** Milliseconds that work has to clean up, where it needs more than usual. */
  readonly allow?: (grace: number) => void
}
