/** The survey document: round trips, differences and merges, over surveys made at random. */
import { questionTypes } from '../../src/contract/surveys/question.ts'
import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import {
  idMapOf,
  danglingIds,
  difference,
  emptyIdMap,
  formatText,
  fromDocument,
  managedBy,
  merge,
  idMaker,
  parseText,
  pathText,
  toDocument,
  treeOf,
  updateText,
  type Content,
} from '../../src/model/document/index.ts'
import { canonical, sameValue } from '../../src/model/document/tree.ts'
import { Exact } from '../../src/text/exact.ts'
import { mergeOrder, movedIds } from '../../src/model/document/order.ts'
import { type Widgets } from '../../src/contract/core/records.ts'

const uuid = (number: number): string => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const project = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'
const mint = idMaker(project, 'spring')

const words = fc.constantFrom(
  '',
  'no',
  'q:',
  'q:rating-1',
  '1',
  'null',
  'a: b',
  '# c',
  '\u001b[31m',
  'emoji 👩‍🚀',
  'שלום',
  'two\nlines\n',
  ' pad ',
  '- x',
)
const texts = fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ maxLength: 12 }))
const anything = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const numbers = fc.integer({ min: 1, max: 9 })

const options = fc.uniqueArray(
  fc.record(
    {
      id: fc.oneof(
        numbers.map(String),
        numbers.map((number) => uuid(900 + number)),
      ),
      title: texts,
    },
    { requiredKeys: ['id'] },
  ),
  { selector: ({ id }) => id, maxLength: 4 },
)
const question = fc
  .record(
    {
      type: fc.constantFrom(...questionTypes.filter((type) => type !== 'welcome' && type !== 'submit')),
      title: fc.option(texts),
      isRequired: fc.boolean(),
      withTitle: fc.boolean(),
      choiceEntities: options,
      idless: fc.array(fc.record({ title: texts }), { maxLength: 3 }),
      unknownField: anything,
    },
    { requiredKeys: ['type'] },
  )
  .map((value) => value as Widgets['entities'][string])

const widgets = fc.uniqueArray(numbers, { maxLength: 6 }).chain((ids) =>
  fc.array(question, { minLength: ids.length, maxLength: ids.length }).map((questions): Widgets => {
    const all = ['welcome', ...ids.map(uuid), 'submit']
    const bodies = [{ type: 'welcome', title: 'Hello' }, ...questions, { type: 'submit' }]
    return { ids: all, entities: Object.fromEntries(all.map((id, index) => [id, bodies[index]!])) }
  }),
)
const texty = fc.oneof(texts, numbers.map(uuid))
const conditions = fc.dictionary(texty, fc.oneof(texty, fc.array(texty), fc.record({ question: texty, value: texty })), { maxKeys: 3 })
const contents: fc.Arbitrary<Content> = fc.record(
  {
    screens: widgets,
    conditions,
    name: texts,
    settings: fc.dictionary(fc.constantFrom('lang', 'numeration', 'x'), anything, { maxKeys: 3 }),
  },
  { requiredKeys: ['screens'] },
)
const three = fc.tuple(contents, contents, contents)

const same = (a: Content, b: Content): void => expect(difference(treeOf(a), treeOf(b))).toEqual([])

describe('a document', () => {
  it('reads back as what it was written from, through text as well', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const idMap = idMapOf(content.screens!)
        const document = toDocument(content, idMap)
        const { value, problems } = parseText(formatText(document))
        expect(problems).toEqual([])
        expect(value).toEqual(document)
        const back = fromDocument(value, idMap, mint)
        expect(back.problems.filter(({ message }) => message.includes('names no'))).toEqual([])
        expect(back.content.screens!.ids).toEqual(content.screens!.ids)
        same(back.content, content)
      }),
    )
  })

  it('is written without defaults, with keys, and references by key', () => {
    const content = {
      screens: {
        ids: ['welcome', uuid(1), 'submit'],
        entities: {
          welcome: { type: 'welcome', title: 'Hello', multimedia: null },
          [uuid(1)]: { type: 'rating', ratingCount: 5, title: 'How?', withTitle: true, isRequired: true },
          submit: { type: 'submit', description: '' },
        },
      },
      conditions: { rules: [{ question: uuid(1), to: 'submit', literal: 'q:no', other: uuid(9) }] },
    }
    expect(toDocument(content, idMapOf(content.screens))).toEqual({
      format: 1,
      screens: [
        { key: 'welcome', type: 'welcome', title: 'Hello' },
        { key: 'rating-1', type: 'rating', title: 'How?', isRequired: true, ratingCount: 5 },
        { key: 'submit', type: 'submit' },
      ],
      conditions: { rules: [{ question: 'q:rating-1', to: 'submit', literal: 'q::no', other: uuid(9) }] },
    })
    expect(danglingIds(content.conditions, content.screens.ids)).toEqual([uuid(9)])
  })

  it('names options with a UUID, and references to them', () => {
    const screens = {
      ids: [uuid(1)],
      entities: { [uuid(1)]: { type: 'choice', choiceEntities: [{ id: uuid(7), title: 'A' }, { id: '2' }] } },
    }
    const idMap = idMapOf(screens)
    const document = toDocument({ screens, conditions: { value: uuid(7) } }, idMap)
    expect(document).toMatchObject({
      screens: [{ choiceEntities: [{ id: 'option-1' }, { id: '2' }] }],
      conditions: { value: 'q:choice-1.option-1' },
    })
    expect(fromDocument(document, idMap, mint).content).toEqual({ screens, conditions: { value: uuid(7) } })
  })

  it.each([
    [{ format: 2 }, ['format'], 'must be 1'],
    [{ format: 1, screen: [] }, ['screen'], 'is not a section'],
    [{ format: 1, screens: {} }, ['screens'], 'must be a list'],
    [{ format: 1, screens: [{ key: 'A', type: 'input' }] }, ['screens', 0, 'key'], 'must be a key'],
    [{ format: 1, screens: [{ key: 'a', type: 'nonsense' }] }, ['screens', 0, 'type'], 'must be one of'],
    [{ format: 1, screens: [{ key: 'submit', type: 'input' }] }, ['screens', 0, 'type'], 'must be submit'],
    [{ format: 1, screens: [{ key: 'a', type: 'input', title: 5 }] }, ['screens', 0, 'title'], 'must be a text'],
    [{ format: 1, conditions: { to: 'q:nobody' } }, ['conditions', 'to'], 'names no question'],
  ])('tells what is wrong: %j', (document, path, message) =>
    expect(fromDocument(document, emptyIdMap, mint).problems).toContainEqual({ path, message: expect.stringContaining(message) }),
  )
})

describe('ids', () => {
  it('of the same key are the same for two people, and others after it was retired', () => {
    const screens = (ids: string[]): Widgets => ({ ids, entities: Object.fromEntries(ids.map((id) => [id, { type: 'rating' }])) })
    const add = (idMap: ReturnType<typeof idMapOf>): string =>
      fromDocument({ format: 1, screens: [{ key: 'rating-1', type: 'rating' }] }, idMap, mint).content.screens!.ids[0]!
    const seen: string[] = []
    let idMap = emptyIdMap
    for (let generation = 0; generation < 4; generation++) {
      const id = add(idMap)
      expect([add(idMap), seen.includes(id)]).toEqual([id, false])
      seen.push(id)
      idMap = idMapOf(screens([id]), { ...idMap, questions: { 'rating-1': id } })
      expect(idMap.questions).toEqual({ 'rating-1': id })
      idMap = idMapOf(screens([]), idMap)
      expect(idMap.questions).toEqual({})
      // Back with its old id, and gone again: nothing is forgotten.
      idMap = idMapOf(screens([]), idMapOf(screens([id]), idMap))
    }
    expect(Object.keys(idMapOf(screens([uuid(1)]), idMap).questions)).toEqual(['rating-2'])
  })
  it('are UUIDs of version 5', () => expect(mint('a', 0)).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/))
  it('are written as keys in paths', () =>
    expect(pathText(['screens', uuid(1), 'title'], { ...emptyIdMap, questions: { 'rating-1': uuid(1) } })).toBe('screens.rating-1.title'))
})

it('spelled alike are values that are equal throughout, and no others', () => {
  fc.assert(
    fc.property(contents, contents, (a, b) => {
      expect(sameValue(a, structuredClone(a))).toBe(true)
      expect(sameValue(a, b)).toBe(canonical(a) === canonical(b))
    }),
  )
  expect(sameValue({ a: [1, { b: new Exact('1.50') }] }, { a: [1, { b: new Exact('1.50') }] })).toBe(true)
  for (const other of [new Exact('1.5'), {}, 1.5, '1.50', null, undefined, []]) {
    expect(sameValue(new Exact('1.50'), other)).toBe(false)
    expect(sameValue(other, new Exact('1.50'))).toBe(false)
  }
  for (const [a, b] of [
    [[1], [1, 2]],
    [[], {}],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [null, {}],
  ])
    expect(sameValue(a, b)).toBe(false)
})

describe('the difference', () => {
  it('is empty between equals only, whatever is unset or as assumed', () => {
    fc.assert(fc.property(contents, (content) => void same(content, structuredClone(content))))
    const of = (fields: object): Content => ({ screens: { ids: ['welcome'], entities: { welcome: { type: 'welcome', ...fields } } } })
    same(of({}), of({ title: '', description: null, withTitle: true, isRequired: false }))
    expect(difference(treeOf(of({})), treeOf(of({ title: 'x' })))).toEqual([
      { path: ['screens', 'welcome', 'title'], kind: 'add', after: 'x' },
    ])
  })
  it.each([
    [{ settings: { available_devices: ['a', 'b'] } }, { settings: { available_devices: ['b', 'a'] } }],
    [{ settings: { qr_code_color: '#AABBCC' } }, { settings: { qr_code_color: '#aabbcc' } }],
    [{ settings: { limit_time_value: '2026-01-01T10:00:00Z' } }, { settings: { limit_time_value: '2026-01-01T12:00:00+02:00' } }],
    [{ sheets: { table_url: 'a' } }, { sheets: { table_url: 'b' } }],
  ])('knows values that mean the same: %j', (a, b) => same(a, b))
  it('names the fewest moves', () => expect([...movedIds(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])]).toEqual(['d']))
})

describe('a merge', () => {
  const run = (base: Content | undefined, theirs: Content, ours: Content) => merge(base && treeOf(base), treeOf(theirs), treeOf(ours))
  it('takes the one side that changed', () => {
    fc.assert(
      fc.property(three, ([base, theirs]) => {
        const kept = run(base, theirs, base)
        expect([kept.content, kept.entries.every(({ side }) => side === 'theirs')]).toEqual([theirs, true])
        const taken = run(base, base, theirs)
        expect(taken.entries.filter(({ side }) => side !== 'ours')).toEqual([])
        same(taken.content, theirs)
        expect(run(base, theirs, theirs).entries).toEqual([])
      }),
    )
  })
  it('loses nothing: what one side changed alone is there, every other difference is a conflict', () => {
    fc.assert(
      fc.property(three, ([base, theirs, ours]) => {
        const { content, entries } = run(base, theirs, ours)
        const conflicts = entries.filter(({ side }) => side === 'conflict')
        if (conflicts.length === 0) {
          const { entries: again } = run(theirs, content, ours)
          expect(again.filter(({ kind, side }) => kind !== 'move' && side === 'conflict')).toEqual([])
        }
        const ids = content.screens!.ids
        expect(new Set(ids).size).toBe(ids.length)
        expect(Object.keys(content.screens!.entities).sort()).toEqual([...ids].sort())
      }),
    )
  })
  it('with no base is one conflict a difference', () => {
    fc.assert(
      fc.property(contents, contents, (theirs, ours) => {
        const { content, entries } = run(undefined, theirs, ours)
        expect(entries.every(({ side }) => side === 'conflict')).toBe(true)
        same(content, theirs)
      }),
    )
  })
  it('joins fields of one question, keeps unknown fields, and leaves what nobody touched as it was read', () => {
    const of = (fields: object): Content => ({ screens: { ids: [uuid(1)], entities: { [uuid(1)]: { type: 'input', ...fields } } } })
    const { content, entries } = run(of({ title: 'a' }), of({ title: 'a', description: '', odd: [1, { x: null }] }), of({ title: 'b' }))
    expect(content.screens!.entities[uuid(1)]).toEqual({ type: 'input', title: 'b', description: '', odd: [1, { x: null }] })
    expect(entries.map(({ side, path }) => `${side} ${path.at(-1)}`)).toEqual(['ours title', 'theirs odd'])
  })
  it('conflicts where a question was removed here and changed there', () => {
    const of = (...titles: string[]): Content => ({
      screens: {
        ids: titles.map((_, index) => uuid(index)),
        entities: Object.fromEntries(titles.map((title, index) => [uuid(index), { type: 'input', title }])),
      },
    })
    expect(run(of('a', 'b'), of('a', 'c'), of('a')).entries).toMatchObject([{ side: 'conflict', path: ['screens', uuid(1)] }])
    expect(run(of('a', 'b'), of('a'), of('a', 'c')).entries).toMatchObject([{ side: 'conflict', path: ['screens', uuid(1)] }])
  })
  it('of logic is never made of parts of two', () => {
    const { entries } = run({ conditions: { a: 1 } }, { conditions: { a: 1, b: 1 } }, { conditions: { a: 1, c: 1 } })
    expect(entries).toMatchObject([{ side: 'conflict', path: ['conditions'] }])
  })
  it('of orders has both moves, unless one screen moved to two places', () => {
    const kept = new Set('abcdexy')
    const order = (base: string, theirs: string, ours: string) => mergeOrder([...base], [...theirs], [...ours], kept)
    expect(order('abcd', 'bacd', 'abdc').order.join('')).toBe('bdac')
    expect(order('abc', 'abxc', 'aybc').order.join('')).toBe('aybxc')
    expect(order('abcde', 'bcdea', 'bcade').conflicts).toEqual(['a'])
  })
  it('keeps to what a document manages', () =>
    expect(
      managedBy({ settings: { lang: 'en' }, name: 'x' }, { settings: { lang: 'ru', numeration: true }, conditions: {}, name: 'y' }),
    ).toEqual({
      settings: { lang: 'ru' },
      name: 'y',
    }))
})

describe('the text', () => {
  it('is not touched where nothing changed, and keeps comments and order by hand', () => {
    const text =
      '# Ours\nformat: 1\nscreens:\n  # The first\n  - {key: b, title: "B", type: input} # why\n  - key: a\n    type: input\n    title: >-\n      folded\n      text\n'
    const value = parseText(text).value as { screens: Record<string, unknown>[] }
    expect(updateText(text, value)).toBe(text)
    const changed = { ...value, screens: [value.screens[0]!, { ...value.screens[1]!, title: 'new' }] }
    expect(updateText(text, changed)).toBe(text.replace(/title: >-\n.*\n.*\n/, 'title: new\n'))
  })
  it('updated reads back as the new value', () => {
    fc.assert(
      fc.property(contents, contents, (a, b) => {
        const [from, to] = [a, b].map((content) => toDocument(content, idMapOf(content.screens!)))
        expect(parseText(updateText(formatText(from), to)).value).toEqual(to)
      }),
    )
  })
  it('never holds a control character as it is', () =>
    expect(formatText({ a: '\u001b[31m\u202e', b: 'x\u0007\ny' })).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/))
  it.each([
    ['a: 1\na: 2', 2],
    ['a: !!js/function x', 1],
    ['a: [', 1],
    [`a: &a [x]\nb: [${'*a,'.repeat(200)}]`, 2],
  ])('is refused with a line: %s', (text, line) => expect(parseText(text).problems).toMatchObject([{ line }]))
  it('tells where something stands', () => {
    const { place } = parseText('format: 1\nscreens:\n  - key: a\n    type: nonsense\n')
    expect([place(['screens', 0, 'type']), place(['screens', 0, 'title']), place([])].map(({ line }) => line)).toEqual([4, 3, 1])
  })
})

describe('options', () => {
  const ask = (options: object[]) => ({ format: 1, screens: [{ key: 'a', type: 'choice', title: 'A', choiceEntities: options }] })
  const read = (options: object[]) => {
    const { content, problems } = fromDocument(ask(options), { ...emptyIdMap, questions: { a: uuid(1) } }, mint)
    expect(problems).toEqual([])
    return content
  }
  const listOf = (content: Content): any => content.screens!.entities[uuid(1)]!.choiceEntities

  it('that are added beside others get an id of their own, which everybody gives them', () => {
    const added = listOf(read([{ id: '1', title: 'A' }, { title: 'New' }, { id: '2', title: 'B' }]))
    expect(added).toEqual([
      { id: '1', title: 'A' },
      { id: expect.stringMatching(/^[\da-f]{8}$/), title: 'New' },
      { id: '2', title: 'B' },
    ])
    expect(listOf(read([{ id: '1', title: 'A' }, { title: 'New' }, { id: '2', title: 'B' }]))).toEqual(added)
  })
  it('that all have none go by their places, as they do on the service', () => {
    const ours = read([{ title: 'A' }, { title: 'B' }])
    expect(listOf(ours)).toEqual([
      { title: 'A', id: '1' },
      { title: 'B', id: '2' },
    ])
    const theirs: Content = {
      screens: {
        ids: [uuid(1)],
        entities: { [uuid(1)]: { type: 'choice', title: 'A', choiceEntities: [{ title: 'A' }, { title: 'B' }] } },
      },
    }
    expect(difference(treeOf(theirs), treeOf(ours))).toEqual([])
    expect(merge(treeOf(theirs), treeOf(theirs), treeOf(ours)).content).toEqual(theirs)
  })
})
