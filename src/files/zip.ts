/** ZIP archives as streams: entries are made when they are read; a reader that stops early closes their sources. */
import { Readable } from 'node:stream'

export interface ZipEntry {
  path: string
  data: Uint8Array | AsyncIterable<Uint8Array>
  /** May be larger than 4 GiB. */
  huge?: boolean
}

/** Entries may come one by one, each once it is known; they are written in that order. */
export async function* zipped(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  // Declared as less than it is.
  const output = zip.outputStream as Readable
  const fail = (error: Error): void => void output.destroy(error)
  zip.on('error', fail)
  const sources: Readable[] = []
  const add = async (): Promise<void> => {
    for await (const { path, data, huge = false } of entries) {
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
  }
  void add().catch(fail)
  try {
    yield* output
  } finally {
    for (const source of sources) source.destroy()
  }
}
