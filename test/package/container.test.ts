/** The container: what its file says, and the program in it, where nothing can be written, no network is, and no shell. */
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { container, dockerfile } from '../support/container.ts'
import { executable, noEmptyRoot } from '../support/executable.ts'

const isWhole = process.env.SURVEYCTL_FULL === '1'
const file = dockerfile(join(import.meta.dirname, '../../build/package/Dockerfile'))

it('its file says what is run, by nobody, and from where', () => {
  const [from, ...rest] = file
  expect(from).toMatchObject({ name: 'FROM', value: expect.stringMatching(/^\S+$/) })
  expect(rest.map(({ name }) => name)).toEqual(['COPY', 'USER', 'ENV', 'VOLUME', 'WORKDIR', 'ENTRYPOINT'])
  const said = Object.fromEntries(rest.map(({ name, value }) => [name, value]))
  expect(said).toMatchObject({ USER: '65532:65532', ENV: 'HOME=/tmp', WORKDIR: '/tmp', ENTRYPOINT: '["/usr/bin/surveyctl"]' })
})

describe.skipIf(noEmptyRoot)(`in it, read-only and without a network${noEmptyRoot ? ` (${noEmptyRoot})` : ''}`, () => {
  let at: ReturnType<typeof container>
  beforeAll(async () => {
    at = container(file, { surveyctl: await executable() })
  })
  const inSandbox = (...words: string[]) => at.run('sandbox', 'run', '--seed', 'demo', '--', 'surveyctl', ...words)

  it('the whole service runs, and nothing is written', async () => {
    const before = readdirSync(at.folder, { recursive: true }).length
    const { exitCode, stdout, stderr } = await inSandbox('quiz', 'list')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^42\t.*Spring/m)
    expect((await inSandbox('quiz', 'list', '--jq', '.[].id')).stdout).toMatch(/^42$/m)
    expect(readdirSync(at.folder, { recursive: true })).toHaveLength(before)
  })

  const more = isWhole ? '' : ' (at night: test/package/executable.test.ts makes them too)'
  it.skipIf(!isWhole).each([
    ['report.pdf', '%PDF', ['export', 'report', '42']],
    ['report.docx', 'PK', ['export', 'report', '42', '--format', 'word']],
    ['answers.sav', '$FL', ['export', 'sav', '42', '--typed']],
  ])(`makes %s in a folder that it is given${more}`, async (name, begins, words) => {
    const { exitCode, stderr } = await inSandbox(...words, '-o', `/work/${name}`)
    expect(exitCode, stderr).toBe(0)
    expect(readFileSync(join(at.work, name), 'latin1').slice(0, begins.length)).toBe(begins)
  })

  it.skipIf(!isWhole)(`makes Parquet there${more}`, async () => {
    const { exitCode, stderr } = await inSandbox('answer', 'sync', '42', '/work/answers', '--to', 'parquet')
    expect(exitCode, stderr).toBe(0)
    expect(existsSync(join(at.work, 'answers', 'parquet'))).toBe(true)
  })

  it('says how it is here, and that nobody could be asked', async () => {
    const { exitCode, stdout } = await at.run('doctor', '--updates')
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/could not be told.*as one program, \/usr\/bin\/surveyctl/s)])
    // As the packages of Arch Linux and of Debian leave it there.
    for (const [path, how] of [
      ['licenses/surveyctl-bin', 'Arch Linux'],
      ['doc/surveyctl/copyright', 'Debian package'],
    ] as const) {
      mkdirSync(join(at.folder, 'usr/share', path), { recursive: true })
      expect((await at.run('doctor', '--updates')).stdout).toContain(how)
    }
  })
})
