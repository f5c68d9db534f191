/** The printable survey as a Word document. */
import { box, figure, gridParts, type GridPart, type Mark } from './print-marks.ts'
import { requiredMark, type PrintedScreen, type PrintedSurvey } from './print-screens.ts'
import { portrait, textTwips, wordBytes } from '../word.ts'
import { cell, paragraph, paragraphOf, rowXml, run, tableEnd, tableStart, type Cell } from '../word-xml.ts'

const faint = '627D98'
const gridLine = 'BCCCDC'
/** Twips. */
const hang = 420
const padding = { vertical: 50, horizontal: 80 }

/** A mark, a tab, and text with a hanging indent. */
const marked = (mark: string, text: string, width: number): string => paragraphOf(run(`${mark}\t${text}`), { hang: width, before: 60 })

const writingLine = (label: string): string => paragraph(label, { line: faint, before: 240 })

function scaleParts({ shape, values, from, to }: Extract<Mark, { kind: 'scale' }>, points: number): string[] {
  const widths = values.map(() => Math.min(900, Math.floor(textTwips / values.length)))
  const cells = values.map((value): Cell => ({
    content: paragraph(figure(shape), { size: Math.round(points * 3), align: 'center' }) + paragraph(String(value), { align: 'center' }),
  }))
  const ends = [from && `${values[0]} = ${from}`, to && `${values.at(-1)} = ${to}`].filter(Boolean)
  return [
    tableStart({ widths, padding: { vertical: 50, horizontal: 0 } }) + rowXml(cells, widths) + tableEnd,
    ...ends.map((end) => paragraph(end, { color: faint })),
  ]
}

function gridTable({ columns, rows, tick }: GridPart): string {
  const first = Math.floor(textTwips * 0.28)
  const widths = [first, ...columns.map(() => Math.floor((textTwips - first) / columns.length))]
  const centered = (text: string): Cell => cell(text, { align: 'center' })
  const borders = { top: gridLine, left: gridLine, bottom: gridLine, right: gridLine, insideH: gridLine, insideV: gridLine }
  return [
    tableStart({ widths, borders, padding }),
    rowXml([cell(''), ...columns.map(centered)], widths, { head: true }),
    ...rows.map((row) => rowXml([cell(row), ...columns.map(() => centered(tick))], widths)),
    tableEnd,
  ].join('')
}

function markParts(mark: Mark, points: number): string[] {
  switch (mark.kind) {
    case 'options':
      return mark.items.map((item) => marked(box(mark.several), item, hang))
    case 'order':
      return mark.items.map((item) => marked('____', item, hang * 2))
    case 'scale':
      return scaleParts(mark, points)
    case 'lines':
      return Array.from({ length: mark.count }, (_, index) => writingLine(index === 0 ? mark.label : ''))
    case 'blanks':
      return [paragraph(mark.pattern, { before: 160, size: Math.round(points * 2.6) })]
    case 'grid':
      return gridParts(mark).map(gridTable)
  }
}

function screenParts({ title, required, asks, description, marks }: PrintedScreen, points: number): string[] {
  const star = required && asks ? run(` ${requiredMark}`, { bold: true, color: 'C0392B' }) : ''
  return [
    paragraphOf(run(title, { bold: true, size: Math.round(points * 2.3) }) + star, { keep: asks, before: 360 }),
    ...(description ? [paragraph(description, { color: faint, keep: asks })] : []),
    ...marks.flatMap((mark) => markParts(mark, points)),
  ]
}

export const printWord = ({ title, description, legend, screens }: PrintedSurvey, points: number): AsyncIterable<Uint8Array> =>
  wordBytes({
    title,
    points,
    page: portrait,
    body: [
      paragraph(title, { bold: true, size: Math.round(points * 3.4) }),
      ...(description ? [paragraph(description)] : []),
      ...(legend ? [paragraph(legend, { color: faint })] : []),
      ...screens.flatMap((screen) => screenParts(screen, points)),
    ],
  })
