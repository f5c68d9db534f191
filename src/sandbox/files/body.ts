import type { OutFile } from './data.ts'

/** All bytes of a file. Only for small files: one that is streamed may be larger than memory. */
export async function bytesOf({ body }: OutFile): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}
