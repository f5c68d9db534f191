/** Tools for assistants: how far a long one is, what is told of a write when the server or the call is ended, a client that reads nothing. */
import { mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eachOnce, inNewEra, ofKind, rawServer, request, toolCall, withAssistants } from '../support/assistant.ts'
import { canMeasure, peakOf } from '../support/memory.ts'
import { environment, freshFolder } from '../support/program.ts'

const assistants = withAssistants()
const { start, where, writes } = assistants
const server = (...args: string[]) => rawServer(environment(where()), ['--rate', '1000', ...args])

const note = (id: number) => toolCall(id, 'operation_write', { operation: 'quiz.note', input: { id: 43, notes: 'Ended' } })
const reached = async (): Promise<void> => {
  await expect.poll(() => assistants.sandbox.control('fault list'), { timeout: 30_000 }).toMatchObject([{ used: 1 }])
}

describe.each(['new', 'old'] as const)('in the %s era', (era) => {
  it('a long tool says how far it is, where that is asked for, in numbers that grow', async () => {
    // Each of some twenty requests is answered late.
    await assistants.sandbox.control('fault add', { pattern: 'GET *', delay: 400 })
    const one = await start({ era })
    const far: { progress: number; message?: string | undefined; at: number }[] = []
    const { isError } = await one.client.callTool(
      { name: 'survey_check', arguments: { survey: '42' } },
      { timeout: 120_000, onprogress: (progress) => far.push({ ...progress, at: performance.now() }) },
    )
    expect(isError).toBeFalsy()
    expect(far.length).toBeGreaterThan(0)
    const numbers = far.map(({ progress }) => progress)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    expect(far[0]).toMatchObject({ message: 'requests' })
    // Once a second, as they were sent; how they arrive a busy machine says.
    for (const [index, { at }] of far.entries()) expect(at - (far[index - 1]?.at ?? -Infinity)).toBeGreaterThan(500)
  })
})

describe('a write that was sent', () => {
  it.each(['SIGTERM', 'end of input'])('is told before the server ends by %s', async (how) => {
    if (process.platform === 'win32' && how === 'SIGTERM') return
    // Longer than what ends at a signal usually has.
    await assistants.sandbox.control('fault add', { pattern: 'POST /quiz/*/note', delay: 1500, times: 1 })
    const one = server()
    await one.greet()
    one.send(note(2))
    await reached()
    if (how === 'SIGTERM') one.child.kill('SIGTERM')
    else one.child.stdin.end()
    expect(await one.ended).toBe(0)
    expect(one.lines[1]).toMatchObject({ id: 2, result: { content: [{ text: expect.stringContaining('Done') }] } })
    expect((await assistants.sandbox.request('GET', '/quiz/43')).body.notes).toBe('Ended')
  })

  it('and is not answered in time is told as unknown; what only reads just ends', async () => {
    if (process.platform === 'win32') return
    await assistants.sandbox.control('fault add', { pattern: 'POST /quiz/*/note', delay: 60_000, times: 1 })
    const one = server()
    await one.greet()
    one.send(note(2))
    await reached()
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    expect(one.lines[1].result).toMatchObject({ isError: true })
    expect(one.lines[1].result.content[0].text).toMatch(/not known[^]*survey_view/)
  })

  it.each(eachOnce)(`of several requests is done to its end although the call is cancelled by ${ofKind}`, async (kind) => {
    await assistants.sandbox.control('fault add', { pattern: 'POST /quiz', delay: 1000, times: 1 })
    const one = await start(kind)
    const stop = new AbortController()
    const call = one.client
      .callTool({ name: 'survey_create', arguments: { folder: '2', name: 'Whole', lang: 'ru' } }, { signal: stop.signal })
      .catch(() => {})
    await reached()
    stop.abort()
    await call
    await expect.poll(() => writes(), { timeout: 30_000 }).toHaveLength(3)
    await expect.poll(async () => (await one.call('survey_list', { search: 'Whole' })).facts.total, { timeout: 30_000 }).toBe(1)
    expect(one.log()).toMatch(/survey_create \d+ ms .* cancelled meanwhile/)
  })
})

describe('requests from a file', () => {
  it('of which one only listens for news do not keep it up', async () => {
    const one = server()
    one.send(request(1, 'subscriptions/listen', { ...inNewEra, notifications: { toolsListChanged: true } }))
    await one.answers(1)
    expect(one.lines[0]).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    const began = performance.now()
    one.child.stdin.end()
    expect(await one.ended).toBe(0)
    expect(performance.now() - began).toBeLessThan(4000)
  })

  it('are answered after its end, each', async () => {
    await assistants.sandbox.control('fault add', { pattern: 'GET /quiz/42', delay: 500 })
    const one = server()
    const greeting = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'file', version: '1' } }
    const asked = [request(1, 'initialize', greeting), request(2, 'tools/list'), toolCall(3, 'survey_view', { survey: '42' }), note(4)]
    one.child.stdin.end(`${asked.join('\n')}\n`)
    expect(await one.ended).toBe(0)
    const found = Object.fromEntries(one.lines.map(({ id, result }) => [id, result]))
    expect(found[1]).toHaveProperty('serverInfo')
    expect(found[2].tools).toHaveLength(16)
    expect(found[3]).not.toHaveProperty('isError')
    expect(found[3].content[0].text).toContain('screens:')
    expect(found[4].content[0].text).toContain('Done')
    expect(writes()).toHaveLength(1)
  })

  it('that no service answers in time are ended with it', async () => {
    await assistants.sandbox.control('fault add', { pattern: 'GET /quiz/42', delay: 60_000 })
    const one = server()
    await one.greet()
    one.send(toolCall(2, 'survey_view', { survey: '42' }))
    await reached()
    one.child.stdin.end()
    expect(await one.ended).toBe(0)
    expect(one.lines[1]).toMatchObject({ id: 2, result: { isError: true } })
  })
})

describe('an export of many answers', () => {
  it.each(eachOnce)(`that is cancelled in the middle leaves no file, and the next call is answered, to ${ofKind}`, async (kind) => {
    const folder = freshFolder()
    mkdirSync(folder, { recursive: true })
    const service = await withoutEnd()
    const one = await start({ ...kind, baseUrl: service.baseUrl, args: ['--export-dir', folder] })
    const stop = new AbortController()
    const far: { message?: string | undefined }[] = []
    const call = one.client
      .callTool(
        { name: 'answer_export', arguments: { survey: '42' } },
        { signal: stop.signal, onprogress: (progress) => far.push(progress) },
      )
      .catch((error: unknown) => error)
    await expect.poll(() => far.at(-1)?.message, { timeout: 60_000 }).toMatch(/CSV/i)
    expect(readdirSync(folder)).toHaveLength(1)
    stop.abort()
    await call
    expect((await one.call('survey_list')).facts.total).toBe(1)
    await expect.poll(() => readdirSync(folder), { timeout: 30_000 }).toEqual([])
    await service.close()
  })
})

/** A service whose export has no end. */
async function withoutEnd() {
  const rows = 'id,answer\r\n'.repeat(100)
  const service = createServer((asked, response) => {
    if (!asked.url?.includes('csv')) return void response.setHeader('content-type', 'application/json').end('[{"id":42,"name":"Spring"}]')
    response.setHeader('content-type', 'text/csv')
    const timer = setInterval(() => response.write(rows), 20)
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/v3`,
    close: () => new Promise((resolve) => void service.close(resolve).closeAllConnections()),
  }
}

it.skipIf(!canMeasure)('a server that waits takes little memory', async () => {
  const one = server()
  await one.greet()
  one.send(request(2, 'tools/list'))
  await one.answers(2)
  expect(peakOf(one.child.pid!), 'MiB').toBeLessThan(90)
  one.child.stdin.end()
  await one.ended
})

it('a client that reads nothing keeps it from no write, and can still end it', async () => {
  const one = server('--max-writes', '1000')
  await one.greet()
  one.child.stdout.pause()
  // More than a pipe holds.
  for (let id = 10; id < 90; id++) one.send(request(id, 'tools/list'))
  one.send(note(100))
  await expect.poll(() => writes(), { timeout: 60_000 }).toHaveLength(1)
  one.child.stdout.resume()
  await one.answers(82)
  expect(one.lines.filter(({ id }) => id >= 10)).toHaveLength(81)
  one.child.stdout.pause()
  for (let id = 110; id < 190; id++) one.send(request(id, 'tools/list'))
  one.child.stdout.destroy()
  one.child.stdin.end()
  expect(await one.ended).toBe(0)
})
