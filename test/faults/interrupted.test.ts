/** Ctrl-C, and readers that go away: 130 and what was done, or a quiet 0; nothing is left behind. */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { head, hostile, json, whole, type Behaviour, type Hostile } from './hostile.ts'
import { doomed } from './killed.ts'
import { count } from './ledger.ts'
import { hasPty, onTerminal } from './pty.ts'
import { shell } from './watched.ts'

const servers: Hostile[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
async function serve(behave: Behaviour): Promise<Hostile> {
  const at = await hostile(behave)
  servers.push(at)
  return at
}

const asked =
  (at: Hostile, times = 1) =>
  async (): Promise<void> => {
    while (at.asked.length < times) await new Promise((resolve) => setTimeout(resolve, 5))
  }

describe('SIGINT', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('(or another: %s) in a request ends it', async (signal) => {
    const at = await serve(() => {})
    const { code, stderr } = await doomed(['quiz', 'list'], { baseUrl: at.url, config: freshFolder(), after: asked(at), signal })
    expect([code, stderr]).toEqual([130, '✗ Interrupted\n'])
  })
  it('in a write says that its fate is unknown', async () => {
    const at = await serve(() => {})
    const { code, stderr } = await doomed(['quiz', 'duplicate', '42', '--json'], {
      baseUrl: at.url,
      config: freshFolder(),
      after: asked(at),
      signal: 'SIGINT',
    })
    const { error } = JSON.parse(stderr)
    expect([code, error.kind, error.message, error.hint]).toEqual([
      130,
      'interrupted',
      expect.stringMatching(/its outcome is unknown/),
      expect.stringMatching(/quiz list/),
    ])
    expect(at.asked.length).toBe(1)
  })
  it('while it waits to try again ends it', async () => {
    const at = await serve((socket) => socket.write(whole({ ...json({}, 429), headers: { 'retry-after': '50' } })))
    const { code } = await doomed(['quiz', 'list'], { baseUrl: at.url, config: freshFolder(), after: asked(at), signal: 'SIGINT' })
    expect(code).toBe(130)
  })
  it('in a download leaves neither the target nor a temporary file', async () => {
    const at = await serve((socket) =>
      socket.write(head(200, { 'content-type': 'text/csv', 'content-length': '9000000' }) + 'x'.repeat(2_000_000)),
    )
    const cwd = freshFolder()
    const begun = async (): Promise<void> => {
      // One without a byte only tries whether it can be made.
      while (!readdirSync(cwd).some((name) => statSync(join(cwd, name), { throwIfNoEntry: false })?.size))
        await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const { code, stderr } = await doomed(['export', 'csv', '42', '-o', join(cwd, 'a.csv')], {
      baseUrl: at.url,
      config: freshFolder(),
      after: begun,
      signal: 'SIGINT',
    })
    count({ partial: readdirSync(cwd).length })
    expect([code, stderr, readdirSync(cwd)]).toEqual([130, '✗ Interrupted\n', []])
  })
  it('in several downloads keeps those that are whole', async () => {
    const at = await serve((socket, { path }) => {
      if (path.includes('/1/'))
        return socket.write(
          whole({
            status: 200,
            headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="1.csv"' },
            body: Buffer.from('whole'),
          }),
        )
      return socket.write(
        head(200, { 'content-type': 'text/csv', 'content-length': '9000000', 'content-disposition': `attachment; filename="n.csv"` }) +
          'x'.repeat(2_000_000),
      )
    })
    const cwd = freshFolder()
    const begun = async (): Promise<void> => {
      while (!(readdirSync(cwd).includes('1.csv') && readdirSync(cwd).length > 2)) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const { code } = await doomed(['export', 'csv', '1', '2', '3', '4', '5', '6', '-o', `${cwd}/`], {
      baseUrl: at.url,
      config: freshFolder(),
      after: begun,
      signal: 'SIGINT',
    })
    expect([code, readdirSync(cwd)]).toEqual([130, ['1.csv']])
  })
  it('in bulk work says what was done and what not, and how to go on', async () => {
    const at = await serve((socket, { path }) =>
      Number(/\d+$/.exec(path.replace('/archive', ''))![0]) <= 40
        ? socket.write(whole(json({ status: true, is_archived: true })))
        : undefined,
    )
    const ids = Array.from({ length: 200 }, (_, index) => String(index + 1))
    const { code, stderr } = await doomed(['quiz', 'archive', '-'], {
      baseUrl: at.url,
      config: freshFolder(),
      input: ids.join('\n'),
      after: asked(at, 48),
      signal: 'SIGINT',
    })
    expect([code, stderr]).toEqual([
      130,
      expect.stringMatching(/✗ Interrupted: 40 of 200 done, 160 not started\n {2}To continue: run the same command with --resume\n$/),
    ])
  })
  it('in an import says how to go on', async () => {
    const posts: unknown[] = []
    const third = Promise.withResolvers<void>()
    const at = await serve((socket, { method, body }) => {
      if (method === 'GET') return socket.write(whole(json({ total: 0, data: [], stats: { total: 0 } })))
      if (posts.push(body) < 3) return socket.write(whole(json({ status: true })))
      return third.resolve()
    })
    const cwd = freshFolder()
    writeFileSync(join(cwd, 'codes.txt'), Array.from({ length: 9000 }, (_, index) => `C${index}`).join('\n'))
    const { code, stderr } = await doomed(['promo', 'import', '42', 'codes.txt', '--list', '1', '--local'], {
      baseUrl: at.url,
      config: cwd,
      cwd,
      after: () => third.promise,
      signal: 'SIGINT',
    })
    expect([code, stderr]).toEqual([130, expect.stringMatching(/--resume/)])
  })
})

describe('a reader that goes away', () => {
  const many = json(
    Array.from({ length: 30_000 }, (_, id) => ({
      id: id + 1,
      name: `Survey ${id} with a name of some length`,
      url_shared: 'https://surveys.example/s/x',
    })),
  )
  const answer: Behaviour = (socket, { path }) =>
    socket.write(
      whole(
        path.includes('/csv') ? { status: 200, headers: { 'content-type': 'text/csv' }, body: Buffer.alloc(5_000_000, 'a,b\n') } : many,
      ),
    )
  it.each([
    ['quiz list', 1],
    ['quiz list --json', 1],
    ['quiz list --ndjson', 1],
    ['quiz list --jq ".[]"', 1],
    ['quiz list --raw', 0],
    ['quiz list --fields id,name', 1],
    ['export csv 42 -o -', 1],
    ['--help', 1],
    ['quiz --help', 1],
    ['operation list', 1],
    ['completion bash', 1],
  ])('surveyctl %s | head -1', async (args, lines) => {
    const at = await serve(answer)
    const { stdout, stderr, exitCode } = await shell(`surveyctl ${args} | head -${lines || 'c1'}; exit \${PIPESTATUS[0]}`, {
      baseUrl: at.url,
    })
    expect([exitCode, stderr, stdout.length > 0]).toEqual([0, '', true])
  })
  it('before anything was said', async () => {
    const at = await serve(answer)
    for (const args of ['quiz list', 'quiz list --json', '--version', 'config list'])
      expect(await shell(`surveyctl ${args} | true; exit \${PIPESTATUS[0]}`, { baseUrl: at.url })).toMatchObject({
        exitCode: 0,
        stderr: '',
      })
  })
  it('does not stop work that was asked for', async () => {
    const at = await serve((socket) => socket.write(whole(json({ status: true, is_archived: true }))))
    const ids = Array.from({ length: 3000 }, (_, index) => index + 1).join(' ')
    const { exitCode } = await shell(`surveyctl quiz archive ${ids} --ndjson | head -1; exit \${PIPESTATUS[0]}`, { baseUrl: at.url })
    const lost = 3000 - new Set(at.asked.map(({ path }) => path)).size
    count({ lost })
    expect([exitCode, lost]).toEqual([0, 0])
  })
})

describe('standard streams that are closed', () => {
  it.each([
    ['<&-', 'quiz list --fields id', 0],
    ['>&-', 'quiz list', 0],
    ['2>&-', 'quiz list --fields id', 0],
    ['<&- >&- 2>&-', 'quiz list', 0],
    ['<&-', 'quiz archive -', 0],
    ['<&-', 'quiz delete 1', 2],
    ['2>&-', 'quiz nonsense', 2],
    ['<&-', 'auth login --with-key', 2],
  ])('%s surveyctl %s', async (redirection, args, code) => {
    const at = await serve((socket) => socket.write(whole(json([{ id: 1, name: 'x' }]))))
    expect((await shell(`surveyctl ${args} ${redirection}`, { baseUrl: at.url })).exitCode).toBe(code)
  })
})

describe.skipIf(!hasPty)('Ctrl-C at a prompt (on a pseudo-terminal of `script`, which must be there)', () => {
  const ctrlC = '\u0003'
  const answer: Behaviour = (socket, { path }) =>
    socket.write(
      whole(
        json(
          /\/quiz(\?|$)/.test(path)
            ? [
                { id: 1, name: 'Spring' },
                { id: 2, name: 'Autumn' },
              ]
            : { id: 1, name: 'Spring' },
        ),
      ),
    )
  it.each([
    ['yes or no', ['quiz', 'delete', '1'], /\(y\/N\)/],
    ['a hidden text', ['auth', 'login', '--base-url', 'http://127.0.0.1:9/v3', '--profile', 'new'], /API key/],
    ['a list to search', ['quiz', 'view'], /Spring/],
    ['a text', ['quiz', 'rename', '1'], /name/i],
    ['a password', ['password', 'add', '1'], /assword/],
  ])('for %s', async (_, args, waitFor) => {
    const at = await serve(answer)
    const { exitCode, restored, screen } = await onTerminal(args, {
      baseUrl: at.url,
      env: args[0] === 'auth' ? { SURVEYCTL_API_KEY: '' } : {},
      keys: [[waitFor, ctrlC]],
    })
    expect([exitCode, restored, at.asked.filter(({ method }) => method !== 'GET').length], screen).toEqual([130, true, 0])
    expect(screen).toMatch(/Interrupted/)
    expect(screen).not.toMatch(/\u001b\[\?25l(?![\s\S]*\u001b\[\?25h)/)
  })
  it('in a request, the spinner turning', async () => {
    const at = await serve(() => {})
    const { exitCode, restored, screen } = await onTerminal(['quiz', 'list'], { baseUrl: at.url, keys: [[/Waiting/, ctrlC]] })
    expect([exitCode, restored], screen).toEqual([130, true])
    // A hidden cursor is shown again.
    expect(screen).not.toMatch(/\u001b\[\?25l(?![\s\S]*\u001b\[\?25h)/)
  })
  it('is not needed for a no', async () => {
    const at = await serve(answer)
    const { exitCode, screen } = await onTerminal(['quiz', 'delete', '1'], { baseUrl: at.url, keys: [[/\(y\/N\)/, '\r']] })
    expect([exitCode, at.asked.filter(({ method }) => method === 'DELETE').length], screen).toEqual([1, 0])
  })
})
