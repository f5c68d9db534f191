/** Processes that run commands of the built program, each of them many in turn (command-host.ts). */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export const launcher = join(import.meta.dirname, '..', '..', 'bin', 'surveyctl.js')

export interface Line {
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
}

export interface Ended {
  code: number
  /** Nothing of the command is left in the process. */
  clean: boolean
}

export interface Said {
  exitCode: number
  stdout: string
  stderr: string
}

/** What one stream says, up to the mark. */
class Heard {
  #chunks: Buffer[] = []
  readonly #mark: Buffer

  constructor(stream: Readable, mark: string, changed: () => void) {
    this.#mark = Buffer.from(mark)
    stream.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk)
      changed()
    })
  }

  get isWhole(): boolean {
    this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0]!.subarray(-this.#mark.length).equals(this.#mark)
  }

  take(): string {
    const bytes = Buffer.concat(this.#chunks)
    const text = this.isWhole ? bytes.subarray(0, -this.#mark.length) : bytes
    this.#chunks = []
    return text.toString()
  }
}

class Host {
  readonly #child: ChildProcess
  readonly #streams: readonly Socket[]
  readonly #heard: readonly [Heard, Heard]
  #ended: Ended | undefined
  isGone = false
  #settle = (): void => {}

  constructor() {
    const mark = `\u0001${randomUUID()}`
    const child = spawn(process.execPath, [join(import.meta.dirname, 'command-host.ts'), launcher, mark], {
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    })
    // Pipes, as asked for.
    const [input, output, errors] = child.stdio as unknown as [Socket, Socket, Socket]
    const settle = (): void => this.#settle()
    // Nothing on standard input, as a script without any has it.
    input.end()
    this.#heard = [new Heard(output, mark, settle), new Heard(errors, mark, settle)]
    this.#streams = [output, errors]
    child.on('message', (ended: Ended) => {
      this.#ended = ended
      settle()
    })
    child.once('close', (code) => {
      this.isGone = true
      this.#ended ??= { code: code ?? -1, clean: false }
      settle()
    })
    this.#child = child
  }

  /** While it is idle, the end of a test run doesn't wait for it. */
  #isWaitedFor(yes: boolean): void {
    for (const one of [this.#child, this.#child.channel, ...this.#streams])
      if (yes) one?.ref()
      else one?.unref()
  }

  /** What it says, and whether it can run another one. */
  async run(line: Line): Promise<Said & { clean: boolean }> {
    this.#ended = undefined
    this.#isWaitedFor(true)
    const { code, clean } = await new Promise<Ended>((resolve) => {
      this.#settle = () => {
        if (this.#ended && (this.isGone || this.#heard.every(({ isWhole }) => isWhole))) resolve(this.#ended)
      }
      // One that has died is heard of when it closes.
      this.#child.send(line, () => {})
    })
    this.#isWaitedFor(false)
    if (!clean) this.#child.kill('SIGKILL')
    const [stdout, stderr] = this.#heard.map((one) => one.take()) as [string, string]
    return { exitCode: code, stdout, stderr, clean }
  }
}

const idle: Host[] = []
const most = 3
let running = 0

/** One that died while it was idle is passed over: its commands had ended. */
function nextHost(): Host {
  for (let host = idle.pop(); host; host = idle.pop()) if (!host.isGone) return host
  return new Host()
}

/** Undefined: all are at work. */
export async function runInHost(line: Line): Promise<Said | undefined> {
  if (running === most) return undefined
  running++
  const host = nextHost()
  try {
    const { clean, ...said } = await host.run(line)
    if (clean) idle.push(host)
    return said
  } finally {
    running--
  }
}
