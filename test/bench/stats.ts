/** Counting answers: from the service beside listing them, from a store beside another program that parses the same rows. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { launcher } from '../support/program.ts'
import { growth } from './lists.ts'
import type { Comparison, Contender, Measured } from './measure.ts'
import type { Service } from './services.ts'

export const hasSqlite = spawnSync('sqlite3', ['--version']).status === 0

/** In MiB: of a folder; of the service as much as of its list. */
const most = { folder: 160, service: 300 }

const stats = (flags: readonly string[], limit?: number): Contender => ({
  name: ['surveyctl answer stats', ...flags.filter((flag) => !flag.includes('/'))].join(' '),
  command: [process.execPath, launcher, 'answer', 'stats', '1', ...flags],
  most: flags.includes('--synced') ? most.folder : most.service,
  ...(limit !== undefined && { limit }),
})

export const statsOfService = (service: Service, count: number, rounds: number): Comparison => ({
  title: `Statistics of ${count} answers of the service, to their list (processor)`,
  by: 'cpu',
  baseline: {
    name: 'surveyctl answer list --all --ndjson',
    command: [process.execPath, launcher, 'answer', 'list', '1', '--all', '--complete', '--ndjson'],
    weighed: true,
  },
  contenders: [stats(['--json'], 1)],
  env: service.at(`/${count}`),
  rounds,
  warmUps: 0,
})

export const statsGrowth = (service: Service): Promise<Measured> =>
  growth('surveyctl answer stats, 1,000,000 to 100,000', stats(['--json']), service.at('/100000'), service.at('/1000000'))

export const statsOfStore = (folder: string, service: Service, rounds: number): Comparison => ({
  title: 'Statistics of 1,000,000 answers of a folder, to sqlite3 parsing the same rows (processor)',
  by: 'cpu',
  baseline: {
    name: 'sqlite3 json_each',
    command: ['sqlite3', join(folder, 'store.sqlite'), 'select key, count(*) from answer, json_each(body) group by 1'],
  },
  contenders: [
    stats(['--synced', folder, '--json'], 2),
    stats(['3', '--by', '4', '--synced', folder, '--json']),
    stats(['--funnel', '--synced', folder]),
  ],
  env: service.at('/0'),
  rounds,
  warmUps: 0,
})
