/** Sends writes. When the answer to one is lost, it looks up on the service whether the write was done before it reports anything. */
import { isWrite, type AnyOperation, type Input, type Result } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import type { Command } from '../command.ts'
import { asHelp, type Service } from '../../service.ts'
import type { CallOptions } from '../../client/retry.ts'
import type { MainRequest } from '../context.ts'
import type { Call } from '../session/port.ts'
import { refuseInvalid, type Requests } from '../session/requests.ts'

interface Dependencies {
  command: Command
  requests: Requests
  signal: () => AbortSignal
  dryRun: boolean
  /** The service with another way to call, for the reads of a lookup. */
  port: (call: Call) => Service
}

type Values = Readonly<Record<string, unknown>>

const mostRepeats = 3

/** The service may have done it in spite of this failure; a replacement may also never have got there. An answer below 500 isn't lost. */
function isLost(error: unknown, { replaces }: AnyOperation): error is CommandError {
  if (!(error instanceof CommandError)) return false
  const { unclear, retryable, status } = error.facts
  return replaces ? (unclear || retryable) === true && (status === undefined || status >= 500) : unclear === true
}

export class Writes {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** `replaced`: what it replaces, where that was just read. */
  async send<Op extends AnyOperation>(operation: Op, input: Input<Op>, main: MainRequest, replaced?: Values): Promise<Result<Op>> {
    const { command, requests, dryRun } = this.#dependencies
    if (dryRun || !isWrite(operation)) return requests.call(operation, input)
    if (operation !== command.operation) return this.#sendOnce(operation, input, undefined, replaced)
    main.state = 'sent'
    const result = await this.#sendOnce(operation, input, main, replaced)
    main.state = 'done'
    return result
  }

  async #sendOnce<Op extends AnyOperation>(
    operation: Op,
    input: Input<Op>,
    main: MainRequest | undefined,
    given: Values | undefined,
  ): Promise<Result<Op>> {
    const { command, requests, signal } = this.#dependencies
    if (operation.repeatable && !operation.replaces) return requests.call(operation, input)
    // Before anything is read.
    refuseInvalid(operation, input)
    const service = this.#port({ once: true })
    const replaced = given ?? (await this.#readReplaced(service, operation, input))
    const written = { operation, input, command, before: main?.trace, replaced, service }
    const mayBeDone = async (): Promise<boolean> => {
      const { lookOnce } = await import('./lost-answer.ts')
      return ['done', 'changed'].includes((await lookOnce(written)).state)
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await requests.call(operation, input, { mayBeDone })
      } catch (error) {
        if (!isLost(error, operation) || signal().aborted) throw error
        const { lookUp, resultOf } = await import('./lost-answer.ts')
        const verdict = await lookUp(written)
        // What it was done with stands for the answer, and has passed the schema of the result.
        if (!operation.replaces || verdict.state !== 'undone' || attempt > mostRepeats)
          return resultOf(verdict, written, error) as Result<Op>
        service.note(`${error.message}; nothing was changed, trying again (${attempt} of ${mostRepeats})`)
      }
    }
  }

  /** What is replaced, in case that the answer is lost. */
  async #readReplaced(service: Service, operation: AnyOperation, input: Values): Promise<Values | undefined> {
    if (!operation.replaces || operation.replaces === 'unread') return undefined
    const { readReplaced } = await import('./lost-answer.ts')
    return asHelp(service, `What ${operation.id} replaces`, (call) => readReplaced({ call }, operation, input))
  }

  /** `once`: a lookup isn't retried, as the write's own failure is waiting to be reported. */
  #port(options?: CallOptions): Service {
    const { port, requests } = this.#dependencies
    return port((operation, input) => requests.call(operation, input, options))
  }
}
