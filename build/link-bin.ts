/** Puts this checkout's own program where `npx` and scripts look first. */
import { existsSync, lstatSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

export function linkBin(): void {
  const folder = join(root, 'node_modules', '.bin')
  const link = join(folder, 'surveyctl')
  if (process.platform !== 'win32' && existsSync(folder) && !lstatSync(link, { throwIfNoEntry: false }))
    symlinkSync('../../bin/surveyctl.js', link)
}
