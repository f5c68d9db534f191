/** How a command's results and notes come out, as the output flags ask. */
import type { CommandError } from '../errors.ts'
import type { Column } from '../output/columns.ts'
import { outputMode, type OutputMode } from '../output/mode.ts'
import { BatchedOutput, writeError, writeOut } from '../output/stdout.ts'
import { sanitise } from '../output/text.ts'
import type { GlobalFlags } from './context.ts'
import type { Planned } from './session.ts'

/** One item of a bulk run. */
export interface Report {
  reference: string | number
  id?: number
  ok: boolean
  result?: unknown
  line?: string
  error?: CommandError
}

export class Presenter {
  readonly mode: OutputMode
  readonly #flags: GlobalFlags
  readonly #reports: unknown[] = []
  #spinner: Promise<{ stop: () => void }> | undefined

  constructor(flags: GlobalFlags) {
    this.#flags = flags
    this.mode = outputMode(flags)
  }

  get terminal(): boolean { return this.mode.tty }

  async rows(rows: Iterable<unknown[]> | AsyncIterable<unknown[]>, columns?: readonly Column[]): Promise<void> {
    const { showRows } = await import('../output/show.ts')
    await showRows(rows, columns, this.mode)
  }

  async thing(thing: unknown, columns?: readonly Column[]): Promise<void> {
    const { showThing } = await import('../output/show.ts')
    await showThing(thing, columns, this.mode)
  }

  /** A write's end: the result as JSON, the id alone, or what a person is told. */
  async done(result: unknown, lines: readonly string[], id: string | number | undefined): Promise<void> {
    if (this.mode.form === 'json' || this.mode.form === 'ndjson') return this.thing(result ?? {})
    if (this.#flags.fields) return this.thing(result ?? {})
    if (this.#flags.quiet) return id === undefined ? undefined : writeOut(`${sanitise(String(id))}\n`)
    const [first = '', ...rest] = lines
    writeOut(`${await this.#success(first)}\n`)
    for (const line of rest) this.note(line)
  }

  async #success(line: string): Promise<string> {
    if (!this.mode.tty) return sanitise(line)
    const { loadStyle, signs } = await import('../output/style.ts')
    return `${(await loadStyle(this.mode.color)).success(signs.success)} ${sanitise(line)}`
  }

  /** One item of a bulk run, as it ends. */
  async report({ reference, id, ok, result, line, error }: Report): Promise<void> {
    const outcome = { reference, id: id ?? null, ok, ...(ok ? { result: result ?? null } : { ...error!.toJSON() }) }
    if (this.mode.form === 'json') this.#reports.push(outcome)
    else if (this.mode.form === 'ndjson') writeOut(`${JSON.stringify(outcome)}\n`)
    else if (ok) await this.done(result, [line ?? ''], id ?? reference)
    if (!ok && this.mode.form !== 'json' && this.mode.form !== 'ndjson') {
      const { failureText } = await import('../output/failure.ts')
      writeError(await failureText(error!))
    }
  }

  async endReport(): Promise<void> {
    if (this.mode.form === 'json') await this.rows([this.#reports])
  }

  async planned(requests: readonly Planned[]): Promise<void> {
    if (this.mode.form === 'json' || this.mode.form === 'ndjson') return this.rows([[...requests]])
    for (const { method, url, body } of requests) {
      writeOut(sanitise(`${method} ${url}\n${body === undefined ? '' : `${JSON.stringify(body, null, 2)}\n`}`))
    }
  }

  print(text: string): void {
    writeOut(text)
  }

  /** Bytes as they came. */
  bytes(body: Uint8Array): void {
    const out = new BatchedOutput()
    out.write(body)
    out.end()
  }

  note(line: string): void {
    if (!this.#flags.quiet) writeError(`${sanitise(line)}\n`)
  }

  warn(line: string): void {
    writeError(`! ${sanitise(line)}\n`)
  }
}
