/** Writes a backup file by file; what an interrupted run has written whole is neither read nor written again. */
import { appendFileSync } from 'node:fs'
import type { AnyOperation, Input, Result, Row } from '../../contract/core/operation.ts'
import { CommandError } from '../../errors.ts'
import type { FileRequest, Service } from '../../service.ts'
import { parseExactly } from '../../text/exact.ts'
import type { FileSum } from '../../project/files/read-within.ts'
import { Folder, jsonIn, type Writing } from '../folder.ts'
import { linesOf } from './lines.ts'
import { manifestName, progressName, type Gap, type Manifest } from './manifest.ts'
import { lineOf, type Line } from './progress.ts'
import { pathOf } from './reads.ts'

export interface Earlier {
  folder: Folder
  manifest: Manifest
}

export class Writer {
  readonly folder: Folder
  readonly files = new Map<string, FileSum>()
  readonly addresses = new Map<string, string>()
  readonly gaps = new Map<string, Gap>()
  /** Surveys that are whole; `true`: torn. */
  readonly surveys = new Map<number, boolean>()
  readonly service: Service
  readonly earlier: Earlier | undefined

  constructor(root: string, service: Service, earlier: Earlier | undefined) {
    this.folder = new Folder(root)
    this.service = service
    this.earlier = earlier
  }

  /** Goes on with what is there. Lines may end in the middle; files that aren't as they were written are read again. */
  async resume(): Promise<void> {
    for (const { path } of this.folder.entries()) if (/^part-\d+-\w+$/.test(path)) this.folder.remove(path)
    for (const text of [...this.folder.lines(progressName)].slice(1)) {
      const line = lineOf(text)
      if (!line) continue
      if ('path' in line) {
        this.files.set(line.path, { sha256: line.sha256, bytes: line.bytes })
        if (line.address !== undefined) this.addresses.set(line.address, line.path)
      } else if ('gap' in line) this.gaps.set(line.gap.what, line.gap)
      else if ('forgotten' in line) this.#forget(line.forgotten)
      else this.surveys.set(line.done, line.torn)
    }
    for (const [path, { sha256 }] of this.files) {
      if ((await this.folder.sum(path))?.sha256 === sha256) continue
      this.files.delete(path)
      const [, id] = /^surveys\/(\d+)\//.exec(path) ?? []
      this.surveys.delete(Number(id))
    }
  }

  #log(line: Line): void {
    appendFileSync(this.folder.at(progressName), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }

  /** Stores the answer of a read as it came. `undefined`: a right, the plan or the service's state withholds it, which is a gap. */
  async storeAnswer<Op extends AnyOperation>(
    operation: Op,
    input: Input<Op>,
    hide?: (answer: Result<Op>) => unknown,
  ): Promise<Result<Op> | undefined> {
    const path = pathOf(operation, input)
    // Written by an earlier run, whose answer had passed the schema of the result.
    if (this.files.has(path)) return jsonIn(this.folder, path) as Result<Op>
    if (this.gaps.has(path)) return undefined
    return this.orGap(path, operation, async () => {
      let bytes: Uint8Array = new Uint8Array()
      const result = await this.service.call(operation, input, { body: (body) => void (bytes = Uint8Array.from(body)) })
      const shown = hide?.(result)
      await this.write(path, operation.id, async (writing) =>
        writing.write(shown === undefined ? bytes : Buffer.from(JSON.stringify(shown))),
      )
      return result
    })
  }

  /** Stores all rows of a list, one a line, as they came. Returns how many there are. */
  async storeRows<Op extends AnyOperation>(
    operation: Op,
    input: Input<Op>,
    each: (row: Row<Op>) => void = () => {},
  ): Promise<number | undefined> {
    const path = pathOf(operation, input, 'rows')
    let count = 0
    if (this.files.has(path)) {
      for (const line of this.folder.lines(path)) {
        count++
        // As above.
        each(parseExactly(line) as Row<Op>)
      }
      return count
    }
    const isStored = await this.storeList(operation, input, async (writing) => {
      let written: readonly Uint8Array[] = []
      for await (const batch of this.service.rows(operation, input, { texts: (texts) => (written = texts) })) {
        count += batch.length
        writing.write(linesOf(written))
        batch.forEach(each)
      }
    })
    return isStored ? count : undefined
  }

  /** Stores what `fill` writes as the rows of a list. `false`: it is a gap. */
  async storeList<Op extends AnyOperation>(operation: Op, input: Input<Op>, fill: (writing: Writing) => Promise<void>): Promise<boolean> {
    const path = pathOf(operation, input, 'rows')
    if (this.gaps.has(path)) return false
    await this.orGap(path, operation, () => this.write(path, operation.id, fill))
    return this.files.has(path)
  }

  /** Stores a file that an operation answers with. */
  async storeFile(operation: AnyOperation, input: FileRequest['input']): Promise<void> {
    const path = pathOf(operation, input)
    if (this.files.has(path) || this.gaps.has(path)) return
    await this.orGap(path, operation, () => this.download({ operation, input }, () => path, operation.id))
  }

  /** `name`: where it goes, by what it holds. */
  async download(from: FileRequest | string, name: (sum: FileSum, type: string | undefined) => string, operation: string): Promise<void> {
    let writing: Writing | undefined
    const open = () => {
      writing?.abort()
      const own = this.folder.begin()
      writing = own
      return { write: (bytes: Buffer) => own.write(bytes), finish: () => {}, abort: own.abort }
    }
    try {
      const { type } = await this.service.download(from, open)
      const whole = writing ?? this.folder.begin()
      const sum = whole.sum()
      await this.#place(whole, name(sum, type), sum, operation, typeof from === 'string' ? from : undefined)
    } catch (error) {
      writing?.abort()
      throw error
    }
  }

  async write(path: string, operation: string, fill: (writing: Writing) => Promise<void>): Promise<void> {
    const writing = this.folder.begin()
    try {
      await fill(writing)
      await this.#place(writing, path, writing.sum(), operation)
    } catch (error) {
      writing.abort()
      throw error
    }
  }

  /** The earlier backup has the file, as it was written. */
  async isInEarlier(path: string): Promise<boolean> {
    const known = this.earlier?.manifest.files[path]
    return known !== undefined && (await this.earlier?.folder.sum(path))?.sha256 === known.sha256
  }

  /** What was just read is what the earlier backup has. */
  isAsBefore(path: string): boolean {
    const [now, before] = [this.files.get(path), this.earlier?.manifest.files[path]]
    return now !== undefined && now.sha256 === before?.sha256
  }

  /** Takes the file from the earlier backup, if that has it as it was written. `address`: where its content comes from. */
  async inherit(path: string, operation: string, address?: string): Promise<boolean> {
    const earlier = this.earlier
    const known = earlier?.manifest.files[path]
    if (!earlier || !known || !(await this.isInEarlier(path))) return false
    this.folder.adopt(path, earlier.folder)
    this.#addFile(path, known, operation, address)
    return true
  }

  gap(what: string, operation: string, why: string): undefined {
    const gap = { what, operation, why }
    this.gaps.set(what, gap)
    this.#log({ gap })
  }

  /** A survey is read again from its beginning. */
  forget(folder: string): void {
    this.#forget(folder)
    this.#log({ forgotten: folder })
  }

  #forget(folder: string): void {
    for (const path of [...this.files.keys(), ...this.gaps.keys()]) {
      if (!path.startsWith(folder)) continue
      this.files.delete(path)
      this.gaps.delete(path)
    }
  }

  finishSurvey(survey: number, torn: boolean): void {
    this.surveys.set(survey, torn)
    this.#log({ done: survey, torn })
  }

  /** Last of all: now it is a backup. Files of surveys that were deleted meanwhile, or of readings that were given up, go before. */
  async finish(manifest: Manifest): Promise<void> {
    for (const { path } of this.folder.entries())
      if (!this.files.has(path) && path !== progressName && !path.startsWith('lock')) this.folder.remove(path)
    await this.folder.write(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    this.folder.remove(progressName)
  }

  /** An equal file of the earlier backup takes its place. */
  async #place(writing: Writing, path: string, sum: FileSum, operation: string, address?: string): Promise<void> {
    if (this.earlier?.manifest.files[path]?.sha256 === sum.sha256 && (await this.inherit(path, operation, address))) return writing.abort()
    await writing.finish(path)
    this.#addFile(path, sum, operation, address)
  }

  #addFile(path: string, sum: FileSum, operation: string, address: string | undefined): void {
    this.files.set(path, sum)
    if (address !== undefined) this.addresses.set(address, path)
    this.#log({ path, operation, ...sum, ...(address !== undefined && { address }) })
  }

  /** What a right, the plan or the service's state refuses becomes a gap. */
  async orGap<T>(path: string, { id }: AnyOperation, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CommandError) || !isGap(error)) throw error
      return this.gap(path, id, error.message)
    }
  }
}

/** A right, a plan option, a connection that was lost: the same request won't succeed by itself. */
const isGap = ({ kind, facts }: CommandError): boolean =>
  kind === 'forbidden' || (kind === 'refused' && facts.status !== undefined && facts.status >= 400 && facts.code !== undefined)
