/** Reports and printable surveys, judged by programs that aren't ours. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { questionTypes, type QuestionType } from '../../src/contract/core/records.ts'
import type { Question, QuestionOf } from '../../src/model/survey.ts'
import { bytesOf } from '../../src/sandbox/files/body.ts'
import type { OutFile, PrintData, PrintFont, PrintScreen, ReportData } from '../../src/sandbox/files/data.ts'
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

function office(path: string, to: string): string {
  const out = mkdtempSync(join(folder, 'office-'))
  execFileSync(
    'soffice',
    [`-env:UserInstallation=file://${join(folder, 'profile')}`, '--headless', '--convert-to', to, '--outdir', out, path],
    { stdio: 'ignore' },
  )
  return join(out, readdirSync(out)[0]!)
}
const officeText = (path: string): string => readFileSync(office(path, 'txt:Text (encoded):UTF8'), 'utf8')

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

/** The text of a Word document's body. */
async function wordXml(file: OutFile): Promise<string> {
  const { fromBufferPromise } = await import('yauzl')
  const archive = await fromBufferPromise(await bytesOf(file), { lazyEntries: true })
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName !== 'word/document.xml') continue
    const pieces: Buffer[] = []
    for await (const piece of await archive.openReadStreamPromise(entry)) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }
  throw new Error('no document')
}

/** The boxes drawn on the first page of a PDF: where they begin and how wide they are, by colour. */
async function boxes(file: OutFile): Promise<Record<string, number[][]>> {
  const svg = execFileSync('pdftocairo', ['-svg', '-f', '1', '-l', '1', await keep(file), '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const drawn = Array.from(
    svg.matchAll(/fill:rgb\(([^)]*)\)[^>]* d="M ([\d.]+) ([\d.]+) L ([\d.]+) [\d.]+ /g),
    ([, color, left, top, right]) => [color!, Number(left), Number(top), Number(right)] as const,
  )
  const byColor: Record<string, number[][]> = {}
  for (const [color, left, top, right] of drawn) (byColor[color] ??= []).push([left, top, right - left])
  return byColor
}

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

  it.skipIf(missing('pdftocairo', '-v')).each([
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
      const pages = pagesOf(office(await keep(reportWord({ ...report, questions: questionsOfAllKinds })), 'pdf'))
      expect(pages.length).toBeGreaterThan(10)
      expect(firsts(pages).filter(([title, first]) => title !== first || title === '-1')).toEqual([])
    },
    60_000,
  )
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
    const { filename, type, body } = await printSurvey({ title: '', screens: [] }, format, 'medium')
    expect(filename).toMatch(/^survey - print\.\w+$/)
    expect((await bytesOf({ filename, type, body })).length).toBeGreaterThan(0)
  })
})
