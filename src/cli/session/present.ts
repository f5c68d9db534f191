/** How a command's results and notes come out, as the output flags ask. */
import type { CommandError } from '../../errors.ts'
import type { Chart, Column } from '../../output/columns.ts'
import { compactJson, prettyJson } from '../../output/json.ts'
import { messageLines } from '../../output/message.ts'
import { isData, isDocument, isLines, outputMode, type OutputMode } from '../../output/mode.ts'
import { Progress, type Meter } from '../../output/progress/progress.ts'
import { writeError } from '../../output/stderr.ts'
import type { IO, Output } from '../../system/io.ts'
import { BatchedOutput, writeText } from '../../output/stdout.ts'
import { loadStyle, signs } from '../../output/style.ts'
import { oneLine, sanitise } from '../../output/text.ts'
import { nextTurn } from '../../system/timers.ts'
import { valueWithoutSecrets, withoutSecrets } from '../../text/secrets.ts'
import { failureOnSameAccount, onSameAccount, type NamedAccount } from '../../text/same-account.ts'
import type { Flags } from '../flags/read.ts'

/** One request that `--dry-run` prints instead of sending. */
export interface Planned {
  method: string
  url: string
  body?: unknown
}

/** One item of a bulk run. */
export interface ItemReport {
  reference: string | number
  id?: number
  ok: boolean
  result?: unknown
  line?: string
  error?: CommandError
}

export class Presenter {
  readonly mode: OutputMode
  readonly progress: Progress
  readonly #quiet: boolean
  readonly #io: IO
  readonly out: Output
  readonly #batched: BatchedOutput
  readonly #reports: unknown[] = []
  readonly #notesBelow: string[] = []
  readonly #account: NamedAccount
  #isHiddenNoted = false

  constructor(flags: Flags, io: IO, account: NamedAccount) {
    this.#account = account
    this.#io = io
    this.mode = outputMode(flags, io)
    this.progress = new Progress({ quiet: flags.quiet, color: flags.color }, io)
    this.out = io.stdout
    this.#batched = new BatchedOutput(io.stdout)
    this.#quiet = flags.quiet
  }

  get terminal(): boolean {
    return this.mode.tty
  }
  get #asData(): boolean {
    return isData(this.mode)
  }

  async rows(rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>, columns?: readonly Column[]): Promise<number> {
    const asked = ahead(rows)
    await nextTurn()
    const { showRows } = await import('../../output/rows.ts')
    const shown = await showRows(asked, columns, this.mode, {
      onHidden: (hidden) => {
        this.#noteHidden(hidden)
        if (this.mode.endless) this.#showNotesBelow()
      },
    })
    this.#showNotesBelow()
    return shown
  }

  async thing(thing: unknown, columns?: readonly Column[]): Promise<void> {
    const { showThing } = await import('../../output/thing.ts')
    await showThing(thing, columns, this.mode)
  }

  async charts(charts: readonly Chart[]): Promise<void> {
    const { showCharts } = await import('../../output/show.ts')
    await showCharts(charts, this.mode)
  }

  /** A write's end: the result as JSON, the id alone, or what a person is told. */
  async done(result: unknown, [first = '', ...rest]: readonly string[], id: string | number | undefined): Promise<void> {
    const { showDone } = await import('../../output/show.ts')
    await showDone({ result, line: onSameAccount(first, this.#account), id }, this.mode)
    for (const line of rest) this.note(line)
  }

  /** One item of a bulk run, as it ends. Lines are batched: ten thousand of them are a common case. */
  async report({ reference, id, ok, result, line, ...more }: ItemReport): Promise<void> {
    const error = more.error && failureOnSameAccount(more.error, this.#account)
    const failure = error && { error: valueWithoutSecrets(error.toJSON().error) }
    const outcome = { reference, id: id ?? null, ok, ...(ok ? { result: result ?? null } : failure) }
    if (isDocument(this.mode)) this.#reports.push(outcome)
    else if (isLines(this.mode)) await this.#batched.write(`${compactJson(outcome)}\n`)
    else if (ok) await this.#batched.write(`${this.#quiet ? sanitise(String(id ?? reference)) : await this.#success(line ?? '')}\n`)
    if (this.terminal) await this.#batched.end()
    if (ok || this.#asData || !error) return
    const { failureText } = await import('../../output/failure.ts')
    this.#say(await failureText(error, this.#io))
  }

  async #success(line: string): Promise<string> {
    const shown = oneLine(withoutSecrets(onSameAccount(line, this.#account)))
    return this.terminal ? `${(await loadStyle(this.mode.color)).success(signs.success)} ${this.#folded(shown, '  ')}` : shown
  }

  async endReport(): Promise<void> {
    await this.#batched.end()
    if (isDocument(this.mode)) await this.rows([this.#reports.splice(0)])
  }

  async planned(requests: readonly Planned[]): Promise<void> {
    if (this.#asData) {
      await this.rows([requests])
      return
    }
    for (const { method, url, body } of requests) {
      await writeText(this.#io.stdout, sanitise(`${method} ${url}\n${body === undefined ? '' : `${prettyJson(body)}\n`}`))
    }
  }

  print(text: string): Promise<void> {
    return writeText(this.#io.stdout, sanitise(text))
  }

  /** Lines for people: on a terminal they are folded at blanks. */
  text(text: string): Promise<void> {
    const folded = onSameAccount(sanitise(text), this.#account)
      .split('\n')
      .map((line) => this.#folded(line, ' '.repeat(line.length - line.trimStart().length + 2)))
    return writeText(this.#io.stdout, withoutSecrets(folded.join('\n')))
  }

  #folded(line: string, indent: string): string {
    return messageLines(line, indent, this.terminal ? this.#io.stdout.columns : undefined)
  }

  /** Bytes as they came; a terminal gets what it can't take for commands. */
  async bytes(body: Uint8Array): Promise<void> {
    await this.#batched.write(this.terminal ? sanitise(Buffer.from(body).toString()) : body)
    await this.#batched.end()
  }

  note(line: string): void {
    if (!this.#quiet) this.#say(`${messageLines(this.#copied(line), '  ', this.#io.stderr.columns)}\n`)
  }

  /** A line that stands below the rows that are being read. */
  noteBelow(line: string): void {
    this.#notesBelow.push(line)
  }

  /** Once: an endless list calls it for each of its parts. */
  #noteHidden(paths: readonly string[]): void {
    if (paths.length === 0 || this.#isHiddenNoted) return
    this.#isHiddenNoted = true
    this.#notesBelow.unshift(`No room for ${paths.join(', ')}: a wider terminal or --fields shows them`)
  }

  #showNotesBelow(): void {
    for (const line of this.#notesBelow.splice(0)) this.note(line)
  }

  /** After the command: no note is left out. */
  end(): void {
    this.#showNotesBelow()
  }

  warn(line: string): void {
    this.#say(`! ${messageLines(this.#copied(line), '  ', this.#io.stderr.columns)}\n`)
  }

  #copied(line: string): string {
    return oneLine(onSameAccount(line, this.#account))
  }

  debug(line: string): void {
    this.#say(`${oneLine(line)}\n`)
  }

  #say(text: string): void {
    writeError(this.#io.stderr, text)
  }

  meter(label: string, total = 0): Meter {
    const meter = this.progress.meter(label)
    meter.expect(total)
    return meter
  }

  waiting<T>(work: () => Promise<T>): Promise<T> {
    return this.progress.during(work)
  }

  /** A spinner while the next rows are awaited; none while they are shown. */
  async *waitingRows<T>(rows: AsyncIterable<T>): AsyncIterable<T> {
    const iterator = rows[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { done, value } = await this.progress.during(() => iterator.next())
        if (done) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
}

/** The same, begun at once: what shows them is loaded while the service answers. */
function ahead<T>(batches: Iterable<T> | AsyncIterable<T>): AsyncIterable<T> {
  const iterator = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]()
  const first = Promise.resolve(iterator.next())
  // It is thrown to whoever asks for the first rows.
  first.catch(() => {})
  return rest(iterator, first)
}

async function* rest<T>(iterator: Iterator<T> | AsyncIterator<T>, first: Promise<IteratorResult<T>>): AsyncGenerator<T> {
  try {
    for (let next = await first; !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}
