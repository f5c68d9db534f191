/**
 * What the runs of one bulk command did, each in a journal of its own. Work is known by operation and item, whatever list
 * the item stood in: a later run over some of the items takes over what is known of those, and leaves the rest.
 * Where two journals know an item, the newer one is right.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { locked, tryLock, type Release } from '../../system/lock.ts'
import { syncFolder } from '../../system/sync-folder.ts'
import { isObject } from '../../text/is-object.ts'
import { damaged, FileJournal, lineOf, readLines, type Entry, type Journal } from './journal-file.ts'
import { hashOf, heldBy, lockPath, makeJournalFolder } from './journal.ts'

/** The reference that each item was given by, by item. */
export type Items = ReadonlyMap<string, string>

/** What is known of each item of earlier, unfinished runs; `undefined` where it was not begun. */
export type Known = ReadonlyMap<string, Entry | undefined>

export interface Run {
  journal: Journal
  /** What earlier runs left of these items. */
  known: Known
  /** All is done and told: what is known of this work is forgotten, once that holds for all of it. */
  finish: () => Promise<void>
}

interface Earlier {
  path: string
  number: number
  /** Ids of the jobs that it belongs to: a run that resumes items of other runs belongs to their jobs as well. */
  jobs: readonly string[]
  items: Items
  entries: ReadonlyMap<string, Entry>
  /** It ended and said so; what it knows is kept for the rest of the work. */
  told: boolean
}

/** The journal of a new run, once nobody else is at any of its items; without `resume` it begins anew. */
export async function openRun(folder: string, name: string, items: Items, resume: boolean): Promise<Run> {
  return alone(folder, name, (stem) => {
    const { left, living } = earlierRuns(stem)
    try {
      refuseBeside(living, items)
      const known = knownOf(left, items)
      const before = resume ? left.filter((run) => overlaps(run, items)) : []
      const number = 1 + Math.max(0, ...[...left, ...living].map((run) => run.number))
      const jobs = before.length > 0 ? [...new Set(before.flatMap((run) => run.jobs))] : [randomUUID()]
      const path = `${stem}-${number}.jsonl`
      const run: Earlier = { path, number, jobs, items, entries: resume ? begun(known) : new Map(), told: false }
      const journal = begin(run)
      for (const each of left) withdraw(each, items)
      return { journal, known, finish: () => alone(folder, name, () => finish(stem, run, journal)) }
    } finally {
      for (const { release } of left) release()
    }
  })
}

/** As long as some of the same work stands in no run that has said that it is done, all that is known of that work is kept. */
function finish(stem: string, run: Earlier, journal: Journal): void {
  const { left, living } = earlierRuns(stem)
  try {
    const others = [...left, ...living].filter(({ path, jobs }) => path !== run.path && jobs.some((job) => run.jobs.includes(job)))
    const isLeft = others.some(({ told }) => !told)
    journal.close(!isLeft)
    if (isLeft) replace({ ...readRun(run), told: true })
    else for (const { path } of others) rmSync(path, { force: true })
  } finally {
    for (const { release } of left) release()
  }
}

/** What unfinished runs left of these items, and the items by the references they were given by. */
export async function peekRuns(
  folder: string,
  name: string,
): Promise<{ known: (items: Items) => Known; called: ReadonlyMap<string, string> }> {
  return alone(folder, name, (stem) => {
    const { left, living } = earlierRuns(stem)
    for (const { release } of left) release()
    return {
      known: (items) => {
        refuseBeside(living, items)
        return knownOf(left, items)
      },
      called: new Map(left.flatMap(({ items }) => Array.from(items, ([item, reference]) => [reference, item] as const))),
    }
  })
}

function alone<T>(folder: string, name: string, work: (stem: string) => T): Promise<T> {
  makeJournalFolder(folder)
  const stem = join(folder, hashOf(name))
  return locked(`${stem}.lock`, 'the journals of this command', () => work(stem))
}

type Left = Earlier & { release: Release }
type Living = Earlier & { pid: number }

/** Oldest first. The locks of runs that ended are taken, so that no other process resumes them meanwhile. */
function earlierRuns(stem: string): { left: Left[]; living: Living[] } {
  const [left, living]: [Left[], Living[]] = [[], []]
  for (const run of filesOf(stem)) {
    const taken = tryLock(lockPath(run.path))
    const earlier = readRun(run)
    if (typeof taken === 'number') living.push({ ...earlier, pid: taken })
    else left.push({ ...earlier, release: taken })
  }
  return { left, living }
}

function readRun({ path, number }: { path: string; number: number }): Earlier {
  const { head, entries } = readLines(path)
  // Removed meanwhile, as too old.
  if (!head) return { path, number, jobs: [], items: new Map(), entries, told: false }
  const { jobs, items, told = false } = head
  if (!areTexts(jobs) || !isObject(items) || typeof told !== 'boolean') throw damaged(path)
  return { path, number, jobs, items: new Map(Object.entries(items).map(([item, reference]) => [item, String(reference)])), entries, told }
}

const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')

function filesOf(stem: string): { path: string; number: number }[] {
  const name = /^([\da-f]{32})-(\d+)\.jsonl$/
  return readdirSync(dirname(stem))
    .flatMap((file) => {
      const path = join(dirname(stem), file)
      const number = Number(name.exec(file)?.[2])
      return path === `${stem}-${number}.jsonl` ? [{ path, number }] : []
    })
    .toSorted((a, b) => a.number - b.number)
}

const overlaps = (run: Earlier, items: Items): boolean => [...run.items.keys()].some((item) => items.has(item))

function refuseBeside(living: readonly Living[], items: Items): void {
  const inTheWay = living.find((run) => overlaps(run, items))
  if (inTheWay) throw heldBy(inTheWay.pid, lockPath(inTheWay.path))
}

function knownOf(runs: readonly Earlier[], wanted: Items): Known {
  const known = new Map<string, Entry | undefined>()
  for (const { items, entries } of runs) for (const item of items.keys()) if (wanted.has(item)) known.set(item, entries.get(item))
  return known
}

const begun = (known: Known): ReadonlyMap<string, Entry> =>
  new Map([...known].filter((each): each is [string, Entry] => each[1] !== undefined))

/** The journal appears complete or not at all; from then on its items belong to this run. */
function begin(run: Earlier): Journal {
  const { path, entries } = run
  const unlock = tryLock(lockPath(path))
  if (typeof unlock === 'number') throw heldBy(unlock, lockPath(path))
  try {
    replace(run)
    return new FileJournal(openSync(path, 'a'), path, new Map(entries), unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Removes the items that another run took over. */
function withdraw(run: Earlier, taken: Items): void {
  const items = new Map([...run.items].filter(([item]) => !taken.has(item)))
  if (items.size === 0) rmSync(run.path, { force: true })
  else if (items.size < run.items.size) replace({ ...run, items })
}

function replace({ path, jobs, items, entries, told }: Earlier): void {
  const head = `${JSON.stringify({ journal: 2, jobs, items: Object.fromEntries(items), ...(told && { told }) })}\n`
  const lines = Array.from(entries, ([item, entry]) => (items.has(item) ? lineOf(item, entry) : ''))
  const bytes = Buffer.from(head + lines.join(''))
  const part = `${path}.part`
  const file = openSync(part, 'w', 0o600)
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(part, path)
  syncFolder(dirname(path))
}
