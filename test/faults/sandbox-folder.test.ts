/** What a sandbox keeps in `--data` is for its user alone, whatever the umask; uploads that broke off leave nothing there. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { count } from './ledger.ts'

interface Running {
  base_url: string
  api_key: string
  end: (signal: NodeJS.Signals) => Promise<void>
}

/** Under a umask of its own. */
async function start(data: string, umask: string): Promise<Running> {
  const child = spawn(
    'sh',
    [
      '-c',
      `umask ${umask} && exec "$0" "$@"`,
      process.execPath,
      launcher,
      'sandbox',
      'start',
      '--port',
      '0',
      '--json',
      '--no-profile',
      '--seed',
      'demo',
      '--data',
      data,
    ],
    {
      env: environment({}),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error('ended'))),
  ])) as [string]
  return {
    ...(JSON.parse(line) as Running),
    end: async (signal) => {
      child.kill(signal)
      await ended
    },
  }
}

const photo = join(import.meta.dirname, '..', 'support', 'examples', 'photo.png')
const incoming = (data: string): string[] => readdirSync(join(data, 'files', 'incoming'))

async function upload({ base_url, api_key }: Running): Promise<void> {
  const form = new FormData()
  form.set('type', 'image')
  form.set('file', new Blob([readFileSync(photo)]), 'a.png')
  const { status } = await fetch(`${base_url}/quiz/42/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}` },
    body: form,
  })
  expect(status).toBe(200)
}

/** Everything below, with what others may do with it. */
const open = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .concat('.')
    .filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0)

/** Sends half an upload and waits until it is on disk. */
async function half({ base_url, api_key }: Running, data: string): Promise<ReturnType<typeof httpRequest>> {
  const outgoing = httpRequest(`${base_url}/quiz/42/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '9000000' },
  })
  outgoing.on('error', () => {})
  outgoing.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'x'.repeat(300_000)}`)
  await expect.poll(() => incoming(data).some((name) => statSync(join(data, 'files', 'incoming', name)).size > 0)).toBe(true)
  return outgoing
}

describe('a folder of a sandbox', () => {
  it.each(['000', '022', '077'])('is private under umask %s', async (umask) => {
    const data = join(freshFolder(), 'data')
    const running = await start(data, umask)
    await upload(running)
    expect(open(data)).toEqual([])
    await running.end('SIGKILL')
    expect(open(data)).toEqual([])
    expect(readdirSync(data)).toContain('sandbox.db-wal')
    count({ faults: 2 })
    if (umask !== '000') return
    // As an earlier sandbox left it, or a person who wanted to look.
    chmodSync(data, 0o777)
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' }))
      chmodSync(join(data, name), lstatSync(join(data, name)).isFile() ? 0o666 : 0o777)
    const again = await start(data, umask)
    expect(open(data)).toEqual([])
    await upload(again)
    expect(open(data)).toEqual([])
    await again.end('SIGTERM')
    expect(open(data)).toEqual([])
    count({ faults: 2 })
  })

  it('that holds other things keeps them, and its mode, as they are', async () => {
    const data = freshFolder()
    writeFileSync(join(data, 'notes.txt'), 'mine', { mode: 0o644 })
    mkdirSync(join(data, 'files'))
    writeFileSync(join(data, 'files', 'mine.txt'), 'mine')
    symlinkSync(join(data, 'notes.txt'), join(data, 'files', '0b5f0c1a-0000-4000-8000-000000000000'))
    chmodSync(data, 0o755)
    const running = await start(data, '000')
    await upload(running)
    expect(
      open(data)
        .filter((name) => !name.includes('mine') && !name.includes('0b5f0c1a'))
        .toSorted(),
    ).toEqual(['.', 'notes.txt'])
    expect(statSync(join(data, 'files', 'mine.txt')).size).toBe(4)
    await running.end('SIGTERM')
    count({ faults: 1 })
  })

  it('holds no upload that broke off, nor one of a sandbox that was killed', async () => {
    const data = join(freshFolder(), 'data')
    const first = await start(data, '022')
    await upload(first)
    const kept = (): string[] => readdirSync(join(data, 'files')).filter((name) => name !== 'incoming')
    const before = kept()
    const left = await half(first, data)
    left.destroy()
    await expect.poll(() => incoming(data)).toEqual([])
    const cut = await half(first, data)
    await first.end('SIGKILL')
    cut.destroy()
    expect(incoming(data)).toHaveLength(1)
    // Killed between its file and its record.
    cpSync(photo, join(data, 'files', '0b5f0c1a-0000-4000-8000-000000000000'))
    const second = await start(data, '022')
    expect([incoming(data), kept()]).toEqual([[], before])
    await second.end('SIGTERM')
    count({ faults: 3 })
  })
})
