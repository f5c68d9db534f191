/** Signals: the first aborts the work, which can clean up; a second one, or 800 ms without an end, ends the process. */
import { readFileSync } from 'node:fs'
import { CommandError } from '../errors.ts'
import { now } from './timers.ts'

export const interrupted = (): CommandError => new CommandError('interrupted', 'Interrupted')

const exitCodes = { SIGINT: 130, SIGTERM: 130, SIGHUP: 129, SIGQUIT: 131 } as const
type EndSignal = keyof typeof exitCodes
const endSignals: readonly EndSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** Milliseconds that work usually has to clean up. */
const usualGrace = 800
/** Milliseconds in which a second signal counts as the same one: the terminal and a parent process may both send it. */
const duplicateWindow = 200

let terminalLends = 0

/** While a child process uses the terminal, Ctrl-C and Ctrl-\ are for the child. Returns a function that ends this. */
export function lendTerminal(): () => void {
  terminalLends++
  return () => void terminalLends--
}

export const isTerminalLent = (): boolean => terminalLends > 0

/** Bit of SIGHUP in the masks of /proc. */
const hangup = 1n

/**
 * Whether the program was started by nohup, so that a closed terminal doesn't end it. The process itself can't tell, as Node resets
 * ignored signals at its start: shells name in `_` the program they started. See also `parentIgnoresHangups`.
 */
const startedByNohup = ({ _: program }: NodeJS.ProcessEnv): boolean => program === 'nohup' || (program?.endsWith('/nohup') ?? false)

function parentIgnoresHangups(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'latin1'))?.[1]
    return ignored !== undefined && (BigInt(`0x${ignored}`) & hangup) !== 0n
  } catch {
    return false
  }
}

export class Interruption {
  #controller: AbortController | undefined
  #first = 0
  #grace = usualGrace
  happened = false
  exitCode: number = exitCodes.SIGINT

  constructor() {
    if (startedByNohup(process.env)) process.on('SIGHUP', () => {})
  }

  /** Before this call, a signal ends the process in the default way, as there is nothing to clean up yet. */
  listen(): void {
    for (const signal of endSignals) process.on(signal, () => this.#stop(signal))
  }

  allow(grace: number): void {
    this.#grace = grace
  }

  #stop(signal: EndSignal): void {
    if (isTerminalLent() && (signal === 'SIGINT' || signal === 'SIGQUIT')) return
    if (signal === 'SIGHUP' && (startedByNohup(process.env) || parentIgnoresHangups())) return
    if (this.happened && now() - this.#first < duplicateWindow) return
    if (this.happened) return endNow(signal)
    this.#first = now()
    this.happened = true
    this.exitCode = exitCodes[signal]
    this.#controller?.abort(interrupted())
    setTimeout(() => endNow(signal), this.#grace)
  }

  /** Made on first use, as an AbortController takes half a millisecond. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.happened) this.#controller.abort(interrupted())
    }
    return this.#controller.signal
  }
}

function endNow(signal: EndSignal): void {
  const waits = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
  if (!waits || process.platform === 'win32') process.exit(exitCodes[signal])
  // A thread that is blocked in the kernel (opening a pipe, writing to a full one) would block `process.exit` for ever.
  process.emit('exit', exitCodes[signal])
  const fatal = signal === 'SIGQUIT' ? 'SIGTERM' : signal
  process.removeAllListeners(fatal)
  process.kill(process.pid, fatal)
}
