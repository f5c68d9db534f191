/** What a person or a script stumbles over: help, mistyped words, hints, dry runs, forms of a write's result, bad settings. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Command, Group } from '../../src/cli/command.ts'
import { findCommand } from '../../src/cli/find-command.ts'
import { groupHelp } from '../../src/cli/help/group-help.ts'
import { runCommand } from '../../src/cli/program.ts'
import { shapeOf } from '../../src/cli/shape.ts'
import { loaders } from '../../src/commands/index.ts'
import { findGroup } from '../../src/reference/find.ts'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { memoryIO } from '../support/memory-io.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true, isFound: true })
const { run } = served

const groups: Group[] = await Promise.all([...loaders().values()].map((load) => load()))
const commands = groups.flatMap(({ noun, commands: all }) => all.map((command) => ({ noun, command })))

async function pageOf(noun: string, command: Command): Promise<string> {
  const { io, stdout } = memoryIO()
  await runCommand(noun, command, ['--help'], async () => {}, io.stdout)
  return stdout()
}

describe('help', () => {
  it('explains each flag and each argument, and keeps to the width', async () => {
    for (const { noun, command } of commands) {
      const page = await pageOf(noun, command)
      const name = `${noun} ${command.verb}`
      const [told = ''] = page.split('\nExamples:')
      expect(told, name).not.toMatch(/undefined|\[object|\) \(/)
      // A term alone on its line has its meaning on the next one.
      for (const line of told.split('\n')) expect(line.length, `${name}: ${line}`).toBeLessThanOrEqual(100)
      for (const { label } of shapeOf(command).positionals) expect(told, name).toMatch(new RegExp(`^  ${label} +\\S`, 'm'))
      for (const [, flag] of told.matchAll(/^ {2}(?:-\w, )?(--\S+)[^\n]*$/gm))
        expect(told, name).toMatch(new RegExp(`${flag!.replaceAll(/[[\]]/g, '\\$&')}.*( {2,}\\S|\\n {8,}\\S)`))
      if (command.definition.confirm) expect(told, name).toContain('--yes')
    }
    for (const group of groups)
      for (const line of groupHelp(group, group.commands, 100).split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
  })
  it('tells values, pairs of flags, keys, and what is required first', async () => {
    const { stdout: crm } = await run('crm view --help')
    expect(crm).toMatch(/CRM +CRM system \(crm_a, crm_b\)/)
    const { stdout: set } = await run('quiz set --help')
    expect(set).toMatch(/show_progressbar=true\|false +Show a progress bar/)
    const { stdout: list } = await run('answer list --help')
    expect(list).toContain('--complete, --incomplete')
    const { stdout: webhook } = await run('webhook add --help')
    expect(webhook).toContain('--[no-]active')
    expect(webhook.indexOf('(required')).toBeLessThan(webhook.indexOf('--body'))
  })
  it('is the same whichever way it is asked for', async () => {
    const asked = ['quiz', 'quiz --help', 'quiz -h', 'help quiz', 'quiz help', '--help quiz']
    const pages = await Promise.all(asked.map((line) => run(line)))
    expect(new Set(pages.map(({ stdout, exitCode }) => `${exitCode} ${stdout}`)).size).toBe(1)
    const [verb, other, none] = await Promise.all([run('quiz help list'), run('quiz list --help'), run([])])
    expect(verb.stdout).toBe(other.stdout)
    expect([none.exitCode, none.stdout.includes('Usage: surveyctl NOUN VERB')]).toEqual([0, true])
  })
})

describe('wrong words', () => {
  it.each([
    ['qiuz list', 'Unknown command "qiuz"; did you mean quiz?'],
    ['quiz lits', 'Unknown command "quiz lits"; did you mean list?'],
    ['publish 42', 'Unknown command "publish"; did you mean quiz publish?'],
    ['publsh 42', 'Unknown command "publsh"; did you mean quiz publish?'],
    ['whoami', 'Unknown command "whoami"; did you mean auth status?'],
    ['login', 'Unknown command "login"; did you mean auth login?'],
    ['fault', 'Unknown command "fault"; did you mean sandbox fault add?'],
    ['webhook delete 42 7', 'Unknown command "webhook delete"; did you mean remove?'],
    ['--bogus', 'Unknown flag --bogus'],
    ['quiz --bogus', 'Unknown flag --bogus'],
    ['quiz view 42 --jsn', 'Unknown flag --jsn; did you mean --json?'],
    ['quiz view 42 43', 'Unexpected argument "43"'],
    ['quiz list --limit', '--limit <n> is missing its value'],
    ['quiz set 43 show_progresbar=1', 'unknown key "show_progresbar"; did you mean show_progressbar?'],
    ['sheets mode 42 never', 'SYNC_MODE must be one of realtime, scheduled, manual'],
    ['scheduler edit 1', 'Nothing to change is given'],
    ['booking edit 1', 'At least one of --status, --comment, --start, --end is required'],
    ['messenger buttons 42 messenger_a', '--enabled is required'],
    ['favorite remove x', 'FAVORITE_ID must be a whole number'],
  ])('surveyctl %s', async (line, message) => {
    const [told, asData] = await Promise.all([run(line), run(line, { env: { SURVEYCTL_OUTPUT: 'json' } })])
    expect([told.exitCode, told.stdout, told.stderr.split('\n')[0]]).toEqual([2, '', `✗ ${message}`])
    expect(told.stderr).toMatch(/surveyctl .*--help/)
    expect([asData.exitCode, asData.error.kind, asData.error.message]).toEqual([2, 'usage', message])
  })
  it('are told all at once, and a key once', async () => expect((await run('quiz set 43 foo=1')).stderr.match(/✗/g)).toHaveLength(1))
  it('may stand behind a flag', async () => {
    expect((await run('quiz --json list --limit 1')).json).toHaveLength(1)
    expect((await run('quiz --limit 1 --json list')).json).toHaveLength(1)
    expect((await run('quiz --folder 2 --json list --limit 1')).json).toHaveLength(1)
    expect((await run('-qo - export csv 42')).stdout).toContain('date_start')
    expect((await run('--quiet sandbox run --seed empty -- node -e console.log(process.argv.length)')).stdout).toBe('1\n')
  })
})

/** The commands that a text suggests: what stands behind `surveyctl`, up to a flag, a comma or the end of a sentence. */
const suggested = (text: string): string[][] =>
  Array.from(text.matchAll(/surveyctl ([a-z][^`'"]*)/g), ([, line]) =>
    line!
      .split(/[,;.)]( |$)| or /)[0]!
      .replace(/: to .*$/, '')
      .trim()
      .split(/\s+/),
  )

describe('hints', () => {
  const sources = ['src/client', 'src/cli', 'src/commands', 'src/settings'].flatMap((folder) => {
    const root = join(import.meta.dirname, '..', '..', folder)
    return readdirSync(root, { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, name), 'utf8'))
  })
  const hintsIn = (source: string): string[] =>
    Array.from(source.matchAll(/hint:\s+(?:withCommand\()?['"`]([^\n]*)['"`]/g), (match) => match[1]!.replaceAll(/\$?\{[^}]*\}/g, 'X'))
  const all = sources.flatMap(hintsIn)

  it('name commands that exist, with the arguments that these take', async () => {
    const lines = all.flatMap(suggested)
    expect(lines.length).toBeGreaterThan(25)
    for (const [noun = '', ...rest] of lines) {
      const group = await loaders().get(findGroup(noun) ?? '')?.()
      const found = group && findCommand(group, rest)
      expect(found, `surveyctl ${[noun, ...rest].join(' ')}`).toBeDefined()
      const given = rest.slice(found!.consumed).findIndex((word) => word.startsWith('-')) >>> 0
      const { positionals } = shapeOf(found!.command)
      const needed = positionals.filter(({ optional }) => !optional).length
      const told = Math.min(given, rest.length - found!.consumed)
      // Of what is repeated, several may be told.
      const counted = positionals.at(-1)?.several ? Math.min(told, needed) : told
      expect(counted, `surveyctl ${[noun, ...rest].join(' ')}`).toBe(needed)
    }
  })
  it('hold the ids that were asked for, and where to look for what is not there', async () => {
    expect((await run('ai-report share 43')).stderr).toMatch(/surveyctl ai-report start 43\n/)
    expect((await run('webhook logs 42 99')).stderr).toContain('surveyctl webhook list 42')
    expect((await run('quiz view 999')).stderr).toContain('surveyctl quiz list')
    const locked = await Promise.all([run('quiz conditions 48 --file - --yes', { input: '{"rule": 1}' }), run('quiz publish 48')])
    expect(locked.map(({ exitCode, stderr }) => [exitCode, stderr.includes('--wait-unlock')])).toEqual([
      [7, false],
      [7, true],
    ])
  })
})

describe('a dry run', () => {
  const planned = async (line: string | string[], input?: string) => {
    const { json, exitCode } = await run([...(typeof line === 'string' ? line.split(' ') : line), '--dry-run', '--json'], {
      ...(input && { input }),
    })
    expect(exitCode).toBe(0)
    return (json as { method: string; url: string; body?: unknown }[]).map(({ method, url, body }) => [
      method,
      url.slice(served.sandbox.baseUrl.length),
      body,
    ])
  }
  it('goes on where an id is not known yet', async () =>
    expect(await planned('quiz create --folder Customers --name X')).toEqual([
      ['POST', '/quiz', { folder_id: 2 }],
      ['POST', '/quiz/{id}/rename', { name: 'X' }],
    ]))
  it('of several surveys says nothing else', async () => {
    expect(await planned('quiz publish 43 46')).toEqual([
      ['POST', '/quiz/43/publish', undefined],
      ['POST', '/quiz/46/publish', undefined],
    ])
    const { stdout, stderr } = await run('quiz publish 43 46 --dry-run')
    expect([stdout.split('\n').length, stderr]).toEqual([3, ''])
  })
  it('shows no secret', async () => {
    expect(await planned('password add 46', 'one\ntwo\n')).toEqual([['POST', '/quiz/46/passwords', { passwords: ['***', '***'] }]])
    const [[, , body]] = (await planned([
      'webhook',
      'add',
      '42',
      'https://hooks.example.com/x',
      '--title',
      'A',
      '--method',
      'post',
      '--header',
      'X-Token: abc',
    ])) as [[string, string, { headers: unknown }]]
    expect(body.headers).toEqual([{ name: 'X-Token', value: '***' }])
  })
  it('of api sends no write', async () => expect(await planned('api DELETE /quiz/43')).toEqual([['DELETE', '/quiz/43', undefined]]))
})

describe('the result of a write', () => {
  it('is the answer itself under --raw, of each request', async () => {
    expect((await run('quiz rename 43 Raw --raw')).stdout).toBe('{"status":true,"name":"Raw"}')
    const { stdout } = await run('quiz create --folder 2 --name Two --raw')
    expect(stdout).toMatch(/^\{"id":\d+,.*\}\{"status":true,"name":"Two"\}$/)
    expect((await run('quiz publish 43 46 --raw')).exitCode).toBe(2)
  })
  it('is not made when the filter is no jq', async () => {
    const before = (await run('quiz list --json')).json.length
    for (const line of [
      ['quiz', 'create', '--folder', '2'],
      ['quiz', 'duplicate', '42'],
      ['api', 'POST', '/quiz/42/duplicate'],
    ]) {
      const { exitCode, error } = await run([...line, '--jq', '.['])
      expect([exitCode, error.kind], line.join(' ')).toEqual([2, 'usage'])
    }
    expect((await run('quiz list --json')).json).toHaveLength(before)
  })
  it('of several says once how many failed', async () => {
    const { exitCode, stderr } = await run('quiz unarchive 43 9999')
    expect([exitCode, stderr.match(/1 of 2 done/g)?.length]).toEqual([9, 1])
  })
  it('of an export can be picked from', async () => {
    const path = join(freshFolder(), 'a.csv')
    expect((await run(['export', 'csv', '46', '-o', path, '--jq', '.path'])).stdout.trim()).toBe(path)
  })
})

describe('settings', () => {
  const own = (env: Record<string, string> = {}) => surveyctl({ baseUrl: served.sandbox.baseUrl, apiKey: served.sandbox.apiKey, env })

  it('may ask for a form of output, which holds for refusals too', async () => {
    const one = own()
    await one('config set output ndjson')
    expect((await one('quiz list --limit 1')).stdout).toMatch(/^\{"id"/)
    expect((await one('quiz view 999')).error.code).toBe('quiz_not_found')
    expect((await one('quiz view 42 --fields id --json')).json).toEqual({ id: 42 })
    expect((await own({ SURVEYCTL_OUTPUT: 'table' })('quiz list')).exitCode).toBe(2)
  })
  it('that are broken are found by doctor, and config path names the file', async () => {
    const folder = freshFolder()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'config.json'), '{ nonsense', { mode: 0o600 })
    const broken = own({ SURVEYCTL_CONFIG_DIR: folder })
    const [doctor, path, list] = await Promise.all([broken('doctor --json'), broken('config path'), broken('quiz list')])
    expect([doctor.exitCode, doctor.json.find(({ check }: { check: string }) => check === 'settings').ok]).toEqual([1, false])
    expect(path.stdout).toBe(`${join(folder, 'config.json')}\n`)
    expect([list.exitCode, list.stderr.includes(join(folder, 'config.json'))]).toEqual([1, true])
  })
  it('show which key was refused', async () => {
    const wrong = surveyctl({ baseUrl: served.sandbox.baseUrl, apiKey: 'sk_wrong-key' })
    const { exitCode, json, stderr } = await wrong('auth status --json')
    expect([exitCode, json]).toEqual([
      3,
      expect.objectContaining({ accepted: false, key: '…-key', key_from: 'environment SURVEYCTL_API_KEY' }),
    ])
    expect(stderr).toContain('"kind":"auth"')
    const bad = surveyctl({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x', env: { SURVEYCTL_BASE_URL: 'nonsense' } })
    expect(await bad('doctor --json')).toMatchObject({
      exitCode: 1,
      json: expect.arrayContaining([expect.objectContaining({ check: 'service', ok: false })]),
    })
  })
  it('name the profiles there are when one is not', async () => {
    const one = surveyctl({ env: served.sandbox.env })
    await one(`auth login --with-key --base-url ${served.sandbox.baseUrl} --profile here`, { input: served.sandbox.apiKey })
    expect(await one('quiz list --profile there')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/no profile "there"[^]*There are: here/),
    })
  })
  it('that protect want --yes and the name, for what destroys only', async () => {
    const one = own({ SURVEYCTL_WORKSPACE: String(served.sandbox.workspaceId) })
    await one('config set protected true')
    expect((await one('webhook remove 42 9 --yes')).stderr).toContain('To go ahead: --yes --confirm default')
    expect((await one('api DELETE /quiz/42/webhooks/9')).exitCode).toBe(2)
    expect((await one('domain subdomain survey-team')).exitCode).toBe(0)
    expect((await one('domain subdomain --clear --yes')).exitCode).toBe(2)
    expect((await one('webhook remove 42 9 --yes --confirm default')).exitCode).toBe(0)
  })
})

describe.skipIf(!hasPty)('on a terminal', () => {
  const terminal = (args: string, keys: [RegExp, string][] = [], env: Record<string, string> = {}) =>
    onTerminal(args.split(' '), {
      keys,
      env: {
        ...served.sandbox.signedIn,
        SURVEYCTL_SPINNER: '0',
        NO_COLOR: '1',
        ...env,
      },
    })

  it('leaves Ctrl-C to the pager', async () => {
    const file = join(freshFolder(), 'pager.cjs')
    // A shell may miss a signal that comes just before it waits for a line.
    writeFileSync(
      file,
      `process.on('SIGINT', () => console.log('PRESSED'))
      process.stdin.on('end', () => {
        console.log('OPEN')
        require('node:fs').createReadStream('/dev/tty').once('data', () => { console.log('CLOSED'); process.exit() })
      }).resume()`,
    )
    const { screen, exitCode } = await terminal(
      'text list 42',
      [
        [/OPEN/, '\u0003'],
        [/PRESSED/, '\u0003'],
        [/PRESSED/, '\r'],
      ],
      { SURVEYCTL_PAGER: `'${process.execPath}' ${file}` },
    )
    expect([exitCode, screen.match(/PRESSED/g)?.length, screen.includes('CLOSED')], screen).toEqual([0, 2, true])
  })
  it('asks again for a value that cannot be', async () => {
    const { screen, exitCode } = await terminal('member access', [
      [/Participant/, 'x\r'],
      [/must be a whole number/, '\u007f2\r'],
    ])
    expect([exitCode, screen.includes('must be a whole number')], screen).toEqual([0, true])
  })
  it('says no and – in details, and gives a line to each check of doctor', async () => {
    const [view, doctor] = await Promise.all([terminal('quiz view 47'), terminal('doctor', [], { SURVEYCTL_API_KEY: 'wrong' })])
    expect(view.screen).toMatch(/published: +no\r\n[^]*locked by: +–\r\n/)
    expect(doctor.screen).toMatch(/key: +✗ The API key was refused\r\n +It is wrong or was revoked/)
  })
  it('tells what switching a plan would lose, and how to read what was written', async () => {
    const [tariff, report] = await Promise.all([terminal('tariff list'), terminal('report view 42')])
    expect(tariff.screen).toMatch(/business +Business +– +month +120 EUR +[\d.]+ EUR, \d+ days/)
    expect(report.screen).toMatch(/To read the texts or files of questions 5, .*: surveyctl report inputs 42 5\r\n/)
  })
})
