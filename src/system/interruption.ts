/** Signals: the first lets what runs come to an end of its own; a second one, or a second without that end, ends the process. */
import { readFileSync } from 'node:fs'
import { CommandError } from '../errors.ts'
import { now } from './timers.ts'

export const interrupted = (): CommandError => new CommandError('interrupted', 'Interrupted')

const exitCodes = { SIGINT: 130, SIGTERM: 130, SIGHUP: 129, SIGQUIT: 131 } as const
type Ending = keyof typeof exitCodes

/** Milliseconds that work has to end in order. */
const patience = 800
/** A terminal and whoever started us may send the same one each. */
const sameOne = 200

let lent = 0

/** While a child has the terminal, its Ctrl-C and Ctrl-\ are for the child. Returns what takes it back. */
export function lendTerminal(): () => void {
  lent++
  return () => void lent--
}

/** Bit of SIGHUP in the masks of /proc. */
const hangup = 1n

/**
 * Whether a closed terminal is no reason to end. Node has set every ignored signal back before our first line, so it is not
 * to be had from the system: shells tell in `_` what they started, and a parent that ignores it has handed that on.
 */
const startedByNohup = (env: NodeJS.ProcessEnv): boolean => /(^|\/)nohup$/.test(env._ ?? '')

function parentIgnoresHangups(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'latin1'))
    return ignored !== null && (BigInt(`0x${ignored[1]!}`) & hangup) !== 0n
  } catch {
    return false
  }
}

export class Interruption {
  #controller: AbortController | undefined
  #first = 0
  happened = false
  exitCode: number = exitCodes.SIGINT

  constructor() {
    if (startedByNohup(process.env)) process.on('SIGHUP', () => {})
  }

  /** Until then a signal ends the process as it ends any other: there is nothing to be put in order. */
  listen(): void {
    for (const signal of Object.keys(exitCodes) as Ending[]) process.on(signal, () => this.#stop(signal))
  }

  #stop(signal: Ending): void {
    if (lent > 0 && (signal === 'SIGINT' || signal === 'SIGQUIT')) return
    if (signal === 'SIGHUP' && (startedByNohup(process.env) || parentIgnoresHangups())) return
    if (this.happened && now() - this.#first < sameOne) return
    if (this.happened) return endNow(signal)
    this.#first = now()
    this.happened = true
    this.exitCode = exitCodes[signal]
    this.#controller?.abort(interrupted())
    setTimeout(() => endNow(signal), patience)
  }

  /** Made when it is asked for: it takes half a millisecond. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.happened) this.#controller.abort(interrupted())
    }
    return this.#controller.signal
  }
}

function endNow(signal: Ending): void {
  const waits = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
  if (!waits || process.platform === 'win32') process.exit(exitCodes[signal])
  // A thread that the system holds, as it opens a pipe or writes into a full one, would hold an orderly end for ever.
  process.emit('exit', exitCodes[signal])
  const fatal = signal === 'SIGQUIT' ? 'SIGTERM' : signal
  process.removeAllListeners(fatal)
  process.kill(process.pid, fatal)
}
