/** Every operation of the contract is served, under an address of its own, and asks for a key. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathNames, type AnyOperation } from '../../src/contract/core/operation.ts'
import { groups } from '../../src/sandbox/api/groups.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

const folder = join(import.meta.dirname, '..', '..', 'src', 'contract')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
const modules = await Promise.all(files.map((name) => import(join(folder, name)) as Promise<Record<string, unknown>>))
const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const operations = modules.flatMap((module) => Object.values(module).filter(isOperation))

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
})
afterAll(() => sandbox.close())

it('has one handler an operation', () => {
  const routed = groups().flatMap(({ routes }) => routes.map(({ operation }) => operation.id))
  expect(routed.toSorted()).toEqual([...new Set(operations.map(({ id }) => id))].toSorted())
})

it.each(operations.map((operation) => ({ id: operation.id, operation })))('$id is an address for key holders', async ({ operation }) => {
  const path = pathNames(operation.path).reduce((text, name) => {
    const field = operation.params[name]!
    const value = field.choices?.[0] ?? (field.kind === 'uuid' ? '10000000-0000-4000-8000-000000000001' : '999')
    return text.replace(`{${name}}`, String(value))
  }, operation.path as string)
  expect((await sandbox.request(operation.method, path, undefined, null)).status).toBe(401)
  const { status, body } = await sandbox.request(operation.method, path)
  expect([200, 400, 403, 422]).toContain(status)
  if (status === 400) expect(body).toMatchObject({ status: false, code: expect.any(String) })
  if (status === 422) expect(Object.keys(body.errors).length).toBeGreaterThan(0)
})
