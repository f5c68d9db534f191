/** Topics of help, and the pages of the manual. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { commonFlags } from '../../src/cli/flags/table.ts'
import { loaders } from '../../src/commands/index.ts'
import { exitCodes } from '../../src/errors.ts'
import { guideNames, topics } from '../../src/reference/help/topics.ts'
import { surveyctl } from '../support/program.ts'

const run = surveyctl({})
const root = join(import.meta.dirname, '..', '..')
const manual = join(root, 'dist', 'man')

describe('surveyctl help', () => {
  it.each(topics().map(({ name, title, text }) => [name, title, text]))('%s', async (name, title, text) => {
    const { exitCode, stdout, stderr } = await run(`help ${name}`)
    expect([exitCode, stderr, stdout.startsWith(`${title}.\n`)]).toEqual([0, '', true])
    // Code stays as it is.
    for (const line of stdout.split('\n')) expect(line.length <= 100 || text.includes(line.trim()), line).toBe(true)
  })
  it('tells every exit code, and every flag of all commands', async () => {
    const [codes, flags] = await Promise.all([run('help exit-codes'), run('help flags')])
    for (const code of [0, ...Object.values(exitCodes)]) expect(codes.stdout).toMatch(new RegExp(`^  ${code} `, 'm'))
    for (const flag of Object.values(commonFlags)) if ('heading' in flag) expect(flags.stdout).toContain(flag.long)
  })
  it('names the guides on its first page, and completes them', async () => {
    const [first, completed] = await Promise.all([run('--help'), run(['__complete', 'help', 'e'])])
    for (const name of guideNames) expect(first.stdout).toContain(name)
    for (const line of first.stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(completed.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(
      expect.arrayContaining(['exit-codes', 'errors', 'export']),
    )
  })
  it('shows a group that is a topic as well', async () => {
    const { stdout } = await run('help sandbox')
    expect(stdout).toContain('surveyctl sandbox run -- COMMAND')
    expect(stdout).toContain('Usage: surveyctl sandbox VERB')
  })
  it('has the flags of all commands in one paragraph of a page', async () => {
    const { stdout } = await run('quiz list --help')
    expect(stdout.match(/^ {2}--(profile|debug|no-color)/gm)).toBeNull()
    expect(stdout.replaceAll('\n', ' ')).toMatch(/Also: --json, .*--debug, --help \(see: surveyctl help flags\)/)
  })
})

const missing = (program: string): string | false => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return false
  } catch {
    return `${program} is not installed`
  }
}

describe('the manual', () => {
  const pages = (): string[] => readdirSync(manual)

  it('has a page of the program, of each group and of each guide, all named in package.json', () => {
    const groups = [...loaders().keys()].map((noun) => `surveyctl-${noun}.1`)
    const expected = ['surveyctl.1', ...groups, ...guideNames.map((name) => `surveyctl-${name}.7`)].toSorted()
    const { man } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { man: string[] }
    expect(pages().toSorted()).toEqual(expected)
    expect(man.toSorted()).toEqual(expected.map((name) => `dist/man/${name}`))
    for (const file of man) expect(existsSync(join(root, file)), file).toBe(true)
  })
  it('tells of each command its arguments, flags and examples', async () => {
    const groups = await Promise.all([...loaders().values()].map((load) => load()))
    for (const { noun, commands } of groups) {
      const page = readFileSync(join(manual, `surveyctl-${noun}.1`), 'utf8').replaceAll('\\-', '-')
      for (const { verb, definition } of commands) {
        expect(page).toContain(`.SS "${['surveyctl', noun, verb].filter(Boolean).join(' ')}`)
        for (const { flag } of Object.values(definition.extra ?? {}))
          expect(page.replaceAll('--[no-]', '--'), `${noun} ${verb}`).toMatch(new RegExp(flag.split(' ')[0]!.replace('--no-', '--(no-)?')))
      }
    }
  })
  const skipped = missing('mandoc')
  it.skipIf(skipped)(`is without a warning of mandoc${skipped ? ` (skipped: ${skipped})` : ''}`, async () => {
    for (const page of pages()) {
      const { stdout, stderr, exitCode } = await execa('mandoc', ['-Tlint', '-W', 'warning', join(manual, page)], { reject: false })
      expect([page, stdout, stderr, exitCode]).toEqual([page, '', '', 0])
    }
  })
})
