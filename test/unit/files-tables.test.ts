/** Answers as CSV, XLSX, DOCX and SAV, judged by programs that aren't ours. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { fc } from '../support/property.ts'
import { afterAll, describe, expect, it } from 'vitest'
import type { AnswerRow, AnswerTable, OutFile } from '../../src/sandbox/files/data.ts'
import { answersCsv, answersSav, answersXlsx } from '../../src/sandbox/files/answer-files.ts'
import { answersWord } from '../../src/sandbox/files/answers-word.ts'
import { sheetName, xlsxBytes } from '../../src/files/xlsx.ts'
import { bytesOf } from '../../src/sandbox/files/body.ts'
import { keep, noOffice, office } from '../support/documents.ts'
import { asSheetShows, isThere } from '../support/readers.ts'

const folder = mkdtempSync(join(tmpdir(), 'surveyctl-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const missing = (program: string): boolean => !isThere(program)
const noPspp = missing('pspp')

const row = (id: number, cells: string[], more: Partial<AnswerRow> = {}): AnswerRow => ({
  id,
  date_start: '2026-01-31T09:00:00Z',
  date_end: null,
  is_complete: true,
  is_screenout: false,
  is_deleted: false,
  ip_address: '192.0.2.1',
  cells,
  ...more,
})

const table = (titles: string[], cells: string[][]): AnswerTable => ({
  title: 'Опрос: весна / 1',
  columns: titles.map((title, index) => ({ id: String(index), title })),
  rows: () => cells.map((one, index) => row(index + 1, one)),
})

const hard = table(
  ['Как дела?', 'Two\nlines, "quoted"', 'ё'.repeat(300)],
  [
    ['=1+1', `${'x'.repeat(5000)}end`, '😀 emoji'],
    ['a,"b"\nc', 'ж'.repeat(260), '  indented'],
    ['-5', '', "'quoted'"],
    ['', '', ''],
    ['_x0041_', '<b>&amp;</b>', '+7 900 000-00-00'],
  ],
)
const hardCells = [...(hard.rows() as AnswerRow[])].map(({ cells }) => cells)

const csv = (bytes: Buffer): string[][] => parse(bytes, { bom: true, relax_column_count: true, skip_empty_lines: true })

const ownHead = ['id', 'date_start', 'date_end', 'is_complete', 'is_screenout', 'is_deleted', 'ip_address']
const own = (id: number): string[] => [String(id), '2026-01-31T09:00:00Z', '', 'true', 'false', 'false', '192.0.2.1']
const expected = (source: AnswerTable): string[][] => [
  [...ownHead, ...source.columns.map(({ title }) => title)],
  ...[...(source.rows() as AnswerRow[])].map(({ id, cells }) => [...own(id), ...cells]),
]

describe('CSV', () => {
  it('is what another parser reads back', async () => {
    const bytes = await bytesOf(answersCsv(hard))
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(parse(bytes, { bom: true, record_delimiter: '\r\n' })).toEqual(expected(hard))
  })

  it('holds any text', async () => {
    const text = fc.string({ unit: 'binary' })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 20 }), async (cells) => {
        const source = table(['A', 'B'], cells)
        const rows = parse(await bytesOf(answersCsv(source)), { bom: true, record_delimiter: '\r\n' })
        expect(rows).toEqual(expected(source))
      }),
    )
  })

  it('fills missing cells and leaves out extra ones', async () => {
    const rows = csv(await bytesOf(answersCsv(table(['A', 'B'], [['1'], ['1', '2', '3']]))))
    expect(rows.map((cells) => cells.slice(7))).toEqual([
      ['A', 'B'],
      ['1', ''],
      ['1', '2'],
    ])
  })

  it('names the file after the survey, without folders', () => {
    expect(answersCsv({ ...hard, title: '../a\\b/\u0000c:' }).filename).toBe('a b c - answers.csv')
    expect(answersCsv({ ...hard, title: '/' }).filename).toBe('survey - answers.csv')
  })
})

const writers: [string, (source: AnswerTable) => OutFile | Promise<OutFile>][] = [
  ['CSV', answersCsv],
  ['XLSX', answersXlsx],
  ['SAV', answersSav],
  ['Word', answersWord],
]

describe.each(writers)('%s in pieces', (_, write) => {
  let open = 0
  const many = (fail?: Error): AnswerTable => ({
    ...hard,
    async *rows(): AsyncGenerator<AnswerRow> {
      open += 1
      try {
        for (let id = 1; id <= 300; id += 1) {
          if (fail && id === 200) throw fail
          yield row(
            id,
            Array.from({ length: 3 }, () => randomBytes(1500).toString('hex')),
          )
        }
      } finally {
        open -= 1
      }
    },
  })

  it('closes the rows when the reader goes away', async () => {
    for await (const piece of (await write(many())).body as AsyncIterable<Uint8Array>) if (piece.length > 1000) break
    await expect.poll(() => open).toBe(0)
  })

  it('fails when the rows do', async () => {
    const fail = new Error('the rows broke off')
    await expect(Promise.resolve(write(many(fail))).then(bytesOf)).rejects.toThrow(fail.message)
    await expect.poll(() => open).toBe(0)
  })
})

/** One column of each kind, and what doesn't fit it. */
const typed: AnswerTable = {
  title: 'Typed',
  columns: [
    { id: '1', title: 'Number', kind: 'number' },
    { id: '2', title: 'Yes', kind: 'boolean' },
    { id: '3', title: 'Day', kind: 'date' },
    { id: '4', title: 'Time', kind: 'time' },
    { id: '5', title: 'Moment', kind: 'datetime' },
    { id: '6', title: 'Text' },
  ],
  rows: () => [
    row(1, ['4.5', 'Yes', '2026-02-03', '04:05', '2026-02-03T04:05', '12']),
    row(2, ['007', 'Perhaps', '03.02.2026', '4 h', '2026-02-03', 'yes']),
  ],
}

const asCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'

describe('XLSX', () => {
  it.skipIf(noOffice)(
    'is what LibreOffice reads (needs soffice)',
    async () => {
      const rows = csv(readFileSync(office(await keep(answersXlsx(hard)), asCsv)))
      expect(rows).toEqual(expected(hard).map(asSheetShows))
    },
    60_000,
  )

  it.skipIf(noOffice)(
    'has numbers, dates and yes as such, under a bold head that filters (needs soffice)',
    async () => {
      const path = office(await keep(answersXlsx(typed)), 'fods')
      const sheet = readFileSync(path, 'utf8')
      const kinds = Array.from(sheet.matchAll(/<table:table-cell [^>]*office:value-type="(\w+)"/g), ([, kind]) => kind!)
      const head = [...ownHead, ...typed.columns].length
      const own = ['float', 'date', 'boolean', 'boolean', 'boolean', 'string']
      expect(kinds.slice(0, head)).toEqual(Array.from({ length: head }, () => 'string'))
      expect(kinds.slice(head)).toEqual([
        ...own.concat('float', 'boolean', 'date', 'time', 'date', 'string'),
        ...own.concat('string', 'string', 'string', 'string', 'string', 'string'),
      ])
      expect(sheet).toContain('office:date-value="2026-02-03T04:05:00"')
      expect(sheet).toMatch(/table:database-range [^>]*table:target-range-address="[^"]*A1:[^"]*M3" table:display-filter-buttons="true"/)
      const headStyle = /<table:table-cell table:style-name="(\w+)" office:value-type="string"[^>]*>\s*<text:p>id</.exec(sheet)![1]!
      expect(new RegExp(`<style:style style:name="${headStyle}".*?</style:style>`, 's').exec(sheet)![0]).toContain('fo:font-weight="bold"')
      const widths = Array.from(sheet.matchAll(/style:column-width="([\d.]+)/g), ([, width]) => width)
      expect(new Set(widths).size).toBeGreaterThan(3)
    },
    60_000,
  )

  it.skipIf(missing('unzip'))(
    'goes on in a further sheet when one is full (needs unzip)',
    async () => {
      const body = xlsxBytes({
        title: 'Long',
        head: ['n'],
        rows: (function* () {
          for (let n = 1; n <= 1_048_577; n++) yield [n]
        })(),
      })
      const path = await keep({ filename: 'long.xlsx', type: '', body })
      const part = (name: string): string => execFileSync('unzip', ['-p', path, `xl/${name}.xml`], { encoding: 'utf8', maxBuffer: 2 ** 28 })
      expect(part('workbook')).toMatch(/<sheet name="Long" sheetId="1" r:id="rId1"\/><sheet name="Long 2" sheetId="2" r:id="rId2"\/>/)
      expect(part('worksheets/sheet1')).toMatch(/<row r="1048576"><c r="A1048576" s="0"><v>1048575<\/v><\/c><\/row><\/sheetData>/)
      expect(part('worksheets/sheet2')).toMatch(/>n<.*<row r="3"><c r="A3" s="0"><v>1048577<\/v><\/c><\/row><\/sheetData>/)
    },
    60_000,
  )

  it('cuts a cell at 32,767 characters, not inside one', async () => {
    const { readXlsx } = await import('hucre/xlsx')
    const bytes = await bytesOf(answersXlsx(table(['A'], [[`${'x'.repeat(32_766)}😀`]])))
    expect((await readXlsx(bytes)).sheets[0]!.rows[1]![7]).toBe('x'.repeat(32_766))
  })

  it.skipIf(missing('unzip'))('keeps the head in sight (needs unzip)', async () => {
    const sheet = execFileSync('unzip', ['-p', await keep(answersXlsx(typed)), 'xl/worksheets/sheet1.xml'], { encoding: 'utf8' })
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  })

  it('keeps the types of cells, and widths and formats of columns', async () => {
    const { readXlsx } = await import('hucre/xlsx')
    const moment = new Date('2026-01-31T09:30:00Z')
    const body = xlsxBytes({
      title: 'Typed',
      head: ['n', 'yes', 'when', 'none', 'text'],
      columns: [{}, { width: 9 }, { format: 'yyyy-mm-dd hh:mm' }, {}, {}],
      rows: [[1.5, true, moment, null, '=1+1']],
    })
    const { sheets } = await readXlsx(await bytesOf({ filename: '', type: '', body }))
    expect(sheets[0]!.rows[1]).toEqual([1.5, true, moment, null, '=1+1'])
  })

  it.each([
    ['Опрос: весна / 1', 'Опрос весна 1'],
    ["'a'", 'a'],
    ['', 'Answers'],
    ['History', 'Answers'],
    ['x'.repeat(40), 'x'.repeat(31)],
    ['Customer satisfaction survey 2026', 'Customer satisfaction survey'],
    ['Exactly thirty-one characters a b', 'Exactly thirty-one characters a'],
  ])('names the sheet of %j', (title, name) => expect(sheetName(title)).toBe(name))
})

/** Names, labels and cells of the file in the archive, as pspp understands them. */
async function viaPspp(file: OutFile): Promise<{ labels: string[]; rows: string[][] }> {
  const into = mkdtempSync(join(folder, 'sav-'))
  execFileSync('unzip', ['-q', await keep(file), '-d', into])
  const sav = join(into, readdirSync(into)[0]!)
  const out = join(into, 'out.csv')
  const dictionary = join(into, 'labels.csv')
  writeFileSync(
    join(into, 'run.sps'),
    `GET FILE='${sav}'.\nDISPLAY LABELS.\nSAVE TRANSLATE /OUTFILE='${out}' /TYPE=CSV /REPLACE /FIELDNAMES.\n`,
  )
  execFileSync('pspp', ['-o', dictionary, '-O', 'format=csv', join(into, 'run.sps')])
  const labels = csv(readFileSync(dictionary))
    .filter(([name]) => /^VAR_\d+$/.test(name!))
    .map((cells) => cells.at(-1)!)
  return { labels, rows: csv(readFileSync(out)) }
}

describe.skipIf(noPspp || missing('unzip'))('SAV (needs pspp and unzip)', () => {
  it('is what pspp reads, labels included', async () => {
    const { labels, rows } = await viaPspp(answersSav(hard))
    expect(rows).toEqual([['VAR_1', 'VAR_2', 'VAR_3'], ...hardCells])
    expect(labels).toEqual(['Как дела?', 'Two lines, "quoted"', 'ё'.repeat(127)])
  })

  it('cuts a cell at 32,766 bytes, not inside a character', async () => {
    const { rows } = await viaPspp(answersSav(table(['A', 'B'], [[`x${'я'.repeat(17_000)}`, 'next']])))
    expect(rows[1]).toEqual([`x${'я'.repeat(16_382)}`, 'next'])
  })

  it.each([[[]], [['Only a title']]])('opens without answers: %j', async (titles) => {
    expect((await viaPspp(answersSav(table(titles, [])))).rows).toEqual([['VAR_1']])
  })

  it('has more than 9,999 variables', async () => {
    const titles = Array.from({ length: 10_001 }, (_, index) => `Question ${index + 1}`)
    const { rows } = await viaPspp(answersSav(table(titles, [titles])))
    expect([rows[0]!.at(-1), rows[1]!.at(-1)]).toEqual(['VAR_10001', 'Question 10001'])
  })

  it('holds any text of any width', async () => {
    const widths = fc.constantFrom(1, 7, 8, 9, 251, 252, 253, 254, 255, 256, 503, 504, 505, 510, 511, 756, 1020)
    // Trailing spaces are padding in this format, and pspp's own CSV drops carriage returns.
    const char = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((one) => !/[\r\0]/.test(one))
    const cell = fc.tuple(widths, char).map(([width, one]) => one.repeat(width).trimEnd())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 }), async (cells) => {
        expect((await viaPspp(answersSav(table(['A', 'Б', '😀'], cells)))).rows.slice(1)).toEqual(cells)
      }),
      { numRuns: process.env.SURVEYCTL_FULL ? 15 : 5 },
    )
  })
})

describe('Word', () => {
  it.skipIf(noOffice)(
    'is what LibreOffice reads (needs soffice)',
    async () => {
      const text = readFileSync(office(await keep(answersWord(hard)), 'txt:Text (encoded):UTF8'), 'utf8')
      for (const cell of ['Как дела?', '=1+1', '😀 emoji', 'ж'.repeat(260), '<b>&amp;</b>', '+7 900 000-00-00'])
        expect(text).toContain(cell)
      expect(text).toContain(`${'x'.repeat(4999)}…`)
      expect(text).toContain('Texts over 5000 characters are cut')
    },
    60_000,
  )

  it.skipIf(noOffice)(
    'opens with 300 questions (needs soffice)',
    async () => {
      const titles = Array.from({ length: 300 }, (_, index) => `Question ${index + 1}.`)
      const text = readFileSync(
        office(await keep(answersWord(table(titles, [titles.map((title) => `to ${title}`)]))), 'txt:Text (encoded):UTF8'),
        'utf8',
      )
      for (const title of titles) expect(text.split(title)).toHaveLength(3)
    },
    60_000,
  )

  it.skipIf(missing('unzip'))('says what it leaves out (needs unzip)', async () => {
    const titles = Array.from({ length: 100 }, (_, index) => `Q${index}`)
    const path = await keep(
      answersWord(
        table(
          titles,
          Array.from({ length: 301 }, () => ['a']),
        ),
      ),
    )
    const xml = execFileSync('unzip', ['-p', path, 'word/document.xml'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    expect(xml).toContain('Only the first 300 answers are shown')
    // Five tables side by side, each in two, of 250 and 50 rows, with a head each.
    expect(xml.match(/<w:tr>/g)).toHaveLength(5 * (300 + 2))
  })
})
