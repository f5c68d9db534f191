/** Printable surveys, judged by programs that aren't ours. */
import { describe, expect, it } from 'vitest'
import { questionTypes, type QuestionType } from '../../src/contract/surveys/question.ts'
import { escapeXml } from '../../src/files/text.ts'
import type { Question, QuestionOf } from '../../src/model/survey.ts'
import { bytesOf } from '../../src/sandbox/files/body.ts'
import type { PrintData, PrintFont, PrintScreen } from '../../src/sandbox/files/data.ts'
import { printSurvey, type PrintFormat } from '../../src/sandbox/files/print/print.ts'
import { flat, keep, noOffice, noPoppler, officeText, outside, pdfText, pdfWords } from '../support/documents.ts'

const long = 'Очень длинный заголовок вопроса, который переносится на новые строки и нигде не обрезается. '.repeat(12).trim()

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
