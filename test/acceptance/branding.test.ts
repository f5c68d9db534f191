/** Logo and copyright of the account. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const photo = join(import.meta.dirname, '..', 'support', 'examples', 'photo.png')
const page = async (): Promise<string> => (await fetch((await run('quiz view 42 --json')).json.url_shared)).text()

it('shows and hides the logo', async () => {
  const uploaded = await run(['branding', 'logo-upload', photo, '--json'])
  const { logo_url } = uploaded.json
  expect([uploaded.exitCode, (await fetch(logo_url)).status]).toEqual([0, 200])
  expect(await page()).toContain(logo_url)
  expect((await run('branding set --no-logo-show')).stdout).toBe('The logo is hidden\n')
  expect(await page()).not.toContain(logo_url)
  await run('branding set --logo-show')
  expect(await run('branding logo-remove')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  expect((await run('branding logo-remove --yes --json')).json.logo_url).toBeNull()
  expect((await fetch(logo_url)).status).toBe(404)
})

it('takes pictures up to 5 MB', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'big.png'), Buffer.alloc(5 * 2 ** 20 + 1))
  writeFileSync(join(folder, 'logo.gif'), 'GIF89a')
  writeFileSync(join(folder, 'text.png'), 'words')
  expect(await run('branding logo-upload big.png', { cwd: folder })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('at most 5 MB'),
  })
  expect(await run('branding logo-upload logo.gif', { cwd: folder })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('jpeg, jpg, png, webp'),
  })
  const disguised = await run('branding logo-upload text.png --json', { cwd: folder })
  expect([disguised.exitCode, Object.keys(disguised.error.fields)]).toEqual([6, ['logo']])
})

it('hides the copyright only where the plan allows', async () => {
  await served.control('plan set', { change: { hide_copyright: false } })
  const { exitCode, error } = await run('branding set --no-show-copyright --no-logo-show --json')
  expect([exitCode, error.code, error.details.blocked_by_tariff]).toEqual([4, 'blocked_by_tariff', true])
  expect((await run('branding set --show-copyright --json')).json).toMatchObject({ show_copyright: true, logo_show: true })
  await served.control('plan set', { change: { hide_copyright: true } })
  expect((await run('branding set --no-show-copyright --json')).json.show_copyright).toBe(false)
  expect((await run('branding set --logo-show --show-copyright')).stdout).toBe('The logo is shown, the copyright is shown\n')
})

it('needs a flag, and the right', async () => {
  expect(await run('branding set')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('At least one of --logo-show') })
  const participant = served.as((await served.control('key participant', { rights: {} })).api_key)
  for (const command of [
    ['branding', 'set', '--logo-show'],
    ['branding', 'logo-upload', photo],
    ['branding', 'logo-remove', '--yes'],
  ]) {
    expect(await participant(command)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('account_quiz_settings') })
  }
})
