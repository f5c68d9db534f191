/** What a command of ours asks, asked once more by curl. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, launcher } from '../support/program.ts'
import type { Contender } from './measure.ts'

export interface Asked {
  method: string
  url: string
  body: string
}

/** The requests of a command, which is run for it. */
export function askedBy(words: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Asked[] {
  const { stderr, status } = spawnSync(process.execPath, [launcher, ...words, '--debug'], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const asked = [...stderr.matchAll(/^→ (\S+) (\S+) ?(.*)$/gm)].map(([, method, url, body]) => ({
    method: method!,
    url: url!,
    body: body!,
  }))
  if (asked.length === 0) throw new Error(`${words.join(' ')} ended with ${status}, and asked nothing: ${stderr}`)
  return asked
}

/** Eight at a time, as we ask; `into`: a file for each answer, on the disk as ours are; else they go nowhere. */
export function curlOf(asked: readonly Asked[], env: NodeJS.ProcessEnv, into?: string): Contender {
  const config = join(freshFolder(), 'curl')
  if (into !== undefined) mkdirSync(into, { recursive: true })
  const key = `header = "Authorization: Bearer ${env.SURVEYCTL_API_KEY}"\n`
  const parts = asked.map(({ method, url, body }, place) => {
    const output = into === undefined ? '/dev/null' : join(into, String(place))
    const data = method === 'GET' ? '' : `header = "content-type: application/json"\ndata = ${JSON.stringify(body || '{}')}\n`
    return `url = "${url}"\noutput = "${output}"\n${key}${data}`
  })
  writeFileSync(config, parts.join('next\n'), { mode: 0o600 })
  const curl = `curl -sS --no-progress-meter --parallel --parallel-max 8 -K ${config}`
  return {
    name: `curl --parallel${into === undefined ? '' : ', sync'}, ${asked.length} requests`,
    command: into === undefined ? (curl.split(' ') as [string, ...string[]]) : ['sh', '-c', `${curl} && sync ${into}/*`],
  }
}
