/** What a person is told before something goes, and small writes that say all that they did. */
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { environment, launcher } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

describe.skipIf(!hasPty)('a person is told what goes (needs `script` of util-linux)', () => {
  it.each<[string, RegExp]>([
    ['quiz delete 42', /Survey 42 "[^"]+" · published · 299 answers · to bring it back: surveyctl quiz restore 42/],
    ['folder delete 2 --with-quizzes', /Folder 2 "[^"]+" · \d+ surveys · 4\d "/],
    ['promo delete 42 1', /Promo list 1 "[^"]+" · \d+ codes · \d+ used · \d+ surveys? · cannot be brought back/],
    ['webhook remove 42 7', /Webhook 7 "[^"]+" · https?:\S+/],
    ['version restore 42 1', /Survey 42 "[^"]+" .*quiz view 42 --json > draft\.json/],
    ['scheduler delete 1', /Scheduler 1 "[^"]+"/],
    ['favorite remove 1', /Favourite 1 "[^"]+" · rating/],
    ['messenger delete 42 messenger_a', /messenger_a of survey 42 · active · \d+ recipients?/],
    ['email recipient-remove 42 1', /Recipient 1 · \S+@\S+/],
    ['quiz delete 42 43', /Survey 42 "[^"]+"[^]*Survey 43 "[^"]+"[^]*Delete 2 surveys \(42, 43\)/],
  ])('%s', async (line, facts) => {
    const { screen, exitCode } = await onTerminal(line.split(' '), {
      env: served.sandbox.signedIn,
      keys: [[/\(y\/N\)/, 'n\r']],
    })
    expect([exitCode, screen.replaceAll(/\r?\n/g, ' ')]).toEqual([1, expect.stringMatching(facts)])
  })
  it('is not asked about a folder that is not empty, which would be refused', async () => {
    const { screen, exitCode } = await onTerminal(['folder', 'delete', '2'], { env: served.sandbox.signedIn })
    expect([exitCode, screen]).toEqual([6, expect.stringMatching(/Folder 2 holds \d+ surveys \([^]*--with-quizzes/)])
    expect(screen).not.toContain('(y/N)')
  })
  it('is not asked about what is not there', async () => {
    const { screen, exitCode } = await onTerminal(['quiz', 'delete', '4242'], {
      env: served.sandbox.signedIn,
    })
    expect([exitCode, screen]).toEqual([5, expect.stringContaining('Survey 4242 was not found')])
  })
})

it('reads nothing for a question that is not asked', async () => {
  const { exitCode, stderr } = await run('quiz delete 42')
  expect([exitCode, stderr.includes('299')]).toEqual([2, false])
})

describe('promo lists', () => {
  it('are attached to the survey itself when no other is named', async () => {
    expect((await run('promo attach 43 --list 2 --json')).exitCode).toBe(0)
    expect((await run('promo pinned 43 --list 2 --json')).json.find(({ id }: { id: number }) => id === 43)).toMatchObject({ attach: true })
    expect((await run(['promo', 'attach', '43', '--list', '2', '--to', ''])).exitCode).toBe(2)
  })
  it('tell which codes were left out', async () => {
    const { stdout } = await run(['promo', 'create', '42', 'Twice', 'A-1', 'A-1', 'A-2'])
    expect(stdout).toMatch(/with 2 codes; left out: 1 given twice/)
  })
  it.skipIf(process.platform === 'win32')('are filled from a pipe that a shell made', async () => {
    const env = environment({ baseUrl: served.sandbox.baseUrl, apiKey: served.sandbox.apiKey })
    const { exitCode, stdout, stderr } = await execa(
      'bash',
      ['-c', `"${process.execPath}" "${launcher}" promo import 42 <(printf 'P-1\nP-2\n') --name Piped`],
      { env, extendEnv: false, reject: false },
    )
    expect([exitCode, stdout, stderr]).toEqual([0, expect.stringContaining('2 added'), expect.anything()])
  })
})

it('creates a survey in its language', async () => {
  const { stdout } = await run(['quiz', 'create', '--folder', '2', '--name', 'Visiteurs', '--lang', 'en', '-q'])
  const { json } = await run(`quiz view ${stdout.trim()} --json`)
  expect([json.name, json.settings.lang]).toEqual(['Visiteurs', 'en'])
  expect((await run('quiz create --folder 2 --lang fr')).exitCode).toBe(2)
})

it('names the survey that a theme was applied to', async () => expect((await run('quiz theme 43 1 -q')).stdout).toBe('43\n'))
