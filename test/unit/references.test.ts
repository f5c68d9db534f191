import { describe, expect, it } from 'vitest'
import { matching, References } from '../../src/cli/prompt/references.ts'

const rows = [
  { id: 1, name: 'Spring', url_shared: 'https://s.example/s/abc', folder: { id: 2, name: 'Customers' } },
  { id: 2, name: 'Spring', url_shared: 'https://s.example/s/def', folder: { id: 3, name: 'Staff' } },
  { id: 3, name: 'abc', url_shared: 'https://s.example/s/ghi' },
  { id: 4, name: '7', url_shared: null },
]

describe('what a reference fits', () => {
  it.each([
    ['Spring', [1, 2]],
    ['abc', [3]],
    ['def', [2]],
    ['https://s.example/s/abc', [1]],
    ['https://s.example/p/abc', [1]],
    ['https://s.example/s/abc/?x=1', [1]],
    ['spring', []],
    ['', []],
  ])('%s fits %j', (reference, ids) => expect(matching(rows, reference).map(({ id }) => id)).toEqual(ids))
})

describe('finding an id', () => {
  const found = (reference: string) => new References((async () => rows) as never).quiz(reference)

  it('takes a number as it is, without a request', async () => {
    const references = new References((() => {
      throw new Error('a request')
    }) as never)
    expect(await references.quiz('42')).toBe(42)
  })
  it('refuses a name that fits several, naming them', () =>
    expect(found('Spring')).rejects.toMatchObject({ kind: 'usage', message: '"Spring" fits 2 surveys: 1 (Customers), 2 (Staff)' }))
  it('says when there is none', () => expect(found('Autumn')).rejects.toMatchObject({ kind: 'not_found' }))
  it('finds folders by the surveys in them', () => expect(new References((async () => rows) as never).folder('Staff')).resolves.toBe(3))
})
