/** Addresses and headers that are too long for the service: they are refused, where Node by itself breaks the connection. */
import { get } from 'node:http'
import { connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })

const ask = (path: string, headers: Record<string, string> = {}): Promise<{ status: number | undefined; body: unknown }> =>
  new Promise((done, failed) => {
    const { baseUrl, apiKey } = served.sandbox
    const { port, hostname } = new URL(baseUrl)
    const options = { hostname, port, path: `/api/v3${path}`, headers: { authorization: `Bearer ${apiKey}`, ...headers } }
    get(options, async (answer) => done({ status: answer.statusCode, body: await json(answer) })).on('error', failed)
  })

it.each([20_000, 100_000, 900_000])('an address of %d characters', async (length) => {
  expect(await ask(`/quiz/42/answers/xlsx?excludedIds[]=${'1'.repeat(length)}`)).toEqual({ status: 414, body: { message: 'URI Too Long' } })
})

it.each([
  ['an address', () => ask(`/quiz?search=${'1'.repeat(4_000_000)}`)],
  ['headers', () => ask('/quiz', { 'x-long': 'a'.repeat(4_000_000) })],
  ['rather long headers', () => ask('/quiz', { 'x-long': 'a'.repeat(20_000) })],
])('%s beyond what is read at all', async (_, answered) => {
  expect(await answered()).toEqual({ status: 431, body: { message: 'Request Header Fields Too Large' } })
})

it('what is no HTTP is refused as such', async () => {
  const { port, hostname } = new URL(served.sandbox.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.end('HELO there\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
})

it('what fits is answered', async () => {
  expect((await ask(`/quiz?search=${'1'.repeat(8000)}`, { 'x-long': 'a'.repeat(8000) })).status).toBe(200)
})

it('the program says so', async () => {
  const ids = Array.from({ length: 3999 }, (_, index) => index + 1).join(',')
  const { stderr } = await served.run(['export', 'xlsx', '42', '--excluded-ids', ids, '-o', '-'])
  expect(stderr).toMatch(
    /3999 ids of --excluded-ids are more than the service accepts in one request \(414\)\n {2}\d+ of them fit in one request: split the list/,
  )
})
