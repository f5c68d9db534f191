/** The XML of Word documents, written as text: a library of objects takes seconds for what takes milliseconds here. Lengths are in twips. */
import { escapeXml } from '../../files/text.ts'

export interface Look {
  bold?: boolean
  italic?: boolean
  /** In half points. */
  size?: number
  color?: string
  align?: 'right' | 'center'
  /** Stays on the same page as what follows. */
  keep?: boolean
  before?: number
  after?: number
  /** Hanging indent: the text begins there, after a tab. */
  hang?: number
  /** Colour of a line below, also between several such paragraphs. */
  line?: string
  style?: string
}

/** Text from users; it keeps its line breaks. */
export function run(text: string, { bold, italic, color, size }: Look = {}): string {
  const format = `${bold ? '<w:b/>' : ''}${italic ? '<w:i/>' : ''}${color ? `<w:color w:val="${color}"/>` : ''}${size ? `<w:sz w:val="${size}"/>` : ''}`
  const lines = text.split(/\r\n|\r|\n/).map((line) => pieces(line).join('<w:tab/>'))
  return `<w:r>${format && `<w:rPr>${format}</w:rPr>`}${lines.join('<w:br/>')}</w:r>`
}

const pieces = (line: string): string[] => line.split('\t').map((piece) => `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`)

const edge = (side: string, color: string): string => `<w:${side} w:val="single" w:sz="4" w:space="1" w:color="${color}"/>`

/** `runs` are results of `run`. The format requires its properties in this order. */
export function paragraphOf(runs: string, { style, keep, line, hang, before, after, align }: Look = {}): string {
  const properties = [
    style && `<w:pStyle w:val="${style}"/>`,
    keep && '<w:keepNext/>',
    line && `<w:pBdr>${edge('bottom', line)}${edge('between', line)}</w:pBdr>`,
    hang && `<w:tabs><w:tab w:val="left" w:pos="${hang}"/></w:tabs>`,
    (before !== undefined || after !== undefined) && `<w:spacing w:before="${before ?? 0}" w:after="${after ?? 0}"/>`,
    hang && `<w:ind w:left="${hang}" w:hanging="${hang}"/>`,
    align && `<w:jc w:val="${align}"/>`,
  ].filter(Boolean)
  return `<w:p>${properties.length > 0 ? `<w:pPr>${properties.join('')}</w:pPr>` : ''}${runs}</w:p>`
}

export const paragraph = (text: string, look: Look = {}): string => paragraphOf(text ? run(text, look) : '', look)

export interface Cell {
  /** Paragraphs, at least one. */
  content: string
  fill?: string
}

export const cell = (text: string, look: Look = {}, fill?: string): Cell => ({ content: paragraph(text, look), ...(fill && { fill }) })

const cellXml = ({ content, fill }: Cell, width: number): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : ''}</w:tcPr>${content}</w:tc>`

interface Row {
  /** Repeated at the top of each page of the table. */
  head?: boolean
}

export const rowXml = (cells: readonly Cell[], widths: readonly number[], { head = false }: Row = {}): string =>
  `<w:tr><w:trPr><w:cantSplit/>${head ? '<w:tblHeader/>' : ''}</w:trPr>${cells.map((each, index) => cellXml(each, widths[index] ?? 0)).join('')}</w:tr>`

export type Borders = Partial<Record<'top' | 'left' | 'bottom' | 'right' | 'insideH' | 'insideV', string>>

interface Grid {
  widths: readonly number[]
  /** Colours of the lines; where there is none, no line is drawn. */
  borders?: Borders
  /** Between a cell's edges and its text. */
  padding?: { vertical: number; horizontal: number }
}

const sides = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'] as const

/** What precedes the rows of a table. */
export function tableStart({ widths, borders = {}, padding }: Grid): string {
  const lines = sides.map((side) => {
    const color = borders[side]
    return color ? `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="${color}"/>` : `<w:${side} w:val="nil"/>`
  })
  const margin = (side: string, size: number): string => `<w:${side} w:w="${size}" w:type="dxa"/>`
  const margins = padding
    ? `<w:tblCellMar>${margin('top', padding.vertical)}${margin('left', padding.horizontal)}${margin('bottom', padding.vertical)}${margin('right', padding.horizontal)}</w:tblCellMar>`
    : ''
  const whole = widths.reduce((sum, width) => sum + width, 0)
  const columns = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')
  return `<w:tbl><w:tblPr><w:tblW w:w="${whole}" w:type="dxa"/><w:tblBorders>${lines.join('')}</w:tblBorders><w:tblLayout w:type="fixed"/>${margins}</w:tblPr><w:tblGrid>${columns}</w:tblGrid>`
}

/** With an empty paragraph: word processors merge tables that touch. */
export const tableEnd = `</w:tbl>${paragraphOf('', { before: 0, after: 0 })}`
