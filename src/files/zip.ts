/** ZIP archives as streams: nothing is made before it is read, and a reader who leaves ends the sources. */
import { Readable } from 'node:stream'

interface ZipEntry {
  path: string
  data: Uint8Array | AsyncIterable<Uint8Array>
  /** May be larger than 4 GiB. */
  huge?: boolean
}

export async function* zipped(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error): void => void output.destroy(error)
  zip.on('error', fail)
  const sources: Readable[] = []
  for (const { path, data, huge = false } of entries) {
    if (data instanceof Uint8Array) {
      zip.addBuffer(Buffer.from(data), path)
      continue
    }
    const source = Readable.from(data, { objectMode: false })
    source.on('error', fail)
    sources.push(source)
    zip.addReadStream(source, path, { forceZip64Format: huge })
  }
  zip.end()
  try {
    yield* output
  } finally {
    for (const source of sources) source.destroy()
  }
}
