/** Two builds of this commit in two folders. The number is that of the design's acceptance list. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { isThere } from '../support/readers.ts'

const root = join(import.meta.dirname, '..', '..')
const missing = ['git', 'strip', 'xz', 'dpkg-deb'].filter((program) => !isThere(program))
const why =
  process.env.SURVEYCTL_FULL !== '1'
    ? 'at night, as it takes minutes'
    : process.platform !== 'linux' || missing.length > 0
      ? `needs Linux, ${missing.join(', ')}`
      : undefined

/** What it says, whatever it ends with. */
const reproduce = (...args: string[]): { status: number | null; lines: string[] } => {
  const { status, stdout } = spawnSync(process.execPath, ['build/reproduce.ts', 'HEAD', ...args], { cwd: root, encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

it.skipIf(why)(
  `22: are the same to the byte, whatever is published of them, and one that differs from what was published is told${why ? ` (${why})` : ''}`,
  () => {
    const { status, lines } = reproduce('--all')
    const found = lines.map((line) => /^same {2}([0-9a-f]{64}) {2}((?:surveyctl|sbom).*?(tar\.[gx]z|deb|tgz|json))$/.exec(line) ?? [])
    expect([status, found.map(([, , , ending]) => ending).toSorted()]).toEqual([0, ['deb', 'json', 'tar.gz', 'tar.xz', 'tgz']])
    const sums = join(freshFolder(), 'SHA256SUMS')
    // As a release has them, with a package that was made of something else.
    const published = found.map(([, sum, name]) => `${name!.endsWith('.tgz') ? sum!.replace(/./g, '0') : sum}  ${name}\n`)
    writeFileSync(sums, published.join(''))
    const compared = reproduce('--published', sums)
    expect([compared.status, compared.lines.map((line) => line.replace(/ .*(json|tgz)$/, ' $1')).toSorted()]).toEqual([
      1,
      ['different tgz', 'same json'],
    ])
  },
  45 * 60_000,
)
