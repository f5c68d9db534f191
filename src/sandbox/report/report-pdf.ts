/**
 * Reports as PDF. The summary has the figures, a chart a question and up to 5 of its text answers; the
 * detailed report adds the numbers in tables and up to 200 text answers. Notes say what is left out.
 */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { barCharts } from './chart.ts'
import type { OutFile, ReportData, ReportQuestion } from '../files/data.ts'
import { pdf, pdfType, plain } from '../files/pdf.ts'
import { barGrid, figures, heading, reportWords, someTexts, split, subheading, type Grid } from './report-facts.ts'
import { cutUnits, fileName, oneLine } from '../../files/text.ts'
import type { Words } from '../files/words.ts'

interface Depth {
  texts: number
  tables: boolean
}

const depths = { summary: { texts: 5, tables: false }, report: { texts: 200, tables: true } } as const
const textWidth = 515
const gridColumns = 6
const ink = '#102A43'
const faint = '#627D98'
const hairline = '#D9E2EC'
const tile = '#F0F4F8'

const tiles = (data: ReportData, words: Words): Content => ({
  table: {
    widths: ['*', '*', '*', '*'],
    body: [
      figures(data, words).map(({ value, label }): TableCell => ({
        stack: [
          { text: value, fontSize: 17, bold: true, color: ink },
          { text: label, fontSize: 8, color: faint, margin: [0, 3, 0, 0] },
        ],
        fillColor: tile,
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

const lines = {
  hLineWidth: () => 0.5,
  hLineColor: () => hairline,
  vLineWidth: () => 0,
  paddingTop: () => 4,
  paddingBottom: () => 4,
  paddingLeft: () => 4,
  paddingRight: () => 4,
}

/** Widths are fixed, so that words wider than their column are broken instead of widening the table. */
function gridContent({ columns, rows }: Grid, firstShare: number): Content {
  const padding = 8
  const first = columns.length > 1 ? Math.floor(textWidth * firstShare) - padding : textWidth - padding
  const rest = Math.floor((textWidth - first - padding) / Math.max(1, columns.length - 1)) - padding
  const align = (index: number): 'left' | 'right' => (index === 0 ? 'left' : 'right')
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      widths: columns.map((_, index) => (index === 0 ? first : rest)),
      body: [
        columns.map((text, index) => ({ text: plain(text), bold: true, alignment: align(index), fillColor: tile })),
        ...rows.map((cells) => cells.map((text, index) => ({ text: plain(text), alignment: align(index) }))),
      ],
    },
    layout: lines,
    fontSize: 8.5,
    margin: [0, 8, 0, 0],
  }
}

function textsContent(question: ReportQuestion, most: number, words: Words): Content[] {
  const { texts, note } = someTexts(question, most, words)
  if (texts.length === 0) return []
  return [
    {
      table: { widths: [textWidth - 8], body: texts.map((text) => [{ text: plain(text), preserveLeadingSpaces: true }]) },
      layout: lines,
      fontSize: 9,
      margin: [0, 6, 0, 0],
    },
    ...(note ? [{ text: note, color: faint, fontSize: 8.5, margin: [4, 4, 0, 0] } satisfies Content] : []),
  ]
}

async function questionContent(question: ReportQuestion, data: ReportData, depth: Depth, words: Words): Promise<Content[]> {
  const title = plain(heading(question))
  const head: Content[] = [
    { text: title, fontSize: 12, bold: true, color: ink },
    { text: subheading(question, words), fontSize: 9, color: faint, margin: [0, 3, 0, 4] },
  ]
  if (question.answered === 0) head.push({ text: words.noAnswers, fontSize: 9, color: faint })
  const bars = question.bars ?? []
  const charts = bars.length > 0 ? await barCharts(bars, question.answered, data.look) : []
  const parts = [
    ...charts.map(({ svg }): Content => ({ svg, width: textWidth, margin: [0, 4, 0, 0] })),
    ...(depth.tables && bars.length > 0 ? [gridContent(barGrid(question, words), 0.6)] : []),
    ...(question.table ? split(question.table, gridColumns).map((grid) => gridContent(grid, 0.3)) : []),
    ...textsContent(question, depth.texts, words),
  ]
  const [first, ...more] = parts
  // A title stays with what follows, unless it might not fit a page with it.
  const fits = title.length < 800 && (charts.length > 0 || isShort(question, depth))
  if (!first || fits) return [{ stack: first ? [...head, first] : head, unbreakable: title.length < 800, margin: [0, 18, 0, 0] }, ...more]
  return [{ stack: head, unbreakable: title.length < 800, margin: [0, 18, 0, 0] }, ...parts]
}

/** Whether its table or its texts take less than a page for sure. */
const isShort = ({ table, texts = [] }: ReportQuestion, depth: Depth): boolean =>
  [...(table?.rows.map(([name]) => String(name)) ?? []), ...texts.slice(0, depth.texts)].reduce((sum, text) => sum + 100 + text.length, 0) <
  2000

async function reportPdf(data: ReportData, kind: keyof typeof depths): Promise<OutFile> {
  const words = reportWords(data)
  const title = plain(oneLine(data.title))
  const questions: Content[] = []
  for (const question of data.questions) questions.push(...(await questionContent(question, data, depths[kind], words)))
  const body = await pdf({
    pageSize: 'A4',
    pageMargins: [40, 44, 40, 48],
    info: { title },
    defaultStyle: { fontSize: 10, color: '#243B53', lineHeight: 1.1 },
    footer: (page, pages) => ({
      columns: [
        { text: cutUnits(title, 90, '…'), width: '*' },
        { text: `${page} / ${pages}`, width: 60, alignment: 'right' },
      ],
      fontSize: 7.5,
      color: faint,
      margin: [40, 16, 40, 0],
    }),
    content: [
      { text: title, fontSize: 20, bold: true, color: ink },
      ...(data.filters ? [{ text: plain(data.filters), fontSize: 9, color: faint, margin: [0, 4, 0, 0] } satisfies Content] : []),
      tiles(data, words),
      ...questions,
    ],
  })
  return { filename: fileName(data.title, kind, 'pdf'), type: pdfType, body }
}

export const summaryPdf = (data: ReportData): Promise<OutFile> => reportPdf(data, 'summary')
export const detailedPdf = (data: ReportData): Promise<OutFile> => reportPdf(data, 'report')
