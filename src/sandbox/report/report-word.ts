/** The report as a Word document: key figures, bars with their numbers, up to 200 text answers for each question. */
import type { OutFile, ReportData, ReportQuestion } from '../files/data.ts'
import { png } from '../../files/png.ts'
import { fileName, oneLine } from '../../files/text.ts'
import { dotRun, portrait, textTwips, wordBytes, wordType } from '../files/word.ts'
import { cell, paragraph, paragraphOf, rowXml, run, tableEnd, tableStart, type Borders, type Cell } from '../files/word-xml.ts'
import { longestWord } from './word-width.ts'
import { labelsOf, type Labels } from '../files/labels.ts'
import { figures, heading, subheading, tablesOf, textNote, widestWord, type Table } from './report-facts.ts'

const maxTexts = 200
const ink = '102A43'
const faint = '627D98'
const tileColor = 'F0F4F8'
const hairlineColor = 'D9E2EC'
const lines: Borders = { top: hairlineColor, bottom: hairlineColor, insideH: hairlineColor }
const padding = { vertical: 60, horizontal: 80 }
/** In half points. */
const small = 17

/** A bar's track in points; and its column in twips, with padding and some room, because word processors round lengths. */
const track = { width: 140, height: 8 }
const trackTwips = track.width * 20 + 2 * padding.horizontal + 40
const dots = [
  { name: 'bar', color: [0x2f, 0x6d, 0xb5] as const },
  { name: 'track', color: [0xe4, 0xeb, 0xf3] as const },
].map(({ name, color }) => ({ name, png: png({ width: 1, height: 1, palette: [color], at: () => 0 }) }))

/** Rows that stay on the same page as the title. */
const rowsWithTitle = 2

class ReportWriter {
  readonly #labels: Labels
  #drawings = 0

  constructor(labels: Labels) {
    this.#labels = labels
  }

  *body(data: ReportData): Generator<string> {
    yield paragraph(oneLine(data.title), { bold: true, size: 40, color: ink, style: 'Heading1' })
    if (data.filters) yield paragraph(data.filters, { size: 18, color: faint, before: 80 })
    yield paragraphOf('')
    yield this.#figures(data)
    for (const question of data.questions) yield* this.#question(question)
  }

  #figures(data: ReportData): string {
    const cells = figures(data, this.#labels).map(({ value, label }): Cell => ({
      fill: tileColor,
      content: paragraph(value, { bold: true, size: 34, color: ink }) + paragraph(label, { size: small, color: faint }),
    }))
    const widths = cells.map(() => Math.floor(textTwips / cells.length))
    return tableStart({ widths, borders: lines, padding }) + rowXml(cells, widths) + tableEnd
  }

  *#question(question: ReportQuestion): Generator<string> {
    const tables = tablesOf(question, maxTexts, this.#labels)
    const keep = tables.length > 0
    const about = question.answered === 0 ? this.#labels.noAnswers : subheading(question, this.#labels)
    yield paragraph(heading(question), { style: 'Heading2', bold: true, size: 25, color: ink, keep, before: 360, after: 60 })
    yield paragraph(about, { size: 18, color: faint, keep, after: 80 })
    for (const table of tables) yield* this.#table(table)
    const note = textNote(question, maxTexts, this.#labels)
    if (note) yield paragraph(note, { size: small, color: faint, before: 80 })
  }

  *#table(table: Table): Generator<string> {
    const widths = widthsOf(table)
    yield tableStart({ widths, borders: lines, padding })
    const withBar = (cells: Cell[], drawn: Cell): Cell[] => (table.percents ? cells.toSpliced(1, 0, drawn) : cells)
    if (table.head.length > 0) {
      const head = table.head.map((text, index) => textCell(text, index, { bold: true, keep: true }, tileColor))
      yield rowXml(withBar(head, cell('', { keep: true }, tileColor)), widths, { head: true })
    }
    for (const [index, texts] of table.rows.entries()) {
      const keep = index < Math.min(rowsWithTitle, table.rows.length - 1)
      const cells = texts.map((text, column) => textCell(text, column, { keep }))
      yield rowXml(withBar(cells, this.#bar(table.percents?.[index] ?? 0, keep)), widths)
    }
    yield tableEnd
  }

  /** A bar: the filled part of a track that is 100%. */
  #bar(percent: number, keep: boolean): Cell {
    const filled = percent === 0 ? 0 : Math.max(1, (percent / 100) * track.width)
    const box = (name: string, width: number, about: string): string =>
      width > 0 ? dotRun(name, ++this.#drawings, width, track.height, about) : ''
    return { content: paragraphOf(box('bar', filled, `${percent}%`) + box('track', track.width - filled, ''), { keep }) }
  }
}

function textCell(text: string, index: number, { bold = false, keep }: { bold?: boolean; keep: boolean }, fill?: string): Cell {
  const right = index > 0 ? ({ align: 'right' } as const) : {}
  return { content: paragraphOf(run(text, { size: small, bold }), { keep, ...right }), ...(fill && { fill }) }
}

/** Widths of columns in twips, with padding. */
function widthsOf({ kind, head, rows }: Table): number[] {
  const numbers = Math.max(0, (head.length || (rows[0]?.length ?? 0)) - 1)
  const words = longestWord(head.slice(1), small / 2, widestWord) * 20 + 2 * padding.horizontal
  const number = kind === 'grid' ? Math.max(Math.floor((textTwips * 0.7) / Math.max(1, numbers)), words) : 1250
  const bar = kind === 'bars' ? [trackTwips] : []
  const names = textTwips - numbers * number - bar.reduce((sum, width) => sum + width, 0)
  return [names, ...bar, ...Array.from({ length: numbers }, () => number)]
}

export const reportWord = (data: ReportData): OutFile => ({
  filename: fileName(data.title, 'report', 'docx'),
  type: wordType,
  body: wordBytes({
    title: data.title,
    points: 10,
    page: portrait,
    body: new ReportWriter(labelsOf(data.lang)).body(data),
    dots,
  }),
})
