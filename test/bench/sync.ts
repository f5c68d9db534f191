/** Answers kept in a folder, to what curl and jq would do each night. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, launcher } from '../support/program.ts'
import { figure, measure, type Comparison, type Contender, type Measured } from './measure.ts'
import type { Service } from './services.ts'

/** Rows of about one MiB, as a sync asks for them. */
const pageRows = 340

export const syncTo = (folder: string, formats: string, ...more: string[]): Contender['command'] => [
  process.execPath,
  launcher,
  'answer',
  'sync',
  '1',
  folder,
  '--to',
  formats,
  '--quiet',
  ...more,
]

const synced = new Map<string, string>()

/** A folder with so many answers of the service, synced once for all parts. */
export function syncedFolder(service: Service, answers: number): string {
  const { SURVEYCTL_BASE_URL: address = '', ...env } = service.at(`/${answers}`)
  const known = synced.get(address)
  if (known !== undefined) return known
  const folder = join(freshFolder(), 'kept')
  run(syncTo(folder, 'ndjson'), { ...env, SURVEYCTL_BASE_URL: address })
  synced.set(address, folder)
  return folder
}

function run([program, ...args]: Contender['command'], env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

const requestsOf = (folder: string, env: NodeJS.ProcessEnv): number =>
  JSON.parse(run(syncTo(folder, 'ndjson', '--json'), env)).requests as number

export async function syncs(service: Service, answers: number, rounds: number): Promise<Measured[]> {
  const folder = freshFolder()
  const [first, wide] = ['first', 'wide'].map((name) => join(folder, name)) as [string, string]
  const env = service.at(`/${answers}`)
  const pages = `$SURVEYCTL_BASE_URL/quiz/1/answers?sort=date_start&order=asc&limit=${pageRows}&offset=[0-${answers - 1}:${pageRows}]`
  const fill: Comparison = {
    title: `The first sync of ${answers.toLocaleString('en')} answers, to curl | jq (processor)`,
    by: 'cpu',
    baseline: { name: 'curl | jq > NDJSON', command: ['sh', '-c', `curl -sS "${pages}" | jq -c '.answers[]' > ${folder}/jq.ndjson`] },
    contenders: [
      { name: 'answer sync --to ndjson', command: syncTo(first, 'ndjson'), limit: 0.5, most: 200 },
      { name: 'answer sync --to ndjson,parquet', command: syncTo(wide, 'ndjson,parquet'), most: 320 },
    ],
    env,
    prepare: () => [first, wide].forEach((path) => rmSync(path, { recursive: true, force: true })),
    rounds,
    warmUps: 0,
  }
  return measure(fill)
}

const start: Contender = {
  name: 'quiz view (start-up, one request)',
  command: [process.execPath, launcher, 'quiz', 'view', '1', '--json'],
}

/** What a night brings: nothing, or that one more is gone. */
export async function nights(service: Service, answers: number, rounds: number): Promise<Measured[]> {
  const kept = syncedFolder(service, answers)
  const env = service.at(`/${answers}`)
  const many = answers.toLocaleString('en')
  const isMany = answers > 1_000_000
  let deleted = 0
  const nextGone = async (): Promise<void> =>
    void (await fetch(`${env.SURVEYCTL_BASE_URL}/delete/${(answers >> 1) + 7 * deleted++}`, { method: 'POST' }))
  const night = async (title: string, most: number, seconds: number, prepare?: () => Promise<void>): Promise<Measured[]> => {
    const comparison = { title, baseline: start, contenders: [{ name: 'answer sync', command: syncTo(kept, 'ndjson'), most }] }
    const results = await measure({ ...comparison, env, rounds, warmUps: 1, ...(prepare && { prepare }) })
    const [before, after] = results.map(({ milliseconds }) => milliseconds!)
    return [...results, figure(title, 'seconds beyond start-up', (after! - before!) / 1000, seconds)]
  }
  const same = await night(`Nothing new among ${many} answers, to start-up`, 160, isMany ? 1.5 : 0.4)
  const asked = figure('Requests', `nothing new among ${many}`, requestsOf(kept, env), 5)
  const gone = await night(`One more deleted among ${many} answers, to start-up`, 240, 10, nextGone)
  await nextGone()
  return [...same, ...gone, asked, figure('Requests', `one more deleted among ${many}`, requestsOf(kept, env), 40)]
}
