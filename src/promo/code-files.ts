/**
 * Codes of a file, read here. Text: one a line. Tables: the first column of the first sheet, without its title when the
 * first cell is a known one. Text and CSV are streamed, so their size doesn't matter.
 */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { importBytes, importFormats, parseCodes } from '../contract/surveys/promo.ts'
import type { Service } from '../service.ts'
import type { Input } from '../system/io.ts'
import { CommandError, usageError } from '../errors.ts'
import { unpackedSize } from '../files/archive.ts'
import { reasonOf, pipeAt } from '../system/small-file.ts'
import { CodeList } from './code-list.ts'
import { endingOf, isPipe, needFile } from '../system/local-file.ts'

/** A workbook is read whole. */
const workbookBytes = 100 * 2 ** 20
const unpackedBytes = 2 ** 30

/** Units of text. A file without line ends would be held whole. */
const longestLine = 1_000_000

const title = /^((promo|discount|coupon)?[ _-]*codes?|coupons?|(промо[ _-]*)?коды?)$/iu

/** Codes of the command line and of `--codes-file`, each once. */
export async function gatherCodes(
  given: readonly string[] | undefined,
  file: string | undefined,
  stdin: Input,
): Promise<{ codes: string[]; doubled: number }> {
  const codes =
    file === undefined ? new CodeList() : await readCodeFile(file, file === '-' || (await isPipe(file)) ? 0 : await needFile(file), stdin)
  for (const code of given ?? []) codes.add(code)
  if (codes.size === 0) throw usageError('CODE is missing', 'Codes are given by position, or in a file: --codes-file FILE')
  return { codes: codes.slice(0, codes.size), doubled: codes.doubled }
}

/** Small files go through the service's own parser; the rest is read here. */
export async function readCodes(
  service: Pick<Service, 'call' | 'dryRun'>,
  id: number,
  file: string,
  { stdin, isLocal }: { stdin: Input; isLocal: boolean },
): Promise<CodeList> {
  // A pipe, such as `<(command)`, can be read once and has no size: its text is read here.
  if (file === '-' || (await isPipe(file))) return readCodeFile(file, 0, stdin)
  const size = await needFile(file, isLocal ? {} : { formats: importFormats })
  // Under --dry-run nothing leaves this machine.
  if (isLocal || size > importBytes || service.dryRun) return readCodeFile(file, size, stdin)
  const { data } = await service.call(parseCodes, { id, file })
  const codes = new CodeList()
  for (const code of data.codes) codes.add(code)
  return codes
}

/** Reads `-` as text from standard input. */
async function readCodeFile(file: string, size: number, stdin: Input): Promise<CodeList> {
  const codes = new CodeList()
  switch (file === '-' ? 'txt' : endingOf(file)) {
    case 'csv':
      await readTable(codes, csvCells(file))
      break
    case 'xlsx':
      await readTable(codes, workbookCells(await readWorkbook(file, size)))
      break
    case 'xls':
      await readTable(codes, oldWorkbookCells(await readWorkbook(file, size)))
      break
    default:
      await readLines(codes, file === '-' ? stdin.stream() : (pipeAt(file) ?? createReadStream(file, { highWaterMark: 2 ** 18 })), file)
  }
  return codes
}

/** Lines end with LF, CRLF or CR; a CRLF that is cut in two only adds an empty line. */
async function readLines(codes: CodeList, input: Readable, file: string): Promise<void> {
  let rest = ''
  for await (const text of decoded(input, file)) {
    const lines = (rest + text).split(/[\r\n]+/)
    rest = lines.pop() ?? ''
    if (rest.length > longestLine)
      throw usageError(`${file === '-' ? 'Standard input' : file} is not a list of codes: it is one line without end`)
    for (const line of lines) codes.add(line)
  }
  codes.add(rest)
}

/** UTF-8, or UTF-16 when its mark comes first. */
async function* decoded(input: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  const decode = (by: TextDecoder, chunk?: Buffer): string => {
    try {
      return by.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw usageError(`${file === '-' ? 'Standard input' : file} is not UTF-8 text`, 'Save it as UTF-8, one code a line')
    }
  }
  for await (const chunk of input) {
    decoder ??= new TextDecoder(
      chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8',
      { fatal: true },
    )
    yield decode(decoder, chunk)
  }
  if (decoder) yield decode(decoder)
}

async function readTable(codes: CodeList, cells: AsyncIterable<unknown>): Promise<void> {
  let first = true
  for await (const cell of cells) {
    const text = cell === null || cell === undefined ? '' : String(cell).trim()
    if (text === '') continue
    if (!first || !title.test(text)) codes.add(text)
    first = false
  }
}

async function* csvCells(file: string): AsyncGenerator<unknown> {
  const { parse } = await import('csv-parse')
  const parser = parse({
    max_record_size: longestLine,
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const text = Readable.from(decoded(pipeAt(file) ?? createReadStream(file), file))
  text.on('error', (error) => parser.destroy(error))
  const rows: AsyncIterable<string[]> = text.pipe(parser)
  try {
    for await (const [cell] of rows) yield cell
  } catch (error) {
    throw error instanceof CommandError ? error : usageError(`${file} is not CSV: ${reasonOf(error)}`)
  }
}

async function readWorkbook(file: string, size: number): Promise<Buffer> {
  if (size > workbookBytes)
    throw usageError(
      `${file} is a workbook of more than ${workbookBytes / 2 ** 20} MB`,
      'Save it as CSV: text is read in a stream, whatever its size',
    )
  return readFile(file)
}

async function* workbookCells(bytes: Buffer): AsyncGenerator<unknown> {
  await refuseBomb(bytes)
  const { streamXlsxRows } = await import('hucre/xlsx')
  try {
    for await (const { values } of streamXlsxRows(bytes, { sheet: 0, range: 'A1:A1048576' })) yield values[0]
  } catch (error) {
    throw usageError(`The file is not XLSX: ${reasonOf(error)}`)
  }
}

async function* oldWorkbookCells(bytes: Buffer): AsyncGenerator<unknown> {
  const { readXls } = await import('hucre')
  try {
    const { sheets } = await readXls(bytes, { sheets: [0], range: 'A1:A1048576' })
    for (const [cell] of sheets[0]?.rows ?? []) yield cell
  } catch (error) {
    throw usageError(`The file is not XLS: ${reasonOf(error)}`)
  }
}

async function refuseBomb(bytes: Buffer): Promise<void> {
  const total = await unpackedSize(bytes).catch((error: unknown) => {
    throw usageError(`The file is not XLSX: ${reasonOf(error)}`)
  })
  if (total > unpackedBytes) throw usageError('The file unpacks to more than a gigabyte; it is not read')
}
