/** What each operation does to others: what assistants are asked about hangs on it. */
import { expect, it } from 'vitest'
import { effectOf } from '../../src/contract/core/effect.ts'
import { isWrite } from '../../src/contract/core/operation.ts'
import { operationsByGroup } from '../../src/contract/operations.ts'

const all = operationsByGroup().flatMap(({ operations }) => operations)

it('every write says its effect, and none is called a read', () => {
  const without = all.filter((each) => isWrite(each) && (each.effect === undefined || each.effect === 'read'))
  expect(without.map(({ id }) => id)).toEqual([])
})

it('what removes something deletes, and what only asks reads', () => {
  const removing = all.filter(({ method }) => method === 'DELETE')
  expect(removing.filter((each) => effectOf(each, {}) !== 'deletes').map(({ id }) => id)).toEqual([])
  const asking = all.filter((each) => each.method !== 'GET' && !isWrite(each))
  expect(asking.filter((each) => effectOf(each, {}) !== 'read').map(({ id }) => id)).toEqual([])
})

it('an operation of several actions says the effect of each', () => {
  const use = all.find(({ id }) => id === 'smtp.use')
  const effects = ['show', 'logs', 'enable', 'test'].map((action) => use && effectOf(use, { action }))
  expect(effects).toEqual(['read', 'read', 'live', 'sends'])
})
