/** What the built program shows on a terminal of so many columns; not beside a service of this process, which would wait. */
import { execFileSync, spawnSync } from 'node:child_process'
import { environment, launcher } from './program.ts'

export const noTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status !== 0

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

export function onTerminal(columns: number, args: readonly string[], env: Record<string, string> = {}): string[] {
  const line = `stty cols ${columns}; ${[process.execPath, launcher, ...args].map(quoted).join(' ')}`
  return screenOf(
    execFileSync('script', ['-qec', line, '/dev/null'], {
      encoding: 'utf8',
      env: environment({ env: { SURVEYCTL_PAGER: '', TERM: 'xterm', SHELL: '/bin/sh', NO_COLOR: '1', ...env } }),
    }),
  )
}

/** Lines as a terminal leaves them: what is written over is gone. */
export function screenOf(written: string): string[] {
  const lines: string[][] = [[]]
  let [row, column] = [0, 0]
  for (const [sign, , count, action] of written.matchAll(/\x1b\[(\??)(\d*)([a-zA-Z])|[^]/gu)) {
    const now = lines[row] ?? []
    if (sign === '\n') lines[++row] ??= []
    else if (sign === '\r' || action === 'G') column = 0
    else if (action === 'A') row -= Number(count || 1)
    else if (action === 'K') now.length = count === '2' ? 0 : Math.min(column, now.length)
    else if (action === undefined) now[column++] = sign
    lines[row] ??= now
  }
  return lines.map((line) => Array.from(line, (sign) => sign ?? ' ').join(''))
}
