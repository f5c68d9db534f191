/** Word documents: the parts of the archive around the text. */
import { escapeXml } from '../../files/text.ts'
import { zipped } from '../../files/zip.ts'

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Twips: 1440 to the inch. */
interface Page {
  width: number
  height: number
  margin: number
}

export const portrait: Page = { width: 11_906, height: 16_838, margin: 1000 }

/** Width of the text between the margins of an A4 page. */
export const textTwips = portrait.width - 2 * portrait.margin

/** A picture of one pixel, which is stretched to draw boxes. */
interface Dot {
  name: string
  png: Buffer
}

interface WordDocument {
  title: string
  /** Of the text, in points. */
  points: number
  page: Page
  /** Paragraphs and tables. */
  body: Iterable<string> | AsyncIterable<string>
  dots?: readonly Dot[]
}

const dotId = (name: string): string => `dot-${name}`

/** A box in a line of text; sizes in points. `id` is unique in the document; `about` is its text for screen readers. */
export function dotRun(name: string, id: number, width: number, height: number, about: string): string {
  const extent = `cx="${Math.round(width * 12_700)}" cy="${Math.round(height * 12_700)}"`
  return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/><wp:docPr id="${id}" name="${name}" descr="${escapeXml(about)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="${name}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${dotId(name)}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
}

const contentTypes = `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${wordType}.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`

const relations = (list: readonly [id: string, type: string, target: string][]): string =>
  `${head}<Relationships xmlns="${packages}/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const heading = (level: number): string =>
  `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`

const styles = (points: number): string =>
  `${head}<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="${Math.round(points * 2)}"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${heading(1)}${heading(2)}</w:styles>`

const core = (title: string): string =>
  `${head}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:creator>surveyctl sandbox</dc:creator></cp:coreProperties>`

const namespaces = `xmlns:w="${main}" xmlns:r="${office}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`

async function* document({ body, page: { width, height, margin } }: WordDocument): AsyncGenerator<string> {
  yield `${head}<w:document ${namespaces}><w:body>`
  yield* body
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => `w:${side}="${margin}"`).join(' ')
  yield `<w:sectPr><w:pgSz w:w="${width}" w:h="${height}"${width > height ? ' w:orient="landscape"' : ''}/><w:pgMar ${sides} w:header="360" w:footer="360" w:gutter="0"/></w:sectPr></w:body></w:document>`
}

/** Joins pieces into larger ones: each costs time when it is compressed. */
async function* batched(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let batch = ''
  for await (const piece of pieces) {
    batch += piece
    if (batch.length < 64 * 1024) continue
    yield Buffer.from(batch)
    batch = ''
  }
  yield Buffer.from(batch)
}

export function wordBytes(parts: WordDocument): AsyncIterable<Uint8Array> {
  const { title, points, dots = [] } = parts
  return zipped([
    { path: '[Content_Types].xml', data: Buffer.from(contentTypes) },
    {
      path: '_rels/.rels',
      data: Buffer.from(
        relations([
          ['rId1', `${office}/officeDocument`, 'word/document.xml'],
          ['rId2', `${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'],
        ]),
      ),
    },
    { path: 'docProps/core.xml', data: Buffer.from(core(title)) },
    {
      path: 'word/_rels/document.xml.rels',
      data: Buffer.from(
        relations([
          ['styles', `${office}/styles`, 'styles.xml'],
          ...dots.map(({ name }): [string, string, string] => [dotId(name), `${office}/image`, `media/${name}.png`]),
        ]),
      ),
    },
    { path: 'word/styles.xml', data: Buffer.from(styles(points)) },
    ...dots.map(({ name, png }) => ({ path: `word/media/${name}.png`, data: png })),
    { path: 'word/document.xml', data: batched(document(parts)) },
  ])
}
