/** A backup as a service that only answers reads: what works on an account works on its copy. */
import type { AnyOperation } from '../contract/core/operation.ts'
import { CommandError } from '../errors.ts'
import type { Rows, Service } from '../service.ts'
import { firstOf } from '../text/counted.ts'
import { parseExactly } from '../text/exact.ts'
import { isStored, pathOf } from './backup/reads.ts'
import { damaged, type Manifest } from './backup/manifest.ts'
import { verify, type Damage } from './backup/verify.ts'
import { Folder, jsonIn } from './folder.ts'

export interface Backup {
  root: string
  manifest: Manifest
  folder: Folder
  service: Service
  /** Everything of these surveys is in it. */
  surveys: number[]
  /** Files that are not as they were written: what works with the rest has none of them. */
  damages: Damage[]
}

/** What is worked with is what was written: a damaged one is refused, or, with `withoutDamaged`, counts as never having had those files. */
export async function openBackup(root: string, outer: Service, { withoutDamaged = false } = {}): Promise<Backup> {
  const { manifest: written, damages: found } = await verify(root)
  const [strays, damages] = [found.filter(({ isStray }) => isStray), found.filter(({ isStray }) => !isStray)]
  const isLost = ({ file }: Damage): boolean => Object.hasOwn(written.files, file)
  // A link, or a manifest that contradicts itself, is no accident of a disk.
  if (damages.some((damage) => !withoutDamaged || !isLost(damage) || damage.isLink)) throw damaged(damages)
  const folder = new Folder(root)
  if (strays.length > 0) outer.note(`Left out, as the backup was made without: ${firstOf(strays.map(({ file }) => folder.name(file)))}`)
  const manifest = damages.length > 0 ? without(written, damages) : written
  const surveys = Object.keys(manifest.files).flatMap((path) => {
    const [, id] = /^surveys\/(\d+)\/quiz\.json$/.exec(path) ?? []
    return id === undefined ? [] : [Number(id)]
  })
  return { root, manifest, folder, service: storedService(folder, manifest, outer), surveys: surveys.sort((a, b) => a - b), damages }
}

/** What a damaged file held is missing, as what a right kept from being read. */
function without(manifest: Manifest, damages: readonly Damage[]): Manifest {
  const lost = new Set(damages.map(({ file }) => file))
  const kept = <T>(entries: Readonly<Record<string, T>>, pathOfEntry: (entry: [string, T]) => string): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).filter((entry) => !lost.has(pathOfEntry(entry))))
  return {
    ...manifest,
    files: kept(manifest.files, ([path]) => path),
    addresses: kept(manifest.addresses, ([, path]) => path),
    gaps: [...manifest.gaps, ...damages.map(({ file, problem }) => ({ what: file, operation: '', why: `${file} ${problem}` }))],
  }
}

type Given = Readonly<Record<string, unknown>>
const batch = 500

function storedService(folder: Folder, manifest: Manifest, outer: Service): Service {
  const has = (path: string): boolean => Object.hasOwn(manifest.files, path)
  const absent = (operation: AnyOperation, path: string): CommandError => {
    const gap = manifest.gaps.find(({ what }) => what === path)
    if (gap) return new CommandError('forbidden', `the backup does not hold it: ${gap.why}`)
    if (operation.id === 'quiz.view') return new CommandError('not_found', 'The backup has no such survey', { code: 'quiz_not_found' })
    return new CommandError('not_found', `the backup does not hold ${path}`)
  }
  async function* batchesOf(operation: AnyOperation, input: Given): AsyncGenerator<unknown[]> {
    const path = pathOf(operation, input, 'rows')
    if (!has(path)) {
      const whole = answerOf(operation, input)
      const list = operation.rows === '' ? whole : (whole as Record<string, unknown>)[operation.rows ?? 'items']
      if (Array.isArray(list)) yield list
      return
    }
    let rows: unknown[] = []
    for (const line of folder.lines(path)) {
      rows.push(parseExactly(line))
      if (rows.length === batch) yield rows.splice(0)
    }
    if (rows.length > 0) yield rows
  }
  const answerOf = (operation: AnyOperation, input: Given): unknown => {
    if (!isStored(operation)) throw new CommandError('forbidden', `a backup does not hold what ${operation.id} reads`)
    const [path, list] = [pathOf(operation, input), pathOf(operation, input, 'rows')]
    if (has(path)) return jsonIn(folder, path)
    if (!operation.paging || !has(list)) throw absent(operation, path)
    const rows = [...folder.lines(list)].map(parseExactly)
    return operation.rows === '' ? rows : { [operation.rows ?? 'items']: rows, total: rows.length }
  }
  // What an operation answers has passed its schema when it was kept.
  return {
    call: async (operation, input) => answerOf(operation, input) as never,
    rows: (operation, input, { limit = Infinity } = {}) => rowsOf(() => batchesOf(operation, input), limit),
    download: async (from, open) => {
      const path = typeof from === 'string' ? manifest.addresses[from] : undefined
      if (path === undefined || !has(path)) throw new CommandError('not_found', `the backup does not hold ${String(from)}`)
      const sink = open()
      for (const chunk of folder.chunks(path)) await sink.write(Buffer.from(chunk))
      sink.finish()
      return { type: undefined, bytes: manifest.files[path]?.bytes ?? 0, proven: true }
    },
    probe: async (address) => (manifest.addresses[address] === undefined ? undefined : 200),
    note: outer.note,
    warn: outer.warn,
    patience: async () => {},
    get signal() {
      return outer.signal
    },
    dryRun: outer.dryRun,
    stateFile: () => undefined,
  }
}

function rowsOf<One>(read: () => AsyncGenerator<unknown[]>, limit: number): Rows<One> {
  return {
    async *[Symbol.asyncIterator]() {
      let left = limit
      for await (const rows of read()) {
        if (left <= 0) return
        // Rows of the operation's own list.
        yield rows.slice(0, left) as One[]
        left -= rows.length
      }
    },
    page: async () => {
      for await (const rows of read()) return [rows as One[]]
      return []
    },
    total: undefined,
  }
}
