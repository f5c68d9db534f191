/** ZIP archives of strangers. Readers stop at the sizes that an archive declares, so these are what counts before it is unpacked. */

export async function unpackedSize(bytes: Buffer): Promise<number> {
  const { fromBufferPromise } = await import('yauzl')
  const archive = await fromBufferPromise(bytes, { lazyEntries: true })
  let total = 0
  for await (const { uncompressedSize } of archive.eachEntry()) total += uncompressedSize
  return total
}
