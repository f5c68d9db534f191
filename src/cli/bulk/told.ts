/** What is said of a bulk run, as it goes on and at its end: also where what it is said to can't be written any more. */
import { CommandError } from '../../errors.ts'
import { OutputClosed } from '../../output/stdout.ts'
import type { EngineContext } from '../context.ts'
import { besides, LateFile } from '../late-file.ts'
import type { Outcome } from './item.ts'

export class Told {
  /** What went well is told and forgotten: memory must not grow with it. */
  readonly failures: Outcome[] = []
  readonly #session: EngineContext
  readonly #file: LateFile
  #concluded = false
  #all = 0
  #done = 0
  /** Why not all could be told. */
  #untold: unknown

  private constructor(session: EngineContext, file: LateFile) {
    this.#session = session
    this.#file = file
  }

  /** What can't be written is found out before anything is sent. */
  static async open(session: EngineContext): Promise<Told> {
    return new Told(session, await LateFile.open(session.flags.failures))
  }

  begin(all: number, done: number): void {
    this.#all = all
    this.#done = done
  }

  /** All is done, and was told. */
  get concluded(): boolean {
    return this.#concluded && this.#done === this.#all
  }

  async tell(outcome: Outcome): Promise<void> {
    if (outcome.ok) this.#done++
    else this.failures.push(outcome)
    await this.#attempt(() => this.#session.present.report(outcome))
  }

  /** Work that was asked for goes on when nobody listens any more, and when the disk of those who do is full. */
  async #attempt(work: () => unknown): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof OutputClosed)) this.#untold ??= error
    }
  }

  /** Throws what went wrong with the items, once all of it is told. */
  async conclude(): Promise<void> {
    this.#concluded = true
    await this.#attempt(() => this.#session.present.endReport())
    await this.#file.write(this.failures.map(({ reference }) => `${reference}\n`).join(''))
    await this.#file.after(() => {
      const failure = this.#failure()
      if (failure) throw this.#untold === undefined ? failure : besides(failure, this.#untold)
      this.#session.note(this.#words)
      if (this.#untold !== undefined) throw this.#untold
    })
  }

  close(): void {
    this.#file.close()
  }

  get #words(): string {
    const untouched = this.#all - this.#done - this.failures.length
    return [
      `${this.#done} of ${this.#all} done`,
      this.failures.length > 0 && `${this.failures.length} failed`,
      untouched > 0 && `${untouched} not started`,
    ]
      .filter(Boolean)
      .join(', ')
  }

  #failure(): CommandError | undefined {
    if (this.#session.signal.aborted)
      return new CommandError('interrupted', `Interrupted: ${this.#words}`, { hint: 'To continue: run the same command with --resume' })
    const first = this.failures[0]?.error
    if (!first) return undefined
    if (this.#done > 0)
      return new CommandError('partial', this.#words, {
        hint: 'Those that failed are named above. To retry them: run the same command with --resume',
      })
    const untouched = this.#all > this.failures.length
    return new CommandError(first.kind, untouched ? `None of ${this.#all} was done: ${this.#words}` : `All ${this.#all} failed`, {
      ...first.facts,
      hint: first.facts.hint ?? undefined,
    })
  }
}
