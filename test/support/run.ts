/** Run by vitest before all tests, and after them. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfOlder } from '../../build/bundle.ts'

const memory = '/dev/shm'
const enough = 6 * 2 ** 30

/** In memory where there is room, as those that write files wait for the disk a fifth of their time. At night they write more. */
function place(): string {
  if (process.env.TMPDIR || process.env.SURVEYCTL_FULL || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  const mayRunPrograms = !/ \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'))
  return bavail * bsize > enough && mayRunPrograms ? memory : tmpdir()
}

/** The tests try the built program, which must not be older than its sources. What they leave lying goes with the run. */
export async function setup(): Promise<() => void> {
  await buildIfOlder()
  const folder = mkdtempSync(join(place(), 'surveyctl-tests-'))
  // Other users play a part in some tests, as they do in /tmp.
  chmodSync(folder, 0o1777)
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder })
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
