import { fc } from '../support/property.ts'
import { describe, expect, test } from 'vitest'
import { mergeLists, idsNamed, renamed } from '../../src/model/publications.ts'
import { choices } from '../../src/model/question/parts/options.ts'

type Titles = readonly (string | { id: string; title: string })[]

const listOf = (titles: Titles) => ({ options: choices(titles.map((each) => (typeof each === 'string' ? { title: each } : each))) })
const a = (title: string) => ({ id: 'a', title })
const b = (title: string) => ({ id: 'b', title })

describe('options of publications, the latest first', () => {
  test.each<[string, Titles, Titles, string[], Record<string, string>]>([
    ['by title, whatever the place', ['Male', 'Female'], ['Female', 'Male'], ['Male', 'Female'], { 1: '2', 2: '1' }],
    ['a removed one stays', ['Red'], ['Blue', 'Red'], ['Red', '-Blue'], { 1: 'Blue', 2: '1' }],
    ['without an id, another title is another option', ['Crimson'], ['Red'], ['Crimson', '-Red'], { 1: 'Red' }],
    ['with one it is the same', [a('Crimson')], [a('Red')], ['Crimson'], { a: 'a' }],
    ['unless another took the title', [a('Male'), b('Female')], [a('Female'), b('Male')], ['Male', 'Female'], { a: 'b', b: 'a' }],
    ['ids made anew', [a('Red')], [b('Red')], ['Red'], { b: 'a' }],
    ['ids given later', [a('Red')], ['Red'], ['Red'], { 1: 'a' }],
    ['equal titles in their order', ['Other', 'Other'], ['Other', 'Other'], ['Other', 'Other'], { 1: '1', 2: '2' }],
    ['a removed id that another has now', [a('Red')], [a('Red'), b('Blue')], ['Red', '-Blue'], { a: 'a', b: 'b' }],
  ])('%s', (_, latest, older, titles, ids) => {
    const { lists, renamings } = mergeLists([listOf(latest), listOf(older)])
    expect(lists.options!.map(({ title, removed }) => (removed ? `-${title}` : title))).toEqual(titles)
    expect(Object.fromEntries(renamings[1]!.options!)).toEqual(ids)
  })

  test('an answer is counted where the latest publication has its words', () => {
    const title = fc.constantFrom('A', 'B', 'C', 'D')
    const list = fc.uniqueArray(fc.oneof(title, fc.record({ id: fc.constantFrom('x', 'y', '1', '2'), title })), {
      selector: (each) => (typeof each === 'string' ? each : each.title),
    })
    fc.assert(
      fc.property(list, fc.array(list, { maxLength: 3 }), (latest, older) => {
        const publications = [latest, ...older].map(listOf)
        const { lists, renamings } = mergeLists(publications)
        const merged = lists.options!
        expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length)
        for (const [index, { options }] of publications.entries()) {
          for (const choice of options) {
            const [id] = renamed('options', choice.id, renamings[index]!) as [string]
            const same = publications[0]!.options.find(({ title: now }) => now === choice.title)
            if (same && options.filter((each) => each.id === choice.id).length === 1)
              expect(merged.find((each) => each.id === id)!.title).toBe(choice.title)
          }
        }
      }),
    )
  })

  test('rows and columns of a matrix', () => {
    const list = (...titles: string[]) => choices(titles.map((title) => ({ title })))
    const { lists, renamings } = mergeLists([
      { rows: list('Soup'), columns: list('Good', 'Bad') },
      { rows: list('Salad', 'Soup'), columns: list('Bad', 'Good') },
    ])
    expect(lists.rows!.map(({ title }) => title)).toEqual(['Soup', 'Salad'])
    expect(renamed('cells', { 1: ['1'], 2: ['2'] }, renamings[1]!)).toEqual({ Salad: ['2'], 1: ['1'] })
  })

  test.each<[Titles, Titles, string, string[]]>([
    [['Male', 'Female'], ['Female', 'Male'], 'Male', ['1']],
    [['Male', 'Female'], ['Female', 'Male'], '2', ['2']],
    [['2', '1'], [], '1', ['2']],
    [[a('Crimson')], [a('Red')], 'Red', ['a']],
    [[a('b'), b('x')], [], 'b', ['b']],
    [['Red'], ['Blue'], 'Blue', ['Blue']],
    [['Red'], [], 'Green', []],
  ])('%j after %j: "%s" names %j', (latest, older, wanted, ids) =>
    expect(idsNamed(mergeLists([listOf(latest), listOf(older)]).lists.options!, wanted)).toEqual(ids),
  )
})
