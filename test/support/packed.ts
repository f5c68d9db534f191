/** The package, as `npm pack` makes it of the built program. */
import { basename, join } from 'node:path'
import { execa } from 'execa'
import { freshFolder } from './program.ts'

const root = join(import.meta.dirname, '..', '..')

/** Its path; its name says the version. */
export async function packed(): Promise<{ path: string; name: string }> {
  const folder = freshFolder()
  const { stdout } = await execa('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root })
  const path = join(folder, stdout.trim())
  return { path, name: basename(path) }
}
