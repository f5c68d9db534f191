/** The package, as `npm pack` makes it of the built program; once for a run. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { freshFolder } from './program.ts'

const root = join(import.meta.dirname, '..', '..')

/** Its path; its name says the version. Two files of tests may want it at once. */
export async function packed(): Promise<{ path: string; name: string }> {
  const kept = join(tmpdir(), 'packed')
  if (!existsSync(kept)) {
    const folder = freshFolder()
    await execa('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root })
    try {
      renameSync(folder, kept)
    } catch {
      // Another file of tests was first.
      rmSync(folder, { recursive: true })
    }
  }
  const [name] = readdirSync(kept) as [string]
  return { path: join(kept, name), name }
}
