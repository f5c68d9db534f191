/** A large file, to curl: into memory, where to have it safe costs nothing, and onto the disk, where it is most of the time. */
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, launcher } from '../support/program.ts'
import { growth } from './lists.ts'
import type { Comparison, Contender, Measured } from './measure.ts'
import type { Service } from './services.ts'

const [mebibyte, gibibyte] = [2 ** 20, 2 ** 30]

const url = '"$SURVEYCTL_BASE_URL/quiz/1/answers/csv"'
const curl = (path: string): string => `curl -sS -H "Authorization: Bearer $SURVEYCTL_API_KEY" -o ${path} ${url}`

const ours = (path: string, more: { limit?: number; most?: number }): Contender => ({
  name: 'surveyctl export csv -o',
  command: [process.execPath, launcher, 'export', 'csv', '1', '-o', path],
  ...more,
})

/** Each begins without the file, and nobody is quick who wrote nothing. */
const prepare = (path: string) => (): void => {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: gibibyte }
  if (size !== gibibyte) throw new Error(`${path} has ${size} bytes`)
  rmSync(path, { force: true })
}

const piece = Buffer.alloc(mebibyte, 'answer;')

/**
 * A virtual machine takes memory back that nobody has used for seconds, and who comes next waits for it. As much as the
 * file and all who take part fill: the last part of the file would be what pays for a program larger than another.
 */
const touch = (path: string): void => {
  const descriptor = openSync(path, 'wx')
  for (let written = 0; written < 1.5 * gibibyte; written += mebibyte) writeSync(descriptor, piece)
  closeSync(descriptor)
  rmSync(path)
}

const most = 200
const limits = { limit: 1.15, most }

/** Undefined where memory is no file system. */
export function toMemory(service: Service, rounds: number): Comparison | undefined {
  if (!existsSync('/dev/shm')) return undefined
  const folder = mkdtempSync('/dev/shm/surveyctl-bench-')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'answers.csv')
  return {
    title: 'A file of 1 GiB into memory, to curl -o',
    baseline: { name: 'curl -o', command: ['sh', '-c', `exec ${curl(path)}`], weighed: true },
    contenders: [ours(path, { limit: 3, most })],
    env: service.at(`/bytes/${gibibyte}`),
    rounds,
    prepare: () => {
      prepare(path)()
      touch(path)
    },
  }
}

/** We end when the file is on the disk: whoever reads "Saved" can pull the plug. */
export function toDisk(service: Service, rounds: number, secure = false): Comparison {
  const path = join(freshFolder(), 'answers.csv')
  return {
    title: `A file of 1 GiB onto the disk${secure ? ' over TLS' : ''}, to curl -o and sync`,
    baseline: { name: 'curl -o, sync', command: ['sh', '-c', `${curl(path)} && sync ${path}`] },
    contenders: [
      ours(path, secure ? { ...limits, limit: 1.25 } : limits),
      { name: 'curl -o, not safe yet', command: ['sh', '-c', `exec ${curl(path)}`], weighed: true },
    ],
    env: service.at(`/bytes/${gibibyte}`),
    rounds,
    prepare: prepare(path),
  }
}

export function downloadGrowth(service: Service): Promise<Measured> {
  const contender = ours(join(freshFolder(), 'answers.csv'), {})
  const forced = { ...contender, command: [...contender.command, '--force'] as const } as Contender
  return growth(
    'surveyctl export csv -o, 1 GiB to 100 MiB',
    forced,
    service.at(`/bytes/${100 * mebibyte}`),
    service.at(`/bytes/${gibibyte}`),
  )
}
