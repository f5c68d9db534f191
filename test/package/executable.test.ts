/** The single executable, alone where there is nothing else. The numbers are those of the design's acceptance list. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { beforeAll, describe, expect, it } from 'vitest'
import { noPoppler } from '../support/documents.ts'
import { emptyRoot, executable, noEmptyRoot } from '../support/executable.ts'
import { readLines } from '../support/plain-lines.ts'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { isThere, readPdf } from '../support/readers.ts'
import { useSandbox } from '../support/served.ts'

const noStrip = process.platform === 'linux' && !isThere('strip') ? 'needs strip' : undefined
const why = noEmptyRoot ? ` (${noEmptyRoot})` : ''
/** All reads at night, a tenth by day. */
const isWhole = process.env.SURVEYCTL_FULL === '1'
const mebibyte = 2 ** 20

let program: string
beforeAll(async () => {
  if (!noStrip) program = await executable()
})

const files = [
  'export report 42 -o report.pdf',
  'export report 42 --format word -o report.docx',
  'export print 42 -o print.pdf',
  'export sav 42 --typed -o answers.sav',
  'export xlsx 42 -o answers.xlsx',
  'answer sync 42 answers --to parquet,sqlite',
  'quiz list --jq length',
]
const script = files.map((line) => `surveyctl ${line}`).join(' && ')

const textOf = (path: string): string => readPdf(path).replaceAll(/https?:\S+/g, '')

async function rowsIn(folder: string): Promise<number> {
  const parquet = join(folder, 'answers', 'parquet')
  const names = readdirSync(parquet, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'))
  const rows = await Promise.all(names.map(async (name) => parquetMetadataAsync(await asyncBufferFromFile(join(parquet, name)))))
  return rows.reduce((sum, { num_rows }) => sum + Number(num_rows), 0)
}

describe.skipIf(noEmptyRoot)(`the executable in an empty root, with a home that can't be written${why}`, () => {
  it('1: is the whole service, also for what it starts, where no Node is', async () => {
    const { run } = emptyRoot(program)
    expect(await run('surveyctl sandbox run --seed demo -- surveyctl quiz list --fields id,name')).toContain('42\tSpring')
    expect(await run(`surveyctl sandbox run --seed demo -- sh -c 'surveyctl quiz list --fields id,name'`)).toContain('42\tSpring')
    expect(await run('surveyctl help projects')).toContain('surveyctl project plan')
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) expect(await run(`surveyctl completion ${shell}`)).toContain('surveyctl')
    expect(await run('surveyctl __complete quiz publi')).toContain('publish')
  })

  it('2: makes the same files as the package', async () => {
    const { run, folder } = emptyRoot(program)
    const [alone, packaged] = [join(folder, 'work'), freshFolder()]
    expect(await run(`surveyctl sandbox run --seed demo -- sh -c '${script}'`)).toMatch(/^6$/m)
    const args = [launcher, 'sandbox', 'run', '--seed', 'demo', '--', 'sh', '-c', script]
    await execa(process.execPath, args, { cwd: packaged, env: environment({}), extendEnv: false })
    const all = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
    expect(all(alone)).toEqual(all(packaged))
    for (const name of ['report.pdf', 'report.docx', 'print.pdf', 'answers.sav', 'answers.xlsx']) {
      const [one, other] = [alone, packaged].map((folder) => statSync(join(folder, name)).size)
      // Each sandbox has its own address, and its own time.
      expect(Math.abs(one! - other!) / other!, name).toBeLessThan(0.02)
    }
    if (!noPoppler) expect(textOf(join(alone, 'print.pdf'))).toBe(textOf(join(packaged, 'print.pdf')))
    expect(await rowsIn(alone)).toBe(await rowsIn(packaged))
  })
})

describe.skipIf(noEmptyRoot)(`the executable beside a service${why}`, () => {
  const served = useSandbox('demo', { keep: true })

  it('3: reads where nothing can be written, and leaves nothing', async () => {
    const { run, folder } = emptyRoot(program)
    for (const name of ['tmp', 'work']) chmodSync(join(folder, name), 0o555)
    const before = readdirSync(folder, { recursive: true }).length
    const lines = readLines.filter((_, index) => isWhole || index % 10 === 0).map(({ line }) => line)
    const more = ['surveyctl quiz view 42', 'surveyctl report view 42', 'surveyctl quiz list --jq .[].id']
    const script = [...more, ...lines].map((line) => `said=$(${line} 2>&1) || echo "failed: ${line}: $said"`).join('\n')
    expect(await run(script, served.sandbox.signedIn)).toBe('')
    expect(await run('surveyctl quiz open 42; true', served.sandbox.signedIn)).toMatch(/^http.*demo42\n✗ There is no desktop here/)
    expect(readdirSync(folder, { recursive: true })).toHaveLength(before)
  })
})

describe.skipIf(noStrip)(`the executable${noStrip ? ` (${noStrip})` : ''}`, () => {
  const start = (words: readonly string[], { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {}) =>
    spawnSync(program, words, { env: environment({ env }), encoding: 'utf8', ...(cwd && { cwd }) })

  it('4: obeys no NODE_OPTIONS', () => {
    const folder = freshFolder()
    const mark = join(folder, 'mark')
    writeFileSync(join(folder, 'evil.cjs'), `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`)
    const env = { NODE_OPTIONS: `--require=${join(folder, 'evil.cjs')}` }
    expect(start(['quiz', '--help'], { env })).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage') })
    expect(existsSync(mark)).toBe(false)
    // Node itself does.
    spawnSync(process.execPath, ['-e', '0'], { env })
    expect(existsSync(mark)).toBe(true)
  })

  it('5: runs no file of the folder that it is started in', () => {
    const folder = freshFolder()
    const mark = join(folder, 'mark')
    for (const name of ['quiz', 'quiz.js', 'list', 'index.js', 'main.cjs', 'surveyctl.js'])
      writeFileSync(join(folder, name), `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`)
    expect(start(['quiz', 'list'], { cwd: folder }).status).toBe(3)
    expect(existsSync(mark)).toBe(false)
  })

  it('says its version, and is no larger than 125 MB', () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(start(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` })
    if (process.platform === 'linux') expect(statSync(program).size / mebibyte).toBeLessThan(125)
  })
})
