/** The address under which surveys open. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const view = async (): Promise<any> => (await run('domain view --json')).json

it('chooses a subdomain and opens surveys under it', async () => {
  expect(await view()).toMatchObject({ domain_type: 'default', subdomain: null, allowed_by_tariff: { domain: true, subdomain: true } })
  expect((await run('domain subdomain Survey-Team')).stdout).toContain('The subdomain is "Survey-Team"')
  expect((await run('domain type subdomain --json')).json).toMatchObject({ domain_type: 'subdomain', subdomain: 'survey-team' })
  await run('domain subdomain other-team --kind other_subdomain')
  expect(await view()).toMatchObject({ subdomain: 'survey-team', other_subdomain: 'other-team', domain_type: 'subdomain' })
})

it('takes name and kind from a file', async () => {
  const written = await run('domain subdomain --file - --json', { input: 'subdomain: from-file\nsubdomain_kind: other_subdomain\n' })
  expect([written.exitCode, written.json.other_subdomain]).toEqual([0, 'from-file'])
})

it('goes back to the default when the used name is removed', async () => {
  await run('domain subdomain survey-team')
  await run('domain subdomain other-team --kind other_subdomain')
  await run('domain type subdomain')
  expect(await run('domain subdomain --clear')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  expect((await run('domain subdomain --clear --kind other_subdomain --yes --json')).json).toMatchObject({
    domain_type: 'subdomain',
    other_subdomain: null,
  })
  expect((await run('domain subdomain --clear --yes --json')).json).toMatchObject({ domain_type: 'default', subdomain: null })
})

it('fills an empty name with the default one', async () => {
  expect((await run('domain type other_subdomain --json')).json).toMatchObject({
    domain_type: 'other_subdomain',
    other_subdomain: 'account-7',
  })
  expect((await run('domain type domain --json')).json).toMatchObject({ domain_type: 'domain', domain: 'surveys.example.com' })
  await run('domain type default')
})

it.each([
  ['under_score', 6, 'subdomain_invalid'],
  ['-edge', 6, 'subdomain_invalid'],
  ['a'.repeat(64), 6, 'subdomain_long'],
  ['www', 6, 'subdomain_forbidden'],
])('refuses %s', async (name, code, reason) => {
  const { exitCode, error } = await run(['domain', 'subdomain', '--json', '--', name])
  expect([exitCode, error.code]).toEqual([code, reason])
})

it("refuses another account's name, and a domain that isn't there", async () => {
  const other = await served.control('account add')
  const there = served.as(other.api_key)
  expect((await there(`domain subdomain taken-name --workspace ${other.workspace_id}`)).exitCode).toBe(0)
  const taken = await run('domain subdomain taken-name --json')
  expect([taken.exitCode, taken.error.code]).toEqual([1, 'subdomain_taken'])
  const none = await there(`domain type domain --json --workspace ${other.workspace_id}`)
  expect([none.exitCode, Object.keys(none.error.fields)]).toEqual([6, ['domain_type']])
})

it('asks the plan to switch on, never to remove', async () => {
  await run('domain subdomain ours')
  await served.control('plan set', { change: { subdomain: false, domain: false } })
  const name = await run('domain subdomain another --json')
  expect([name.exitCode, name.error.code, name.error.details.blocked_by_tariff]).toEqual([4, 'tariff_subdomain', true])
  for (const type of ['subdomain', 'other_subdomain', 'domain']) {
    const { exitCode, error } = await run(`domain type ${type} --json`)
    expect([type, exitCode, error.code]).toEqual([type, 4, 'tariff_type'])
  }
  expect((await run('domain type default')).exitCode).toBe(0)
  expect((await run('domain subdomain --clear --yes')).exitCode).toBe(0)
  await served.control('plan set', { change: { subdomain: true, domain: true } })
})

it('is told what is wrong before anything is sent', async () => {
  expect(await run('domain subdomain')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--clear') })
  expect(await run('domain subdomain name --clear --yes')).toMatchObject({ exitCode: 2 })
  expect(await run('domain type custom')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('default, subdomain, domain, other_subdomain'),
  })
  const { api_key } = await served.control('key participant', { rights: {} })
  expect(await served.as(api_key)('domain view')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('domain') })
})

it('an empty text removes the name as null does, and leaving it out is refused', async () => {
  const send = async (body: string) => run(['api', 'POST', '/workspace/7/domain/subdomain', '--input', '-', '--json'], { input: body })
  await run('domain subdomain ours')
  expect((await send('{"subdomain":""}')).json.subdomain).toBeNull()
  expect((await send('{}')).exitCode).toBe(6)
})
