/** The report for a word processor: figures, charts as pictures, the numbers in tables, up to 200 text answers a question. */
import type { FileChild, ITableCellOptions } from 'docx'
import { barCharts, type Chart } from './chart.ts'
import type { OutFile, ReportData, ReportQuestion } from '../files/data.ts'
import { svgToPng } from '../files/raster.ts'
import { barGrid, figures, heading, reportWords, someTexts, split, subheading, type Grid } from './report-facts.ts'
import { fileName, oneLine } from '../../files/text.ts'
import { runsOf, textTwips, wordFile, wordType } from '../files/word.ts'
import type { Words } from '../files/words.ts'

type Docx = typeof import('docx')

const mostTexts = 200
const gridColumns = 6
const ink = '102A43'
const faint = '627D98'
const tile = 'F0F4F8'
/** Pixels of a picture for each point it takes. */
const sharpness = 2.5

const line = { style: 'single', size: 4, color: 'D9E2EC' } as const
const none = { style: 'none', size: 0, color: 'auto' } as const
const rowLines = { top: line, bottom: line, left: none, right: none, insideHorizontal: line, insideVertical: none }

interface Look {
  bold?: boolean
  size?: number
  color?: string
  right?: boolean
  keep?: boolean
  before?: number
}

/** Sizes in half points, distances in twips. */
function paragraph(docx: Docx, text: string, { right, keep, before, ...format }: Look = {}) {
  return new docx.Paragraph({
    children: runsOf(text, format).map((run) => new docx.TextRun(run)),
    ...(right && { alignment: 'right' as const }),
    ...(keep && { keepNext: true }),
    ...(before !== undefined && { spacing: { before } }),
  })
}

function tableOf(docx: Docx, rows: ITableCellOptions[][], widths: readonly number[], head: boolean): FileChild {
  return new docx.Table({
    layout: 'fixed',
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: 'dxa' },
    columnWidths: widths,
    borders: rowLines,
    margins: { top: 60, bottom: 60, left: 80, right: 80 },
    rows: rows.map(
      (cells, row) =>
        new docx.TableRow({
          tableHeader: head && row === 0,
          children: cells.map((cell, index) => new docx.TableCell({ width: { size: widths[index]!, type: 'dxa' }, ...cell })),
        }),
    ),
  })
}

function gridTable(docx: Docx, { columns, rows }: Grid, firstShare: number): FileChild {
  const first = Math.floor(textTwips * firstShare)
  const rest = Math.floor((textTwips - first) / Math.max(1, columns.length - 1))
  const cell = (text: string, index: number, head: boolean): ITableCellOptions => ({
    children: [paragraph(docx, text, { size: 17, bold: head, right: index > 0 })],
    ...(head && { shading: { fill: tile } }),
  })
  return tableOf(
    docx,
    [columns.map((text, index) => cell(text, index, true)), ...rows.map((cells) => cells.map((text, index) => cell(text, index, false)))],
    columns.map((_, index) => (index === 0 ? first : rest)),
    true,
  )
}

function figureTable(docx: Docx, data: ReportData, words: Words): FileChild {
  const cells = figures(data, words).map(({ value, label }): ITableCellOptions => ({
    shading: { fill: tile },
    children: [paragraph(docx, value, { bold: true, size: 34, color: ink }), paragraph(docx, label, { size: 17, color: faint })],
  }))
  return tableOf(
    docx,
    [cells],
    cells.map(() => Math.floor(textTwips / cells.length)),
    false,
  )
}

async function picture(docx: Docx, { svg, width, height }: Chart, title: string): Promise<FileChild> {
  const data = await svgToPng(svg, sharpness)
  // The library counts in pixels of 96 to the inch; the page is a little narrower than the drawing.
  const scale = ((textTwips / 20) * (96 / 72)) / width
  return new docx.Paragraph({
    spacing: { before: 60, after: 60 },
    children: [
      new docx.ImageRun({
        type: 'png',
        data,
        transformation: { width: Math.round(width * scale), height: Math.round(height * scale) },
        altText: { name: 'chart', title, description: title },
      }),
    ],
  })
}

async function questionParts(docx: Docx, question: ReportQuestion, data: ReportData, words: Words): Promise<FileChild[]> {
  const bars = question.bars ?? []
  const title = runsOf(heading(question), { bold: true, size: 25, color: ink }).map((run) => new docx.TextRun(run))
  const parts: FileChild[] = [
    new docx.Paragraph({ heading: 'Heading2', keepNext: true, spacing: { before: 360, after: 60 }, children: title }),
    paragraph(docx, subheading(question, words), { size: 18, color: faint, keep: true }),
  ]
  if (question.answered === 0) parts.push(paragraph(docx, words.noAnswers, { color: faint }))
  if (bars.length > 0) {
    for (const chart of await barCharts(bars, question.answered, data.look)) parts.push(await picture(docx, chart, heading(question)))
    parts.push(gridTable(docx, barGrid(question, words), 0.6))
  }
  for (const grid of question.table ? split(question.table, gridColumns) : []) parts.push(paragraph(docx, ''), gridTable(docx, grid, 0.3))
  const { texts, note } = someTexts(question, mostTexts, words)
  if (texts.length > 0)
    parts.push(
      paragraph(docx, ''),
      tableOf(
        docx,
        texts.map((text) => [{ children: [paragraph(docx, text)] }]),
        [textTwips],
        false,
      ),
    )
  if (note) parts.push(paragraph(docx, note, { size: 17, color: faint, before: 80 }))
  return parts
}

export async function reportWord(data: ReportData): Promise<OutFile> {
  const docx = await import('docx')
  const words = reportWords(data)
  const children: FileChild[] = [paragraph(docx, oneLine(data.title), { bold: true, size: 40, color: ink })]
  if (data.filters) children.push(paragraph(docx, data.filters, { size: 18, color: faint }))
  children.push(paragraph(docx, ''), figureTable(docx, data, words))
  for (const question of data.questions) children.push(...(await questionParts(docx, question, data, words)))
  return {
    filename: fileName(data.title, 'report', 'docx'),
    type: wordType,
    body: await wordFile({ title: data.title, points: 10, children }),
  }
}
