/** Sends what changes something; where its answer is lost, how things stand is looked up before anything is told. */
import { isWrite, type AnyOperation, type Input, type Result } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import type { Command } from '../command.ts'
import type { Context, Own } from '../context.ts'
import type { Service } from '../service.ts'

interface Surroundings {
  command: Command
  service: Service
  signal: () => AbortSignal
  dryRun: boolean
  /** For what is read besides. */
  context: () => Context
}

export class Writes {
  readonly #around: Surroundings

  constructor(around: Surroundings) {
    this.#around = around
  }

  async send<Op extends AnyOperation>(operation: Op, input: Input<Op>, own: Own): Promise<Result<Op>> {
    const { command, service, dryRun } = this.#around
    if (dryRun || !isWrite(operation)) return service.call(operation, input)
    if (operation !== command.operation) return this.#sendOnce(operation, input, undefined)
    if (!operation.repeatable) own.trace ??= await command.definition.trace?.(this.#around.context(), { ...input })
    own.fate = 'sent'
    const result = await this.#sendOnce(operation, input, own)
    own.fate = 'done'
    return result
  }

  async #sendOnce<Op extends AnyOperation>(operation: Op, input: Input<Op>, own: Own | undefined): Promise<Result<Op>> {
    const { command, service, signal } = this.#around
    if (operation.repeatable) return service.call(operation, input)
    const written = { operation, input, command, before: own?.trace, context: this.#looking() }
    const seen = async (): Promise<boolean> => (await (await import('./lost-answer.ts')).lookOnce(written)).state === 'done'
    try {
      return await service.call(operation, input, { seen })
    } catch (error) {
      if (!(error instanceof CommandError) || !error.facts.unclear || signal().aborted) throw error
      const { lookUp, told } = await import('./lost-answer.ts')
      return told(await lookUp(written), written, error) as Result<Op>
    }
  }

  /** A look is worth one attempt. */
  #looking(): Context {
    const { context, service } = this.#around
    return { ...context(), call: (operation, input) => service.call(operation, input, { once: true }) }
  }
}
