import { describe, expect, it } from 'vitest'
import { directoryRows } from '../../src/commands/integrations/crm/directories.ts'
import { stageFits } from '../../src/contract/integrations/crm-mapping.ts'
import { addWebhook } from '../../src/contract/integrations/webhook.ts'
import { check } from '../../src/contract/core/operation.ts'
import { performCall } from '../../src/sandbox/deliveries/http-call.ts'
import { defaultWebhook, callOf, type WebhookState } from '../../src/sandbox/deliveries/payload.ts'
import { isPublic, maySave } from '../../src/sandbox/deliveries/public-address.ts'
import { nextSync } from '../../src/sandbox/deliveries/sheets.ts'
import { fc } from '../support/property.ts'
import { startReceiver } from '../support/receiver.ts'

describe('a public address', () => {
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'])('%s is one', (address) =>
    expect(isPublic(address, false)).toBe(true),
  )
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '::',
    '::1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
    '::10.0.0.1',
    '::7f00:1',
    '::ffff:0:7f00:1',
    '64:ff9b:1::7f00:1',
    '2001:0:4136:e378:8000:63bf:80ff:fffe',
    'fec0::1',
    'fd00:ec2::254',
    'fe80::1%lo',
    '100::1',
    '5f00::1',
    '3fff::1',
    '4000::1',
    '192.0.0.8',
    '192.88.99.1',
    '240.0.0.1',
    '0.1.2.3',
    '239.255.255.250',
    'nonsense',
    '',
  ])('%s is none', (address) => expect(isPublic(address, false)).toBe(false))
  it('is nothing that has an IPv4 address in it, or lies beside what is given out', () => {
    const first = fc.oneof(
      fc.constantFrom(0, 0x64, 0x2002, 0xfe80, 0xfec0, 0xff02),
      fc.nat(0x1fff),
      fc.integer({ min: 0x4000, max: 0xffff }),
    )
    const rest = fc.array(fc.nat(0xffff), { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(first, rest, (head, groups) => {
        // Only `::ffff:a.b.c.d` is looked into: it begins with five groups of 0.
        const address = [head, groups[0]! | 1, ...groups.slice(1)].map((group) => group.toString(16)).join(':')
        expect(isPublic(address, false), address).toBe(false)
      }),
    )
  })
  it('is this machine where that is allowed, but nothing else inside', () => {
    expect(isPublic('127.0.0.1', true)).toBe(true)
    expect(isPublic('::1', true)).toBe(true)
    expect(isPublic('10.0.0.1', true)).toBe(false)
  })
  it('is judged however it is written', async () => {
    for (const url of [
      'http://2130706433/',
      'http://0x7f.1/',
      'http://127.1/',
      'http://127.0.0.1./',
      'http://[::ffff:7f00:1]/',
      'http://localhost/',
    ]) {
      expect(await maySave(url, false), url).toBe(false)
    }
  })
  it('may be a name that does not resolve yet', async () => expect(await maySave('http://nowhere.invalid/', false)).toBe(true))
})

describe('the address of a webhook', () => {
  const problems = (url: string) => check(addWebhook, { id: 1, title: 'T', method: 'get', url })
  it.each([
    'https://example.com',
    'http://example.com:8080/a?b=c#d',
    'https://[2001:db8::1]/',
    'https://user:pass@example.com/',
    'HTTPS://EXAMPLE.COM',
  ])('%s', (url) => expect(problems(url)).toEqual([]))
  it.each(['example.com', 'ftp://example.com', 'http://', 'http:///path', 'https://exa mple.com', 'javascript:alert(1)', 'https://a:b:c'])(
    'not %s',
    (url) => expect(problems(url)).toHaveLength(1),
  )
})

describe('headers of a webhook', () => {
  const problems = (name: string, value: string) =>
    check(addWebhook, { id: 1, title: 'T', method: 'get', url: 'https://example.com', headers: [{ name, value }] })
  it('are one line each', () => expect(problems('X-Token', 'a\r\nX-Other: b')).toMatchObject([{ field: 'headers.0.value' }]))
  it('have names of headers', () => expect(problems('X Token', 'a')).toMatchObject([{ field: 'headers.0.name' }]))
  it('are never the mask', () => expect(problems('X-Token', '***')).toMatchObject([{ field: 'headers.0.value' }]))
  it('may hold stars', () => expect(problems('X-Token', '****')).toEqual([]))
})

describe('a call', () => {
  const webhook: WebhookState = { ...defaultWebhook(), title: 'T', url: 'https://example.com/a?x=1', is_active: true }
  it('says that it is JSON, unless the headers say otherwise', () => {
    expect(callOf(webhook, {}).headers).toMatchObject({ 'content-type': 'application/json' })
    expect(callOf({ ...webhook, headers: [{ name: 'Content-Type', value: 'text/plain' }] }, {}).headers).toEqual({
      'user-agent': expect.any(String),
      'Content-Type': 'text/plain',
    })
  })
  it('keeps the query that its address has', () => {
    const { url, body } = callOf({ ...webhook, method: 'get' }, { a: 'b c', none: null, hidden: { source: 'x' } })
    expect(new URL(url).search).toBe('?x=1&a=b+c&hidden%5Bsource%5D=x')
    expect(body).toBeUndefined()
  })
  it('gives up on an endless chain of redirects', async () => {
    const receiver = await startReceiver()
    receiver.answers.set('/a', { status: 302, location: '/a' })
    const call = { method: 'GET', url: `${receiver.url}/a`, headers: {} }
    await expect(performCall(call, { allowLocal: true, signal: new AbortController().signal })).rejects.toThrow('too many redirects')
    await receiver.close()
    expect(receiver.heard).toHaveLength(6)
  })
  it('becomes a GET without a body after 302 and 303, and stays what it is after 308', async () => {
    const receiver = await startReceiver()
    for (const [status, method, body] of [
      [302, 'GET', ''],
      [303, 'GET', ''],
      [308, 'POST', '{"a":1}'],
    ] as const) {
      receiver.answers.set('/a', { status, location: '/b' })
      await performCall(
        { method: 'POST', url: `${receiver.url}/a`, headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
        { allowLocal: true, signal: new AbortController().signal },
      )
      expect(receiver.heard.at(-1)).toMatchObject({ path: '/b', method, body })
    }
    await receiver.close()
  })
})

describe('the daily sync', () => {
  const now = new Date('2026-05-10T06:30:00.000Z')
  const dailyAt = (schedule_hour: number, schedule_minute: number) =>
    nextSync({ sync_mode: 'scheduled', schedule_hour, schedule_minute }, now)
  it('is today when the hour is to come', () => expect(dailyAt(6, 31)).toBe('2026-05-10T06:31:00.000Z'))
  it('is tomorrow when it has passed, or is now', () => {
    expect(dailyAt(6, 30)).toBe('2026-05-11T06:30:00.000Z')
    expect(dailyAt(0, 0)).toBe('2026-05-11T00:00:00.000Z')
  })
})

describe('a stage of a pipeline', () => {
  it.each([
    ['NEW', 0, true],
    ['C5:NEW', 5, true],
    ['C5:NEW', 0, false],
    ['NEW', 5, false],
    ['C50:NEW', 5, false],
  ] as const)('%s in %i: %s', (stage, category, fits) => expect(stageFits(stage, category)).toBe(fits))
})

describe('rows of directories', () => {
  it('are entries, with what stands in them below', () => {
    expect(directoryRows({ pipelines: [{ id: 1, name: 'Sales', statuses: [{ id: 2, name: 'New' }] }] })).toMatchObject([
      { section: 'pipelines', id: 1, name: 'Sales' },
      { section: 'statuses', id: 2, name: 'New', belongs_to: 1 },
    ])
  })
  it('take objects by their keys, and nothing from what is null', () => {
    expect(directoryRows({ lead: { TITLE: { title: 'Title', type: 'string' } }, users: { 5: 'Desk' }, deal: null })).toMatchObject([
      { section: 'lead', id: 'TITLE', name: 'Title', type: 'string' },
      { section: 'users', id: '5', name: 'Desk' },
    ])
  })
})
