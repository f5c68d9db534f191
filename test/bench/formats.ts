/** Files for analysis and rows of a database, made of a million answers of a synced folder. */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, launcher } from '../support/program.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { figure, measure, time, type Contender, type Measured } from './measure.ts'
import type { Service } from './services.ts'
import { syncedFolder, syncTo } from './sync.ts'

const here = (program: string, ...args: string[]): Contender['command'] => [process.execPath, join(import.meta.dirname, program), ...args]

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

export async function parquet(service: Service, answers: number, rounds: number): Promise<Measured[]> {
  const kept = syncedFolder(service, answers)
  const title = `Parquet of ${answers.toLocaleString('en')} answers, to decoding them (processor)`
  const env = service.at(`/${answers}`)
  const results = await measure({
    title,
    by: 'cpu',
    baseline: { name: 'decoding alone', command: here('decode.ts', kept) },
    contenders: [
      { name: 'answer sync --to parquet --rewrite', command: syncTo(kept, 'parquet', '--rewrite'), most: 320 },
      { name: 'answer sync --to ndjson --rewrite', command: syncTo(kept, 'ndjson', '--rewrite'), most: 160 },
    ],
    env,
    rounds,
    warmUps: 0,
  })
  time({ name: 'Parquet once more', command: syncTo(kept, 'ndjson,parquet', '--rewrite') }, { env })
  const copy = join(freshFolder(), 'copy.parquet')
  const byOthers = time({ name: 'DuckDB', command: here('copy-parquet.ts', join(kept, 'parquet'), copy) }, { env })
  const [decoding, written] = results.map(({ cpu }) => cpu ?? NaN)
  return [
    ...results,
    figure(title, 'seconds beyond decoding', (written! - decoding!) / 1000, 15),
    figure(title, 'size, to that of a copy by DuckDB', bytesIn(join(kept, 'parquet')) / statSync(copy).size, 1.15),
    figure(title, "processor seconds of DuckDB's copy", byOthers.cpu / 1000, null),
  ]
}

/** Of the same folder: what else it is written as. */
export async function written(service: Service, answers: number): Promise<Measured[]> {
  const kept = syncedFolder(service, answers)
  const folder = freshFolder()
  const comparison = `Files of ${answers.toLocaleString('en')} answers, to decoding them (processor)`
  const exported = (kind: string): Contender => ({
    name: `export ${kind} --typed --from`,
    command: [process.execPath, launcher, 'export', kind, '1', '--typed', '--from', kept, '-o', join(folder, `typed.${kind}`), '--force'],
    most: 160,
  })
  return measure({
    title: comparison,
    by: 'cpu',
    baseline: { name: 'decoding alone', command: here('decode.ts', kept) },
    contenders: [exported('sav'), exported('csv')],
    env: service.at(`/${answers}`),
    rounds: 1,
    warmUps: 0,
  })
}

/** All of it in one run, into a database that knows none of it. */
export async function database(service: Service, answers: number): Promise<Measured[]> {
  if (noPostgres) return []
  const kept = syncedFolder(service, answers)
  const server = await startPostgres()
  try {
    return await measure({
      title: `${answers.toLocaleString('en')} answers of a folder into PostgreSQL, to decoding them (processor of ours)`,
      by: 'cpu',
      baseline: { name: 'decoding alone', command: here('decode.ts', kept) },
      contenders: [{ name: 'answer sync --to postgres://', command: syncTo(kept, `ndjson,${server.url()}`), most: 160 }],
      env: { ...service.at(`/${answers}`), ...server.env },
      prepare: () => {
        server.run('drop schema if exists survey_1 cascade')
        rmSync(join(kept, 'ndjson'), { recursive: true, force: true })
      },
      rounds: 1,
      warmUps: 0,
    })
  } finally {
    await server.stop()
  }
}
