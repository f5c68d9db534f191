/** Lists from the sandbox, to what a shell would do without us. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { environment, launcher } from '../support/program.ts'
import type { Comparison } from './measure.ts'

interface Address {
  base_url: string
  api_key: string
  workspace_id: number
  folder_id: number
}

interface Service extends Address {
  stop: () => Promise<void>
}

export async function startService(): Promise<Service> {
  const child: ChildProcess = spawn(
    process.execPath,
    [launcher, 'sandbox', 'start', '--port', '0', '--seed', 'empty', '--no-profile', '--json'],
    {
      env: environment({}),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), once(child, 'exit').then(() => [undefined])])
  if (line === undefined) throw new Error('the sandbox did not start')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { ...(JSON.parse(line as string) as Address), stop }
}

export async function createQuizzes({ base_url, api_key, folder_id }: Address, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const answer = await fetch(`${base_url}/quiz`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ folder_id }),
    })
    if (answer.status !== 201) throw new Error(`a survey was not made: ${answer.status} ${await answer.text()}`)
  }
}

export function listOfSurveys({ base_url, api_key, workspace_id }: Address, count: number, limit: number, rounds: number): Comparison {
  const curl = `curl -sS -H "Authorization: Bearer $SURVEYCTL_API_KEY" "$SURVEYCTL_BASE_URL/quiz"`
  return {
    title: `A list of ${count}, to curl | jq`,
    baseline: {
      name: 'curl | jq -r @tsv',
      command: ['sh', '-c', `${curl} | jq -r '.[] | [.id, .name, .is_published, .folder.name] | @tsv'`],
    },
    contenders: [
      { name: 'surveyctl quiz list', command: [process.execPath, launcher, 'quiz', 'list'], limit },
      { name: 'surveyctl quiz list --json', command: [process.execPath, launcher, 'quiz', 'list', '--json'], limit },
    ],
    env: environment({ baseUrl: base_url, apiKey: api_key, workspace: workspace_id }),
    rounds,
  }
}
