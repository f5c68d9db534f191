/** How requests are read and answered, whatever the operation; faults; the control address. */
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FaultOptions } from '../../src/sandbox/engine/faults.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(() => sandbox.restore())
afterAll(() => sandbox.close())

describe('bodies', () => {
  it.each([
    ['{"name":', 'is not JSON'],
    ['[]', 'must be an object'],
    ['null', 'must be an object'],
    ['"x"', 'must be an object'],
  ])('%s is refused', async (body, message) => {
    expect(await sandbox.request('POST', '/quiz/43/rename', body)).toMatchObject({ status: 422, body: { errors: { body: [message] } } })
  })

  it('may be absent where nothing is required', async () => {
    expect((await sandbox.request('POST', '/quiz/43/duplicate')).status).toBe(200)
  })

  it('may hold fields that nobody knows', async () => {
    expect((await sandbox.request('POST', '/quiz/43/rename', { name: 'New', id: 42, __proto__: { x: 1 }, other: true })).body).toEqual({
      status: true,
      name: 'New',
    })
    expect((await sandbox.request('GET', '/quiz/42')).body.name).toBe('Spring')
  })

  it('have an end', async () => {
    expect(await sandbox.request('POST', '/quiz/43/note', `{"notes":"${'x'.repeat(64 * 2 ** 20)}"}`)).toMatchObject({
      status: 413,
      body: { message: 'Payload Too Large' },
    })
  })

  it('of uploads must be whole', async () => {
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'
    const answer = await fetch(`${sandbox.baseUrl}/quiz/42/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: cut,
    })
    expect(answer.status).toBe(400)
    expect((await sandbox.request('POST', '/quiz/42/media', {})).status).toBe(422)
  })
})

it('answers JSON to a bug, and logs it', async () => {
  const { store } = sandbox.service
  store.run('update quiz set draft = ? where id = 43', 'not json')
  expect(await sandbox.request('GET', '/quiz/43')).toMatchObject({ status: 500, body: { message: 'Server Error' } })
  expect(sandbox.log.join('\n')).toContain('SyntaxError')
})

it('gives writes at the same time one turn each', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => sandbox.request('POST', '/quiz', { folder_id: 1 })))
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(20)
  await sandbox.control('plan set', { change: { 'limits.quizzes': 28 } })
  const more = await Promise.all(Array.from({ length: 5 }, () => sandbox.request('POST', '/quiz', { folder_id: 1 })))
  expect(more.filter(({ status }) => status === 201)).toHaveLength(1)
})

describe('faults', () => {
  const fault = (input: object): Promise<any> => sandbox.control('fault add', input)

  it.each([204, 205, 304])('may answer %i, which has no body', async (status) => {
    await fault({ pattern: 'GET /quiz/42', status })
    const answer = await fetch(`${sandbox.baseUrl}/quiz/42`, { headers: { authorization: `Bearer ${sandbox.apiKey}` } })
    expect([answer.status, await answer.text()]).toEqual([status, ''])
  })

  it('are used so many times, on what matches', async () => {
    await fault({ pattern: 'GET /quiz/*', status: 503, times: 2, retry_after: 1 })
    const statuses = []
    for (let index = 0; index < 3; index++) statuses.push((await sandbox.request('GET', '/quiz/43')).status)
    expect(statuses).toEqual([503, 503, 200])
    expect((await sandbox.request('GET', '/quiz')).status).toBe(200)
    expect((await sandbox.control('fault list'))[0]).toMatchObject({ used: 2, times: 2 })
  })

  it('happen before the write is stored, or after', async () => {
    await fault({ pattern: 'POST /quiz/43/rename', status: 500, times: 1 })
    await sandbox.request('POST', '/quiz/43/rename', { name: 'Lost' })
    expect((await sandbox.request('GET', '/quiz/43')).body.name).toBe('Onboarding')
    await fault({ pattern: 'POST /quiz/43/rename', reset: true, times: 1, after_commit: true })
    await expect(sandbox.request('POST', '/quiz/43/rename', { name: 'Kept' })).rejects.toThrow()
    expect((await sandbox.request('GET', '/quiz/43')).body.name).toBe('Kept')
  })

  it('cut the body off', async () => {
    await fault({ pattern: 'GET /quiz/42', cut: 10 })
    await expect(sandbox.request('GET', '/quiz/42')).rejects.toThrow()
    const { promise, resolve } = Promise.withResolvers<{ length: number; complete: boolean }>()
    httpRequest(`${sandbox.baseUrl}/quiz/42`, { headers: { authorization: `Bearer ${sandbox.apiKey}` } }, (answer) => {
      let length = 0
      answer
        .on('data', (chunk: Buffer) => {
          length += chunk.byteLength
        })
        .on('error', () => {})
        .on('close', () => resolve({ length, complete: answer.complete }))
    }).end()
    expect(await promise).toEqual({ length: 10, complete: false })
  })

  it('carry a code, wait, and are cleared', async () => {
    await fault({ pattern: '* *', code: 'save_failed', delay: 30 })
    const begin = performance.now()
    expect(await sandbox.request('GET', '/quiz')).toMatchObject({ status: 400, body: { status: false, code: 'save_failed' } })
    expect(performance.now() - begin).toBeGreaterThanOrEqual(29)
    expect(await sandbox.control('fault clear')).toEqual({ cleared: 1 })
    expect((await sandbox.request('GET', '/quiz')).status).toBe(200)
  })

  /** Each option, beside what it changes: a new one doesn't compile without. `shuffle` wants answers of one time: faults/answer-sync; `taken_ids` a copy: account-restore-ids. */
  const options: {
    readonly [Name in Exclude<keyof FaultOptions, 'pattern' | 'shuffle' | 'taken_ids'>]-?: [Partial<FaultOptions>, Partial<FaultOptions>?]
  } = {
    status: [{ status: 503 }],
    code: [{ code: 'save_failed' }],
    delay: [{ delay: 40 }],
    cut: [{ cut: 10 }],
    reset: [{ reset: true }],
    times: [{ status: 503, times: 1 }, { status: 503 }],
    after_commit: [{ status: 503, after_commit: true }, { status: 503 }],
    retry_after: [{ status: 503, retry_after: 7 }, { status: 503 }],
  }

  /** What two writes and two reads come to, with a fault or without. */
  async function seen(some: Partial<FaultOptions> | undefined): Promise<unknown[]> {
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' }
    const outcomes: unknown[] = []
    for (const [method, path] of [
      ['POST', '/quiz/43/rename'],
      ['GET', '/quiz/42/answers?limit=50'],
    ] as const) {
      await sandbox.restore()
      if (some) await fault({ pattern: '* *', ...some })
      for (let request = 0; request < 2; request++) {
        const begin = performance.now()
        const answer = await fetch(sandbox.baseUrl + path, { method, headers, ...(method === 'POST' && { body: '{"name":"New"}' }) }).catch(
          () => undefined,
        )
        const body = await answer?.text().catch(() => 'cut off')
        outcomes.push([
          answer?.status,
          answer?.headers.get('retry-after'),
          body,
          some?.delay !== undefined && performance.now() - begin >= some.delay - 1,
        ])
      }
      await sandbox.control('fault clear')
      outcomes.push((await sandbox.request('GET', '/quiz/43')).body.name)
    }
    return outcomes
  }

  it.each(Object.entries(options))('with %s change what a request comes to', async (_, [some, base]) => {
    const without = await seen(base)
    expect(await seen(base)).toEqual(without)
    expect(await seen(some)).not.toEqual(without)
  })

  it.each([{ pattern: 'nonsense', status: 500 }, { pattern: '* *' }, { pattern: '* *', status: 99 }])(
    'are not added from %j',
    async (input) => {
      await expect(fault(input)).rejects.toThrow('422')
    },
  )
})

describe('the control address', () => {
  it('wants its own token', async () => {
    for (const token of ['', sandbox.apiKey]) {
      const answer = await fetch(sandbox.controlUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: '{"action":"info"}',
      })
      expect(answer.status).toBe(401)
    }
  })

  it('says what it knows', async () => {
    expect(await sandbox.control('info')).toMatchObject({ base_url: sandbox.baseUrl, workspace_id: 7, folder_id: 1, pid: process.pid })
    await expect(sandbox.control('dance')).rejects.toThrow('has no action "dance"')
    await expect(sandbox.control('connect', { quiz: 42, what: 'fax' })).rejects.toThrow('Cannot connect "fax"')
  })

  it.each([
    ['account add', { name: 5 }, 'name must be text'],
    ['key participant', { role_id: 'x' }, 'role_id must be a whole number'],
    ['plan set', { change: 'x' }, 'change must be an object'],
    ['lock', { quiz: 42, title: {} }, 'title must be text'],
    ['inbox', { after: 'x' }, 'after must be a whole number'],
    ['answer', { quiz: 42, seed: 'x' }, 'seed must be a whole number'],
  ])('refuses %s with %j', async (action, input, message) => {
    await expect(sandbox.control(action, input)).rejects.toThrow(message)
  })

  it('answers surveys with what fits, the same for the same seed', async () => {
    const {
      body: { answer_count: before },
    } = await sandbox.request('GET', '/quiz/42')
    const tally = await sandbox.control('answer', { quiz: 'Spring', count: 50, incomplete: 20, screenout: 10, deleted: 4, seed: 3 })
    expect(tally).toEqual({ quiz_id: 42, answers: 50, complete: 33, incomplete: 10, screenout: 5, deleted: 2, delivered: true })
    expect((await sandbox.request('GET', '/quiz/42')).body.answer_count).toBe(before + 33)
    await expect(sandbox.control('answer', { quiz: 43 })).rejects.toThrow("isn't published")
  })

  it('puts everything back, the key stays', async () => {
    await sandbox.request('DELETE', '/quiz/42')
    await sandbox.control('reset', {})
    expect((await sandbox.request('GET', '/quiz/42')).status).toBe(200)
    await sandbox.control('reset', { seed: 'empty' })
    expect((await sandbox.request('GET', '/quiz')).body).toEqual([])
  })
})
