/** Puts this checkout's own program where `npx` and scripts look first. */
import { existsSync, lstatSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

export const linkBin = (): Plugin => ({
  name: 'link-bin',
  writeBundle() {
    const folder = join(import.meta.dirname, '..', 'node_modules', '.bin')
    const link = join(folder, 'surveyctl')
    if (process.platform !== 'win32' && existsSync(folder) && !lstatSync(link, { throwIfNoEntry: false }))
      symlinkSync('../../bin/surveyctl.js', link)
  },
})
