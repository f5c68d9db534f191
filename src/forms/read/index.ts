/** A survey of another system, recognised by what the file holds, whatever it is called. */
import { usageError } from '../../errors.ts'
import { limits, type Form, type FormatName, type ReadOptions } from '../form.ts'
import { readJson, unreadable, type Fields } from './json.ts'

interface Asked extends ReadOptions {
  /** As messages call the file. */
  name: string
  format?: FormatName | undefined
}

export async function readForm(bytes: Uint8Array, { name, format, ...options }: Asked): Promise<Form> {
  if (bytes.length > limits.fileBytes) throw unreadable(`${name} is larger than ${limits.fileBytes / 2 ** 20} MB`)
  if (bytes.length === 0) throw unreadable(`${name} is empty`)
  const text = decoded(bytes, name)
  if (/^\s*[{[]/.test(text)) return readData(readJson(text, name), name, format, options)
  throw unreadable(
    `${name} is no survey that is known here`,
    'It may be an XLSForm workbook, SurveyJS JSON, QSF, LSS or LSA, or Typeform JSON',
  )
}

async function readData(data: Fields, name: string, format: FormatName | undefined, options: ReadOptions): Promise<Form> {
  const surveyJs = await import('./surveyjs/read.ts')
  const found: FormatName | undefined = surveyJs.isSurveyJs(data) ? 'surveyjs' : undefined
  if (!found) throw unreadable(`${name} is JSON, but no survey that is known here`, `It has: ${Object.keys(data).slice(0, 10).join(', ')}`)
  if (format !== undefined && format !== found) throw usageError(`${name} is not of --format ${format}: by its content it is ${found}`)
  return surveyJs.readSurveyJs(data, options)
}

/** UTF-8, or UTF-16 by its mark. */
function decoded(bytes: Uint8Array, name: string): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(`${name} is neither UTF-8 nor UTF-16 text`, 'Save it as UTF-8')
  }
}
