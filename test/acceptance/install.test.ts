/** How README, guides and recipes have the program installed: from what is there, never by a name that anybody could take. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { environment, freshFolder } from '../support/program.ts'
import { keepExecutable } from '../support/executable.ts'
import { isThere } from '../support/readers.ts'
import { packed } from '../support/packed.ts'
import { blocks } from '../support/readme.ts'

const root = join(import.meta.dirname, '..', '..')
const node = dirname(process.execPath)
const full = process.env.SURVEYCTL_FULL === '1'

/**
 * By day `npm ci` and `npm pack` have been done, as .ci/run installs modules in such a home, and builds there; with SURVEYCTL_FULL=1 they are.
 */
async function withModules(): Promise<string[]> {
  if (full) return []
  const bin = freshFolder()
  const pack = `cp '${(await packed()).path}' .`
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\ncase $1 in ci) ;; pack) ${pack} ;; *) PATH=\${PATH#*:} exec npm "$@" ;; esac\n`, {
    mode: 0o755,
  })
  return [bin]
}

/** What a clone would have, and what npm has downloaded before: a home is empty, a registry may be far. */
async function checkout(): Promise<string> {
  const folder = freshFolder()
  const made = new Set(['.git', 'node_modules', 'dist', 'artefacts'].map((name) => join(root, name)))
  cpSync(root, folder, { recursive: true, filter: (path) => !made.has(path) })
  return folder
}

describe.skipIf(process.platform === 'win32')('installing', () => {
  it('works in an empty home, as README says it', async () => {
    const [home, cwd] = [freshFolder(), await checkout()]
    const { stdout: cache } = await execa('npm', ['config', 'get', 'cache'])
    const own = { HOME: home, npm_config_prefix: join(home, '.local'), npm_config_cache: cache, npm_config_prefer_offline: 'true' }
    const env = environment({
      env: {
        ...own,
        PATH: [...(await withModules()), join(home, '.local', 'bin'), node, '/usr/bin', '/bin', process.env.PATH].join(delimiter),
      },
    })
    const script = `${blocks('README.md', 'sh', 'Install')[0]}command -v surveyctl; surveyctl sandbox run -- surveyctl quiz list`
    const { exitCode, stdout, stderr } = await execa('bash', ['-eu', '-c', script], {
      cwd,
      env,
      extendEnv: false,
      reject: false,
    })
    expect([exitCode, stderr], stdout).toEqual([0, expect.anything()])
    const lines = stdout.split('\n')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(lines).toContain(version)
    expect(lines[lines.indexOf(version) + 1]).toBe(join(home, '.local', 'bin', 'surveyctl'))
    expect(lines.at(-1)).toMatch(/^\d+\t/)
  })

  it.skipIf(process.platform === 'linux' && !isThere('strip'))(
    'as one program needs no Node, as README says it (on Linux: strip)',
    async () => {
      const home = freshFolder()
      const { exitCode, stdout, stderr } = await execa('bash', ['-eu', '-c', blocks('README.md', 'sh', 'Install')[1]!], {
        cwd: root,
        env: environment({ env: { HOME: home } }),
        extendEnv: false,
        reject: false,
      })
      expect([exitCode, stderr], stdout).toEqual([0, expect.anything()])
      const alone = { env: { HOME: home, PATH: '/usr/bin:/bin' }, extendEnv: false }
      const line = ['sandbox', 'run', '--', 'surveyctl', 'quiz', 'list']
      const program = join(home, '.local/bin/surveyctl')
      expect((await execa(program, line, alone)).stdout).toMatch(/^\d+\t/)
      keepExecutable(program)
    },
  )

  it('of a pipeline takes no other file than the one that was installed first', async () => {
    const { path, name } = await packed()
    const cwd = freshFolder()
    const npm = (...args: string[]) =>
      execa('npm', [...args, '--ignore-scripts'], { cwd, reject: false, env: { npm_config_cache: freshFolder() } })
    cpSync(path, join(cwd, name))
    expect(await npm('install', '--save-exact', `./${name}`)).toMatchObject({ exitCode: 0 })
    expect(await npm('ci')).toMatchObject({ exitCode: 0 })
    const bytes = readFileSync(path)
    // The header of gzip names the system: what is unpacked is the same.
    bytes[9] = bytes[9] === 3 ? 7 : 3
    writeFileSync(join(cwd, name), bytes)
    const { exitCode, stderr } = await npm('ci')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('EINTEGRITY')])
    expect(existsSync(join(cwd, 'node_modules', 'surveyctl', 'bin'))).toBe(false)
  })

  it('is nowhere told by a bare name', async () => {
    const { stdout } = await execa(
      'git',
      ['grep', '-nIE', String.raw`npm (i|install|add|exec|x)\b.*[ "']surveyctl([ "'@]|$)`, '--', '.', ':!test'],
      {
        cwd: root,
        reject: false,
      },
    )
    expect(stdout).toBe('')
  })
})
