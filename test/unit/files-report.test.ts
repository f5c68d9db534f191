/** Reports, judged by programs that aren't ours. */
import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { ReportData } from '../../src/sandbox/files/data.ts'
import { detailedPdf, summaryPdf } from '../../src/sandbox/report/report-pdf.ts'
import { reportWord } from '../../src/sandbox/report/report-word.ts'
import { boxes, flat, keep, noOffice, noPoppler, officeAll, officeText, outside, pdfText, pdfWords, wordXml } from '../support/documents.ts'

const long = 'Очень длинный заголовок вопроса, который переносится на новые строки и нигде не обрезается. '.repeat(12).trim()

const report: ReportData = {
  title: 'Оценка обслуживания',
  lang: 'ru',
  visits: 1240,
  completed: 873,
  median_time: 203,
  filters: '01.03.2026 – 31.05.2026',
  questions: [
    {
      number: '1',
      title: 'Довольны ли вы?',
      answered: 8,
      average: 4.256,
      bars: [
        { label: 'Вполне <&>', count: 6, percent: 75 },
        { label: 'Нет', count: 2, percent: 25 },
      ],
    },
    { number: '2', title: long, answered: 3, bars: [{ label: 'словобезпробелов'.repeat(6), count: 3, percent: 100 }] },
    {
      number: '3',
      title: 'Что улучшить?',
      answered: 1250,
      texts: Array.from({ length: 250 }, (_, index) => ({ text: index === 0 ? 'ъ'.repeat(600) : `Ответ №${index + 1}.`, count: 1 })),
    },
    {
      number: '4',
      title: 'Таблица',
      answered: 5,
      grid: {
        columns: ['', ...Array.from({ length: 13 }, (_, index) => `Столбец-${index + 1}`)],
        rows: [['Строка', ...Array.from({ length: 13 }, (_, index) => `${1000 + index} (7.7%)`)]],
      },
    },
    {
      number: '5',
      title: 'Города',
      answered: 100,
      bars: Array.from({ length: 90 }, (_, index) => ({ label: `Город-${index + 1}`, count: index, percent: index })),
    },
    { number: '6', title: 'Без ответов', answered: 0, bars: [{ label: '1', count: 0, percent: 0 }] },
    {
      number: '7',
      title: 'Порядок',
      answered: 3,
      bars: [
        { label: 'Цена', count: 2, percent: 66.7, place: 1.33 },
        { label: 'Никто', count: 0, percent: 0, place: 0 },
      ],
    },
    {
      number: '8',
      title: 'Снова',
      answered: 7,
      texts: [
        { text: 'Одно и то же', count: 5 },
        { text: 'Другое', count: 2 },
      ],
    },
  ],
}

describe.skipIf(noPoppler)('PDF reports (needs pdftotext)', () => {
  it('the summary has figures, charts and some texts', async () => {
    const text = await pdfText(await summaryPdf(report))
    for (const part of [
      'Оценка обслуживания',
      '1240',
      '873',
      '70.4%',
      '3 мин 23 с',
      '01.03.2026 – 31.05.2026',
      'Вполне <&>',
      '75%',
      'Среднее: 4.26',
      '1.33',
      'Среднее',
      '1000 (7.7%)',
      'Одно и то же 5',
      'Ответ №5.',
      'Показано 5 из 1250',
      'Ответов пока нет',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Ответ №6.')
  })

  it('the detailed report has tables and many texts', async () => {
    const text = await pdfText(await detailedPdf(report))
    for (const part of ['Вариант', 'Ответ №200.', 'Показано 200 из 1250', 'Столбец-13', '1012', 'Город-90']) expect(text).toContain(part)
    expect(text).toContain(flat(long).slice(0, 60))
    expect(text).not.toContain('Ответ №201.')
  })

  it.each([
    ['summary', summaryPdf],
    ['detailed', detailedPdf],
  ] as const)('nothing of the %s leaves the page', async (_, make) => {
    const words = await pdfWords(await make(report))
    expect(words.length).toBeGreaterThan(100)
    expect(outside(words)).toEqual([])
    // Every letter of what was broken is there.
    expect(words.reduce((count, { text }) => count + (text.match(/ъ/g)?.length ?? 0), 0)).toBe(600)
  })

  it('opens without questions, with text that no font has, and with hostile text', async () => {
    const text = await pdfText(
      await detailedPdf({
        ...report,
        title: '漢字 \u0000\u001b \ud800',
        lang: 'en',
        median_time: null,
        questions: [
          {
            number: '',
            title: '<svg><image href="file:///etc/passwd"/></svg>',
            answered: 1,
            bars: [{ label: '"/><image href="file:///etc/hostname"/>', count: 1, percent: 100 }],
          },
        ],
      }),
    )
    expect(text).toContain('Median time')
    expect(text).toContain('<svg><image href="file:///etc/passwd"/></svg>')
  })
})

let pdfs: string[] | undefined

/** Word reports as LibreOffice shows them, in one start. */
async function inOffice(): Promise<{ withBars: string; withMatrix: string; withAll: string }> {
  const bars = Array.from({ length: 30 }, (_, index) => ({
    label: `row-${index}`,
    count: 1,
    percent: Math.round(333.4 * ((index % 3) + 1) - index) / 10,
  }))
  const questions: ReportData['questions'][] = [[{ number: '', title: 'Many', answered: 9, bars }], opinions, questionsOfAllKinds]
  pdfs ??= officeAll(await Promise.all(questions.map((some) => keep(reportWord({ ...report, questions: some })))), 'pdf')
  const [withBars, withMatrix, withAll] = pdfs as [string, string, string]
  return { withBars, withMatrix, withAll }
}

describe('Word report', () => {
  it.skipIf(noOffice)(
    'is what LibreOffice reads (needs soffice)',
    async () => {
      const text = flat(officeText(await keep(reportWord(report))))
      for (const part of [
        'Оценка обслуживания',
        '3 мин 23 с',
        long,
        'Вполне <&>',
        '75%',
        'Ответ №200.',
        'Показано 200 из 1250',
        'Столбец-13',
        '1012',
      ])
        expect(text).toContain(part)
    },
    60_000,
  )

  it('has all that it says in its text, also of bars', async () => {
    const xml = await wordXml(reportWord(report))
    expect(xml.match(/<w:tblHeader\/>/g)!.length).toBeGreaterThan(5)
    expect(xml).toContain('descr="66.7%"')
  })
})

describe('bars', () => {
  const percents = [48, 100, 0, 12.5]
  const asked: ReportData = {
    ...report,
    questions: [
      {
        number: '1',
        title: 'Bars',
        answered: 200,
        bars: percents.map((percent) => ({ label: `${percent}`, count: percent * 2, percent })),
      },
    ],
  }

  it.skipIf(spawnSync('pdftocairo', ['-v']).error).each([
    ['summary', summaryPdf],
    ['detailed', detailedPdf],
  ] as const)('fill their share of a track of 100% in the %s (needs pdftocairo)', async (_, make) => {
    const drawn = await boxes(await make(asked))
    const tracks = Object.values(drawn).find(
      (list) => list.length === percents.length && new Set(list.map(([, , width]) => width)).size === 1,
    )!
    const bars = Object.values(drawn).find((list) => list.length === 3 && list !== tracks)!
    expect(tracks).toHaveLength(4)
    const [left, , whole] = tracks[0] as [number, number, number]
    expect(bars.map(([from]) => from)).toEqual([left, left, left])
    expect(bars.map(([, , width]) => Math.round((width! / whole) * 1000) / 10)).toEqual([48, 100, 12.5])
  })

  it('fill it in Word', async () => {
    const xml = await wordXml(reportWord(asked))
    const cells = xml.split('<w:tc>').filter((cell) => cell.includes('<w:drawing>'))
    const widths = cells.map((cell) =>
      Array.from(cell.matchAll(/<wp:extent cx="(\d+)"[^]*?name="(\w+)"/g), ([, width, name]) => [name, Number(width)] as const),
    )
    const whole = Math.max(...widths.flat().map(([, width]) => width))
    expect(widths.map((parts) => parts.reduce((sum, [, width]) => sum + width, 0))).toEqual(percents.map(() => whole))
    expect(widths.map((parts) => Math.round((1000 * (parts.find(([name]) => name === 'bar')?.[1] ?? 0)) / whole) / 10)).toEqual(percents)
  })

  it.skipIf(noPoppler || noOffice)(
    'stay in one line there, however lengths are rounded (needs pdftotext and soffice)',
    async () => {
      const { withBars: path } = await inOffice()
      const tops = (await pdfWords(path)).filter(({ text }) => text.startsWith('row-')).map(({ top }) => top)
      const steps = tops.slice(1).map((top, index) => Math.round(top - tops[index]!))
      expect(tops).toHaveLength(30)
      expect(new Set(steps.filter((step) => step > 0)).size).toBeLessThanOrEqual(2)
      expect(Math.max(...steps)).toBeLessThan(25)
    },
    60_000,
  )
})

/** Questions of each kind, so that pages end anywhere. */
const questionsOfAllKinds = Array.from({ length: 40 }, (_, index): ReportData['questions'][number] => {
  const rows = (index * 7) % 23
  const common = { number: String(index + 1), title: `Question-${index}- ${'with many words '.repeat(index % 9)}`, answered: 50 }
  const label = (row: number): string => `first-${index}- ${row} ${'and so on '.repeat((row * index) % 12)}`
  const labels = Array.from({ length: rows + 1 }, (_, row) => (row === 0 ? `first-${index}-` : label(row)))
  if (index % 3 === 0) return { ...common, bars: labels.map((text) => ({ label: text, count: 5, percent: 10 })) }
  if (index % 3 === 1) return { ...common, texts: labels.map((text, row) => ({ text, count: row + (index % 2) })) }
  return {
    ...common,
    grid: { columns: ['', 'Good', 'A long title of a column', 'Bad'], rows: labels.map((text) => [text, '1 (2%)', '3', '4']) },
  }
})

const degrees = ['Very unfavorably', 'Somewhat unfavorably', 'Neither', 'Somewhat favorably', 'Overwhelmingly', "Don't know"]
const opinions: ReportData['questions'] = [
  {
    number: '1',
    title: 'How do you see them?',
    answered: 50,
    grid: {
      columns: ['', ...degrees],
      rows: ['The European Commission and its institutions', 'Parliament'].map((name) => [name, ...degrees.map(() => '1250 (33.3%)')]),
    },
  },
]

describe('heads of a matrix', () => {
  const expected = [...new Set(degrees.flatMap((text) => text.split(' ')))]
  it.skipIf(noPoppler)('are never broken within a word (needs pdftotext)', async () => {
    const words = execFileSync('pdftotext', [await keep(await detailedPdf({ ...report, questions: opinions })), '-'], { encoding: 'utf8' })
    expect(expected.filter((word) => !words.split(/\s+/).includes(word))).toEqual([])
  })
  it.skipIf(noPoppler || noOffice)('neither in Word (needs pdftotext and soffice)', async () => {
    const { withMatrix: made } = await inOffice()
    const words = execFileSync('pdftotext', [made, '-'], { encoding: 'utf8' })
    expect(expected.filter((word) => !words.split(/\s+/).includes(word))).toEqual([])
  })
})

describe('headings', () => {
  const firsts = (lines: readonly string[][]): (string | undefined)[][] =>
    questionsOfAllKinds.map((_, index) =>
      [`Question-${index}-`, `first-${index}-`]
        .map((text) => lines.findIndex((page) => page.some((line) => line.includes(text))))
        .map(String),
    )
  const pagesOf = (path: string): string[][] =>
    execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
      .split('\f')
      .map((page) => page.split('\n'))

  it.skipIf(noPoppler)('are never parted from what they stand above (needs pdftotext)', async () => {
    const pages = pagesOf(await keep(await detailedPdf({ ...report, questions: questionsOfAllKinds })))
    expect(pages.length).toBeGreaterThan(10)
    expect(firsts(pages).filter(([title, first]) => title !== first || title === '-1')).toEqual([])
  })

  it.skipIf(noPoppler || noOffice)(
    'neither in Word (needs pdftotext and soffice)',
    async () => {
      const pages = pagesOf((await inOffice()).withAll)
      expect(pages.length).toBeGreaterThan(10)
      expect(firsts(pages).filter(([title, first]) => title !== first || title === '-1')).toEqual([])
    },
    60_000,
  )
})
