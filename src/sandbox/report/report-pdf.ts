/**
 * Reports as PDF. The summary has the key figures, bars for each question and up to 5 of its text answers; the detailed
 * report has up to 200. Notes say what is left out.
 */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { OutFile, ReportData, ReportQuestion } from '../files/data.ts'
import { pdf, pdfType, type Inline } from '../files/pdf.ts'
import { tileColor, titledTables, titleHeight } from './pdf-tables.ts'
import { figures, heading, subheading, tablesOf, textNote } from './report-facts.ts'
import { fileName, oneLine, xmlSafe } from '../../files/text.ts'
import { cutUnits } from '../../text/cut.ts'
import { labelsOf, type Labels } from '../files/labels.ts'

/** The most texts shown of each question. */
const maxTexts = { summary: 5, report: 200 } as const
const ink = '#102A43'
const faint = '#627D98'

const tiles = (data: ReportData, labels: Labels): Content => ({
  table: {
    widths: ['*', '*', '*', '*'],
    body: [
      figures(data, labels).map(({ value, label }): TableCell => ({
        stack: [
          { text: value, fontSize: 17, bold: true, color: ink },
          { text: label, fontSize: 8, color: faint, margin: [0, 3, 0, 0] },
        ],
        fillColor: tileColor,
        margin: [8, 8, 8, 8],
      })),
    ],
  },
  layout: {
    hLineWidth: () => 0,
    vLineWidth: (line) => (line > 0 && line < 4 ? 6 : 0),
    vLineColor: () => '#FFFFFF',
    paddingLeft: () => 0,
    paddingRight: () => 0,
  },
  margin: [0, 14, 0, 8],
})

function questionContent(question: ReportQuestion, most: number, labels: Labels, inline: Inline): Content[] {
  const [title, about] = [heading(question), question.answered === 0 ? labels.noAnswers : subheading(question, labels)]
  const head: Content[] = [
    { text: inline(title), fontSize: 12, bold: true, color: ink },
    { text: about, fontSize: 9, color: faint, margin: [0, 3, 0, 4] },
  ]
  const height = titleHeight(title, 12) + titleHeight(about, 9)
  const note = textNote(question, most, labels)
  return [
    ...titledTables(head, height, tablesOf(question, most, labels), inline),
    ...(note ? [{ text: note, color: faint, fontSize: 8.5, margin: [4, 4, 0, 0] } satisfies Content] : []),
  ]
}

async function reportPdf(data: ReportData, kind: keyof typeof maxTexts): Promise<OutFile> {
  const labels = labelsOf(data.lang)
  const title = oneLine(data.title)
  const body = await pdf((inline) => ({
    pageSize: 'A4',
    pageMargins: [40, 44, 40, 48],
    info: { title: xmlSafe(title) },
    defaultStyle: { fontSize: 10, color: '#243B53', lineHeight: 1.1 },
    footer: (page, pages) => ({
      columns: [
        { text: inline(cutUnits(title, 90, '…')), width: '*' },
        { text: `${page} / ${pages}`, width: 60, alignment: 'right' },
      ],
      fontSize: 7.5,
      color: faint,
      margin: [40, 16, 40, 0],
    }),
    content: [
      { text: inline(title), fontSize: 20, bold: true, color: ink },
      ...(data.filters ? [{ text: inline(data.filters), fontSize: 9, color: faint, margin: [0, 4, 0, 0] } satisfies Content] : []),
      tiles(data, labels),
      ...data.questions.flatMap((question) => questionContent(question, maxTexts[kind], labels, inline)),
    ],
  }))
  return { filename: fileName(data.title, kind, 'pdf'), type: pdfType, body }
}

export const summaryPdf = (data: ReportData): Promise<OutFile> => reportPdf(data, 'summary')
export const detailedPdf = (data: ReportData): Promise<OutFile> => reportPdf(data, 'report')
