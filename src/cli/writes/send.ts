/** Sends writes. When the answer to one is lost, it looks up on the service whether the write was done before it reports anything. */
import { isWrite, type AnyOperation, type Input, type Result } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import type { Command } from '../command.ts'
import type { Context, MainRequest } from '../context.ts'
import type { Service } from '../service.ts'

interface Dependencies {
  command: Command
  service: Service
  signal: () => AbortSignal
  dryRun: boolean
  /** For the reads of a lookup. */
  context: () => Context
}

export class Writes {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async send<Op extends AnyOperation>(operation: Op, input: Input<Op>, main: MainRequest): Promise<Result<Op>> {
    const { command, service, dryRun } = this.#dependencies
    if (dryRun || !isWrite(operation)) return service.call(operation, input)
    if (operation !== command.operation) return this.#sendOnce(operation, input, undefined)
    if (!operation.repeatable) main.trace ??= await command.definition.trace?.(this.#dependencies.context(), { ...input })
    main.state = 'sent'
    const result = await this.#sendOnce(operation, input, main)
    main.state = 'done'
    return result
  }

  async #sendOnce<Op extends AnyOperation>(operation: Op, input: Input<Op>, main: MainRequest | undefined): Promise<Result<Op>> {
    const { command, service, signal } = this.#dependencies
    if (operation.repeatable) return service.call(operation, input)
    const written = { operation, input, command, before: main?.trace, context: this.#looking() }
    const seen = async (): Promise<boolean> => (await (await import('./lost-answer.ts')).lookOnce(written)).state === 'done'
    try {
      return await service.call(operation, input, { seen })
    } catch (error) {
      if (!(error instanceof CommandError) || !error.facts.unclear || signal().aborted) throw error
      const { lookUp, told } = await import('./lost-answer.ts')
      // What it was done with stands for the answer, and has passed the schema of the result.
      return told(await lookUp(written), written, error) as Result<Op>
    }
  }

  /** A lookup isn't retried: the write's own failure is waiting to be reported. */
  #looking(): Context {
    const { context, service } = this.#dependencies
    return { ...context(), call: (operation, input) => service.call(operation, input, { once: true }) }
  }
}
