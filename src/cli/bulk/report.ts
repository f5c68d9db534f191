/** Reports a bulk run: each item as it ends, then a summary. The run goes on even when its output can't be written any more. */
import { CommandError } from '../../errors.ts'
import { OutputClosed } from '../../output/stdout.ts'
import type { EngineContext } from '../session/engine.ts'
import { failedItems, OutputFile, withSecondError } from '../download/output-file.ts'
import type { ItemReport } from '../session/present.ts'

export class BulkReport {
  /** Only failures are kept: memory must not grow with the items that succeed. */
  readonly failures: ItemReport[] = []
  readonly #session: EngineContext
  readonly #file: OutputFile
  #concluded = false
  #all = 0
  #done = 0
  /** The first error of writing the output. */
  #outputError: unknown

  private constructor(session: EngineContext, file: OutputFile) {
    this.#session = session
    this.#file = file
  }

  /** What can't be written is found out before anything is sent. */
  static async open(session: EngineContext): Promise<BulkReport> {
    return new BulkReport(session, await OutputFile.open(session.flags.failures, failedItems))
  }

  begin(all: number, done: number): void {
    this.#all = all
    this.#done = done
  }

  /** All items are done, and the report of them is complete. */
  get concluded(): boolean {
    return this.#concluded && this.#done === this.#all
  }

  async add(outcome: ItemReport): Promise<void> {
    if (outcome.ok) this.#done++
    else this.failures.push(outcome)
    await this.#tryOutput(() => this.#session.present.report(outcome))
  }

  /** A closed pipe or a full disk doesn't stop the work; a full disk is reported at the end. */
  async #tryOutput(work: () => unknown): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof OutputClosed)) this.#outputError ??= error
    }
  }

  /** Ends the report, then throws what went wrong. */
  async conclude(): Promise<void> {
    this.#concluded = true
    await this.#tryOutput(() => this.#session.present.endReport())
    await this.#file.write(this.failures.map(({ reference }) => `${reference}\n`).join(''))
    await this.#file.throwAfter(() => {
      const failure = this.#failure()
      if (failure) throw this.#outputError === undefined ? failure : withSecondError(failure, this.#outputError)
      this.#session.show.note(this.#progress)
      if (this.#outputError !== undefined) throw this.#outputError
    })
  }

  close(): void {
    this.#file.close()
  }

  get #progress(): string {
    const untouched = this.#all - this.#done - this.failures.length
    const unknown = this.failures.filter(({ error }) => error?.facts.unclear).length
    const failed = this.failures.length - unknown
    return [
      `${this.#done} of ${this.#all} done`,
      failed > 0 && `${failed} failed`,
      unknown > 0 && `${unknown} unknown`,
      untouched > 0 && `${untouched} not started`,
    ]
      .filter(Boolean)
      .join(', ')
  }

  #failure(): CommandError | undefined {
    if (this.#session.service.signal.aborted)
      return new CommandError('interrupted', `Interrupted: ${this.#progress}`, { hint: 'To continue: run the same command with --resume' })
    const first = this.failures[0]?.error
    if (!first) return undefined
    if (this.#done > 0)
      return new CommandError('partial', this.#progress, {
        hint: 'Those that failed are named above. To retry them: run the same command with --resume',
      })
    const untouched = this.#all > this.failures.length
    return new CommandError(first.kind, untouched ? `None of ${this.#all} was done: ${this.#progress}` : `All ${this.#all} failed`, {
      ...first.facts,
      hint: first.facts.hint ?? undefined,
    })
  }
}
