/** Answers kept in a folder, to what curl and jq would do each night. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, launcher } from '../support/program.ts'
import { measure, type Comparison, type Contender, type Measured } from './measure.ts'
import type { Service } from './services.ts'

/** Rows of about one MiB, as a sync asks for them. */
const pageRows = 340

const syncTo = (folder: string, formats: string): Contender['command'] => [
  process.execPath,
  launcher,
  'answer',
  'sync',
  '1',
  folder,
  '--to',
  formats,
  '--quiet',
]

export async function syncs(service: Service, answers: number, rounds: number): Promise<Measured[]> {
  const folder = freshFolder()
  const [first, wide, kept] = ['first', 'wide', 'kept'].map((name) => join(folder, name)) as [string, string, string]
  const env = service.at(`/${answers}`)
  const pages = `$SURVEYCTL_BASE_URL/quiz/1/answers?sort=date_start&order=asc&limit=${pageRows}&offset=[0-${answers - 1}:${pageRows}]`
  const many = answers.toLocaleString('en')
  const fill: Comparison = {
    title: `The first sync of ${many} answers, to curl | jq`,
    baseline: { name: 'curl | jq > NDJSON', command: ['sh', '-c', `curl -sS "${pages}" | jq -c '.answers[]' > ${folder}/jq.ndjson`] },
    contenders: [
      { name: 'answer sync --to ndjson', command: syncTo(first, 'ndjson'), limit: 0.5, most: 160 },
      { name: 'answer sync --to ndjson,parquet', command: syncTo(wide, 'ndjson,parquet'), most: 320 },
    ],
    env,
    prepare: () => [first, wide].forEach((path) => rmSync(path, { recursive: true, force: true })),
    rounds,
    warmUps: 0,
  }
  const filled = await measure(fill)
  const start: Contender = {
    name: 'quiz view (start-up, one request)',
    command: [process.execPath, launcher, 'quiz', 'view', '1', '--json'],
  }
  const once = { env, rounds, warmUps: 1 }
  const same = await measure({
    ...once,
    title: `Nothing new among ${many} answers, to start-up`,
    baseline: start,
    contenders: [{ name: 'answer sync', command: syncTo(kept, 'ndjson'), most: 160 }],
  })
  let deleted = 0
  const gone = await measure({
    ...once,
    title: `One more deleted among ${many} answers, to start-up`,
    baseline: start,
    contenders: [{ name: 'answer sync', command: syncTo(kept, 'ndjson'), most: 240 }],
    prepare: async () => void (await fetch(`${env.SURVEYCTL_BASE_URL}/delete/${(answers >> 1) + 7 * deleted++}`, { method: 'POST' })),
  })
  return [...filled, ...same, ...gone]
}
