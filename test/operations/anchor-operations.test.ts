/** The contract has the operations of the specification, each with its rights. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rightsOf, type AnyOperation } from '../../src/contract/core/operation.ts'
import { rights } from '../../src/contract/core/rights.ts'
import { guardedBy, specified } from './anchor-operations.ts'

/** Variables by their place: what a module calls them is its own affair. */
const unnamed = (address: string): string => address.replaceAll(/\{\w+\}/g, '{}')

const folder = join(import.meta.dirname, '..', '..', 'src', 'contract')
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => import(join(folder, name))),
)
const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'params' in value
const operations = modules.flatMap((module) => Object.values(module)).filter(isOperation)

/** The four that a paid campaign for respondents freezes. */
const locked = [
  'POST /quiz/{id}/save',
  'POST /quiz/{id}/publish',
  'POST /quiz/{id}/conditions',
  'POST /quiz/{id}/versions/{versionId}/restore',
]

describe('the operations of the specification', () => {
  it('are those that the contract has', () => {
    const contract = operations.map(({ method, path }) => unnamed(`${method} ${path}`))
    expect(contract.toSorted()).toEqual([...specified.keys()].map(unnamed).toSorted())
  })
  it.each(rights)('need the right %s where it is named, and nowhere else', (right) => {
    const needing = operations.filter((operation) => rightsOf(operation).includes(right))
    expect(needing.map(({ method, path }) => unnamed(`${method} ${path}`)).toSorted()).toEqual(guardedBy(right).map(unnamed).toSorted())
  })
  it('answer 423 where a campaign freezes them, and nowhere else', () => {
    expect(
      operations
        .filter(({ locks }) => locks)
        .map(({ method, path }) => unnamed(`${method} ${path}`))
        .toSorted(),
    ).toEqual(locked.map(unnamed).toSorted())
  })
})
