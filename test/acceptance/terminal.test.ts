/** Lists on a terminal: long ones, narrow ones. */
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPty, onTerminal, type Typing } from '../faults/pty.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
afterAll(() => sandbox.close())

const show = (line: string, columns: number, more: Typing = {}) =>
  onTerminal(line.split(' '), {
    columns,
    env: {
      ...sandbox.signedIn,
      NO_COLOR: '1',
      SURVEYCTL_SPINNER: '0',
    },
    ...more,
  })

const lines = (screen: string): string[] => screen.replaceAll('\r', '').trimEnd().split('\n')

const hasLess = ((): boolean => {
  try {
    return execFileSync('sh', ['-c', 'command -v less']).length > 0
  } catch {
    return false
  }
})()

describe.skipIf(!hasPty)('a list on a terminal', () => {
  it('tells that there is more in its last line', async () => {
    const { screen } = await show('answer list 42 --limit 3', 100)
    expect(screen).not.toContain('There is more')
    const first = lines((await show('answer list 42', 100)).screen)
    expect(first.at(-1)).toMatch(/^There is more \(\d+ in all\): --limit N or --all$/)
  })
  it('leaves out columns before it cuts what tells rows apart, and says which', async () => {
    const wide = lines((await show('quiz list', 200)).screen)
    const narrow = lines((await show('quiz list', 44)).screen)
    expect(wide[0]).toMatch(/id +name .*address/)
    expect(narrow[0]).toMatch(/id +name/)
    expect(narrow[0]).not.toContain('address')
    const longest = wide
      .slice(1)
      .map((line) => /^ *\d+ {2}(.*?) {2,}/.exec(line)?.[1] ?? '')
      .reduce((a, b) => (a.length > b.length ? a : b))
    expect(narrow.join('\n')).toContain(longest)
    expect(narrow.at(-1)).toMatch(/^No room for .*url_shared: a wider terminal or --fields shows them$/)
    for (const line of narrow.slice(0, -1)) expect(line.length, line).toBeLessThanOrEqual(44)
  })
  it('shows what was asked for by name, however narrow', async () => {
    const [heading] = lines((await show('quiz list --fields id,name,type,url_shared', 40)).screen)
    expect(heading?.trim().split(/ +/).length).toBe(4)
  })
  it.skipIf(!hasLess)('goes through less when it is longer than the screen', async () => {
    const { screen, exitCode, restored } = await show('answer list 42 --limit 60', 100, { paged: true, keys: [[/:/, 'q']] })
    expect([exitCode, restored]).toEqual([0, true])
    expect(lines(screen).length).toBeLessThan(40)
  })
})
