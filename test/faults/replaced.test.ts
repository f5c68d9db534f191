/** What the system is asked for when settings are written: a new file under another name, then its name; never the file itself. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { count } from './ledger.ts'

const noStrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status !== 0

it.skipIf(noStrace)('settings are replaced by a rename (seen by strace, which must be there and allowed)', () => {
  const folder = freshFolder()
  const [trace, config] = [join(folder, 'trace'), join(folder, 'config')]
  mkdirSync(config)
  const env = environment({ env: { SURVEYCTL_CONFIG_DIR: config } })
  for (const timeout of ['5', '6']) {
    const { status } = spawnSync(
      'strace',
      [
        '-f',
        '-e',
        'trace=open,openat,creat,truncate,rename,renameat,renameat2,link,linkat',
        '-o',
        trace,
        process.execPath,
        launcher,
        'config',
        'set',
        'timeout',
        timeout,
      ],
      { env },
    )
    count({ faults: 1 })
    expect(status).toBe(0)
    const calls = readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => line.includes(config) && !/= -1/.test(line))
    const file = `"${config}/config.json"`
    const written = calls.filter((line) => line.includes(file) && /O_WRONLY|O_RDWR|O_TRUNC|creat\(|truncate\(/.test(line))
    const renamed = calls.filter(
      (line) => (/rename/.test(line) && line.includes(`${file})`)) || (/renameat2/.test(line) && line.includes(file)),
    )
    count({ lost: written.length })
    expect([written, renamed.length]).toEqual([[], 1])
    // Nobody else could read it in the meantime.
    for (const line of calls.filter((call) => /O_CREAT/.test(call))) expect(line).toMatch(/, 0600\)/)
  }
  expect([
    statSync(join(config, 'config.json')).mode & 0o777,
    JSON.parse(readFileSync(join(config, 'config.json'), 'utf8')).profiles.default.timeout,
  ]).toEqual([0o600, 6])
})
