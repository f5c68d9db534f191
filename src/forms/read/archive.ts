/** What is in a ZIP archive of strangers: a workbook, or a survey with its answers. */
import { limits } from '../form.ts'
import { notReadAs, unreadable } from './json.ts'

/** The survey file of an archive; `undefined`: a workbook. */
export async function surveyIn(bytes: Uint8Array, name: string): Promise<Buffer | undefined> {
  const { fromBufferPromise } = await import('yauzl')
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    validateEntrySizes: true,
  }).catch((error: unknown) => {
    throw notReadAs('an archive', error, name)
  })
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName === 'xl/workbook.xml') return undefined
      if (!/\.lss$/i.test(entry.fileName)) continue
      if (entry.uncompressedSize > limits.textBytes)
        throw unreadable(`${entry.fileName} in ${name} is larger than ${limits.textBytes / 2 ** 20} MB`)
      const parts: Buffer[] = []
      for await (const part of await archive.openReadStreamPromise(entry)) parts.push(part as Buffer)
      return Buffer.concat(parts)
    }
  } catch (error) {
    throw notReadAs('an archive', error, name)
  }
  throw unreadable(`${name} is an archive without a survey`, 'It may hold an XLSForm workbook or an .lss file')
}
