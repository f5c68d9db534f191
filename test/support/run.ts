/** Run by vitest before all tests, and after them. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfOlder } from '../../build/bundle.ts'

/** The tests try the built program, which must not be older than its sources. What they leave lying goes with the run. */
export async function setup(): Promise<() => void> {
  await buildIfOlder()
  const folder = mkdtempSync(join(tmpdir(), 'surveyctl-tests-'))
  // Other users play a part in some tests, as they do in /tmp.
  chmodSync(folder, 0o1777)
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder })
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
