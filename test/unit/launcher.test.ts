import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const launcher = join(root, 'bin', 'surveyctl.js')
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string; engines: { node: string } }
const folder = mkdtempSync(join(tmpdir(), 'surveyctl-launcher-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (file: string, args: string[]) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })

/** A copy of the launcher beside a program of our own. */
function install(name: string, main?: string): string {
  const place = join(folder, name)
  mkdirSync(place)
  cpSync(join(root, 'bin'), join(place, 'bin'), { recursive: true })
  cpSync(join(root, 'package.json'), join(place, 'package.json'))
  if (main !== undefined) {
    mkdirSync(join(place, 'dist'))
    writeFileSync(join(place, 'dist', 'compile-cache.cjs'), '')
    writeFileSync(join(place, 'dist', 'main.cjs'), `exports.start = () => ${main}`)
  }
  return join(place, 'bin', 'surveyctl.js')
}

/** What the launcher does under another version of Node. */
function under(node: string): { said: string; ended: unknown; loaded: string[] } {
  const loaded: string[] = []
  let said = ''
  const end = {}
  const fakes: Record<string, unknown> = {
    fs: { writeSync: (_: number, text: string) => (said += text), existsSync: () => true },
  }
  const exit = (code: number): never => {
    throw Object.assign(end, { code })
  }
  let ended: unknown
  try {
    runInNewContext(readFileSync(launcher, 'utf8').replace(/^#!.*/, ''), {
      require: (name: string) => {
        if (!fakes[name]) loaded.push(name)
        return fakes[name] ?? { start: () => loaded.push('start') }
      },
      process: { versions: { node }, argv: ['node', 'surveyctl', 'quiz'], env: {}, exit },
      __dirname: '/here/bin',
    })
  } catch (error) {
    if (error !== end) throw error
    ended = (error as { code: unknown }).code
  }
  return { said, ended, loaded }
}

describe('versions of Node', () => {
  it('are those that package.json names', () => expect(engines.node).toBe('^22.22.2 || ^24.15.0 || >=26'))

  it.each(['22.22.2', '22.30.0', '24.15.0', '24.21.0', '26.0.0', '31.2.0'])('%s runs the program', (node) => {
    expect(under(node)).toEqual({ said: '', ended: undefined, loaded: ['../dist/compile-cache.cjs', '../dist/main.cjs', 'start'] })
  })

  it.each(['0.10.48', '4.9.1', '18.20.0', '20.20.2', '22.22.1', '22.21.9', '23.11.0', '24.14.9', '25.9.0'])(
    '%s is told what is needed, in one line',
    (node) => {
      const { said, ended, loaded } = under(node)
      expect({ ended, loaded }).toEqual({ ended: 1, loaded: [] })
      expect(said).toMatch(/^surveyctl needs Node 22\.22\.2, 24\.15 or 26 and later; this is Node [\d.]+\. .*https:\/\/\S+\n$/)
    },
  )

  it('is written so that the oldest can parse it', () => {
    expect(readFileSync(launcher, 'utf8')).not.toMatch(/=>|\b(?:const|let|class|async|import)\b (?!.*Node)|`|\?\.|\?\?/)
  })
})

describe('--version', () => {
  it.each(['--version', '-V'])('%s is answered without the program', (flag) => {
    const file = install(`version${flag}`)
    expect(run(file, [flag])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('belongs to the program when it is not alone', () => {
    const file = install('not-alone', 'console.log(process.argv.slice(2).join())')
    expect(run(file, ['quiz', '--version']).stdout).toBe('quiz,--version\n')
  })
})

describe('starting', () => {
  it('works through a symbolic link, as npm makes them', () => {
    const file = install('linked', 'console.log("running")')
    const link = join(folder, 'surveyctl')
    symlinkSync(file, link)
    expect(run(link, []).stdout).toBe('running\n')
  })

  it('says what to do where nothing is built: in a package, and in a checkout without the tools', () => {
    const file = install('unbuilt')
    const says = (stderr: string) => expect(run(file, ['quiz', 'list'])).toMatchObject({ status: 1, stdout: '', stderr })
    says('This surveyctl is incomplete. Install the package again, from the file it came in\n')
    mkdirSync(join(folder, 'unbuilt', 'build'))
    writeFileSync(join(folder, 'unbuilt', 'build', 'build.ts'), '')
    says('surveyctl is not built yet. To build it: npm ci && npm run build\n')
  })

  it('builds a checkout first that has its tools, and says nothing of it', () => {
    const file = install('checkout')
    const place = join(folder, 'checkout')
    mkdirSync(join(place, 'node_modules', 'rolldown'), { recursive: true })
    mkdirSync(join(place, 'build'))
    const lines = ["import { mkdirSync, writeFileSync } from 'node:fs'", `process.chdir(${JSON.stringify(place)})`, "mkdirSync('dist')"]
    const files = [
      "writeFileSync('dist/compile-cache.cjs', '')",
      `writeFileSync('dist/main.cjs', 'exports.start = () => console.log("running")')`,
    ]
    writeFileSync(join(place, 'build', 'build.ts'), [...lines, ...files].join('\n'))
    expect(run(file, [])).toMatchObject({ status: 0, stdout: 'running\n', stderr: '' })
  })

  it('builds again what is older than its sources for npx, and for nobody else', () => {
    const file = install('older', 'console.log("running")')
    const place = join(folder, 'older')
    mkdirSync(join(place, 'node_modules', 'rolldown'), { recursive: true })
    mkdirSync(join(place, 'build'))
    writeFileSync(join(place, 'build', 'build.ts'), 'console.error(process.argv.slice(2).join())')
    const under = (npm_lifecycle_script: string) =>
      spawnSync(process.execPath, [file, 'quiz'], { encoding: 'utf8', env: { ...process.env, npm_lifecycle_script } })
    for (const typed of ['surveyctl', '"surveyctl" "quiz"'])
      expect(under(typed)).toMatchObject({ status: 0, stdout: 'running\n', stderr: '--if-older\n' })
    for (const other of ['', 'vitest run surveyctl']) expect(under(other)).toMatchObject({ status: 0, stdout: 'running\n', stderr: '' })
  })
})
