/** Every section of the service: backed up, verified, restored into another account; what differs then is what was said to be lost. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeEverything } from '../support/made-account.ts'
import { isLost, type Line, type Loss } from '../support/losses.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'
import { secrets } from '../support/everything.ts'

const served = useSandbox('demo')

it('comes back whole, but for what was told', { timeout: 120_000 }, async () => {
  const id = await makeEverything(served.sandbox)
  const cwd = freshFolder()
  const backedUp = await served.run('account backup monday --answers --files --media --json', { cwd })
  expect([backedUp.exitCode, backedUp.json?.gaps, backedUp.json?.torn], backedUp.stderr).toEqual([0, [], []])
  const text = JSON.stringify(
    Object.keys(JSON.parse(readFileSync(join(cwd, 'monday', 'manifest.json'), 'utf8')).files).map((path) =>
      readFileSync(join(cwd, 'monday', path), 'latin1'),
    ),
  )
  expect([text.includes(secrets.TOKEN), text.includes(served.sandbox.apiKey)]).toEqual([false, false])
  expect((await served.run('account verify monday', { cwd })).exitCode).toBe(0)
  expect((await served.run('account diff monday --live', { cwd })).exitCode).toBe(0)

  const inbox = await served.control('inbox')
  const { api_key, workspace_id } = await served.control('account add')
  const other = surveyctl({ baseUrl: served.sandbox.baseUrl, apiKey: api_key, workspace: workspace_id })
  const restored = await other('account restore monday --yes --json', { cwd })
  expect([restored.exitCode, restored.json?.differences, restored.json?.left], restored.stderr).toEqual([0, [], []])
  const losses: Loss[] = restored.json.losses
  expect(JSON.parse(readFileSync(join(restored.json.map, '..', 'losses.json').replace(/^(?!\/)/, `${cwd}/`), 'utf8'))).toEqual(losses)
  expect(await served.control('inbox'), 'nobody is written to').toEqual(inbox)

  const differs = async (): Promise<Line[]> => {
    const { json, stderr } = await other(['account', 'diff', 'monday', '--live', '--map', restored.json.map, '--json'], { cwd })
    expect(json, stderr).toBeDefined()
    return json
  }
  const found = await differs()
  expect(found.filter((line) => !isLost(line, losses) && !(line.status === 'removed' && line.survey === 49))).toEqual([])
  const own = (survey: number | null): Set<string> =>
    new Set(found.filter((line) => line.survey === survey).map(({ path }) => /^[\w ]+/.exec(path)?.[0] ?? ''))
  // Each of these is lost of the survey that has everything, and nothing else is.
  expect([...own(id)].sort()).toEqual([
    'automation',
    'counters',
    'crm',
    'letters',
    'messengers',
    'payment',
    'qr',
    'recipients',
    'sheets',
    'webhooks',
  ])

  const made: number = restored.json.surveys.find((one: { id: number }) => one.id === id).made
  const again = await other('account backup copy --media --json', { cwd })
  expect(again.exitCode, again.stderr).toBe(0)
  const addresses = (dir: string): string[] => Object.values(JSON.parse(readFileSync(join(cwd, dir, 'manifest.json'), 'utf8')).addresses)
  expect(new Set(addresses('copy'))).toEqual(new Set(addresses('monday').filter((path) => path.startsWith('media/'))))
  expect((await other(`quiz view ${made} --json`)).json.is_published).toBe(false)
})
