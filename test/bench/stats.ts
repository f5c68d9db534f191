/** Counting answers: from the service beside listing them, from a store beside another program that parses the same rows. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { learn } from '../../src/answers/dictionary/learn.ts'
import { emptyDictionary } from '../../src/answers/dictionary/shape.ts'
import { Store } from '../../src/answers/store/store.ts'
import { freshFolder, launcher } from '../support/program.ts'
import { beginOf, said, survey } from './answer-rows.ts'
import { growth } from './lists.ts'
import type { Comparison, Contender, Measured } from './measure.ts'
import type { Service } from './services.ts'

export const hasSqlite = spawnSync('sqlite3', ['--version']).status === 0

const mostMebibytes = 120

const stats = (flags: readonly string[], limit?: number): Contender => ({
  name: ['surveyctl answer stats', ...flags.filter((flag) => !flag.includes('/'))].join(' '),
  command: [process.execPath, launcher, 'answer', 'stats', '42', ...flags],
  most: mostMebibytes,
  ...(limit !== undefined && { limit }),
})

export const statsOfService = (service: Service, count: number, rounds: number): Comparison => ({
  title: `Statistics of ${count} answers of the service, to their list`,
  baseline: {
    name: 'surveyctl answer list --all --ndjson',
    command: [process.execPath, launcher, 'answer', 'list', '42', '--all', '--complete', '--ndjson'],
    weighed: true,
  },
  contenders: [stats(['--json'], 1.15)],
  env: service.at(`/answers/${count}`),
  rounds,
  warmUps: 0,
})

export const statsGrowth = (service: Service): Promise<Measured> =>
  growth('surveyctl answer stats, 1,000,000 to 100,000', stats(['--json']), service.at('/answers/100000'), service.at('/answers/1000000'))

/** A synced folder, made here: a sync of a million takes longer than all that is measured. */
export async function storeOf(count: number): Promise<string> {
  const folder = freshFolder()
  const store = await Store.open(join(folder, 'store.sqlite'))
  const dictionary = emptyDictionary(42)
  learn(dictionary, { survey, sync: 1, keys: {} })
  store.write(() => {
    store.keepDictionary(dictionary)
    store.setMeta('whose', JSON.stringify({ base_url: '', quiz: 42 }))
    store.setMeta('logic', JSON.stringify({ ids: survey.widgets.ids, conditions: null }))
    const places = new Map(dictionary.questions.map(({ id, n }) => [id, n]))
    for (let index = 0; index < count; index++) {
      const body = JSON.stringify(Object.entries(said(index)).map(([id, words]) => [places.get(id), words]))
      store.put({ id: index + 1, start: beginOf(index), end: beginOf(index) + 90_000, state: 1, body }, null, 1)
    }
  })
  store.close()
  return folder
}

export const statsOfStore = (folder: string, service: Service, rounds: number): Comparison => ({
  title: 'Statistics of 1,000,000 answers of a folder, to sqlite3 parsing the same rows',
  baseline: {
    name: 'sqlite3 json_each',
    command: ['sqlite3', join(folder, 'store.sqlite'), 'select key, count(*) from answer, json_each(body) group by 1'],
  },
  contenders: [
    stats(['--from', folder, '--json'], 2),
    stats(['3', '--by', '4', '--from', folder, '--json']),
    stats(['--funnel', '--from', folder]),
  ],
  env: service.at('/answers/0'),
  rounds,
  warmUps: 0,
})
