/** Bundles src into dist. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'rolldown'
import program, { compileCache, pageScripts } from '../rolldown.config.ts'
import { linkBin } from './link-bin.ts'
import { hashOfSources, isBuilt, markBuilt, root } from './sources.ts'

const dist = join(root, 'dist')

/** Into a folder of its own, which then takes the place of dist: what runs meanwhile never sees half of it. */
export async function build(): Promise<void> {
  const made = `${dist}-${process.pid}`
  const old = `${made}-old`
  try {
    mkdirSync(made)
    const hash = hashOfSources()
    for (const config of [compileCache, program, ...pageScripts])
      await bundle({ ...config, cwd: root, output: { ...config.output, dir: made }, logLevel: 'warn' })
    writeManual(join(made, 'man'))
    markBuilt(made, hash)
    replaceDist(made, old)
    linkBin()
  } finally {
    for (const folder of [made, old]) rmSync(folder, { recursive: true, force: true })
  }
}

/** In a process of its own, which reads the commands as they are now. */
const writeManual = (folder: string): void => {
  execFileSync(process.execPath, [join(root, 'src', 'reference', 'generate.ts'), '--man', folder], { stdio: 'inherit' })
}

function replaceDist(made: string, old: string): void {
  try {
    renameSync(dist, old)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  renameSync(made, dist)
}

/** Only when a source has changed since. */
export const buildIfOlder = async (): Promise<void> => (isBuilt() ? undefined : build())
