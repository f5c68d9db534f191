/** Two builds of this commit in two folders. The number is that of the design's acceptance list. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isThere } from '../support/readers.ts'

const root = join(import.meta.dirname, '..', '..')
const missing = ['git', 'strip', 'xz', 'dpkg-deb'].filter((program) => !isThere(program))
const why =
  process.env.SURVEYCTL_FULL !== '1'
    ? 'at night, as it takes minutes'
    : process.platform !== 'linux' || missing.length > 0
      ? `needs Linux, ${missing.join(', ')}`
      : undefined

it.skipIf(why)(
  `22: are the same to the byte, whatever is published of them${why ? ` (${why})` : ''}`,
  () => {
    const said = execFileSync(process.execPath, ['build/reproduce.ts', 'HEAD', '--all'], { cwd: root, encoding: 'utf8' })
    const names = said
      .trim()
      .split('\n')
      .map((line) => /^same {2}[0-9a-f]{64} {2}(?:surveyctl|sbom)\D?[\d.]*(.*)$/.exec(line)?.[1])
    expect(names.map((name) => name?.replace(/^.*(tar\.[gx]z|deb|tgz|json)$/, '$1')).toSorted()).toEqual([
      'deb',
      'json',
      'tar.gz',
      'tar.xz',
      'tgz',
    ])
  },
  30 * 60_000,
)
