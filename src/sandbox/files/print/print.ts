/** A survey to print and fill in by hand. The font size has no effect on plain text. */
import type { OutFile, PrintData, PrintFont } from '../data.ts'
import { pdfType } from '../pdf.ts'
import { printed } from './print-screens.ts'
import { fileName } from '../../../files/text.ts'
import { wordType } from '../word.ts'

export type PrintFormat = 'pdf' | 'word' | 'txt' | 'html'

/** Size of ordinary text, in points. */
const points: Record<PrintFont, number> = { little: 8.5, medium: 10.5, large: 14 }

export async function printSurvey(data: PrintData, format: PrintFormat, font: PrintFont): Promise<OutFile> {
  const survey = printed(data)
  const file = (extension: string, type: string, body: OutFile['body']): OutFile => ({
    filename: fileName(data.title, 'print', extension),
    type,
    body,
  })
  switch (format) {
    case 'pdf':
      return file('pdf', pdfType, await (await import('./print-pdf.ts')).printPdf(survey, points[font]))
    case 'word':
      return file('docx', wordType, (await import('./print-word.ts')).printWord(survey, points[font]))
    case 'html':
      return file(
        'html',
        'text/html; charset=utf-8',
        Buffer.from((await import('./print-html.ts')).printHtml(survey, points[font], data.lang ?? 'en')),
      )
    case 'txt':
      return file('txt', 'text/plain; charset=utf-8', Buffer.from(`\uFEFF${(await import('./print-text.ts')).printText(survey)}`))
  }
}
