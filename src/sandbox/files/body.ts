import type { OutFile } from './data.ts'

/** The whole of a file. For small ones: a body in pieces may be larger than memory. */
export async function bytesOf({ body }: OutFile): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}
