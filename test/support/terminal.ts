/** What the built program shows on a terminal of so many columns; not beside a service of this process, which would wait. */
import { execFileSync, spawnSync } from 'node:child_process'
import { environment, launcher } from './program.ts'

export const noTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status !== 0

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

export function onTerminal(columns: number, args: readonly string[], env: Record<string, string> = {}): string[] {
  const line = `stty cols ${columns}; ${[process.execPath, launcher, ...args].map(quoted).join(' ')}`
  return execFileSync('script', ['-qec', line, '/dev/null'], {
    encoding: 'utf8',
    env: environment({ env: { SURVEYCTL_PAGER: '', TERM: 'xterm', SHELL: '/bin/sh', NO_COLOR: '1', ...env } }),
  })
    .replaceAll('\r', '')
    .replace(/\x1b\[[?\d;]*[a-zA-Z]/g, '')
    .split('\n')
}
