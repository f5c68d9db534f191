/** Many small writes, and codes from a file, to loops of a shell. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, launcher } from '../support/program.ts'
import type { Comparison } from './measure.ts'
import type { Sandbox, Service } from './services.ts'

const signed = `-H "Authorization: Bearer $SURVEYCTL_API_KEY"`

function file(name: string, lines: readonly string[]): string {
  const path = join(freshFolder(), name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

export const writes = (service: Service, rounds: number): Comparison => ({
  title: '10,000 small writes, to xargs -P8 curl',
  baseline: {
    name: 'xargs -P8 curl',
    command: ['sh', '-c', `xargs -P8 -I{} curl -sS -o /dev/null -X POST ${signed} "$SURVEYCTL_BASE_URL/quiz/{}/archive"`],
  },
  contenders: [
    { name: 'surveyctl quiz archive -', command: [process.execPath, launcher, 'quiz', 'archive', '-'], limit: 0.06, weighed: true },
  ],
  env: service.at('/rows/0'),
  input: file(
    'surveys.txt',
    Array.from({ length: 10_000 }, (_, index) => String(index + 1)),
  ),
  rounds,
  warmUps: 0,
})

const millionth = 1_000_000

/** A list of its own for each run; the sandbox stores them all. */
export async function codes(sandbox: Sandbox, rounds: number): Promise<Comparison> {
  const { id } = await sandbox.post('/quiz', { folder_id: sandbox.folder })
  const distinct = Array.from({ length: millionth * 0.99 }, (_, index) => `CODE-${String(index).padStart(12, '0')}`)
  const path = file('codes.txt', [...distinct, ...distinct.slice(0, millionth / 100)])
  let list = 0
  const sending = `jq -Rnc --argjson list "$(cat ${path}.list)" '{list_id: $list, codes: [inputs]}' | curl -sS -o /dev/null ${signed} -H 'Content-Type: application/json' -d @- "$SURVEYCTL_BASE_URL/quiz/${id}/promo/codes"`
  return {
    title: '1,000,000 promo codes into the sandbox, to a loop of jq and curl',
    baseline: {
      name: 'sort -u | split --filter curl',
      command: ['sh', '-c', `sort -u ${path} | split -l 1000 --filter='${sending.replaceAll("'", `'\\''`)}'`],
    },
    contenders: [
      {
        name: 'surveyctl promo import',
        command: ['sh', '-c', `exec ${process.execPath} ${launcher} promo import ${id} ${path} --list "$(cat ${path}.list)"`],
        limit: 0.3,
        most: 200,
      },
    ],
    env: sandbox.env,
    prepare: async () => {
      const made = await sandbox.post(`/quiz/${id}/promo/list`, { name: `Codes ${++list}`, codes: [`FIRST-${list}`] })
      writeFileSync(`${path}.list`, String(made.list_id ?? made.id))
    },
    rounds,
    warmUps: 0,
  }
}
