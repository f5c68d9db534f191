/** `surveyctl sandbox start` in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { environment, launcher } from './program.ts'

export interface Started {
  base_url: string
  api_key: string
  workspace_id: number
  control_url: string
  pid: number
  child: ChildProcess
  stop: () => Promise<void>
}

export async function startedSandbox(env: Record<string, string>, flags: readonly string[] = ['--seed', 'empty']): Promise<Started> {
  const child = spawn(process.execPath, [launcher, 'sandbox', 'start', '--port', '0', '--json', ...flags], {
    env: environment({ env }),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`sandbox start ended with ${String(code)}`))),
  ])) as [string]
  return {
    ...(JSON.parse(line) as Omit<Started, 'child' | 'stop'>),
    child,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
