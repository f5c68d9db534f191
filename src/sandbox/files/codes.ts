/**
 * Reads promo codes from an uploaded file. Text: one code per line. Tables: the first column of the first sheet, without a
 * header cell such as "Code". Codes are trimmed, and empty ones dropped.
 */

export type CodesExtension = 'txt' | 'csv' | 'xlsx' | 'xls'
export const codesExtensions: readonly CodesExtension[] = ['txt', 'csv', 'xlsx', 'xls']

/** The content doesn't match the extension, or unpacks to too much. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** What a workbook may unpack to; the upload itself is at most 1 MB. */
const maxUnpacked = 64 * 1024 * 1024

const columnTitle = /^(?:(?:promo|discount|coupon)?[ _-]*codes?|coupons?|(?:промо[ _-]*)?код(?:ы)?)$/iu

/** UTF-16 with a byte order mark, UTF-8, or else Windows-1251, which older spreadsheet programs write. */
function decode(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  if (mark === 'fffe' || mark === 'feff') return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

function readText(bytes: Uint8Array): string {
  const text = decode(bytes)
  if (text.includes('\0')) throw new UnreadableFile('The file is not text')
  return text
}

async function readCsv(bytes: Uint8Array): Promise<string[]> {
  const { parse } = await import('csv-parse/sync')
  const text = readText(bytes)
  try {
    const rows: string[][] = parse(text, {
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    return rows.map(([first = '']) => first)
  } catch (cause) {
    throw new UnreadableFile('The file is not CSV', { cause })
  }
}

/** Refuses an archive by its declared sizes; the reader stops at these, so that false ones don't help. */
async function checkArchive(bytes: Uint8Array): Promise<void> {
  const { fromBufferPromise } = await import('yauzl')
  const archive = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  let total = 0
  for await (const { compressedSize, uncompressedSize } of archive.eachEntry()) {
    // The reader takes a declared size of 0 as unknown; an empty deflate stream has two bytes.
    const hidden = uncompressedSize === 0 && compressedSize > 2
    total += uncompressedSize
    if (hidden || total > maxUnpacked) throw new UnreadableFile(`The file unpacks to more than ${maxUnpacked / 2 ** 20} MB`)
  }
}

async function readWorkbook(bytes: Uint8Array, extension: 'xlsx' | 'xls'): Promise<string[]> {
  const { readXls, readXlsx } = await import('hucre')
  try {
    if (extension === 'xlsx') await checkArchive(bytes)
    const read = extension === 'xlsx' ? readXlsx : readXls
    const { sheets } = await read(bytes, { sheets: [0], range: 'A1:A1048576' })
    return (sheets[0]?.rows ?? []).map(([cell]) => cellText(cell))
  } catch (cause) {
    throw cause instanceof UnreadableFile ? cause : new UnreadableFile(`The file is not ${extension.toUpperCase()}`, { cause })
  }
}

const cellText = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString() : cell === null || cell === undefined ? '' : String(cell)

export async function readCodes(bytes: Uint8Array, extension: CodesExtension): Promise<string[]> {
  if (extension === 'txt') return tidy(readText(bytes).split(/\r\n|\r|\n/))
  const codes = tidy(extension === 'csv' ? await readCsv(bytes) : await readWorkbook(bytes, extension))
  return columnTitle.test(codes[0] ?? '') ? codes.slice(1) : codes
}

const tidy = (codes: readonly string[]): string[] => codes.map((code) => code.trim()).filter((code) => code !== '')
