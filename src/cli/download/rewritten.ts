import type { Sink } from '../../client/files.ts'
import type { Rewriter } from '../context.ts'

/** What is written goes through `rewriter` first; `size` is how much came out of it. */
export function rewritten(sink: Sink, rewriter: Rewriter): { sink: Sink; size: () => number } {
  let size = 0
  const write = (bytes: Uint8Array): void => {
    size += bytes.byteLength
    if (bytes.byteLength > 0) sink.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }
  const own: Sink = {
    ...sink,
    write: (bytes) => write(rewriter.push(bytes)),
    finish: () => {
      write(rewriter.end())
      sink.finish()
    },
  }
  return { sink: own, size: () => size }
}
