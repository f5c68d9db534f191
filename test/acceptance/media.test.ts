/** Files for questions. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const photo = join(import.meta.dirname, '..', 'support', 'examples', 'photo.png')

/** A second of silence. */
function silence(): string {
  const data = Buffer.alloc(8000)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return file('silence.wav', Buffer.concat([head, data]))
}

function file(name: string, content: string | Buffer): string {
  const path = join(freshFolder(), name)
  writeFileSync(path, content)
  return path
}

it('uploads a picture whose address opens', async () => {
  const { exitCode, json } = await run(['media', 'upload', '43', photo, '--json'])
  expect([exitCode, json]).toEqual([0, expect.objectContaining({ quiz_id: 43, type: 'image', multimedia_field: 'imgUrl' })])
  const answer = await fetch(json.url)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
    200,
    'image/png',
    'nosniff',
  ])
})

it('goes by the content, not by what was said', async () => {
  const renamed = join(freshFolder(), 'film.mp4')
  copyFileSync(photo, renamed)
  expect((await run(['media', 'upload', '43', renamed, '--type', 'video', '--json'])).json.type).toBe('image')
  expect((await run(['media', 'upload', '43', silence(), '--json'])).json).toMatchObject({ type: 'audio', multimedia_field: 'audioUrl' })
  expect((await run(['media', 'upload', '43', file('sign.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), '--json'])).json.type).toBe(
    'image',
  )
})

it('takes pictures for options', async () => {
  expect((await run(['media', 'option-image', '43', photo])).stdout).toContain('choiceImageEntities[].link')
  expect(await run(['media', 'option-image', '43', silence()])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('must be jpeg, jpg, png, webp, gif'),
  })
  const disguised = await run(['media', 'option-image', '43', file('page.png', '<html></html>'), '--json'])
  expect([disguised.exitCode, Object.keys(disguised.error.fields)]).toEqual([6, ['file']])
})

it('refuses what is no media', async () => {
  const text = file('notes.txt', 'just words')
  expect(await run(['media', 'upload', '43', text])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--type') })
  const sent = await run(['media', 'upload', '43', text, '--type', 'image', '--json'])
  expect([sent.exitCode, Object.keys(sent.error.fields)]).toEqual([6, ['file']])
  expect(await run('media upload 43 missing.png')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no such file') })
  expect(await run(['media', 'upload', '43', file('empty.png', '')])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('empty'),
  })
})

it('needs two rights, the plan, and room on the disk', async () => {
  for (const right of ['files_upload', 'edit_quiz']) {
    const { api_key } = await served.control('key participant', { rights: { [right]: 'allowed' } })
    expect((await served.as(api_key)(['media', 'upload', '43', photo])).exitCode).toBe(4)
  }
  await served.control('plan set', { change: { 'limits.disk_bytes': 10 } })
  const full = await run(['media', 'upload', '43', photo, '--json'])
  expect([full.exitCode, full.error.code, full.error.details.blocked_by_tariff]).toEqual([4, 'disk_limit_reached', true])
  await served.control('plan set', { change: { 'limits.disk_bytes': null, media: false } })
  const off = await run(['media', 'option-image', '43', photo, '--json'])
  expect([off.exitCode, off.error.code]).toEqual([4, 'blocked_by_tariff'])
  await served.control('plan set', { change: { media: true } })
})

it('sends nothing in a dry run', async () => {
  const { json } = await run(['media', 'upload', '43', photo, '--dry-run', '--json'])
  expect(json).toMatchObject([{ method: 'POST', url: expect.stringContaining('/quiz/43/media') }])
})
