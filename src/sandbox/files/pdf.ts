/** PDF documents in our own font, which is embedded. No other file and no address is ever read, whatever a document names. */
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { assetPath } from './assets.ts'
import { xmlSafe } from '../../files/text.ts'

const fontFamily = 'DejaVu Sans'

export const pdfType = 'application/pdf'

/** Text of others, as a document may hold it. */
export const plain = (text: string): string => xmlSafe(text).replace(/\t/g, '    ')

export async function pdf(definition: TDocumentDefinitions): Promise<Buffer> {
  const { default: maker } = await import('pdfmake')
  const [normal, bold] = [assetPath('DejaVuSans.ttf'), assetPath('DejaVuSans-Bold.ttf')]
  maker.setLocalAccessPolicy((path) => path === normal || path === bold)
  maker.setUrlAccessPolicy(() => false)
  maker.setFonts({ [fontFamily]: { normal, bold, italics: normal, bolditalics: bold } })
  return maker.createPdf({ ...definition, defaultStyle: { font: fontFamily, ...definition.defaultStyle } }).getBuffer()
}
