/** Files to disk, to curl. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, launcher } from '../support/program.ts'
import { growth } from './lists.ts'
import type { Comparison, Contender, Measured } from './measure.ts'
import type { Service } from './services.ts'

const [mebibyte, gibibyte] = [2 ** 20, 2 ** 30]
const path = join(freshFolder(), 'answers.csv')

const curl: Contender = {
  name: 'curl -o',
  command: [
    'sh',
    '-c',
    `exec curl -sS -H "Authorization: Bearer $SURVEYCTL_API_KEY" -o ${path} "$SURVEYCTL_BASE_URL/quiz/1/answers/export"`,
  ],
  weighed: true,
}

const ours = (more: { limit?: number; most?: number }): Contender => ({
  name: 'surveyctl export csv -o',
  command: [process.execPath, launcher, 'export', 'csv', '1', '-o', path, '--force'],
  ...more,
})

/** The size is looked at once, so that nobody is quick who writes nothing. */
function expectSize(): void {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: gibibyte }
  if (size !== gibibyte) throw new Error(`${path} has ${size} bytes`)
}

export const download = (service: Service, rounds: number, secure = false): Comparison => ({
  title: `A file of 1 GiB${secure ? ' over TLS' : ''}, to curl`,
  baseline: curl,
  contenders: [ours({ most: 200, ...(!secure && { limit: 1.15 }) })],
  env: service.at(`/bytes/${gibibyte}`),
  rounds,
  prepare: expectSize,
})

export const downloadGrowth = (service: Service): Promise<Measured> =>
  growth('surveyctl export csv -o, 1 GiB to 100 MiB', ours({}), service.at(`/bytes/${100 * mebibyte}`), service.at(`/bytes/${gibibyte}`))
