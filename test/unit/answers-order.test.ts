/** Places of answers in the service's order, from marks between them. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Order } from '../../src/answers/store/order.ts'
import { Store } from '../../src/answers/store/store.ts'
import { freshFolder } from '../support/program.ts'
import { fc } from '../support/property.ts'

const answers = fc.array(fc.record({ start: fc.integer({ min: 0, max: 12 }), isGone: fc.boolean() }), { maxLength: 40 })

it('begins and places are those of all living answers in order, however far the marks are apart', async () => {
  const store = Store.open(join(freshFolder(), 'store.sqlite'))
  const check = (given: { start: number; isGone: boolean }[], between: number): void => {
    store.exec('delete from answer')
    given.forEach(({ start, isGone }, id) => {
      store.put({ id, start, end: null, state: 1, body: '[]', net: null }, 1)
      if (isGone) store.markDeleted(id, start, 1)
    })
    const starts = given.flatMap(({ start, isGone }) => (isGone ? [] : [start])).toSorted((one, other) => one - other)
    const order = new Order(store, between)
    expect(Array.from({ length: starts.length + 3 }, (_, place) => order.at(place))).toEqual([...starts, undefined, undefined, undefined])
    for (const moment of [-1, 0, 5, 12, 13, Infinity]) expect(order.before(moment)).toBe(starts.filter((start) => start < moment).length)
  }
  fc.assert(fc.property(answers, fc.integer({ min: 1, max: 9 }), check), { numRuns: 60 })
  store.close()
})
