import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import { barOf, chartText, showsBlocks } from '../../src/output/chart.ts'
import { width } from '../../src/output/table/width.ts'

const mode = { width: 80, color: false, blocks: true }
const bar = (label: string, count: number, share: number) => ({ label, count, share })

describe('a bar', () => {
  it.each([
    [100, 4, '████'],
    [50, 4, '██'],
    [0, 4, ''],
    [0.01, 4, '▏'],
    [12.5, 1, '▏'],
    [48, 100, '█'.repeat(48)],
  ])('of %d percent of %d columns', (share, columns, drawn) => expect(barOf(share, columns, true)).toBe(drawn))
  it('is made of # where there are no blocks', () => expect([barOf(50, 4, false), barOf(1, 4, false)]).toEqual(['##', '#']))
})

describe('a chart', () => {
  it('puts labels, bars and figures into columns', async () =>
    expect(
      await chartText([{ heading: '1. Taken?', facts: 'yesno · 4 answers', bars: [bar('Yes', 3, 75), bar('No', 1, 25)] }], {
        ...mode,
        width: 34,
      }),
    ).toBe(['1. Taken?', '  yesno · 4 answers', '  Yes  ████████████      3   75.0%', '  No   ████              1   25.0%', ''].join('\n')))
  it('puts groups side by side, or below one another where they do not fit', async () => {
    const chart = {
      heading: '1. Taken?',
      bars: [],
      rows: [{ label: 'North', bars: [bar('Yes', 3, 75)] }],
      grids: [{ heads: ['North', 'A much longer name'], lines: [{ label: 'Yes', cells: ['3 75.0%', '1'] }] }],
    }
    const shown = async (columns: number) => (await chartText([chart], { ...mode, width: columns })).split('\n')
    expect(await shown(40)).toEqual([
      '1. Taken?',
      '                      A much',
      '         North   longer name',
      '  Yes  3 75.0%             1',
      '',
    ])
    expect((await shown(27)).join('\n')).toContain('█')
  })
  it('has many groups in blocks of those that fit', async () => {
    const heads = Array.from({ length: 9 }, (_, at) => `G${at + 1}`)
    const grids = [{ heads, lines: [{ label: 'Yes', cells: heads.map((_, at) => `${at}%`) }] }]
    const shown = async (columns: number) =>
      (
        await chartText([{ heading: 'H', bars: [], rows: [{ label: 'G1', bars: [bar('Yes', 3, 75)] }], grids }], {
          ...mode,
          width: columns,
        })
      )
        .trimEnd()
        .split('\n')
    expect(await shown(21)).toEqual([
      'H',
      '       G1  G2  G3  G4',
      '  Yes  0%  1%  2%  3%',
      '',
      '       G5  G6  G7  G8',
      '  Yes  4%  5%  6%  7%',
      '',
      '       G9',
      '  Yes  8%',
    ])
    expect(await shown(20)).toEqual(['H', '  G1', '  Yes', expect.stringMatching(/█.* 75\.0%$/)])
  })
  it('never exceeds the width, as far as a word allows', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 30, max: 200 }),
        fc.array(
          fc.record({
            label: fc.array(fc.stringMatching(/^[a-zа-я字]{1,6}$/u), { minLength: 1, maxLength: 12 }),
            count: fc.nat(1e6),
            share: fc.nat(100),
          }),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        fc.boolean(),
        async (columns, bars, blocks) => {
          const text = await chartText([{ heading: 'H', bars: bars.map((one) => ({ ...one, label: one.label.join(' ') })) }], {
            width: columns,
            color: false,
            blocks,
          })
          for (const line of text.split('\n')) expect(width(line), line).toBeLessThanOrEqual(columns)
        },
      ),
    ))
})

it.each([
  [{ LANG: 'en_GB.UTF-8' }, true],
  [{ LC_ALL: 'C', LANG: 'en_GB.UTF-8' }, false],
  [{}, false],
])('blocks are shown under %j: %s', (env, shown) => expect(showsBlocks(env, 'linux')).toBe(shown))
