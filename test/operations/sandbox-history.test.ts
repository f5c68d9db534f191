/** Versions, passwords and QR codes of a survey. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(() => sandbox.restore())
afterAll(() => sandbox.close())

describe('versions', () => {
  it('are one a publication, latest first, in pages', async () => {
    await sandbox.request('POST', '/quiz/42/publish')
    const { body } = await sandbox.request('GET', '/quiz/42/versions?per_page=3&page=1')
    expect(body).toMatchObject({ total: 4, page: 1, per_page: 3, last_page: 2 })
    expect(body.items.map(({ number }: { number: number }) => number)).toEqual([4, 3, 2])
    expect(body.items[0]).toMatchObject({ is_current: true })
    expect((await sandbox.request('GET', '/quiz/42/versions?page=2&per_page=3')).body.items).toHaveLength(1)
  })

  it.each(['per_page=0', 'per_page=51', 'page=0'])('are not read with %s', async (query) => {
    expect((await sandbox.request('GET', `/quiz/42/versions?${query}`)).status).toBe(422)
  })

  it('come back into the draft only', async () => {
    const published = await (await fetch(`${sandbox.publicUrl}/s/demo42`)).text()
    const {
      body: { items },
    } = await sandbox.request('GET', '/quiz/42/versions')
    const first = items.at(-1)
    const { body } = await sandbox.request('POST', `/quiz/42/versions/${first.id}/restore`)
    expect(body).toMatchObject({ status: true, quiz_id: 42, version_id: first.id, published: false, quiz: { id: 42 } })
    expect((await sandbox.request('GET', '/quiz/42')).body.widgets.ids).toHaveLength(5)
    expect(published).toContain('How many hours')
    expect(await (await fetch(`${sandbox.publicUrl}/s/demo42`)).text()).toContain('How many hours')
  })

  it('of another survey, or none, are not restored', async () => {
    const {
      body: { items },
    } = await sandbox.request('GET', '/quiz/46/versions')
    for (const id of [items[0].id, 9999]) {
      expect(await sandbox.request('POST', `/quiz/42/versions/${id}/restore`)).toMatchObject({
        status: 400,
        body: { status: false, code: 'restore_failed', message: expect.any(String) },
      })
    }
  })
})

describe('passwords', () => {
  const add = (body: unknown) => sandbox.request('POST', '/quiz/42/passwords', body)
  const numbers = async (): Promise<number[]> =>
    (await sandbox.request('GET', '/quiz/42/passwords')).body.passwords.map(({ number }: { number: number }) => number)

  it('are stored once a value, and never shown', async () => {
    const { body } = await add({ passwords: ['rose', 'tulip', 'rose'] })
    expect(body).toMatchObject({ status: true, quiz_id: 42, added: 2, passwords: [{ number: 1 }, { number: 2 }] })
    expect(JSON.stringify([body, (await sandbox.request('GET', '/quiz/42/passwords')).body])).not.toMatch(/rose|tulip/)
    expect((await add({ password: 'tulip' })).body).toMatchObject({ added: 0, passwords: [] })
  })

  it('never get a number again', async () => {
    const {
      body: { passwords },
    } = await add({ passwords: ['a', 'b'] })
    await sandbox.request('DELETE', `/quiz/42/passwords/${passwords[1].password_id}`)
    await add({ password: 'b' })
    expect(await numbers()).toEqual([1, 3])
  })

  it('open the survey with their new value only', async () => {
    await sandbox.request('POST', '/quiz/42/settings/info', { use_password: true })
    await sandbox.request('POST', '/quiz/42/publish')
    const {
      body: {
        passwords: [{ password_id, number }],
      },
    } = await add({ password: 'old' })
    expect((await sandbox.request('POST', `/quiz/42/passwords/${password_id}`, { password: 'new' })).body).toMatchObject({
      password_id,
      number,
    })
    expect(await (await fetch(`${sandbox.publicUrl}/s/demo42`)).text()).toContain('type="password"')
  })

  it.each([
    ['none', {}],
    ['both ways', { password: 'a', passwords: ['b'] }],
    ['51', { passwords: Array.from({ length: 51 }, (_, index) => `p${index}`) }],
    ['an empty one', { password: '' }],
  ])('are not added: %s', async (_, body) => {
    expect((await add(body)).status).toBe(422)
    expect(await numbers()).toEqual([])
  })

  it('of another survey are not found', async () => {
    const {
      body: {
        passwords: [{ password_id }],
      },
    } = await sandbox.request('GET', '/quiz/46/passwords')
    for (const request of [
      sandbox.request('DELETE', `/quiz/42/passwords/${password_id}`),
      sandbox.request('POST', `/quiz/42/passwords/${password_id}`, { password: 'x' }),
    ]) {
      expect((await request).body).toEqual({ status: false, code: 'password_not_found' })
    }
  })
})

describe('the QR code', () => {
  const build = async (body: unknown) => (await sandbox.request('POST', '/quiz/42/qr-code', body)).body

  it('keeps what was not sent from the build before', async () => {
    expect((await sandbox.request('GET', '/quiz/42/qr-code')).body).toMatchObject({ url: null, is_published: true })
    expect(await build({ format: 'svg', size: 400, color: '#112233' })).toMatchObject({
      format: 'svg',
      size: 400,
      color: '#112233',
      regenerated: true,
      is_published: true,
    })
    expect(await build({ margin: 4 })).toMatchObject({ format: 'svg', size: 400, color: '#112233', margin: 4, regenerated: true })
  })

  it('is built again only for other settings or by force', async () => {
    const first = await build({ format: 'png' })
    const second = await build({ format: 'png' })
    expect(second).toMatchObject({ regenerated: false, url: first.url })
    const forced = await build({ force: true })
    expect(forced.regenerated).toBe(true)
    expect((await fetch(first.url)).status).toBe(404)
  })

  it.each([
    ['png', 'image/png', '\u0089PNG'],
    ['svg', 'image/svg+xml', '<?xml'],
    ['eps', 'application/postscript', '%!PS'],
  ])('is a file: %s', async (format, type, start) => {
    const { url } = await build({ format })
    const answer = await fetch(url)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-disposition')).toContain(`filename="qr-42.${format}"`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(
      Buffer.from(await answer.arrayBuffer())
        .toString('latin1')
        .startsWith(start),
    ).toBe(true)
  })

  it.each([{ size: 99 }, { size: 1001 }, { margin: 11 }, { color: 'red' }, { format: 'gif' }])('refuses %j', async (body) => {
    expect((await sandbox.request('POST', '/quiz/42/qr-code', body)).status).toBe(422)
  })
})
