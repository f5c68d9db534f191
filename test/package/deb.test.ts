/** The package for Debian, in a root of the test's own. The numbers are those of the design's acceptance list. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeDeb } from '../../build/package/deb.ts'
import { executable } from '../support/executable.ts'
import { freshFolder } from '../support/program.ts'
import { isThere } from '../support/readers.ts'

const missing = ['dpkg', 'dpkg-deb', 'strip'].filter((program) => !isThere(program))
const why = missing.length > 0 ? `needs ${missing.join(', ')}` : undefined
const noRoot = process.getuid?.() === 0 ? undefined : 'needs root'

/** The executable itself takes a minute to pack: at night. */
const isWhole = process.env.SURVEYCTL_FULL === '1'
const version: string = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version

function script(says: string): string {
  const program = join(freshFolder(), 'surveyctl')
  writeFileSync(program, `#!/bin/sh\necho ${says}\n`)
  return program
}

let deb: string
beforeAll(async () => {
  if (why) return
  deb = await makeDeb(freshFolder(), { program: isWhole ? await executable() : script(version) })
})

/** With dpkg's own files, and no package. */
function emptyDebian(): { folder: string; dpkg: (...args: string[]) => void; files: () => string[] } {
  const folder = freshFolder()
  for (const name of ['info', 'updates']) mkdirSync(join(folder, 'var', 'lib', 'dpkg', name), { recursive: true })
  writeFileSync(join(folder, 'var', 'lib', 'dpkg', 'status'), '')
  return {
    folder,
    // Nothing else is installed there, so no library is. A root of `su` has no sbin in its PATH, and dpkg asks for it.
    dpkg: (...args) =>
      void execFileSync('dpkg', [`--root=${folder}`, '--force-depends', ...args], {
        stdio: 'pipe',
        env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
      }),
    files: () =>
      (readdirSync(folder, { recursive: true, encoding: 'utf8' }) as string[]).filter(
        (path) => /surveyctl/.test(path) && !path.startsWith('var/'),
      ),
  }
}

describe.skipIf(why)(`the package for Debian${why ? ` (${why})` : ''}`, () => {
  it.skipIf(noRoot)(
    `19: is installed, upgraded and purged; completions and man pages are found, settings stay${noRoot ? ` (${noRoot})` : ''}`,
    async () => {
      const { folder, dpkg, files } = emptyDebian()
      const settings = join(folder, 'root', '.config', 'surveyctl')
      mkdirSync(settings, { recursive: true })
      writeFileSync(join(settings, 'config.json'), '{}')
      dpkg('--install', deb)
      expect(execFileSync(join(folder, 'usr/bin/surveyctl'), ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
      const share = join(folder, 'usr', 'share')
      for (const path of [
        'bash-completion/completions/surveyctl',
        'zsh/vendor-completions/_surveyctl',
        'fish/vendor_completions.d/surveyctl.fish',
      ])
        expect(existsSync(join(share, path)), path).toBe(true)
      if (isThere('man'))
        expect(spawnSync('man', ['-M', join(share, 'man'), '-w', 'surveyctl-quiz'], { encoding: 'utf8' }).stdout).toContain(folder)
      dpkg('--install', await makeDeb(freshFolder(), { program: script('newer'), version: '99.0.0' }))
      expect(execFileSync(join(folder, 'usr/bin/surveyctl'), { encoding: 'utf8' })).toBe('newer\n')
      dpkg('--purge', 'surveyctl')
      expect(files()).toEqual(['root/.config/surveyctl', 'root/.config/surveyctl/config.json'])
      expect(readFileSync(join(settings, 'config.json'), 'utf8')).toBe('{}')
    },
  )

  it('is no larger than 45 MB, and the same when it is made again', async () => {
    expect(readFileSync(deb).length / 2 ** 20).toBeLessThan(45)
    const program = script('same')
    const [one, other] = [await makeDeb(freshFolder(), { program }), await makeDeb(freshFolder(), { program })]
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true)
  })

  const noLintian = !isWhole ? 'at night, as it takes a minute' : isThere('lintian') ? undefined : 'needs lintian'
  it.skipIf(noLintian)(
    `20: has no word from lintian${noLintian ? ` (${noLintian})` : ''}`,
    () => {
      const { stdout } = spawnSync('lintian', ['--allow-root', '--tag-display-limit', '0', deb], { encoding: 'utf8' })
      expect(stdout.split('\n').filter((line) => /^[EW]:/.test(line))).toEqual([])
    },
    15 * 60_000,
  )
})
