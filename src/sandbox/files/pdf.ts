/**
 * Makes PDF documents with an embedded font of our own, and an installed one for characters that it lacks. No other file and
 * no URL is ever read, whatever a document refers to.
 */
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { asset } from '../../assets.ts'
import { fontOf, type FontFile } from './font-file.ts'
import { fontFolders, MachineFonts } from './machine-fonts.ts'
import { PdfText, type TextRun } from './pdf-text.ts'

const fontFamily = 'DejaVu Sans'
const ownFonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'] as const

export const pdfType = 'application/pdf'

/** Divides text from users into runs of fonts that have its characters. */
export type Inline = (text: string) => TextRun[]

/** `make` gets the function for text from users; it is called again when an installed font turns out to be unusable. */
export async function pdf(
  make: (inline: Inline) => TDocumentDefinitions,
  machine: MachineFonts = new MachineFonts(fontFolders()),
): Promise<Buffer> {
  const own = ownFonts.map(ownFont).filter((font) => font !== undefined)
  for (;;) {
    const text = new PdfText(own, machine)
    const definition = make((source) => text.runs(source))
    try {
      return await bytesOf(definition, text.used)
    } catch (error) {
      if (text.used.size === 0) throw error
      for (const { path } of text.used.values()) machine.refuse(path)
    }
  }
}

function ownFont(name: string): FontFile | undefined {
  const bytes = asset(name)
  return fontOf(name, (from, length) => bytes.subarray(from, from + length))
}

async function bytesOf(definition: TDocumentDefinitions, installed: ReadonlyMap<string, FontFile>): Promise<Buffer> {
  const { default: maker } = await import('pdfmake')
  // Its types lack this: files that it finds by name, without a disk.
  const { virtualfs } = maker as unknown as { virtualfs: { writeFileSync: (name: string, bytes: Buffer) => void } }
  for (const name of ownFonts) virtualfs.writeFileSync(name, asset(name))
  const [normal, bold] = ownFonts
  const allowed = new Set(Array.from(installed.values(), ({ path }) => path))
  maker.setLocalAccessPolicy((path) => allowed.has(path))
  maker.setUrlAccessPolicy(() => false)
  const installedFonts = Array.from(installed, ([name, { path, isFace }]) => {
    const file = isFace ? [path, name] : path
    return [name, { normal: file, bold: file, italics: file, bolditalics: file }] as const
  })
  maker.setFonts({ [fontFamily]: { normal, bold, italics: normal, bolditalics: bold }, ...Object.fromEntries(installedFonts) })
  return maker.createPdf({ ...definition, defaultStyle: { font: fontFamily, ...definition.defaultStyle } }).getBuffer()
}
