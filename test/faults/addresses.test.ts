/** Addresses that the service gives for pages: what isn't http or https reaches neither the desktop nor markup. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { fc } from '../support/property.ts'
import { hostile, json, whole } from './hostile.ts'
import { count } from './ledger.ts'
import { shell } from './watched.ts'

const survey = { id: 42, name: 'Spring', type: 'quiz', is_published: true, questions: { ids: [], entities: {} }, ids: [], entities: {} }
const commands = ['quiz view 42 --web', 'quiz view 42 --draft', 'quiz embed 42']

const schemes = [
  'file',
  'javascript',
  'data',
  'vbscript',
  'ms-msdt',
  'smb',
  'ftp',
  'ssh',
  'x-scheme',
  'HTTPX',
  'about',
  'blob',
  'view-source',
]
const odd = fc.oneof(
  fc.tuple(fc.constantFrom(...schemes), fc.constantFrom(':', '://', ':///', ':\\\\'), fc.webPath()).map((parts) => parts.join('')),
  fc.constantFrom(
    '/etc/passwd',
    '-a',
    '--help',
    '\\\\host\\share',
    'C:\\Windows\\calc.exe',
    '//host/x',
    'javascript:alert(1)//https://x',
    ' ',
    '.',
  ),
)

/** What became of an address: how the command ended, and what the desktop was handed. */
async function given(address: string, command: string) {
  const service = await hostile((socket, { path }) =>
    socket.write(whole(json(path.includes('/qr') ? { url: address } : { ...survey, url_shared: address, url_preview: address }))),
  )
  const folder = freshFolder()
  const handed = join(folder, 'handed')
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$@" >> ${handed}\n`, { mode: 0o755 })
  const { exitCode, stdout, stderr } = await shell(`surveyctl ${command}; code=$?; sleep 0.1; exit $code`, {
    env: { SURVEYCTL_BASE_URL: service.url, SURVEYCTL_API_KEY: 'the-key', PATH: `${folder}:${process.env.PATH}` },
  })
  service.close()
  // The desktop's program is not waited for.
  if (exitCode === 0 && command.endsWith('--web')) await expect.poll(() => existsSync(handed) && readFileSync(handed, 'utf8')).toBeTruthy()
  return { exitCode, stdout, stderr, handed: existsSync(handed) ? readFileSync(handed, 'utf8') : '' }
}

describe.runIf(process.platform === 'linux')('an address that the service gives', () => {
  it.each(commands)('which could run something is refused: %s', async (command) => {
    await fc.assert(
      fc.asyncProperty(odd, async (address) => {
        const { exitCode, stdout, handed, stderr } = await given(address, command)
        count({ faults: 1, opened: Number(handed + stdout !== '') })
        expect([exitCode, stdout, handed], `${address} ${stderr}`).toEqual([1, '', ''])
      }),
      { numRuns: 6 },
    )
  })

  it('which is a page is handed over as it is', async () => {
    const page = 'https://surveys.example.org/s/42?a=1&b=$(touch x);`id`'
    expect(await given(page, 'quiz view 42 --web')).toMatchObject({ exitCode: 0, handed: `${new URL(page).href}\n` })
  })
})
