/** Documents that were made, as other programs see them. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fromBufferPromise } from 'yauzl'
import { bytesOf } from '../../src/sandbox/files/body.ts'
import type { OutFile } from '../../src/sandbox/files/data.ts'
import { temporaryFolder } from '../../src/system/temporary.ts'
import { isThere } from './readers.ts'

export const noPoppler = !isThere('pdftotext')
export const noOffice = !isThere('soffice')

const folder = temporaryFolder('surveyctl-documents')

export async function keep(file: OutFile): Promise<string> {
  const path = join(mkdtempSync(join(folder, 'kept-')), file.filename)
  writeFileSync(path, await bytesOf(file))
  return path
}

/** Paths of what LibreOffice makes of files, in one start: it takes several times as long as a conversion. */
export function officeAll(paths: readonly string[], to: string): string[] {
  const out = mkdtempSync(join(folder, 'office-'))
  // What is made has the name of what it is made of.
  const named = paths.map((path, index) => join(out, `${index}${extname(path)}`))
  for (const [index, path] of paths.entries()) copyFileSync(path, named[index]!)
  const made = join(out, 'made')
  execFileSync(
    'soffice',
    [`-env:UserInstallation=file://${join(folder, 'profile')}`, '--headless', '--convert-to', to, '--outdir', made, ...named],
    { stdio: 'ignore' },
  )
  return readdirSync(made)
    .toSorted()
    .map((name) => join(made, name))
}
export const office = (path: string, to: string): string => officeAll([path], to)[0]!
export const officeText = (path: string): string => readFileSync(office(path, 'txt:Text (encoded):UTF8'), 'utf8')

/** Text with spaces of every kind as one, since lines break where they must. */
export const flat = (text: string): string => text.replace(/\s+/g, ' ')
export const pdfText = async (file: OutFile): Promise<string> =>
  flat(execFileSync('pdftotext', ['-layout', await keep(file), '-'], { encoding: 'utf8' }))

interface Word {
  text: string
  left: number
  right: number
  top: number
  bottom: number
  page: { width: number; height: number }
}

/** Every word with where it stands on which page. */
export async function pdfWords(file: OutFile | string): Promise<Word[]> {
  const path = typeof file === 'string' ? file : await keep(file)
  const xml = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  let page = { width: 0, height: 0 }
  return Array.from(
    xml.matchAll(
      /<page width="([\d.]+)" height="([\d.]+)">|<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g,
    ),
  ).flatMap((match) => {
    if (match[1]) page = { width: Number(match[1]), height: Number(match[2]) }
    return match[1]
      ? []
      : [{ text: match[7]!, left: Number(match[3]), top: Number(match[4]), right: Number(match[5]), bottom: Number(match[6]), page }]
  })
}

export const outside = (words: readonly Word[]): string[] =>
  words
    .filter(({ left, right, top, bottom, page }) => left < 0 || top < 0 || right > page.width || bottom > page.height)
    .map(({ text }) => text)

/** The text of a Word document's body. */
export async function wordXml(file: OutFile): Promise<string> {
  const archive = await fromBufferPromise(await bytesOf(file), { lazyEntries: true })
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName !== 'word/document.xml') continue
    const pieces: Buffer[] = []
    for await (const piece of await archive.openReadStreamPromise(entry)) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }
  throw new Error('no document')
}

/** The boxes drawn on the first page of a PDF: where they begin and how wide they are, by colour. */
export async function boxes(file: OutFile): Promise<Record<string, number[][]>> {
  const svg = execFileSync('pdftocairo', ['-svg', '-f', '1', '-l', '1', await keep(file), '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const drawn = Array.from(
    svg.matchAll(/fill:rgb\(([^)]*)\)[^>]* d="M ([\d.]+) ([\d.]+) L ([\d.]+) [\d.]+ /g),
    ([, color, left, top, right]) => [color!, Number(left), Number(top), Number(right)] as const,
  )
  const byColor: Record<string, number[][]> = {}
  for (const [color, left, top, right] of drawn) (byColor[color] ??= []).push([left, top, right - left])
  return byColor
}
