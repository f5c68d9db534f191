/** What is made by a name is not made twice unasked: of all operations that take one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as contract from '../../src/contract/index.ts'
import type { AnyOperation } from '../../src/contract/core/operation.ts'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const question = join(freshFolder(), 'question.json')
writeFileSync(question, JSON.stringify({ type: 'rating', title: 'Well?' }))

/** By the operation that makes one. */
const twice: Record<string, string[]> = {
  'promo.create': ['promo', 'create', '42', 'Twice', 'CODE-1'],
  'favorite.save': ['favorite', 'add', '--name', 'Twice', '--widget-type', 'rating', '--data', question],
  'appearance.preset-add': ['appearance', 'preset-add', 'Twice', '--palette-id', 'slate'],
  'scheduler.create':
    'scheduler create --name Twice --color #3366FF --schedule-mode weekly --timezone Europe/Berlin --slot-duration 30 --weekly'
      .split(' ')
      .concat('{"mon":[{"from":"09:00","to":"18:00"}]}'),
  'partner.source': ['partner', 'source-create', 'Twice'],
}
/** The service itself refuses a second one: of the name, or of the address. */
const refused = ['folder.create', 'webhook.add']
/** Several of one name are usual, as with surveys of each spring, or nothing is made. */
const usual = /^quiz\.|\.(rename|set|edit|settings|map)$/

it('is known of each operation that takes a name', () => {
  const operations = Object.values(contract).flatMap((group) =>
    Object.values<unknown>(group).filter(
      (one): one is AnyOperation => typeof one === 'object' && one !== null && 'request' in one && 'id' in one,
    ),
  )
  const named = operations
    .filter(({ request, body }) => request.startsWith('POST ') && ('name' in body || 'title' in body))
    .map(({ id }) => id)
  expect(named.filter((id) => !usual.test(id)).toSorted()).toEqual([...Object.keys(twice), ...refused].toSorted())
})

it.each(Object.entries(twice))('%s', async (_, line) => {
  const { run } = served
  expect(await run(line)).toMatchObject({ exitCode: 0 })
  const writes = (): number => served.sandbox.requests.filter((request) => request.startsWith('POST ')).length
  const before = writes()
  const again = await run(line)
  expect([again.exitCode, again.stderr]).toEqual([
    2,
    expect.stringMatching(/^✗ There is a [\w ]+ "Twice" already \(\d+\)\n  To .+: .*\d+; for a second one: --new\n$/),
  ])
  expect(writes()).toBe(before)
  expect(await run([...line, '--new'])).toMatchObject({ exitCode: 0 })
  expect(writes()).toBe(before + 1)
})

it('goes on where nothing can be looked up', async () => {
  await served.control('fault add', { pattern: 'GET /quiz/42/promo/list', status: 500 })
  const { exitCode, stderr } = await served.run('promo create 42 Blind CODE-2')
  await served.control('fault clear')
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^Whether there is a promo list "Blind" already could not be told/)])
})

it('says once that nobody is signed in', async () => {
  const { stderr } = await surveyctl()('promo create 42 Blind CODE-2')
  expect(stderr).toMatch(/^✗ Not signed in\n  To sign in: .*\n$/)
})

it.skipIf(!hasPty)('is asked on a terminal, where the first answer does nothing', async () => {
  const env = { ...served.sandbox.signedIn, NO_COLOR: '1', SURVEYCTL_SPINNER: '0' }
  const line = ['promo', 'create', '42', 'Asked', 'CODE-3']
  expect(await served.run(line)).toMatchObject({ exitCode: 0 })
  const { screen, exitCode } = await onTerminal(line, { env, keys: [[/A second one of this name\?[^]*Create a second one/, '\r']] })
  expect([exitCode, screen]).toEqual([1, expect.stringMatching(/There is a promo list "Asked" already[^]*Nothing was done/)])
})
