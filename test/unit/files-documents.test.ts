/** Reports and printable surveys, judged by programs that aren't ours. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { questionTypes, type QuestionType } from '../../src/contract/core/records.ts'
import type { Question, QuestionOf } from '../../src/model/survey.ts'
import { bytesOf } from '../../src/sandbox/files/body.ts'
import { barCharts } from '../../src/sandbox/report/chart.ts'
import type { OutFile, PrintData, PrintFont, PrintScreen, ReportData } from '../../src/sandbox/files/data.ts'
import { regularMetrics, wrap } from '../../src/sandbox/files/font-metrics.ts'
import { duration, evenly, percent } from '../../src/sandbox/files/numbers.ts'
import { printSurvey, type PrintFormat } from '../../src/sandbox/files/print.ts'
import { detailedPdf, summaryPdf } from '../../src/sandbox/report/report-pdf.ts'
import { reportWord } from '../../src/sandbox/report/report-word.ts'
import { escapeXml } from '../../src/files/text.ts'
import { wordsOf } from '../../src/sandbox/files/words.ts'

const folder = mkdtempSync(join(tmpdir(), 'surveyctl-documents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const missing = (program: string, version: string): boolean => spawnSync(program, [version]).error !== undefined
const noPoppler = missing('pdftotext', '-v')
const noOffice = missing('soffice', '--version')

let kept = 0
async function keep(file: OutFile): Promise<string> {
  const path = join(folder, `${(kept += 1)}-${file.filename}`)
  writeFileSync(path, await bytesOf(file))
  return path
}

function officeText(path: string): string {
  const out = mkdtempSync(join(folder, 'office-'))
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      '--headless',
      '--convert-to',
      'txt:Text (encoded):UTF8',
      '--outdir',
      out,
      path,
    ],
    { stdio: 'ignore' },
  )
  return readFileSync(join(out, readdirSync(out)[0]!), 'utf8')
}

/** Text with spaces of every kind as one, since lines break where they must. */
const flat = (text: string): string => text.replace(/\s+/g, ' ')
const pdfText = async (file: OutFile): Promise<string> =>
  flat(execFileSync('pdftotext', ['-layout', await keep(file), '-'], { encoding: 'utf8' }))

interface Word {
  text: string
  left: number
  right: number
  top: number
  bottom: number
  page: { width: number; height: number }
}

/** Every word with where it stands on which page. */
async function pdfWords(file: OutFile): Promise<Word[]> {
  const xml = execFileSync('pdftotext', ['-bbox', await keep(file), '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  let page = { width: 0, height: 0 }
  return Array.from(
    xml.matchAll(
      /<page width="([\d.]+)" height="([\d.]+)">|<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g,
    ),
  ).flatMap((match) => {
    if (match[1]) page = { width: Number(match[1]), height: Number(match[2]) }
    return match[1]
      ? []
      : [{ text: match[7]!, left: Number(match[3]), top: Number(match[4]), right: Number(match[5]), bottom: Number(match[6]), page }]
  })
}

const outside = (words: readonly Word[]): string[] =>
  words
    .filter(({ left, right, top, bottom, page }) => left < 0 || top < 0 || right > page.width || bottom > page.height)
    .map(({ text }) => text)

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
      type: 'choice',
      answered: 8,
      average: 4.256,
      bars: [
        { label: 'Вполне <&>', count: 6 },
        { label: 'Нет', count: 2 },
      ],
    },
    { number: '2', title: long, type: 'choice', answered: 3, bars: [{ label: 'словобезпробелов'.repeat(6), count: 3 }] },
    {
      number: '3',
      title: 'Что улучшить?',
      type: 'input',
      answered: 1250,
      texts: Array.from({ length: 250 }, (_, index) => (index === 0 ? 'ъ'.repeat(600) : `Ответ №${index + 1}.`)),
    },
    {
      number: '4',
      title: 'Таблица',
      type: 'matrix',
      answered: 5,
      table: {
        columns: ['', ...Array.from({ length: 13 }, (_, index) => `Столбец-${index + 1}`)],
        rows: [['Строка', ...Array.from({ length: 13 }, (_, index) => 1000 + index)]],
      },
    },
    {
      number: '5',
      title: 'Города',
      type: 'dropdown',
      answered: 100,
      bars: Array.from({ length: 90 }, (_, index) => ({ label: `Город-${index + 1}`, count: index })),
    },
    { number: '6', title: 'Без ответов', type: 'scale', answered: 0, bars: [{ label: '1', count: 0 }] },
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
      '6 (75%)',
      '2 (25%)',
      'Среднее: 4.26',
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
            type: 'choice',
            answered: 1,
            bars: [{ label: '"/><image href="file:///etc/hostname"/>', count: 1 }],
          },
        ],
      }),
    )
    expect(text).toContain('Median time')
    expect(text).toContain('<svg><image href="file:///etc/passwd"/></svg>')
  })
})

describe('Word report', () => {
  it.skipIf(noOffice)(
    'is what LibreOffice reads (needs soffice)',
    async () => {
      const text = flat(officeText(await keep(await reportWord(report))))
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

  it('has a picture for each chart', async () => {
    const { fromBufferPromise } = await import('yauzl')
    const archive = await fromBufferPromise(await bytesOf(await reportWord({ ...report, questions: report.questions.slice(0, 2) })), {
      lazyEntries: true,
    })
    const names: string[] = []
    for await (const { fileName } of archive.eachEntry()) names.push(fileName)
    expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(2)
  })
})

describe('charts', () => {
  it('take the colours in turn, and one for all', async () => {
    const bars = [
      { label: 'a', count: 1 },
      { label: 'b', count: 2 },
      { label: 'c', count: 3 },
    ]
    const fills = async (colors: string[]): Promise<string[]> =>
      Array.from((await barCharts(bars, 6, { colors }))[0]!.svg.matchAll(/fill="(#(?:AA|BB)\w{4})"/g), (match) => match[1]!)
    expect(await fills(['#AA0000', '#BB0000'])).toEqual(['#AA0000', '#BB0000', '#AA0000'])
    expect(await fills(['#AA0000'])).toEqual(['#AA0000', '#AA0000', '#AA0000'])
  })

  it('leave out the numbers and draw the grid when asked to', async () => {
    const [chart] = await barCharts([{ label: 'a', count: 7 }], 7, { showValueLabels: false, showGridLines: true })
    expect(chart!.svg).not.toContain('7 (100%)')
    expect(chart!.svg.match(/<line /g)).toHaveLength(5)
  })

  it('wrap text to its width, breaking what is wider', async () => {
    const metrics = await regularMetrics()
    const lines = wrap(`short ${'Щ'.repeat(100)}`, 100, 10, metrics, 50)
    expect(lines.join('').replace(' ', '')).toBe(`short${'Щ'.repeat(100)}`)
    expect(Math.max(...lines.map((line) => metrics.width(line, 10)))).toBeLessThanOrEqual(100)
    expect(wrap('a b c', 1, 10, metrics, 2)).toEqual(['a', '…'])
  })
})

it.each([
  [0, '0 s'],
  [45, '45 s'],
  [60, '1 min'],
  [203, '3 min 23 s'],
  [3600, '1 h'],
  [7500, '2 h 5 min'],
  [59.6, '1 min'],
  [null, '–'],
])('duration %s is %s', (seconds, text) => expect(duration(seconds, wordsOf('en'))).toBe(text))

it.each([
  [1, 3, '33.3%'],
  [0, 0, '0%'],
  [2, 2, '100%'],
  [41, 80, '51.3%'],
  [1, 16, '6.3%'],
])('percent %i of %i is %s', (count, total, text) => expect(percent(count, total)).toBe(text))

it.each([
  [10, 6, 5],
  [6, 6, 6],
  [13, 6, 5],
  [1, 6, 1],
  [0, 6, 1],
])('%i in parts of at most %i are %i each', (count, most, size) => expect(evenly(count, most)).toBe(size))

const titled = (titles: readonly string[]) => titles.map((title) => ({ title }))

/** Of any type, with these options; in a matrix they are the rows. */
function questionLike(type: QuestionType, options: readonly string[]): Question {
  const columns = Array.from({ length: 8 }, (_, column) => `Столбец-${column + 1}`)
  const fields: Partial<{ [T in QuestionType]: QuestionOf<T> }> = {
    choice: { type: 'choice', choiceMultiple: true, choiceEntities: titled(options) },
    dropdown: { type: 'dropdown', dropdownEntities: titled(options) },
    ranking: { type: 'ranking', rankingEntities: titled(options) },
    matrix: { type: 'matrix', matrixRows: titled(options), matrixColumns: titled(columns) },
    scale: { type: 'scale', scaleFrom: 1, scaleTo: 7, scaleFromLabel: 'Плохо', scaleToLabel: 'Хорошо' },
  }
  return fields[type] ?? ({ type } as Question)
}

/** One screen of each type, with a text of its own that must come out. */
const screens: PrintScreen[] = questionTypes.map((type, index): PrintScreen => ({
  number: String(index + 1),
  title: `Заголовок-${type}`,
  description: `Описание-${type} <&>`,
  required: type === 'choice',
  question: questionLike(type, [`Первый-${type}`, `Второй-${type} "x"`]),
}))

const print: PrintData = { title: 'Анкета', description: 'Введение', lang: 'ru', screens }

const expectedTexts = [
  'Анкета',
  'Введение',
  '* нужно ответить',
  'Да',
  'Нет',
  'Файл приложен',
  'Плохо',
  'Хорошо',
  'Столбец-8',
  '☐',
  '○',
  '☆',
  '☎',
  ...screens.flatMap(({ title, description }) => [title, description!]),
  ...['choice', 'dropdown', 'ranking', 'matrix'].flatMap((type) => [`Первый-${type}`, `Второй-${type} "x"`]),
]

describe('print', () => {
  it.skipIf(noPoppler)('PDF shows every type (needs pdftotext)', async () => {
    const file = await printSurvey(print, 'pdf', 'medium')
    const text = await pdfText(file)
    for (const part of expectedTexts) expect(text).toContain(part)
    expect(outside(await pdfWords(file))).toEqual([])
  })

  it.skipIf(noPoppler).each<[PrintFont, number]>([
    ['little', 8.5],
    ['medium', 10.5],
    ['large', 14],
  ])('PDF is set in %s letters (needs pdftotext)', async (font, points) => {
    const words = await pdfWords(
      await printSurvey(
        { title: 'T', screens: [{ title: 'Q', question: { type: 'choice', choiceEntities: titled(['Option']) } }] },
        'pdf',
        font,
      ),
    )
    const option = words.find(({ text }) => text === 'Option')!
    // A line of the font is 1.164 of its size.
    expect((option.bottom - option.top) / 1.164).toBeCloseTo(points, 0)
  })

  it.skipIf(noPoppler)('PDF holds very long questions (needs pdftotext)', async () => {
    const words = await pdfWords(
      await printSurvey(
        {
          title: long.repeat(3),
          screens: [
            {
              title: long.repeat(8),
              description: 'ъ'.repeat(5000),
              question: { type: 'choice', choiceEntities: titled(Array.from({ length: 200 }, (_, index) => `Вариант-${index}`)) },
            },
          ],
        },
        'pdf',
        'large',
      ),
    )
    expect(outside(words)).toEqual([])
    expect(words.filter(({ text }) => text.startsWith('Вариант-'))).toHaveLength(200)
    expect(words.reduce((count, { text }) => count + (text.match(/ъ/g)?.length ?? 0), 0)).toBe(5000)
  })

  it.skipIf(noOffice)(
    'Word shows every type (needs soffice)',
    async () => {
      const text = flat(officeText(await keep(await printSurvey(print, 'word', 'little'))))
      for (const part of expectedTexts) expect(text).toContain(part)
    },
    60_000,
  )

  it('text shows every type, within 78 columns', async () => {
    const text = (await bytesOf(await printSurvey(print, 'txt', 'large'))).toString()
    for (const part of expectedTexts) expect(text).toContain(part)
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(79)
  })

  it('HTML shows every type, escaped, with nothing from elsewhere', async () => {
    const html = (await bytesOf(await printSurvey(print, 'html', 'medium'))).toString()
    for (const part of expectedTexts) expect(html).toContain(escapeXml(part))
    expect(html).toContain('Второй-choice &quot;x&quot;')
    expect(html).not.toMatch(/<script|<link|<img|https?:|url\(/i)
  })

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onload='x"])('HTML keeps %j text everywhere', async (evil) => {
    const hostile = {
      title: evil,
      description: evil,
      screens: screens.map((screen) => ({
        ...screen,
        title: evil,
        description: evil,
        question: { ...questionLike(screen.question.type, [evil]), scaleFromLabel: evil, scaleToLabel: evil },
      })),
    }
    const html = (await bytesOf(await printSurvey(hostile, 'html', 'medium'))).toString()
    expect(html).not.toContain(evil)
  })

  it.each<PrintFormat>(['pdf', 'word', 'txt', 'html'])('%s of an empty survey is a file', async (format) => {
    const { filename, body } = await printSurvey({ title: '', screens: [] }, format, 'medium')
    expect(filename).toMatch(/^survey - print\.\w+$/)
    expect((body as Uint8Array).length).toBeGreaterThan(0)
  })
})
