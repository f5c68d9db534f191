import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import { columnsThatFit, fitWidths, LineTable, naturalWidths, shortTable, type TableColumn } from '../../src/output/table/table.ts'
import { width } from '../../src/output/table/width.ts'

const left = (heading: string): TableColumn => ({ heading, align: 'left' })
const right = (heading: string): TableColumn => ({ heading, align: 'right' })
const plain = (text: string): string => text

describe('widths', () => {
  const columns = [right('id'), left('name'), left('url')]
  it.each([
    ['all fit', [4, 10, 20], 80, [4, 10, 20]],
    ['the widest gives way', [4, 10, 60], 50, [4, 10, 32]],
    ['then the next', [4, 40, 60], 50, [4, 21, 21]],
    ['numbers stay whole', [8, 40, 60], 36, [8, 12, 12]],
    ['but where nothing can be read otherwise', [8, 40, 60], 28, [8, 8, 8]],
    ['nothing is narrower than can be read', [8, 40, 60], 10, [4, 4, 4]],
  ])('%s', (_, wanted, available, widths) => expect(fitWidths(wanted, columns, available)).toEqual(widths))

  it.each([
    ['all fit', [4, 10, 20, 20], 80, [true, true, true, true]],
    ['the last goes first, as soon as what is left of it cannot be read', [4, 30, 20, 20], 50, [true, true, true, false]],
    ['then the one before it', [4, 30, 20, 20], 40, [true, true, false, false]],
    ['what tells rows apart stays', [4, 70, 20, 20], 24, [true, true, false, false]],
    ['a long name pushes none out', [4, 200, 20, 20], 80, [true, true, true, true]],
  ])('columns: %s', (_, wanted, available, kept) => {
    const known = [{ ...right('id'), identifies: true }, { ...left('name'), identifies: true }, left('folder'), left('url')]
    expect(columnsThatFit(wanted, known, available)).toEqual(kept)
  })

  it('never exceed the terminal that has room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.boolean()), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 48, max: 200 }),
        (shapes, available) => {
          const fitted = fitWidths(
            shapes.map(([wanted]) => wanted),
            shapes.map(([, number]) => (number ? right('') : left(''))),
            available,
          )
          return fitted.reduce((sum, each) => sum + each, 2 * (shapes.length - 1)) <= available
        },
      ),
    )
  })
})

const draw = async (columns: TableColumn[], rows: string[][], available: number): Promise<[short: string, long: string]> => {
  const widths = fitWidths(naturalWidths(columns, rows), columns, available)
  const table = new LineTable(columns, widths)
  return [await shortTable(columns, widths, rows, plain), table.heading(plain) + table.rows(rows)]
}

describe('short and long tables', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'Б', 'é', '漢', '🌷', '1', '-', ' '), maxLength: 30 }).map((text) => text.trim())
  it('look the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 20, max: 80 }),
        async (rows, available) => {
          const [short, long] = await draw([right('id'), left('name'), left('folder')], rows, available)
          expect(short).toBe(long)
        },
      ),
    )
  })
  it('keep their columns under wide characters', async () => {
    const [short] = await draw(
      [left('name'), left('state')],
      [
        ['漢字', 'open'],
        ['🌷 Весна', 'draft'],
      ],
      80,
    )
    const columns = short
      .trimEnd()
      .split('\n')
      .map((line) => width(line.slice(0, Math.max(line.indexOf('state'), line.indexOf('open'), line.indexOf('draft')))))
    expect(new Set(columns)).toEqual(new Set([10]))
  })
  it('colour the heading only', async () => {
    const table = new LineTable([left('name')], [4])
    expect(table.heading((text) => `<${text}>`) + table.rows([['abcd']])).toBe('<name>\nabcd\n')
  })
})
