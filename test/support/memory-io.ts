/** Streams in memory, for commands that run in the test's own process. */
import { PassThrough, Readable } from 'node:stream'
import type { IO, Output } from '../../src/system/io.ts'

export interface Surroundings {
  env?: NodeJS.ProcessEnv
  folder?: string
  /** Of standard input. */
  input?: string | undefined
  /** Standard output and standard error are a terminal of so many columns. */
  columns?: number
}

export interface MemoryIO {
  io: IO
  stdout: () => string
  stderr: () => string
  /** As Ctrl-C does. */
  interrupt: () => void
}

function collected(columns: number | undefined): { output: Output; text: () => string } {
  const parts: Buffer[] = []
  const stream = new PassThrough()
  stream.on('data', (part: Buffer) => parts.push(part))
  const output = {
    isTerminal: columns !== undefined,
    columns,
    rows: undefined,
    write: (bytes: Uint8Array) => void parts.push(Buffer.from(bytes)),
    stream: () => stream,
  }
  return { output, text: () => Buffer.concat(parts).toString() }
}

export function memoryIO({ env = {}, folder = process.cwd(), input = '', columns }: Surroundings = {}): MemoryIO {
  const [out, err] = [collected(columns), collected(columns)]
  const stop = new AbortController()
  const interruption = {
    signal: stop.signal,
    get happened() {
      return stop.signal.aborted
    },
    listen: () => {},
  }
  const stdin = { isTerminal: false, stream: () => Readable.from([Buffer.from(input)]) }
  const io = { stdin, stdout: out.output, stderr: err.output, env, folder, interruption, setLine: () => {} }
  return { io, stdout: out.text, stderr: err.text, interrupt: () => stop.abort() }
}
