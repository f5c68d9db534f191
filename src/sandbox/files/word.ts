/** What our Word documents share. */
import type { IRunOptions, ISectionOptions } from 'docx'
import { xmlSafe } from '../../files/text.ts'

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Text of others as runs: a line break where it has one. */
export const runsOf = (text: string, format: IRunOptions = {}): IRunOptions[] =>
  xmlSafe(text)
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ ...format, text: line, ...(index > 0 && { break: 1 }) }))

interface WordPage {
  title: string
  /** Of the text, in points. */
  points: number
  children: ISectionOptions['children']
}

/** Width of the text between the margins of an A4 page, in twips. */
export const textTwips = 11_906 - 2 * 1000

export async function wordFile({ title, points, children }: WordPage): Promise<Buffer> {
  const { Document, Packer } = await import('docx')
  const document = new Document({
    title: xmlSafe(title),
    creator: 'surveyctl sandbox',
    styles: { default: { document: { run: { font: 'Arial', size: points * 2 } } } },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 }, margin: { top: 1000, bottom: 1000, left: 1000, right: 1000 } } },
        children,
      },
    ],
  })
  return Packer.toBuffer(document)
}
