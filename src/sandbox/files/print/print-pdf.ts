/** The printable survey as PDF. */
import type { Content, Table } from 'pdfmake/interfaces.js'
import { pdf, type Inline } from '../pdf.ts'
import { box, figure, gridParts, type GridPart, type Mark } from './print-marks.ts'
import type { TextRun } from '../pdf-text.ts'
import { requiredMark, type PrintedScreen, type PrintedSurvey } from './print-screens.ts'

const textWidth = 515
const faint = '#627D98'

/** A narrow column for the mark, the rest for the text. */
const marked = (mark: string, text: TextRun[], markWidth: number): Content => ({
  columns: [
    { text: mark, width: markWidth },
    { text, width: textWidth - markWidth },
  ],
  margin: [0, 3, 0, 0],
})

const writingLine = (height: number, label: string): Content => ({
  stack: [
    { text: label || ' ', margin: [0, height, 0, 0] },
    { canvas: [{ type: 'line', x1: 0, y1: 1, x2: textWidth, y2: 1, lineWidth: 0.6, lineColor: faint }] },
  ],
})

function scaleContent({ shape, values, from, to }: Extract<Mark, { kind: 'scale' }>, points: number, inline: Inline): Content {
  const step = Math.min(52, Math.floor(textWidth / values.length))
  const width = step * values.length
  return {
    stack: [
      {
        columns: values.map((value) => ({
          width: step,
          alignment: 'center',
          stack: [
            { text: figure(shape), fontSize: points * 1.5 },
            { text: String(value), fontSize: points * 0.9 },
          ],
        })),
      },
      ...(from || to
        ? [
            {
              columns: [
                { text: inline(from), width: width / 2 },
                { text: inline(to), width: width / 2, alignment: 'right' },
              ],
              fontSize: points * 0.85,
              color: faint,
              margin: [0, 2, 0, 0],
            } satisfies Content,
          ]
        : []),
    ],
    margin: [0, 4, 0, 0],
  }
}

/** Widths are fixed, so that long words are broken instead of widening the table. */
function gridContent({ columns, rows, tick }: GridPart, points: number, inline: Inline): Content {
  const padding = 8
  const first = Math.floor(textWidth * 0.28)
  const rest = Math.floor((textWidth - first) / columns.length)
  const table: Table = {
    headerRows: 1,
    dontBreakRows: true,
    widths: [first - padding - 1, ...columns.map(() => rest - padding - 1)],
    body: [
      ['', ...columns.map((text) => ({ text: inline(text), alignment: 'center' as const, fontSize: points * 0.85 }))],
      ...rows.map((row) => [
        { text: inline(row) },
        ...columns.map(() => ({ text: tick, alignment: 'center' as const, fontSize: points * 1.2 })),
      ]),
    ],
  }
  return {
    table,
    layout: { hLineColor: () => '#BCCCDC', vLineColor: () => '#BCCCDC', hLineWidth: () => 0.6, vLineWidth: () => 0.6 },
    margin: [0, 6, 0, 0],
  }
}

function markContent(mark: Mark, points: number, inline: Inline): Content[] {
  switch (mark.kind) {
    case 'options':
      return mark.items.map((item) => marked(box(mark.several), inline(item), points * 1.8))
    case 'order':
      return mark.items.map((item) => marked('____', inline(item), points * 3))
    case 'scale':
      return [scaleContent(mark, points, inline)]
    case 'lines':
      return Array.from({ length: mark.count }, (_, index) => writingLine(points * 0.7, index === 0 ? mark.label : ''))
    case 'blanks':
      return [{ text: mark.pattern, fontSize: points * 1.3, characterSpacing: 2, preserveLeadingSpaces: true, margin: [0, 8, 0, 0] }]
    case 'grid':
      return gridParts(mark).map((part) => gridContent(part, points, inline))
  }
}

function screenContent({ title, required, asks, description, marks }: PrintedScreen, points: number, inline: Inline): Content {
  const head: Content[] = []
  if (title)
    head.push({
      text: [...inline(title), ...(required && asks ? [{ text: ` ${requiredMark}`, color: '#C0392B' }] : [])],
      bold: true,
      fontSize: points * 1.15,
    })
  if (description) head.push({ text: inline(description), color: faint, margin: [0, 2, 0, 0] })
  const [first, ...rest] = marks.flatMap((mark) => markContent(mark, points, inline))
  const top = first ? [...head, first] : head
  const margin: [number, number, number, number] = [0, points * 1.6, 0, 0]
  const texts = JSON.stringify(marks).length + title.length + description.length
  // Kept on one page when it surely fits; otherwise the title at least stays with what follows it.
  if (texts < 800 && rest.length < 12) return { stack: [...top, ...rest], unbreakable: true, margin }
  return { stack: [{ stack: top, unbreakable: texts < 2500 && marks[0]?.kind !== 'grid' }, ...rest], margin }
}

export const printPdf = ({ title, description, legend, screens }: PrintedSurvey, points: number): Promise<Buffer> =>
  pdf((inline) => ({
    pageSize: 'A4',
    pageMargins: [40, 44, 40, 48],
    info: { title },
    defaultStyle: { fontSize: points, color: '#102A43', lineHeight: 1.15 },
    footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'right', fontSize: 7.5, color: faint, margin: [40, 16, 40, 0] }),
    content: [
      { text: inline(title), fontSize: points * 1.7, bold: true },
      ...(description ? [{ text: inline(description), margin: [0, 4, 0, 0] } satisfies Content] : []),
      ...(legend ? [{ text: legend, fontSize: points * 0.85, color: faint, margin: [0, 4, 0, 0] } satisfies Content] : []),
      ...screens.map((screen) => screenContent(screen, points, inline)),
    ],
  }))
