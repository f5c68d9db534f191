/** Lists on a terminal: long ones, narrow ones. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPty, onTerminal, type Typing } from '../faults/pty.ts'
import { freshFolder } from '../support/program.ts'
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
    expect(narrow.join(' ').replaceAll(/ +/g, ' ')).toMatch(/No room for .*address: a wider terminal or --fields shows them$/)
    for (const line of narrow) expect(line.length, line).toBeLessThanOrEqual(44)
  })
  it('has one long name give way, and no other column', async () => {
    const name = 'A survey of everything that anybody ever wanted to know about visitors of the exhibition'
    const { id } = (await sandbox.request('POST', '/quiz', { folder_id: 2 })).body
    await sandbox.request('POST', `/quiz/${id}/rename`, { name })
    const headings = (screen: string): string => lines(screen)[0] ?? ''
    const wide = headings((await show('quiz list', 300)).screen)
      .trim()
      .split(/ {2,}/)
    const fitted = lines((await show('quiz list', 120)).screen)
    expect(fitted[0]!.trim().split(/ {2,}/)).toEqual(wide)
    expect(fitted.find((line) => line.includes('A survey of every'))).toMatch(/…/)
    for (const line of fitted) expect(line.length, line).toBeLessThanOrEqual(120)
    await sandbox.request('DELETE', `/quiz/${id}`)
  })
  it('keeps the end of an address, which tells one from another', async () => {
    const { screen } = await show('quiz list --fields id,url_shared', 32)
    const address = (await sandbox.request('GET', '/quiz/42')).body.url_shared as string
    expect(screen).toContain(address.slice(-10))
    expect(screen).toMatch(/https?:.*…/)
  })
  it('shows what was asked for by name, however narrow', async () => {
    const [heading] = lines((await show('quiz list --fields id,name,type,url_shared', 40)).screen)
    expect(heading?.trim().split(/ +/).length).toBe(4)
  })
  it('folds what is said about it at blanks, and no command in it', async () => {
    const { screen } = await show('quiz view 4711', 44)
    for (const line of lines(screen)) if (!line.includes('surveyctl ')) expect(line.length, line).toBeLessThanOrEqual(44)
    const [whole] = lines((await show('quiz view 4711', 300)).screen)
    expect(lines(screen).join(' ').replaceAll(/ +/g, ' ')).toContain(whole)
  })
  it.skipIf(!hasLess)('goes through less when it is longer than the screen', async () => {
    const { screen, exitCode, restored } = await show('answer list 42 --limit 60', 100, { paged: true, keys: [[/:/, 'q']] })
    expect([exitCode, restored]).toEqual([0, true])
    expect(lines(screen).length).toBeLessThan(40)
  })
})

it.skipIf(!hasPty)('the files that a project pulled stand whole on a usual terminal', async () => {
  const cwd = freshFolder()
  await show('project init', 80, { cwd })
  const { screen } = await show('project pull --all', 80, { cwd })
  expect(screen).toMatch(/partners +46 +new +survey\.yaml, ids\.yaml\r/)
})

it.skipIf(!hasPty)('an import tells by what is done what was lost, in lines that fit', async () => {
  const folder = freshFolder()
  const element = (name: string) => ({ type: 'text', name, visibleIf: `today() > ${'1 + '.repeat(40)}1 \u001b[31m` })
  writeFileSync(join(folder, 'form.json'), JSON.stringify({ elements: [element('a'), element('b'), { type: 'odd', name: 'c' }] }))
  const { screen } = await show(`quiz import ${join(folder, 'form.json')} -o ${join(folder, 'survey.yaml')}`, 80)
  const told = lines(screen)
  expect(told.slice(0, 5)).toEqual([
    'fatal: left out (type.unknown)',
    '  elements[2]  c  odd',
    'major: shown more often: what is not understood counts as true (logic.widened)',
    expect.stringMatching(/^ {2}elements\[0\]\.visibleIf {2}a {2}today\(\) > 1 \+ .*…$/),
    expect.stringMatching(/^ {2}elements\[1\]\.visibleIf {2}b {2}today\(\) > 1 \+ .*…$/),
  ])
  expect(told.filter((line) => line.length > 80 && !line.includes('survey.yaml'))).toEqual([])
  expect(screen).not.toContain('\u001b[31m')
  expect(screen).toContain('3 losses: 1 fatal, 2 major; whole texts: --report FILE')
})
