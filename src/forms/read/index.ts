/** A survey of another system, recognised by what the file holds, whatever it is called. */
import { usageError } from '../../errors.ts'
import { limits, type Form, type FormatName, type ReadOptions } from '../form.ts'
import { readJson, unreadable, type Fields } from './json.ts'
import { isOldWorkbook } from './xlsform/workbook.ts'

interface Asked extends ReadOptions {
  /** As messages call the file. */
  name: string
  format?: FormatName | undefined
}

export async function readForm(bytes: Uint8Array, { name, format, ...options }: Asked): Promise<Form> {
  if (bytes.length > limits.fileBytes) throw unreadable(`${name} is larger than ${limits.fileBytes / 2 ** 20} MB`)
  if (bytes.length === 0) throw unreadable(`${name} is empty`)
  const [found, read] = await readerOf(bytes, name)
  if (format !== undefined && format !== found) throw usageError(`${name} is not of --format ${format}: by its content it is ${found}`)
  return read(options)
}

type Reader = [found: FormatName, read: (options: ReadOptions) => Form | Promise<Form>]

async function readerOf(bytes: Uint8Array, name: string): Promise<Reader> {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const packed = isArchive ? await (await import('./archive.ts')).surveyIn(bytes, name) : undefined
  if ((isArchive && !packed) || isOldWorkbook(bytes)) {
    const { readXlsForm } = await import('./xlsform/read.ts')
    return ['xlsform', (options) => readXlsForm(bytes, name, options)]
  }
  const text = decoded(packed ?? bytes, name)
  if (/^\s*</.test(text)) {
    const { isLss, readLss } = await import('./lss/read.ts')
    if (!isLss(text)) throw unreadable(`${name} is XML, but no LSS file`)
    return ['lss', (options) => readLss(text, name, options)]
  }
  if (/^\s*[{[]/.test(text)) return readerOfJson(readJson(text, name), name)
  if (/^(format|screens):/m.test(text)) throw unreadable(`${name} is a survey file of surveyctl`, saveInstead)
  throw unreadable(
    `${name} is not a survey file that surveyctl knows`,
    'It may be an XLSForm workbook, SurveyJS JSON, QSF, LSS or LSA, or Typeform JSON',
  )
}

async function readerOfJson(data: Fields, name: string): Promise<Reader> {
  const [surveyJs, qsf, typeform] = await Promise.all([import('./surveyjs/read.ts'), import('./qsf/read.ts'), import('./typeform/read.ts')])
  if (qsf.isQsf(data)) return ['qsf', (options) => qsf.readQsf(data, name, options)]
  if (typeform.isTypeform(data)) return ['typeform', (options) => typeform.readTypeform(data, options)]
  if (data.format === 1 && 'screens' in data) throw unreadable(`${name} is a survey file of surveyctl`, saveInstead)
  if (surveyJs.isSurveyJs(data)) return ['surveyjs', (options) => surveyJs.readSurveyJs(data, options)]
  throw unreadable(`${name} is JSON, but not a survey of a known format`, `It has: ${Object.keys(data).slice(0, 10).join(', ')}`)
}

const saveInstead = 'To put it into a survey: surveyctl quiz save SURVEY --file FILE'

/** UTF-8, or UTF-16 by its mark. */
function decoded(bytes: Uint8Array, name: string): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(`${name} is neither UTF-8 nor UTF-16 text`, 'Save it as UTF-8')
  }
}
