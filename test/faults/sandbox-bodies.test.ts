/** No body ends the sandbox: multipart that is cut, doubled or garbled anywhere, to every address that reads one, is answered. */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../src/sandbox/store/entities.ts'
import { findQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import { fc } from '../support/property.ts'
import { useSandbox } from '../support/served.ts'
import { full } from './killed.ts'
import { count } from './ledger.ts'

const served = useSandbox('demo', { keep: true })

const part = (head: string, content: string): string => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
const whole = Buffer.from(
  `${part('name="token"', 'x')}${part('name="file"; filename="a.txt"\r\nContent-Type: text/plain', 'half of it'.repeat(20))}${part('name="image"; filename="b.png"', 'PNG')}--b--\r\n`,
)

const bodies = fc.oneof(
  fc.nat(whole.length).map((at) => whole.subarray(0, at)),
  fc.tuple(fc.nat(whole.length), fc.nat(whole.length)).map(([from, to]) => Buffer.concat([whole, whole.subarray(from, to)])),
  fc.tuple(fc.nat(whole.length), fc.nat(whole.length)).map(([from, to]) => Buffer.concat([whole.subarray(0, from), whole.subarray(to)])),
  fc.tuple(fc.nat(whole.length), fc.uint8Array({ maxLength: 40 })).map(([at, bytes]) => {
    const garbled = Buffer.from(whole)
    garbled.set(bytes.subarray(0, whole.length - at), at)
    return garbled
  }),
)

const addresses = [
  '/s/demo42/submit',
  '/s/demo42/file',
  '/p/KEY/demo42/submit',
  '/p/KEY/demo42/file',
  '/s/demo42',
  '/api/v3/quiz/42/media',
  '/api/v3/quiz/42/media/widget-image',
]

async function post(address: string, body: Buffer): Promise<number> {
  const { baseUrl, apiKey, service } = served.sandbox
  const { preview_key } = findQuiz(service.store, 42)!
  const { status } = await fetch(new URL(address.replace('KEY', preview_key), baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${apiKey}` },
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(10_000),
    redirect: 'manual',
  })
  count({ faults: 1 })
  return status
}

describe.each(addresses)('%s', (address) => {
  it('answers a file part that breaks off', async () => {
    const cut = whole.subarray(0, whole.indexOf('half of it') + 15)
    expect(await post(address, cut)).toBeLessThan(500)
    expect((await fetch(new URL('/s/demo42', served.sandbox.baseUrl))).status).toBe(200)
  })

  it('answers bodies that are cut, doubled, shortened or garbled', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect(await post(address, body)).toBeLessThan(500)
      }),
      { numRuns: full ? 200 : 30 },
    )
    expect((await fetch(new URL('/s/demo42', served.sandbox.baseUrl))).status).toBe(200)
  })
})

describe.each([
  ...addresses.map((address) => [address, 'file'] as const),
  ['/api/v3/workspace/7/branding/logo', 'logo'] as const,
  ['/api/v3/quiz/42/promo/import-file', 'file'] as const,
])('%s with thousands of files in one field', (address, field) => {
  it.each([1, 5000])('of %d bytes is answered, and nothing of it stays', async (size) => {
    const one = part(`name="${field}"; filename="a.png"\r\nContent-Type: image/png`, 'x'.repeat(size))
    expect(await post(address, Buffer.from(`${one.repeat(5000)}--b--\r\n`))).toBeLessThan(500)
    await expect.poll(() => readdirSync(served.sandbox.service.files.path({ id: 'incoming' } as FileRecord))).toEqual([])
  })
})
