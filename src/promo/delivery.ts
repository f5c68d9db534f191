/**
 * Sends the codes of an import in batches, so that nothing is sent twice and nothing lost, whenever the run is killed.
 * The journal has an item for the list and one for each batch. A batch whose outcome is unknown is looked up on the
 * service first, and only what isn't there is sent.
 */
import type { Service } from '../service.ts'
import type { Journal } from '../system/journal.ts'
import { addCodes, codesAtOnce, createPromo } from '../contract/surveys/promo.ts'
import { CommandError, isUnclear } from '../errors.ts'
import type { CodeList } from './code-list.ts'
import { Lookup } from './lookup.ts'
import { deliveredIn, makingIn, refusedIn, targetIn, type Delivered, type Target } from './noted.ts'
import { counted } from '../text/counted.ts'

export interface DeliveryOrder {
  service: Service
  journal: Journal
  /** Survey by which the lists are reached. */
  id: number
  codes: CodeList
  /** Where they go: a list that is there, or a new one of this name. */
  to: { list_id: number } | { name: string }
  maxErrors: number
}

/** A finished import stays known, so that `--resume` after its last moment sends nothing again. */
export async function deliver(order: DeliveryOrder): Promise<Delivered> {
  const end = order.journal.entry('end')
  if (end) return deliveredIn(end)
  try {
    const delivered = await new Delivery(order).run()
    if (delivered.report.not_sent === 0) await order.journal.end('end', 'done', delivered)
    return delivered
  } catch (error) {
    if (!(error instanceof CommandError) || order.service.dryRun) throw error
    throw new CommandError(error.kind, error.message, {
      ...error.facts,
      hint: `${error.facts.hint ? `${error.facts.hint}. ` : ''}What was sent is known; to continue: the same command with --resume`,
    })
  }
}

const attempts = 3

class Delivery {
  readonly #order: DeliveryOrder
  readonly #lookup: Lookup
  readonly #refused: string[] = []
  #target: Target | undefined
  /** The batch that this run wrote into the journal last; until that is on the disk it is not sent. */
  #begun: { batch: number; onDisk: Promise<void> } | undefined

  constructor(order: DeliveryOrder) {
    this.#order = order
    this.#lookup = new Lookup(order.service, order.id)
  }

  async run(): Promise<Delivered> {
    const { codes, journal, service, maxErrors, to } = this.#order
    const batches = this.#batches
    await this.#open()
    let sent = 0
    for (let batch = 0; batch < batches && this.#refused.length < maxErrors; batch++) {
      const past = this.#begun?.batch === batch ? undefined : journal.entry(String(batch))
      if (past?.state === 'done') this.#refused.push(...refusedIn(past))
      else await this.#sendBatch(batch, past?.state === 'begun')
      sent = Math.min((batch + 1) * codesAtOnce, codes.size)
      if (service.dryRun && 'name' in to && sent < codes.size) {
        service.note(`Then ${counted(codes.size - sent, 'more code')} for the new list, at most ${codesAtOnce} at a time`)
        break
      }
      if ((batch + 1) % 100 === 0 && batch + 1 < batches) service.note(`${sent} of ${codes.size} codes sent`)
    }
    return this.#conclude(sent)
  }

  /** The list as the journal knows it, or a look at the one that was named. A new list is made by its first batch. */
  async #open(): Promise<void> {
    const { journal, to, service } = this.#order
    const past = journal.entry('list')
    if (past?.state === 'done') this.#target = targetIn(past)
    else if ('name' in to) await this.#findCreated()
    else if (!service.dryRun) await this.#settle(to.list_id, await this.#lookup.count(to.list_id))
  }

  async #settle(list_id: number, before: number): Promise<void> {
    this.#target = { list_id, before }
    await this.#order.journal.end('list', 'done', this.#target)
  }

  /** The list of a request to create it whose answer never came. */
  async #findCreated(): Promise<void> {
    const { journal, to } = this.#order
    const past = journal.entry('list')
    if (past?.state !== 'begun' || !('name' in to)) return
    const found = await this.#lookup.createdList(to.name, makingIn(past).newest)
    if (found !== undefined) await this.#settle(found, 0)
  }

  get #batches(): number {
    return Math.ceil(this.#order.codes.size / codesAtOnce)
  }

  #begin(batch: number): Promise<void> {
    if (this.#begun?.batch !== batch) this.#begun = { batch, onDisk: this.#order.journal.begin(String(batch)) }
    return this.#begun.onDisk
  }

  /** Its line gets to the disk while the batch before it is sent, so that no request waits for the disk. */
  #beginNext(batch: number): void {
    if (batch >= this.#batches || this.#order.journal.entry(String(batch)) !== undefined) return
    // Why it failed is told when it is the batch's turn.
    this.#begin(batch).catch(() => {})
  }

  async #sendBatch(batch: number, wasBegun: boolean): Promise<void> {
    const { codes, journal, service } = this.#order
    const all = codes.slice(batch * codesAtOnce, codesAtOnce)
    const refusedBefore = this.#refused.length
    if (!wasBegun) await this.#begin(batch)
    this.#beginNext(batch + 1)
    for (let attempt = 1; ; attempt++) {
      this.#refused.length = refusedBefore
      try {
        const unknown = wasBegun || attempt > 1
        await this.#send(unknown && this.#target ? await this.#lookup.missing(this.#target, codes, batch, all) : all)
        break
      } catch (error) {
        if (!isUnknown(error) || attempt === attempts || service.signal.aborted) throw error
        if (!this.#target) await this.#findCreated()
      }
    }
    await journal.end(String(batch), 'done', this.#refused.slice(refusedBefore))
  }

  /** Sends codes; when the service finds some invalid, all others. */
  async #send(codes: readonly string[]): Promise<void> {
    if (codes.length === 0) return
    try {
      await this.#post([...codes])
    } catch (error) {
      if (!(error instanceof CommandError) || error.kind !== 'invalid') throw error
      const named = indexesOf(error)
      if (named.size > 0) {
        this.#refused.push(...codes.filter((_, index) => named.has(index)))
        return this.#send(codes.filter((_, index) => !named.has(index)))
      }
      // Something else than the codes is wrong, so no part of them would do better.
      if (!Object.keys(error.facts.fields ?? {}).every((field) => field === 'codes')) throw error
      if (codes.length === 1) return void this.#refused.push(...codes)
      const half = Math.ceil(codes.length / 2)
      await this.#send(codes.slice(0, half))
      await this.#send(codes.slice(half))
    }
  }

  async #post(codes: string[]): Promise<void> {
    const { service, id, to } = this.#order
    const list_id = this.#target?.list_id ?? ('list_id' in to ? to.list_id : undefined)
    if (list_id !== undefined) await service.call(addCodes, { id, list_id, codes })
    else if ('name' in to) await this.#create(to.name, codes)
  }

  async #create(name: string, codes: string[]): Promise<void> {
    const { service, id, journal } = this.#order
    if (service.dryRun) return void (await service.call(createPromo, { id, name, codes }))
    await journal.begin('list', { newest: await this.#lookup.newestList() })
    const made = await service.call(createPromo, { id, name, codes })
    const list_id = made.list_id ?? made.id
    if (list_id !== undefined) return this.#settle(list_id, 0)
    await this.#findCreated()
    if (!this.#target) throw new CommandError('refused', `The service created the list "${name}", but does not list it`)
  }

  async #conclude(sent: number): Promise<Delivered> {
    const { codes, service } = this.#order
    const taken = sent - this.#refused.length
    const { list_id = null, before = 0 } = this.#target ?? {}
    const now = list_id === null || service.dryRun ? before : await this.#lookup.count(list_id)
    const added = Math.max(0, Math.min(taken, now - before))
    return {
      refused: this.#refused,
      report: {
        list_id,
        read: codes.read,
        doubled: codes.doubled,
        added,
        already_there: taken - added,
        refused: this.#refused.length,
        not_sent: codes.size - sent,
      },
    }
  }
}

/** The connection broke, the service failed half-way, or its answer tells nothing. */
const isUnknown = (error: unknown): boolean => error instanceof CommandError && error.kind !== 'interrupted' && isUnclear(error)

/** Which codes a 422 names: `codes.3`. */
const indexesOf = ({ facts }: CommandError): Set<number> =>
  new Set(
    Object.keys(facts.fields ?? {})
      .flatMap((field) => /^codes\.(\d+)$/.exec(field)?.[1] ?? [])
      .map(Number),
  )
