/** The printable survey for a word processor. */
import type { FileChild, ITableCellOptions } from 'docx'
import { box, figure, gridParts, type GridPart, type Mark } from './print-marks.ts'
import { requiredMark, type Printed, type PrintedSurvey } from './print-screens.ts'
import { runsOf, textTwips, wordFile } from './word.ts'

type Docx = typeof import('docx')

const faint = '627D98'
/** Twips. */
const hang = 420

interface Look {
  bold?: boolean
  color?: string
  size?: number
  before?: number
  keep?: boolean
  center?: boolean
}

function paragraph(docx: Docx, text: string, { before = 0, keep, center, ...format }: Look = {}) {
  return new docx.Paragraph({
    children: runsOf(text, format).map((run) => new docx.TextRun(run)),
    spacing: { before },
    ...(keep && { keepNext: true }),
    ...(center && { alignment: 'center' as const }),
  })
}

/** A mark, a tab, and the text hanging behind it. */
function marked(docx: Docx, mark: string, text: string, width: number): FileChild {
  const [first, ...rest] = runsOf(text)
  return new docx.Paragraph({
    indent: { left: width, hanging: width },
    spacing: { before: 60 },
    tabStops: [{ type: 'left', position: width }],
    children: [new docx.TextRun({ children: [mark, new docx.Tab(), first?.text ?? ''] }), ...rest.map((run) => new docx.TextRun(run))],
  })
}

const writingLine = (docx: Docx, label: string): FileChild =>
  new docx.Paragraph({
    children: [new docx.TextRun(label)],
    spacing: { before: 240 },
    // Lines of one look in a row are one border to Word: the one between is asked for too.
    border: { bottom: { style: 'single', size: 4, color: faint, space: 1 }, between: { style: 'single', size: 4, color: faint, space: 1 } },
  })

function table(docx: Docx, rows: ITableCellOptions[][], widths: readonly number[], lines: boolean): FileChild {
  const line = lines ? ({ style: 'single', size: 4, color: 'BCCCDC' } as const) : ({ style: 'none', size: 0, color: 'auto' } as const)
  return new docx.Table({
    layout: 'fixed',
    columnWidths: widths,
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: 'dxa' },
    borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
    margins: { top: 50, bottom: 50, left: 80, right: 80 },
    rows: rows.map(
      (cells) =>
        new docx.TableRow({
          cantSplit: true,
          children: cells.map((cell, index) => new docx.TableCell({ width: { size: widths[index]!, type: 'dxa' }, ...cell })),
        }),
    ),
  })
}

function scaleParts(docx: Docx, { shape, values, from, to }: Extract<Mark, { kind: 'scale' }>, points: number): FileChild[] {
  const width = Math.min(900, Math.floor(textTwips / values.length))
  const cells = values.map((value): ITableCellOptions => ({
    children: [
      paragraph(docx, figure(shape), { size: Math.round(points * 3), center: true }),
      paragraph(docx, String(value), { center: true }),
    ],
    margins: { left: 0, right: 0 },
  }))
  const ends = [from && `${values[0]} = ${from}`, to && `${values.at(-1)} = ${to}`].filter(Boolean)
  return [
    table(
      docx,
      [cells],
      values.map(() => width),
      false,
    ),
    ...ends.map((end) => paragraph(docx, end, { color: faint })),
  ]
}

function gridTable(docx: Docx, { columns, rows, mark }: GridPart): FileChild {
  const first = Math.floor(textTwips * 0.28)
  const rest = Math.floor((textTwips - first) / columns.length)
  const cell = (text: string, center: boolean): ITableCellOptions => ({ children: [paragraph(docx, text, { center })] })
  return table(
    docx,
    [
      [cell('', false), ...columns.map((text) => cell(text, true))],
      ...rows.map((row) => [cell(row, false), ...columns.map(() => cell(mark, true))]),
    ],
    [first, ...columns.map(() => rest)],
    true,
  )
}

function markParts(docx: Docx, mark: Mark, points: number): FileChild[] {
  switch (mark.kind) {
    case 'options':
      return mark.items.map((item) => marked(docx, box(mark.several), item, hang))
    case 'order':
      return mark.items.map((item) => marked(docx, '____', item, hang * 2))
    case 'scale':
      return scaleParts(docx, mark, points)
    case 'lines':
      return Array.from({ length: mark.count }, (_, index) => writingLine(docx, index === 0 ? mark.label : ''))
    case 'blanks':
      return [paragraph(docx, mark.pattern, { before: 160, size: Math.round(points * 2.6) })]
    // Tables that touch would become one.
    case 'grid':
      return gridParts(mark).flatMap((part) => [gridTable(docx, part), paragraph(docx, '')])
  }
}

function screenParts(docx: Docx, { title, required, asks, description, marks }: Printed, points: number): FileChild[] {
  const star = required && asks ? [new docx.TextRun({ text: ` ${requiredMark}`, bold: true, color: 'C0392B' })] : []
  const runs = runsOf(title, { bold: true, size: Math.round(points * 2.3) }).map((run) => new docx.TextRun(run))
  return [
    new docx.Paragraph({ children: [...runs, ...star], keepNext: asks, spacing: { before: 360 } }),
    ...(description ? [paragraph(docx, description, { color: faint, keep: asks })] : []),
    ...marks.flatMap((mark) => markParts(docx, mark, points)),
  ]
}

export async function printWord({ title, description, legend, screens }: PrintedSurvey, points: number): Promise<Buffer> {
  const docx = await import('docx')
  return wordFile({
    title,
    points,
    children: [
      paragraph(docx, title, { bold: true, size: Math.round(points * 3.4) }),
      ...(description ? [paragraph(docx, description)] : []),
      ...(legend ? [paragraph(docx, legend, { color: faint })] : []),
      ...screens.flatMap((screen) => screenParts(docx, screen, points)),
    ],
  })
}
