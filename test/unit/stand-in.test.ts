/** What stands for an object of the contract in the bundle is read like the object. */
import { describe, expect, it } from 'vitest'
import { late } from '../../build/stand-in.ts'

const facts = { id: 'quiz.list', query: { sort: 1 }, rows: '', paging: undefined as { by: string } | undefined }

describe('a stand-in', () => {
  it('is made when it is first asked, and once', () => {
    let made = 0
    const one = late(() => ({ ...facts, made: ++made }))
    expect(made).toBe(0)
    expect([one.id, one.query.sort, one.made, 'rows' in one]).toEqual(['quiz.list', 1, 1, true])
  })

  it('has the keys of the object, and no others', () => {
    const one = late(() => facts)
    expect(Object.keys(one)).toEqual(['id', 'query', 'rows', 'paging'])
    expect({ ...one, rows: 'items' }).toEqual({ ...facts, rows: 'items' })
    expect(Object.entries(one)).toEqual(Object.entries(facts))
    expect(['make' in one, 'made' in one, Object.hasOwn(one, 'paging'), Object.hasOwn(one, 'params')]).toEqual([false, false, true, false])
    expect(JSON.stringify(one)).toBe(JSON.stringify(facts))
  })

  it('has its prototype: a shape of zod is told by that', () => {
    expect(Object.getPrototypeOf(late(() => facts))).toBe(Object.prototype)
  })

  it('fails as the making does, each time', () => {
    const one = late((): typeof facts => {
      throw new TypeError('not yet')
    })
    for (let time = 0; time < 2; time++) expect(() => one.id).toThrow('not yet')
  })
})
