/** Tools for assistants: every operation once, the writes dry, as the specification has its request; and each as a tool of its own. */
import { describe, expect, it } from 'vitest'
import { effectOf } from '../../src/contract/core/effect.ts'
import { isWrite, pathNames, type AnyOperation } from '../../src/contract/core/operation.ts'
import { operationsByGroup } from '../../src/contract/operations.ts'
import { groups } from '../operations/anchor-requests.ts'
import { withAssistants } from '../support/assistant.ts'
import { unportable } from '../support/portable-schema.ts'

const assistants = withAssistants()
const { start, writes } = assistants

const all = operationsByGroup().flatMap(({ operations }) => operations)

/** What an operation is asked with, of the request that the specification has for it. */
function asked(operation: AnyOperation): { input: Record<string, unknown>; path: string } {
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  for (const [, request, body] of Object.values(groups).flat()) {
    const [method, address = ''] = request.split(' ')
    const [path = '', query = ''] = address.split('?')
    const found = method === operation.method ? pattern.exec(path) : null
    if (!found) continue
    const inPath = pathNames(operation.path).map((name, index) => [name, readAs(found[index + 1]!)])
    const inQuery = [...new URLSearchParams(query)].map(([name, value]) =>
      name.endsWith('[]') ? [name.slice(0, -2), [readAs(value)]] : [name, readAs(value)],
    )
    const input = { ...Object.fromEntries([...inPath, ...inQuery]), ...(body as object | undefined) }
    return { input: withoutSecrets(operation, input), path }
  }
  throw new Error(`The anchors have no request of ${operation.id}`)
}
const readAs = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : /^(true|false)$/.test(text) ? text === 'true' : text)

/** One that is to be set is named, where the field takes a text. */
const withoutSecrets = ({ secret = [] }: AnyOperation, input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      !secret.includes(name)
        ? value
        : Array.isArray(value)
          ? value.map((one) => (typeof one === 'string' ? named : { ...one, value: named }))
          : named,
    ]),
  )
const named = { env: 'HOOK_TOKEN' }

/** Whose things the demo hasn't: they get as far as the service, which says so. */
const missing = ['report.files', 'report.inputs', 'promo.codes', 'promo.pinned']
const forPersons = [
  'quiz.save',
  'quiz.publish',
  'quiz.conditions',
  'export.csv',
  'export.xlsx',
  'export.word',
  'export.sav',
  'export.summary',
  'export.report-word',
  'export.print',
  'export.summary-filtered',
  'export.report',
  'media.upload',
  'media.option-image',
  'branding.logo-upload',
  'promo.import-file',
]

it('each operation is read, or planned as the specification has its request, or is for a person', async () => {
  const one = await start({ args: ['--secret-env', 'HOOK_TOKEN'], env: { HOOK_TOKEN: 'value-of-the-hook' } })
  const done: string[] = []
  for (const operation of all) {
    const { input, path } = asked(operation)
    const from = assistants.sandbox.requests.length
    const reads = !isWrite(operation) || effectOf(operation, input) === 'read'
    const said = await one.call(
      reads ? 'operation_read' : 'operation_write',
      reads ? { operation: operation.id, input } : { operation: operation.id, input, dry_run: true },
    )
    if (!reads) expect([operation.id, writes(from)]).toEqual([operation.id, []])
    expect(said.text).not.toContain('value-of-the-hook')
    if (forPersons.includes(operation.id)) expect(said.text).toMatch(/answers with a file|sends a file|is done by survey_/)
    else if (missing.includes(operation.id)) expect(said.facts.error.kind).toBe('not_found')
    else {
      expect([operation.id, said.failed, said.text]).toEqual([operation.id, false, expect.any(String)])
      if (!reads) expect(said.text).toContain(`${operation.method} `)
      if (!reads) expect(said.text).toContain(path)
      done.push(operation.id)
    }
  }
  expect(done).toHaveLength(all.length - forPersons.length - missing.length)
})

describe.each(['new', 'old'] as const)('in the %s era', (era) => {
  it('each operation of each group is a tool of a name of its own, whose schema any client reads', async () => {
    const names = operationsByGroup().map(({ group }) => group)
    const one = await start({ era, args: ['--toolsets', ['surveys', 'answers', 'operations', ...names].join(',')] })
    const { tools } = await one.client.listTools()
    expect(tools.length).toBeGreaterThan(130)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    expect(tools.flatMap(({ name, inputSchema }) => unportable(inputSchema, name))).toEqual([])
    expect(tools.filter(({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([])
  })
})
