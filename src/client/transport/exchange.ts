/** One request and its answer, as undici reports them. */
import type { Dispatcher } from 'undici'
import { now } from '../../system/timers.ts'
import { BodyStream } from './body-stream.ts'
import type { CloseNotifyWatch } from './close-notify.ts'
import type { InFlight } from './in-flight.ts'
import { TransportError, cutOff, endless } from './transport-error.ts'

export type HeaderValues = Record<string, string | string[] | undefined>

/**
 * What shows that a body is complete: its length or last chunk (`stated`); the close_notify of a watched TLS connection
 * (`close_notify`); or only the end of the connection, of TLS or plain.
 */
type EndSign = 'stated' | 'close_notify' | 'tls' | 'plain'

export interface Incoming {
  status: number
  headers: HeaderValues
  body: BodyStream
  endSign: EndSign
  /** When the request had been sent, by `now()`. */
  since: number
}

interface ExchangeParts {
  inFlight: InFlight
  /** Milliseconds for the whole head. */
  headTimeout: number
  secure: boolean
  watch: CloseNotifyWatch | undefined
}

export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Incoming>
  #resolve!: (incoming: Incoming) => void
  #reject!: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #body: BodyStream | undefined
  #stopped: Error | undefined
  #timer: NodeJS.Timeout | undefined
  #since = 0
  #endSign: EndSign = 'stated'
  readonly #parts: ExchangeParts
  readonly #leave: () => void

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    this.#leave = parts.inFlight.add(this)
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // It may be rejected before anyone awaits it.
    this.answer.catch(() => {})
  }

  get stopped(): boolean {
    return this.#stopped !== undefined
  }

  interrupt(): void {
    this.abort(new TransportError({ code: 'ABORTED', message: 'Interrupted' }, this.#controller !== undefined))
  }

  abort(reason: Error): void {
    this.#stopped = reason
    this.#controller?.abort(reason)
    this.#fail(reason)
  }

  #fail(error: Error): void {
    this.#end()
    if (this.#body) this.#body.fail(error)
    else this.#reject(error)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#leave()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#stopped) return controller.abort(this.#stopped)
    this.#controller = controller
    this.#since = now()
    // undici limits silence; this limits a head that comes slowly, and endless 1xx answers.
    this.#timer = setTimeout(() => this.abort(endless()), this.#parts.headTimeout)
  }

  /** Sending the request's body may take long, as long as it goes on. */
  onBodySent(): void {
    this.#since = now()
    this.#timer?.refresh()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: HeaderValues): void {
    if (status < 200) return
    clearTimeout(this.#timer)
    const { secure, watch } = this.#parts
    const isStated = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    this.#endSign = isStated ? 'stated' : watch ? 'close_notify' : secure ? 'tls' : 'plain'
    this.#body = new BodyStream({
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      abort: (reason) => this.abort(reason),
    })
    this.#resolve({ status, headers, body: this.#body, endSign: this.#endSign, since: this.#since })
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.push(chunk)
  }

  onResponseEnd(): void {
    const { watch } = this.#parts
    if (this.#endSign === 'close_notify' && !watch?.endedWell()) return this.#fail(cutOff())
    this.#end()
    this.#body?.end()
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(this.#stopped ?? new TransportError(error, this.#controller !== undefined))
  }
}
